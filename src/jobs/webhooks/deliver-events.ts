import type { WorkspaceEvent } from '../../domain/events/fields.ts';
import type { ListChange } from '../../domain/record-changes/record-change.ts';
import type { ReadyEndpoint } from '../../domain/webhooks/endpoint-reader.ts';
import { eventIdOf } from '../../domain/webhooks/ids.ts';
import type { RequestContent } from '../../domain/webhooks/request-content.ts';
import { buildRequestContent } from '../../domain/webhooks/request-content.ts';
import type { AttemptResult } from '../../domain/webhooks/send-attempt.ts';
import { sendAttempt } from '../../domain/webhooks/send-attempt.ts';
import type { WebhookServices } from '../../domain/webhooks/services.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import type { AttemptSlots } from './attempt-slots.ts';
import type { EndpointRun, PendingEvent } from './endpoint-run.ts';
import type { EventPage } from './event-pages.ts';

/** After this time, the remaining events go into the next batch. */
const batchTimeMs = 5_000;

/** Simultaneous attempts of an endpoint. */
const maxConcurrency = 4;

/** Of an endpoint. It adapts to the receiver. */
export interface DeliveryPace {
  concurrency: number;
  timeouts: number;
}

export interface Delivery {
  endpoint: ReadyEndpoint;
  permissions: Permissions;
  /** Decrypted. */
  secrets: readonly string[];
  page: EventPage;
  /** Undefined if the endpoint has no condition. */
  lists: ReadonlyMap<string, ListChange> | undefined;
  pace: DeliveryPace;
  run: EndpointRun;
}

export interface DeliveryDependencies {
  services: WebhookServices;
  slots: AttemptSlots;
  clock: () => Date;
  onAttempt: (result: AttemptResult) => void;
  /** Ends attempts at shutdown. */
  signal: AbortSignal;
  /** False during a shutdown, and without the lease of the bucket. */
  canAttempt: (bucket: number) => boolean;
}

/**
 * Delivers events in their order, with one attempt for each record. Stops when `run` stops.
 * @returns how many events, from the first, are settled
 */
export async function deliverEvents(
  dependencies: DeliveryDependencies,
  delivery: Delivery,
  pending: readonly PendingEvent[],
): Promise<number> {
  const { endpoint, pace, run } = delivery;
  const isSequential = endpoint.isReplay || endpoint.order === 'ALL';
  const startedAt = performance.now();
  const open = new Set(pending);
  const waiting = new Set(pending);
  const running = new Map<string, Promise<void>>();
  const attempt = async (item: PendingEvent) => {
    const result = await attemptDelivery(dependencies, delivery, item);
    if (run.addResult(item, result, dependencies.clock())) open.delete(item);
    adaptConcurrency(pace, result);
    pace.timeouts = run.timeouts;
    running.delete(item.event.recordId);
  };
  for (;;) {
    const isOver =
      run.isStopped ||
      performance.now() - startedAt > batchTimeMs ||
      !dependencies.canAttempt(endpoint.bucket);
    for (const item of isOver ? [] : [...waiting]) {
      if (running.has(item.event.recordId)) continue;
      if (!item.isRetry && run.isBlocked(item.event)) {
        run.addWaiting(item.event, dependencies.clock());
        waiting.delete(item);
        open.delete(item);
        continue;
      }
      if (running.size >= (isSequential ? 1 : pace.concurrency)) break;
      waiting.delete(item);
      running.set(item.event.recordId, attempt(item));
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  return settleSkipped(dependencies, run, pending, open);
}

/** The position passes over events without a result, so they become retries. Returns the number of settled events. */
function settleSkipped(
  { clock }: DeliveryDependencies,
  run: EndpointRun,
  pending: readonly PendingEvent[],
  open: ReadonlySet<PendingEvent>,
): number {
  const settledCount = pending.findLastIndex((item) => !open.has(item)) + 1;
  for (const item of pending.slice(0, settledCount)) {
    if (!open.has(item) || item.isRetry) continue;
    if (run.isBlocked(item.event)) run.addWaiting(item.event, clock());
    else run.addUnattempted(item.event, clock());
  }
  return settledCount;
}

function adaptConcurrency(pace: DeliveryPace, { outcome }: AttemptResult): void {
  if (outcome === 'DELIVERED') pace.concurrency = Math.min(maxConcurrency, pace.concurrency + 1);
  else if (outcome === 'TIMEOUT' || outcome === 'THROTTLED') pace.concurrency = 1;
}

async function attemptDelivery(
  dependencies: DeliveryDependencies,
  delivery: Delivery,
  { attempts, event }: PendingEvent,
): Promise<AttemptResult> {
  const { clock, onAttempt, services, signal, slots } = dependencies;
  const { endpoint, secrets } = delivery;
  const { accountId, consecutiveFailures, url } = endpoint;
  const content = await contentOf(dependencies, delivery, event);
  return slots.run(accountId, consecutiveFailures > 0, async () => {
    const eventId = eventIdOf(accountId, event.place);
    const request = { ...content, url, secrets, eventId, attempt: attempts + 1, signal };
    const result = await sendAttempt(services, request, clock());
    onAttempt(result);
    return result;
  });
}

const contentOf = (
  { services }: DeliveryDependencies,
  { endpoint: { hookType }, lists, page, permissions }: Delivery,
  event: WorkspaceEvent,
): Promise<RequestContent> =>
  buildRequestContent(services, page.contextOf(permissions), {
    ...{ hookType, event, permissions },
    list: lists?.get(event.place),
    readRecord: () => page.readRecord(permissions, hookType, event),
  });
