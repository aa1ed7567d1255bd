import { randomUUID } from 'node:crypto';
import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { createSourceEventStream, GraphQLError, getOperationAST, visit } from 'graphql';
import { withDeadline } from '../../database/statements/statement-deadline.ts';
import type {
  CredentialMonitor,
  WatchedCaller,
} from '../../domain/identities/credential-monitor.ts';
import type { ChangeQueue, RecordChange } from '../../domain/record-changes/change-queue.ts';
import { changesMissedError } from '../../domain/record-changes/change-queue.ts';
import { createListMembershipCache } from '../../domain/record-changes/followed-lists.ts';
import type { RecordChangeFeed } from '../../domain/record-changes/types.ts';
import { callerIdOf, sessionIdOfActor } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import { refreshContext } from '../../write/request-context.ts';
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

export interface SharedSubscriptionsDependencies {
  changes: RecordChangeFeed;
  callers: CredentialMonitor;
  asActionError: ToActionError;
}

/** Events of one key that are executed at the same time: the database's connections are for other requests as well. */
const mostAtOnce = 2;

/** What waits for a stream that is read more slowly than another one that is equal to it. */
const mostWaiting = { values: 1_000, size: 2_000_000 };

type Events = Broadcast<ExecutionResult> | ExecutionResult;

/**
 * The events of subscriptions, each executed by itself with a context of its own; those of equal subscriptions of one
 * key once for all of them. What the events of one key cost in a second is limited: beyond it they wait, and changes of
 * the same record become one meanwhile.
 */
export function createSharedSubscriptions({
  changes,
  callers,
  asActionError,
}: SharedSubscriptionsDependencies) {
  changes.onCallers(callers);
  const shared = new Map<string, Promise<Events>>();
  const reader = createOperationReader();
  const budget = createEventBudget();
  const inTurn = createConcurrencyLimit(mostAtOnce);
  const nameOf = createNames();
  const looks = createListMembershipCache();
  /** What is told to who is let in no more, in place of all that it was not told yet. */
  const refusals = new WeakSet<ExecutionResult>();

  async function open(operation: SubscribedOperation, onEnd: () => void): Promise<Events> {
    const { document, variables, context, requestId } = operation;
    const asked = { schema, document, variableValues: variables };
    // For what the key may do when the event is told.
    const planFor = (asker: Context) =>
      reader.planOf({
        document,
        operation: getOperationAST(document) as OperationDefinitionNode,
        variables,
        rights: callerPermissions(asker),
      });
    const caller = watchedCaller(context, callers);
    let toldBy = createEventFilter(new Map(), looks);
    const follow: ServerContext['follow'] = async (wanted) => {
      toldBy = createEventFilter(wanted.lists ?? new Map(), looks);
      return caller.add(await changes.follow(context.accountId, wanted));
    };
    const contextValue = { ...context, follow };
    const source = await createSourceEventStream({ ...asked, contextValue });
    if (!(Symbol.asyncIterator in source)) {
      caller.end();
      onEnd();
      return source;
    }
    const queue = source[Symbol.asyncIterator]();
    const asker = () => caller.settled(contextValue);
    const run = async (event: RecordChange | ActionError, context: Context) => {
      const read = planFor(context);
      const answered = await withDeadline(contextValue.limits.timeMs, () => read(context, event));
      const result = told(toExecutionResult(answered), requestId, asActionError);
      if (!(event instanceof ActionError) && event.place !== null)
        eventIds.set(result, event.place);
      return result;
    };
    /** Who is told may have less by the time that it is its turn; undefined where nothing is left to be told. */
    const runStill = async (event: RecordChange | ActionError) => {
      const context = await asker();
      if (context) {
        const value = toldBy.still(context, event);
        return value && run(value, context);
      }
      if (!(event instanceof ActionError)) return undefined;
      const refusal = await run(event, contextValue);
      refusals.add(refusal);
      return refusal;
    };
    const results: AsyncIterator<ExecutionResult> = {
      next: async () => {
        for (;;) {
          const { done, value } = await readNextVisibleEvent(queue, asker, toldBy);
          if (done) return { done, value: undefined };
          // The end of a caller costs nothing, and is not kept waiting.
          if (!(value instanceof ActionError)) await budget(operation);
          const result = await inTurn(callerIdOf(context.actor), () => runStill(value));
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
      endsWith: (result) => refusals.has(result),
      most: mostWaiting,
      onEnd: () => {
        caller.end();
        onEnd();
      },
    });
  }

  /** Follows the events of an operation; answers its errors where it cannot be followed. */
  return async (
    operation: SubscribedOperation,
  ): Promise<AsyncIterator<ExecutionResult> | ExecutionResult> => {
    // Who goes on where it stopped is told what nobody else has to be told.
    const isAlone = operation.context.lastEventId !== undefined || resumes(operation.document);
    const name = isAlone ? randomUUID() : nameOf(operation);
    for (;;) {
      let opening = shared.get(name);
      if (opening === undefined) {
        opening = open(operation, () => {
          if (shared.get(name) === opening) shared.delete(name);
        });
        shared.set(name, opening);
        opening.catch(() => shared.get(name) === opening && shared.delete(name));
      }
      const events = await opening;
      if (!(events instanceof Broadcast)) return events;
      // It may have ended since: whoever opened it has left.
      if (!events.isOver) return events.follow();
      if (shared.get(name) === opening) shared.delete(name);
    }
  };
}

const resuming = new WeakMap<DocumentNode, boolean>();

/** Whether a subscription says where it goes on. */
function resumes(document: DocumentNode): boolean {
  const known = resuming.get(document);
  if (known !== undefined) return known;
  let found = false;
  visit(document, {
    Field: ({ arguments: given = [], name }) => {
      if (name.value === 'recordChanged') found ||= given.some((one) => one.name.value === 'after');
    },
  });
  resuming.set(document, found);
  return found;
}

/** Says by what subscriptions are equal: who follows and what it may do, the document and the variables. */
function createNames() {
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
    // A sign-out ends what its own session opened, and nothing else.
    const session = sessionIdOfActor(actor) ?? '';
    const caller = `${accountId} ${callerIdOf(actor)} ${session} ${callerPermissions(context)}`;
    return `${caller} ${number} ${JSON.stringify(variables)}`;
  };
}

