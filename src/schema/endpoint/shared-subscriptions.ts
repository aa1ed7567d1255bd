import { randomUUID } from 'node:crypto';
import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { createSourceEventStream, GraphQLError, getOperationAST, visit } from 'graphql';
import { withDeadline } from '../../database/statements/statement-deadline.ts';
import type { CredentialMonitor } from '../../domain/identities/credential-monitor.ts';
import type { RecordChange } from '../../domain/record-changes/change-queue.ts';
import { changesMissedError } from '../../domain/record-changes/change-queue.ts';
import type { RecordChangeFeed } from '../../domain/record-changes/feed-types.ts';
import { createListMembershipCache } from '../../domain/record-changes/followed-lists.ts';
import { callerIdOf, sessionIdOfActor } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import type { ServerContext } from '../core/server-context.ts';
import { schema } from '../index.ts';
import { Broadcast } from './broadcast.ts';
import { createConcurrencyLimit, createEventBudget } from './event-budget.ts';
import { createEventFilter, readNextVisibleEvent } from './event-filter.ts';
import { createOperationReader, toExecutionResult } from './operation-reader.ts';
import type { SerializedData } from './response-body.ts';
import type { ToActionError } from './responses.ts';
import { eventIds } from './server-sent-events.ts';
import type { SubscribedOperation } from './subscribed-operation.ts';
import { watchCaller } from './watched-caller.ts';

export interface SharedSubscriptionsDependencies {
  changes: RecordChangeFeed;
  callers: CredentialMonitor;
  asActionError: ToActionError;
}

/** Per key, so that other requests find database connections. */
const maxConcurrentEvents = 2;

/** The buffer of a slower stream among equal ones. */
const maxBufferedEvents = { values: 1_000, size: 2_000_000 };

type Events = Broadcast<ExecutionResult> | ExecutionResult;

/**
 * Executes each event once for all equal subscriptions of a key. Beyond the cost limit of a key, events wait, and
 * changes of one record are merged.
 */
