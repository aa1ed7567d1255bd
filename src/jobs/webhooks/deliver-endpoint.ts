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

/** With more retries, an active endpoint becomes FAILING. */
const maxRetryRows = 1_000;

/** How often a position is stored if the endpoint had nothing to deliver. */
export const positionSaveIntervalMs = 30_000;

/** What a process remembers about an endpoint between batches. */
export interface EndpointProgress extends DeliveryPace {
  stored: string;
  /** The stored position, or a later one if the events between them need no delivery. */
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
  typesOf: (accountId: number) => readonly string[];
}

/** @returns whether more events follow */
export async function deliverEndpoint(
  dependencies: EndpointDependencies,
  endpoint: ReadyEndpoint,
  progress: EndpointProgress,
): Promise<boolean> {
  const now = dependencies.clock();
  const access = endpointAccessOf(endpoint, now);
  if ('lost' in access) {
    await disable(dependencies, endpoint, access.lost);
    return false;
  }
  if (endpoint.nextAttemptAt !== null && endpoint.nextAttemptAt > now) return false;
  const batch = await openBatch(dependencies, endpoint, access.permissions, progress);
  const { nextRetryAt } = endpoint;
  const hasRetry = nextRetryAt !== null && (endpoint.state === 'FAILING' || nextRetryAt <= now);
  const retries = hasRetry
    ? await dependencies.limitReads(() => readDueRetries(dependencies.prisma, endpoint, now))
    : [];
  if (retries.length > 0) {
    const isFailing = await deliverRetries(dependencies, batch, retries);
    // The state has changed, so the next batch reads the endpoint again.
    return !isFailing;
  }
  return deliverNext(dependencies, batch);
}

interface Batch {
  endpoint: ReadyEndpoint;
  permissions: Permissions;
  secrets: readonly string[];
  progress: EndpointProgress;
  run: EndpointRun;
  blockedRows: number;
}

async function openBatch(
  { limitReads, prisma, schedule, services }: EndpointDependencies,
  endpoint: ReadyEndpoint,
  permissions: Permissions,
  progress: EndpointProgress,
): Promise<Batch> {
  const box = await services.encryptionKey.open();
  const secrets = endpoint.secrets.map((secret) => decryptSecret(box, endpoint.id, secret));
  const hasRetries = endpoint.nextRetryAt !== null;
  const blockedRecords = hasRetries
    ? await limitReads(() => readBlockedRecords(prisma, endpoint))
    : [];
  const run = new EndpointRun(endpoint, schedule, { blockedRecords, timeouts: progress.timeouts });
  return { endpoint, permissions, secrets, progress, run, blockedRows: blockedRecords.length };
}

/** @returns whether the endpoint is failing or disabled */
async function deliverRetries(
  dependencies: EndpointDependencies,
  batch: Batch,
  retries: readonly DueRetry[],
): Promise<boolean> {
  const { endpoint, run } = batch;
  const { accountId } = endpoint;
  const { limitReads, prisma } = dependencies;
  const pending: PendingEvent[] = [];
  for (const { attempt, position, recordId } of retries) {
    const event = await limitReads(() => readWebhookEvent(prisma, accountId, position));
    if (event && canReadEvent(batch.permissions, event))
      pending.push({ event, attempts: attempt, isRetry: true });
    else run.drop({ position, recordId });
  }
  const events = pending.map(({ event }) => event);
  const page = dependencies.pages.of(accountId, events);
  const { lists } = await applyConditions(dependencies, batch, events);
  await deliverEvents(dependencies, { ...batch, pace: batch.progress, page, lists }, pending);
  await store(dependencies, batch, endpoint.position);
  return run.isStopped;
}

async function deliverNext(dependencies: EndpointDependencies, batch: Batch): Promise<boolean> {
  const { endpoint, permissions, progress, run } = batch;
  const { accountId, hookType, isReplay } = endpoint;
  if (batch.blockedRows >= maxRetryRows && endpoint.state === 'ACTIVE') {
    await changeEndpointState(dependencies.prisma, endpoint, { state: 'FAILING' });
    return false;
  }
  const after = endpoint.position === progress.stored ? progress.reached : endpoint.position;
  if (await isExpired(dependencies, endpoint, after)) {
    await disable(dependencies, endpoint, 'EVENTS_EXPIRED');
    return false;
  }
  const types = isReplay && endpoint.types.length > 0 ? endpoint.types : endpoint.wantedTypes;
  const allTypes = isReplay ? types : sortedTypes([...dependencies.typesOf(accountId), ...types]);
  const page = await dependencies.pages.read(accountId, after, allTypes);
  const wanted = page.content.events.filter(
    (event) =>
      wantsEvent(types, event) &&
      wantsEvent(endpoint.wantedTypes, event) &&
      isHookEvent(hookType, event) &&
      canReadEvent(permissions, event) &&
      event.recordId !== endpoint.id &&
      isWithin(event, endpoint.until),
  );
  const { events, lists } = await applyConditions(dependencies, batch, wanted);
  const isFailing = endpoint.state === 'FAILING';
  const attempts = endpoint.consecutiveFailures;
  const pending = (isFailing ? events.slice(0, 1) : events).map((event, index) => ({
    ...{ event, isRetry: false },
    attempts: index === 0 && endpoint.nextAttemptAt !== null ? attempts : 0,
  }));
  const delivery = { ...batch, pace: progress, page, lists };
  const settledCount = await deliverEvents(dependencies, delivery, pending);
  const isWhole = settledCount === events.length;
  const lastSettled = pending[settledCount - 1]?.event.place ?? after;
  const position = isWhole ? page.content.nextPosition : lastSettled;
  if (isReplay && isWhole && isPast(position, endpoint.until, page.content.hasMore)) {
    await store(dependencies, batch, position);
    await endReplay(dependencies.prisma, endpoint);
    return false;
  }
  if (run.hasResults || performance.now() - progress.savedAt > positionSaveIntervalMs || isReplay)
    await store(dependencies, batch, position);
  else Object.assign(progress, { stored: endpoint.position, reached: position });
  return !run.isStopped && (!isWhole || page.content.hasMore || isFailing);
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
  { endpoint, permissions }: Batch,
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
  batch: Batch,
  position: string,
): Promise<void> {
  const { endpoint, progress, run } = batch;
  const isStored = await dependencies.storeResults({ ...run.results(position), endpoint });
  Object.assign(progress, { stored: position, reached: position, savedAt: performance.now() });
  if (isStored) await updateState(dependencies, batch);
}

async function updateState(dependencies: EndpointDependencies, { endpoint, run }: Batch) {
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
