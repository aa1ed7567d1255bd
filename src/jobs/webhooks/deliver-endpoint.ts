import type { WorkspaceEvent } from '../../domain/events/fields.ts';
import {
  eventsRetainedSince,
  isRetainedLogPosition,
  parseLogPosition,
} from '../../domain/events/log-positions.ts';
import type { ListChange } from '../../domain/record-changes/record-change.ts';
import type { EndpointResults } from '../../domain/webhooks/delivery-results.ts';
import type { DueRetry } from '../../domain/webhooks/due-retries.ts';
import { readBlockedRecords, readDueRetries } from '../../domain/webhooks/due-retries.ts';
import { endpointAccessOf } from '../../domain/webhooks/endpoint-access.ts';
import type { ReadyEndpoint } from '../../domain/webhooks/endpoint-reader.ts';
import { changeEndpointState, endReplay } from '../../domain/webhooks/endpoint-state.ts';
import { canReadEvent, readWebhookEvent, wantsEvent } from '../../domain/webhooks/event-source.ts';
import { isHookEvent } from '../../domain/webhooks/hook-types.ts';
import { positionNumber } from '../../domain/webhooks/ids.ts';
import { readListChanges } from '../../domain/webhooks/list-changes.ts';
import type { DisablingReason } from '../../domain/webhooks/notice-texts.ts';
import { decryptSecret } from '../../domain/webhooks/secrets.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { permissionErrorFor } from '../../platform/permissions/permissions.ts';
import type { DeliveryDependencies, DeliveryPace } from './deliver-events.ts';
import { deliverEvents } from './deliver-events.ts';
import { EndpointRun, type PendingEvent } from './endpoint-run.ts';
import type { EventPages } from './event-pages.ts';
import { disableEndpoint } from './failure-notices.ts';
import { sortedTypes } from './known-endpoints.ts';
import type { LimitConcurrency } from './limit-concurrency.ts';
import type { ScheduleRetry } from './retry-schedule.ts';

/** An endpoint with more retries is failing. */
const maxRetryRows = 1_000;

/** A position without new events is stored this often. */
export const positionSaveIntervalMs = 30_000;

export interface EndpointState extends DeliveryPace {
  /** The position that was stored, and the one that was read since. */
  stored: string;
  reached: string;
  savedAt: number;
}

export interface EndpointDependencies extends DeliveryDependencies {
  limitReads: LimitConcurrency;
  prisma: PrismaClient;
  pages: EventPages;
  /** Whether the results were stored. */
  storeResults: (results: EndpointResults) => Promise<boolean>;
  schedule: ScheduleRetry;
  eventRetentionDays: number;
  sendsMail: boolean;
  publicUrl: string;
  /** All types that endpoints of the workspace want, and changes of endpoints. */
  typesOf: (accountId: number) => readonly string[];
}

/** @returns whether more events follow */
export async function deliverEndpoint(
  dependencies: EndpointDependencies,
  endpoint: ReadyEndpoint,
  state: EndpointState,
): Promise<boolean> {
  const now = dependencies.clock();
  const access = endpointAccessOf(endpoint, now);
  if ('lost' in access) {
    await disable(dependencies, endpoint, access.lost);
    return false;
  }
  if (endpoint.nextAttemptAt !== null && endpoint.nextAttemptAt > now) return false;
  const work = await openDelivery(dependencies, endpoint, access.permissions, state);
  const { nextRetryAt } = endpoint;
  const hasRetry = nextRetryAt !== null && (endpoint.state === 'FAILING' || nextRetryAt <= now);
  const retries = hasRetry
    ? await dependencies.limitReads(() => readDueRetries(dependencies.prisma, endpoint, now))
    : [];
  if (retries.length > 0) {
    const isFailing = await deliverRetries(dependencies, work, retries);
    // The state has changed, so the next batch reads the endpoint again.
    return !isFailing;
  }
  return deliverLiveEvents(dependencies, work);
}

interface Work {
  endpoint: ReadyEndpoint;
  permissions: Permissions;
  secrets: readonly string[];
  state: EndpointState;
  run: EndpointRun;
  blockedRows: number;
}

async function openDelivery(
  { limitReads, prisma, schedule, services }: EndpointDependencies,
  endpoint: ReadyEndpoint,
  permissions: Permissions,
  state: EndpointState,
): Promise<Work> {
  const box = await services.encryptionKey.open();
  const secrets = endpoint.secrets.map((secret) => decryptSecret(box, endpoint.id, secret));
  const hasRetries = endpoint.nextRetryAt !== null;
  const blockedRecords = hasRetries
    ? await limitReads(() => readBlockedRecords(prisma, endpoint))
    : [];
  const run = new EndpointRun(endpoint, schedule, { blockedRecords, timeouts: state.timeouts });
  return { endpoint, permissions, secrets, state, run, blockedRows: blockedRecords.length };
}

/** @returns whether the endpoint is failing or disabled */
async function deliverRetries(
  dependencies: EndpointDependencies,
  work: Work,
  retries: readonly DueRetry[],
): Promise<boolean> {
  const { endpoint, run } = work;
  const { accountId } = endpoint;
  const { limitReads, prisma } = dependencies;
  const pending: PendingEvent[] = [];
  for (const { attempt, position, recordId } of retries) {
    const event = await limitReads(() => readWebhookEvent(prisma, accountId, position));
    if (event && canReadEvent(work.permissions, event))
      pending.push({ event, attempts: attempt, isRetry: true });
    else run.drop({ position, recordId });
  }
  const events = pending.map(({ event }) => event);
  const page = dependencies.pages.of(accountId, events);
  const { lists } = await applyConditions(dependencies, work, events);
  await deliverEvents(dependencies, { ...work, pace: work.state, page, lists }, pending);
  await store(dependencies, work, endpoint.position);
  return run.isStopped;
}