export function createSharedSubscriptions({
  changes,
  callers,
  asActionError,
}: SharedSubscriptionsDependencies) {
  changes.onCredentialChanges(callers);
  const openSubscriptions = new Map<string, Promise<Events>>();
  const reader = createOperationReader();
  const waitForBudget = createEventBudget();
  const withConcurrencyLimit = createConcurrencyLimit(maxConcurrentEvents);
  const subscriptionKeyOf = createSubscriptionKeys();
  const membershipCache = createListMembershipCache();
  /** The last result of a caller that lost its access; it replaces unsent ones. */
  const finalResults = new WeakSet<ExecutionResult>();

  async function open(operation: SubscribedOperation, onEnd: () => void): Promise<Events> {
    const { document, variables, context, requestId } = operation;
    const executionArguments = { schema, document, variableValues: variables };
    // With the caller's permissions at the time of the event.
    const planFor = (context: Context) =>
      reader.planOf({
        document,
        operation: getOperationAST(document) as OperationDefinitionNode,
        variables,
        permissions: callerPermissions(context),
      });
    const caller = watchCaller(context, callers);
    let eventFilter = createEventFilter(new Map(), membershipCache);
    const follow: ServerContext['follow'] = async (request) => {
      eventFilter = createEventFilter(request.lists ?? new Map(), membershipCache);
      return caller.add(await changes.subscribe(context.accountId, request));
    };
    const contextValue = { ...context, follow };
    const source = await createSourceEventStream({ ...executionArguments, contextValue });
    if (!(Symbol.asyncIterator in source)) {
      caller.end();
      onEnd();
      return source;
    }
    const queue = source[Symbol.asyncIterator]();
    const currentContext = () => caller.settled(contextValue);
    const run = async (event: RecordChange | ActionError, context: Context) => {
      const read = planFor(context);
      const response = await withDeadline(contextValue.limits.timeMs, () => read(context, event));
      const result = withLoggedErrors(toExecutionResult(response), requestId, asActionError);
      if (!(event instanceof ActionError) && event.place !== null)
        eventIds.set(result, event.place);
      return result;
    };
    /** Undefined if the caller has lost the permission for the event. */
    const runIfVisible = async (event: RecordChange | ActionError) => {
      const context = await currentContext();
      if (context) {
        const value = eventFilter.still(context, event);
        return value && run(value, context);
      }
      if (!(event instanceof ActionError)) return undefined;
      const finalResult = await run(event, contextValue);
      finalResults.add(finalResult);
      return finalResult;
    };
    const results: AsyncIterator<ExecutionResult> = {
      next: async () => {
        for (;;) {
          const { done, value } = await readNextVisibleEvent(queue, currentContext, eventFilter);
          if (done) return { done, value: undefined };
          // The end of a subscription has no cost limit.
          if (!(value instanceof ActionError)) await waitForBudget(operation);
          const result = await withConcurrencyLimit(callerIdOf(context.actor), () =>
            runIfVisible(value),
          );
          if (result) return { value: result };
        }
      },
      return: async () => {
        await queue.return?.();
        return { done: true, value: undefined };
      },
    };
    return new Broadcast(results, {
      sizeOf: ({ data }) => (data as unknown as SerializedData | null)?.json?.length ?? 0,
      missed: () => run(changesMissedError(), contextValue),
      endsWith: (result) => finalResults.has(result),
      most: maxBufferedEvents,
      onEnd: () => {
        caller.end();
        onEnd();
      },
    });
  }

  /** Returns the errors of an operation that cannot be subscribed. */
  return async (
    operation: SubscribedOperation,
  ): Promise<AsyncIterator<ExecutionResult> | ExecutionResult> => {
    // A resumed subscription has its own missed events.
    const isUnshared = operation.context.lastEventId !== undefined || isResumed(operation.document);
    const key = isUnshared ? randomUUID() : subscriptionKeyOf(operation);
    for (;;) {
      let opening = openSubscriptions.get(key);
      if (opening === undefined) {
        opening = open(operation, () => {
          if (openSubscriptions.get(key) === opening) openSubscriptions.delete(key);
        });
        openSubscriptions.set(key, opening);
        opening.catch(
          () => openSubscriptions.get(key) === opening && openSubscriptions.delete(key),
        );
      }
      const events = await opening;
      if (!(events instanceof Broadcast)) return events;
      // The opener may have left already.
      if (!events.isOver) return events.follow();
      if (openSubscriptions.get(key) === opening) openSubscriptions.delete(key);
    }
  };
}

const resumingByDocument = new WeakMap<DocumentNode, boolean>();

/** Whether the subscription has the argument `after`. */
function isResumed(document: DocumentNode): boolean {
  const cached = resumingByDocument.get(document);
  if (cached !== undefined) return cached;
  let isResuming = false;
  visit(document, {
    Field: ({ arguments: args = [], name }) => {
      if (name.value === 'recordChanged')
        isResuming ||= args.some((argument) => argument.name.value === 'after');
    },
  });
  resumingByDocument.set(document, isResuming);
  return isResuming;
}

/** Equal keys: same caller, permissions, document and variables. */
function createSubscriptionKeys() {
  const numbers = new WeakMap<DocumentNode, number>();
  let last = 0;
  return ({ document, variables, context }: SubscribedOperation): string => {
    let number = numbers.get(document);
    if (number === undefined) {
      last += 1;
      number = last;
      numbers.set(document, number);
    }
    const { accountId, actor } = context;
    // A sign-out ends only subscriptions of its session.
    const session = sessionIdOfActor(actor) ?? '';
    const caller = `${accountId} ${callerIdOf(actor)} ${session} ${callerPermissions(context)}`;
    return `${caller} ${number} ${JSON.stringify(variables)}`;
  };
}

/** Logs defects once for all followers. */
function withLoggedErrors(
  { data, errors }: ExecutionResult,
  requestId: string,
  asActionError: ToActionError,
): ExecutionResult {
  const loggedErrors = errors?.map((error) => {
    const { message, originalError, nodes, path } = error;
    if (!originalError || originalError instanceof GraphQLError) return error;
    const cause = asActionError(originalError, requestId);
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