/** A result whose defects are logged once, however many are told of it. */
function told(
  { data, errors }: ExecutionResult,
  requestId: string,
  asActionError: ToActionError,
): ExecutionResult {
  const settled = errors?.map((error) => {
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
    ...(settled && { errors: settled }),
    ...(data !== undefined && { data }),
  };
}

/** Who follows events: its queue of changes ends when it is let in no more. */
function watchedCaller(context: SubscribedOperation['context'], callers: CredentialMonitor) {
  const { accountId, actor, workspace } = context;
  let watched: WatchedCaller | undefined;
  let made: { of: object; context: ServerContext } | undefined;
  return {
    add: (queue: ChangeQueue): ChangeQueue => {
      const caller = { ...actor, accountId, workspace };
      watched = callers.watch(caller, (error) => queue.refuse(error));
      return queue;
    },
    /** What who follows may do by now; undefined where it is let in no more. */
    settled: async (before: ServerContext): Promise<ServerContext | undefined> => {
      while (watched?.isDoubted()) await watched.settled();
      if (watched?.isRefused()) return undefined;
      const latest = watched?.latest();
      if (!latest) return before;
      const now = new Date();
      // Of a crowd of changes, most are told in the same moment.
      if (made?.of === latest && made.context.now.getTime() === now.getTime()) return made.context;
      const { accountId: _, workspace: settings, ...current } = latest;
      const changed = refreshContext(before, { actor: current, workspace: settings, now });
      made = { of: latest, context: changed };
      return changed;
    },
    end: () => watched?.stop(),
  };
}