async function deliverLiveEvents(dependencies: EndpointDependencies, work: Work): Promise<boolean> {
  const { endpoint, permissions, run, state } = work;
  const { accountId, hookType, isReplay } = endpoint;
  if (work.blockedRows >= maxRetryRows && endpoint.state === 'ACTIVE') {
    await changeEndpointState(dependencies.prisma, endpoint, { state: 'FAILING' });
    return false;
  }
  const after = endpoint.position === state.stored ? state.reached : endpoint.position;
  if (await isExpired(dependencies, endpoint, after)) {
    await disable(dependencies, endpoint, 'EVENTS_EXPIRED');
    return false;
  }
  const types = isReplay && endpoint.types.length > 0 ? endpoint.types : endpoint.wantedTypes;
  const allTypes = isReplay ? types : sortedTypes([...dependencies.typesOf(accountId), ...types]);
  const page = await dependencies.pages.read(accountId, after, allTypes);
  const wanted = page.page.events.filter(
    (event) =>
      wantsEvent(types, event) &&
      wantsEvent(endpoint.wantedTypes, event) &&
      isHookEvent(hookType, event) &&
      canReadEvent(permissions, event) &&
      event.recordId !== endpoint.id &&
      isWithin(event, endpoint.until),
  );
  const { events, lists } = await applyConditions(dependencies, work, wanted);
  const isHead = endpoint.state === 'FAILING';
  const attempts = endpoint.consecutiveFailures;
  const pending = (isHead ? events.slice(0, 1) : events).map((event, index) => ({
    ...{ event, isRetry: false },
    attempts: index === 0 && endpoint.nextAttemptAt !== null ? attempts : 0,
  }));
  const delivery = { ...work, pace: state, page, lists };
  const settledCount = await deliverEvents(dependencies, delivery, pending);
  const isWhole = settledCount === events.length;
  const position = isWhole ? page.page.place : (pending[settledCount - 1]?.event.place ?? after);
  if (isReplay && isWhole && isPast(position, endpoint.until, page.page.hasMore)) {
    await store(dependencies, work, position);
    await endReplay(dependencies.prisma, endpoint);
    return false;
  }
  if (run.hasResults || performance.now() - state.savedAt > positionSaveIntervalMs || isReplay)
    await store(dependencies, work, position);
  else Object.assign(state, { stored: endpoint.position, reached: position });
  return !run.isStopped && (!isWhole || page.page.hasMore || isHead);
}

const isWithin = ({ place }: WorkspaceEvent, until: string | null) =>
  until === null || positionNumber(place) <= positionNumber(until);

const isPast = (position: string, until: string | null, hasMore: boolean) =>
  !hasMore || (until !== null && positionNumber(position) >= positionNumber(until));

/** The position is older than the stored events: a new starting point is needed. */
async function isExpired(
  { clock, eventRetentionDays, prisma }: EndpointDependencies,
  { accountId }: ReadyEndpoint,
  after: string,
): Promise<boolean> {
  const retainedSince = eventsRetainedSince({ eventRetentionDays, now: clock() });
  const position = parseLogPosition(after);
  if (position.at >= retainedSince) return false;
  return !(await isRetainedLogPosition(prisma, { accountId, retainedSince }, position));
}

/** Events of records without a condition are not filtered. */
async function applyConditions(
  { limitReads, prisma, services }: EndpointDependencies,
  { endpoint, permissions }: Work,
  events: readonly WorkspaceEvent[],
): Promise<{ events: readonly WorkspaceEvent[]; lists?: ReadonlyMap<string, ListChange> }> {
  if (endpoint.where === null) return { events };
  const conditions = services.parseWhere(endpoint.where);
  const readable = [...conditions].filter(
    ([, { requiredPermissions }]) => !permissionErrorFor(permissions, requiredPermissions),
  );
  const lists = await limitReads(() =>
    readListChanges(prisma, endpoint.accountId, new Map(readable), events),
  );
  const filteredTypes = new Set<string>(conditions.keys());
  return {
    lists,
    events: events.filter(
      ({ place, recordType }) => lists.has(place) || !filteredTypes.has(recordType),
    ),
  };
}

async function store(
  dependencies: EndpointDependencies,
  work: Work,
  position: string,
): Promise<void> {
  const { endpoint, run, state } = work;
  const isStored = await dependencies.storeResults({ ...run.results(position), endpoint });
  Object.assign(state, { stored: position, reached: position, savedAt: performance.now() });
  if (isStored) await updateState(dependencies, work);
}

async function updateState(dependencies: EndpointDependencies, { endpoint, run }: Work) {
  const { prisma } = dependencies;
  const reason = run.disabledReason;
  if (reason && endpoint.isReplay && reason !== 'GONE') await endReplay(prisma, endpoint);
  else if (reason) await disable(dependencies, endpoint, reason);
  else if (run.isFailing) await changeEndpointState(prisma, endpoint, { state: 'FAILING' });
  else if (endpoint.state === 'FAILING' && !run.isStopped)
    await changeEndpointState(prisma, endpoint, { state: 'ACTIVE' });
}

const disable = (
  { clock, prisma, publicUrl, sendsMail }: EndpointDependencies,
  endpoint: ReadyEndpoint,
  reason: DisablingReason,
): Promise<void> =>
  disableEndpoint(prisma, endpoint, reason, { now: clock(), publicUrl, sendsMail });
