import { type EventOptions, followEvents } from './events.ts';
import type { Event, RestMethods } from './generated/rest.ts';
import {
  type Connection,
  execute,
  type GraphQLArguments,
  type GraphQLDocument,
  paginate,
} from './graphql.ts';
import { createRest } from './rest.ts';
import { type SubscribeOptions, subscribe } from './subscriptions.ts';
import {
  type ActiongraphOptions,
  type RequestOptions,
  Transport,
  type WriteOptions,
} from './transport.ts';

/** Calls an Actiongraph service. Every call rejects with an ActiongraphError if it fails. */
export class Actiongraph {
  /** REST: a method for each operation, by its operationId. */
  readonly rest: RestMethods;
  readonly #transport: Transport;

  constructor(options: ActiongraphOptions) {
    this.#transport = new Transport(options);
    this.rest = createRest(this.#transport);
  }

  /** GraphQL: runs a query or a mutation and returns its `data`. */
  graphql<Result, Variables extends object = Record<string, unknown>>(
    document: GraphQLDocument<Result, Variables>,
    ...[variables, options]: GraphQLArguments<Variables, WriteOptions>
  ): Promise<Result> {
    return execute<Result>(this.#transport, document, variables, options);
  }

  /**
   * GraphQL: the records of all pages of a connection. The document passes its variable `$after` to the connection and
   * selects `nodes` and `pageInfo { hasNextPage endCursor }`.
   */
  paginate<Result, Variables extends object, Item>(
    document: GraphQLDocument<Result, Variables>,
    variables: Variables,
    connectionOf: (result: Result) => Connection<Item> | null | undefined,
    options?: RequestOptions,
  ): AsyncGenerator<Item, void, undefined> {
    return paginate(
      (after) =>
        execute<Result>(
          this.#transport,
          document,
          { ...variables, ...(after && { after }) },
          options,
        ),
      connectionOf,
    );
  }

  /** GraphQL: the results of a subscription. After a lost connection it continues behind the last one. */
  subscribe<Result, Variables extends object = Record<string, unknown>>(
    document: GraphQLDocument<Result, Variables>,
    ...[variables, options = {}]: GraphQLArguments<Variables, SubscribeOptions>
  ): AsyncGenerator<Result, void, undefined> {
    return subscribe<Result>(this.#transport, document, variables, options);
  }

  /** REST: every change of a record, once and in order, without an end. */
  events(options?: EventOptions): AsyncGenerator<Event, void, undefined> {
    return followEvents(this.rest, options);
  }
}
