import type { ExecutionResult, OperationDefinitionNode } from 'graphql';
import { createSourceEventStream, GraphQLError, getOperationAST } from 'graphql';
import { withDeadline } from '../../database/statements/statement-deadline.ts';
import type { CredentialMonitor } from '../../domain/identities/credential-monitor.ts';
import type { RecordChangeFeed } from '../../domain/record-changes/feed-types.ts';
import type { createListMembershipCache } from '../../domain/record-changes/followed-lists.ts';
import type { RecordChange } from '../../domain/record-changes/record-change.ts';
import { changesMissedError } from '../../domain/record-changes/record-change.ts';
import { callerIdOf } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import type { ServerContext } from '../core/server-context.ts';
import { schema } from '../index.ts';
import { Broadcast } from './broadcast.ts';
import type { createConcurrencyLimit, createEventBudget } from './event-budget.ts';
import { createEventFilter, readNextVisibleEvent } from './event-filter.ts';
import type { createOperationReader } from './operation-reader.ts';
import { toExecutionResult } from './operation-reader.ts';
import type { SerializedData } from './response-body.ts';
import type { ToActionError } from './responses.ts';
import { eventIds } from './server-sent-events.ts';
import type { SubscribedOperation } from './subscribed-operation.ts';
import { watchCaller } from './watched-caller.ts';

export interface SharedSubscriptionsDependencies {
  changes: RecordChangeFeed;
  callers: CredentialMonitor;
  toActionError: ToActionError;
}

/** The buffer of a slower stream among equal ones. */
const maxBufferedEvents = { values: 1_000, size: 2_000_000 };

export type Events = Broadcast<ExecutionResult> | ExecutionResult;

type Event = RecordChange | ActionError;

export interface SharedState extends SharedSubscriptionsDependencies {
  reader: ReturnType<typeof createOperationReader>;
  waitForBudget: ReturnType<typeof createEventBudget>;
  withConcurrencyLimit: ReturnType<typeof createConcurrencyLimit>;
  membershipCache: ReturnType<typeof createListMembershipCache>;
}

/** One operation whose events all equal subscriptions receive. */
export class SharedSubscription {
  readonly #operation: SubscribedOperation;
  readonly #shared: SharedState;
  readonly #caller: ReturnType<typeof watchCaller>;
  readonly #context: ServerContext;
  #eventFilter: ReturnType<typeof createEventFilter>;
  /** The last result of a caller that lost its access; it replaces unsent ones. */
  #finalResult: ExecutionResult | undefined;

  constructor(operation: SubscribedOperation, shared: SharedState) {
    const { context } = operation;
    this.#operation = operation;
    this.#shared = shared;
    this.#caller = watchCaller(context, shared.callers);
    this.#eventFilter = createEventFilter(new Map(), shared.membershipCache);
    this.#context = {
      ...context,
      follow: async (request) => {
        this.#eventFilter = createEventFilter(request.lists ?? new Map(), shared.membershipCache);
        return this.#caller.add(await shared.changes.subscribe(context.accountId, request));
      },
    };
  }

  async open(onEnd: () => void): Promise<Events> {
    const { document, variables } = this.#operation;
    const end = () => {
      this.#caller.end();
      onEnd();
    };
    const source = await createSourceEventStream({
      schema,
      document,
      variableValues: variables,
      contextValue: this.#context,
    });
    if (!(Symbol.asyncIterator in source)) {
      end();
      return source;
    }
    return new Broadcast(this.#resultsOf(source[Symbol.asyncIterator]()), {
      sizeOf: ({ data }) => (data as unknown as SerializedData | null)?.json?.length ?? 0,
      missed: () => this.#run(changesMissedError(), this.#context),
      endsWith: (result) => result === this.#finalResult,
      maxBuffered: maxBufferedEvents,
      onEnd: end,
    });
  }

  #resultsOf(queue: AsyncIterator<unknown>): AsyncIterator<ExecutionResult> {
    const { waitForBudget, withConcurrencyLimit } = this.#shared;
    const caller = callerIdOf(this.#operation.context.actor);
    const currentContext = () => this.#caller.settled(this.#context);
    return {
      next: async () => {
        for (;;) {
          const { done, value } = await readNextVisibleEvent(
            queue,
            currentContext,
            this.#eventFilter,
          );
          if (done) return { done, value: undefined };
          // The end of a subscription has no cost limit.
          if (!(value instanceof ActionError)) await waitForBudget(this.#operation);
          const result = await withConcurrencyLimit(caller, () => this.#runIfVisible(value));
          if (result) return { value: result };
        }
      },
      return: async () => {
        await queue.return?.();
        return { done: true, value: undefined };
      },
    };
  }

  /** Undefined if the caller has lost the permission for the event. */
  async #runIfVisible(event: Event): Promise<ExecutionResult | undefined> {
    const context = await this.#caller.settled(this.#context);
    if (context) {
      const visible = this.#eventFilter.still(context, event);
      return visible && this.#run(visible, context);
    }
    if (!(event instanceof ActionError)) return undefined;
    this.#finalResult = await this.#run(event, this.#context);
    return this.#finalResult;
  }

  /** With the caller's permissions at the time of the event. */
  async #run(event: Event, context: Context): Promise<ExecutionResult> {
    const { document, variables, requestId } = this.#operation;
    const read = this.#shared.reader.planOf({
      document,
      operation: getOperationAST(document) as OperationDefinitionNode,
      variables,
      permissions: callerPermissions(context),
    });
    const response = await withDeadline(this.#context.limits.timeMs, () => read(context, event));
    const result = withLoggedErrors(
      toExecutionResult(response),
      requestId,
      this.#shared.toActionError,
    );
    if (!(event instanceof ActionError) && event.place !== null) eventIds.set(result, event.place);
    return result;
  }
}

/** Logs defects once for all followers. */
function withLoggedErrors(
  { data, errors }: ExecutionResult,
  requestId: string,
  toActionError: ToActionError,
): ExecutionResult {
  const loggedErrors = errors?.map((error) => {
    const { message, originalError, nodes, path } = error;
    if (!originalError || originalError instanceof GraphQLError) return error;
    const cause = toActionError(originalError, requestId);
    return new GraphQLError(message, {
      nodes: nodes ?? null,
      path: path ?? null,
      originalError: cause,
    });
  });
  return {
    ...(loggedErrors && { errors: loggedErrors }),
    ...(data !== undefined && { data }),
  };
}
