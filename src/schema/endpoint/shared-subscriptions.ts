import { randomUUID } from 'node:crypto';
import type { DocumentNode, ExecutionResult } from 'graphql';
import { visit } from 'graphql';
import { createListMembershipCache } from '../../domain/record-changes/followed-lists.ts';
import { callerIdOf, sessionIdOfActor } from '../../platform/actors/actor.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import { Broadcast } from './broadcast.ts';
import { createConcurrencyLimit, createEventBudget } from './event-budget.ts';
import { createOperationReader } from './operation-reader.ts';
import type { SubscribedOperation } from './subscribed-operation.ts';
import type {
  Events,
  SharedState,
  SharedSubscriptionsDependencies,
} from './subscription-execution.ts';
import { SharedSubscription } from './subscription-execution.ts';

/** Per key, so that other requests find database connections. */
const maxConcurrentEvents = 2;

/**
 * Executes each event once for all equal subscriptions of a key. Beyond the cost limit of a key, events wait, and
 * changes of one record are merged.
 */
export function createSharedSubscriptions(dependencies: SharedSubscriptionsDependencies) {
  dependencies.changes.onCredentialChanges(dependencies.callers);
  const openSubscriptions = new Map<string, Promise<Events>>();
  const subscriptionKeyOf = createSubscriptionKeys();
  const shared: SharedState = {
    ...dependencies,
    reader: createOperationReader(),
    waitForBudget: createEventBudget(),
    withConcurrencyLimit: createConcurrencyLimit(maxConcurrentEvents),
    membershipCache: createListMembershipCache(),
  };

  function openShared(key: string, operation: SubscribedOperation): Promise<Events> {
    const existing = openSubscriptions.get(key);
    if (existing !== undefined) return existing;
    const remove = () => {
      if (openSubscriptions.get(key) === opening) openSubscriptions.delete(key);
    };
    const opening = new SharedSubscription(operation, shared).open(remove);
    openSubscriptions.set(key, opening);
    opening.catch(remove);
    return opening;
  }

  return async (
    operation: SubscribedOperation,
  ): Promise<AsyncIterator<ExecutionResult> | ExecutionResult> => {
    // A resumed subscription has its own missed events.
    const isUnshared = operation.context.lastEventId !== undefined || isResumed(operation.document);
    const key = isUnshared ? randomUUID() : subscriptionKeyOf(operation);
    for (;;) {
      const opening = openShared(key, operation);
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
