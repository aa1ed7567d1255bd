import type { WorkspaceEvent } from '../../domain/events/fields.ts';
import type {
  DeliveryEntry,
  DeliveryResults,
  RetryEntry,
} from '../../domain/webhooks/delivery-results.ts';
import type { ReadyEndpoint } from '../../domain/webhooks/endpoint-reader.ts';
import { positionNumber } from '../../domain/webhooks/ids.ts';
import type { AttemptResult } from '../../domain/webhooks/send-attempt.ts';
import type { ScheduleRetry } from './retry-schedule.ts';

/** Failures in a row after which an endpoint is FAILING. */
const maxFailures = 5;
const maxTimeouts = 2;

/** An event to deliver, and its earlier attempts. */
export interface PendingEvent {
  event: WorkspaceEvent;
  attempts: number;
  isRetry: boolean;
}

/** Collects the results of a batch, and decides on retries and the state of the endpoint. */
export class EndpointRun {
  readonly #endpoint: ReadyEndpoint;
  readonly #schedule: ScheduleRetry;
  readonly #deliveries: DeliveryEntry[] = [];
  readonly #retries: RetryEntry[] = [];
  readonly #finished: { position: bigint; recordId: string }[] = [];
  readonly #blockedRecords: Set<string>;
  readonly #cursor: DeliveryResults['cursor'];
  readonly #isSequential: boolean;
  #timeouts: number;
  /** The endpoint gets no further attempt in this batch. */
  isStopped = false;
  disabledReason: 'GONE' | 'FAILED' | undefined;

  constructor(
    endpoint: ReadyEndpoint,
    schedule: ScheduleRetry,
    { blockedRecords, timeouts }: { blockedRecords: Iterable<string>; timeouts: number },
  ) {
    this.#endpoint = endpoint;
    this.#schedule = schedule;
    this.#blockedRecords = new Set(blockedRecords);
    this.#timeouts = timeouts;
    // Later events wait in the event log instead of in rows of WebhookRetry.
    this.#isSequential =
      endpoint.order === 'ALL' || endpoint.isReplay || endpoint.state === 'FAILING';
    const { consecutiveFailures, firstFailureAt, nextAttemptAt, position } = endpoint;
    this.#cursor = { consecutiveFailures, firstFailureAt, nextAttemptAt, position };
  }

  get timeouts(): number {
    return this.#timeouts;
  }

  get isFailing(): boolean {
    const { consecutiveFailures } = this.#cursor;
    const isFailingNow = consecutiveFailures >= maxFailures || this.#timeouts >= maxTimeouts;
    return (
      consecutiveFailures > 0 &&
      !this.#endpoint.isReplay &&
      (this.#endpoint.state === 'FAILING' || isFailingNow)
    );
  }

  isBlocked({ recordId }: WorkspaceEvent): boolean {
    return this.#blockedRecords.has(recordId);
  }

  /** A later event of a record that has a retry. */
  addWaiting(event: WorkspaceEvent, now: Date): void {
    this.#retries.push({ event, attempt: 0, nextAttemptAt: now, state: 'WAITING' });
  }

  /** An event that was not attempted before a later one was. */
  addUnattempted(event: WorkspaceEvent, now: Date): void {
    this.#retries.push({ event, attempt: 0, nextAttemptAt: now, state: 'RETRYING' });
    this.#blockedRecords.add(event.recordId);
  }

  /** @returns whether the event is settled: delivered, given up, or stored for a retry */
  addResult(pending: PendingEvent, result: AttemptResult, now: Date): boolean {
    if (result.outcome === 'ABORTED') {
      this.isStopped = true;
      return false;
    }
    if (result.outcome === 'DELIVERED') return this.#addSuccess(pending, result, now);
    return this.#addFailure(pending, result, now);
  }

  #addSuccess({ event, isRetry }: PendingEvent, result: AttemptResult, now: Date): boolean {
    this.#timeouts = 0;
    Object.assign(this.#cursor, {
      ...{ consecutiveFailures: 0, firstFailureAt: null, nextAttemptAt: null },
    });
    this.#deliveries.push({ event, status: 'DELIVERED', result, requestedAt: now });
    if (isRetry) this.#finish(event);
    return true;
  }

  #addFailure(pending: PendingEvent, result: AttemptResult, now: Date): boolean {
    const { attempts, event } = pending;
    this.#countFailure(result, now);
    const failures = this.#isSequential ? this.#failuresInSequence : attempts + 1;
    const delay = this.#schedule(failures);
    if (result.outcome === 'GONE') this.disabledReason = 'GONE';
    else if (delay === undefined && this.#isSequential) this.disabledReason = 'FAILED';
    const status = delay === undefined || this.disabledReason ? 'FAILED' : 'RETRYING';
    this.#deliveries.push({ event, status, result, requestedAt: now });
    const waitMs = Math.max(delay ?? 0, result.retryAfterMs ?? 0);
    const nextAttemptAt = new Date(now.getTime() + waitMs);
    if (this.#isSequential || this.disabledReason || result.retryAfterMs !== undefined)
      this.#cursor.nextAttemptAt = nextAttemptAt;
    else if (this.isFailing)
      this.#cursor.nextAttemptAt = new Date(now.getTime() + (this.#schedule(1) ?? 0));
    if (
      this.#isSequential ||
      this.disabledReason ||
      this.isFailing ||
      result.retryAfterMs !== undefined
    )
      this.isStopped = true;
    return this.#storeFailure(pending, delay, nextAttemptAt);
  }

  #storeFailure(
    { attempts, event, isRetry }: PendingEvent,
    delay: number | undefined,
    nextAttemptAt: Date,
  ): boolean {
    if (this.disabledReason || (this.#isSequential && !isRetry)) return false;
    if (delay === undefined) {
      if (isRetry) this.#finish(event);
      return true;
    }
    this.#blockedRecords.add(event.recordId);
    // A failing endpoint repeats its oldest event, so the event keeps its number of attempts.
    const attempt = this.#isSequential ? attempts : attempts + 1;
    this.#retries.push({ event, attempt, nextAttemptAt, state: 'RETRYING' });
    return true;
  }

  #countFailure({ outcome }: AttemptResult, now: Date): void {
    this.#timeouts = outcome === 'TIMEOUT' ? this.#timeouts + 1 : 0;
    this.#cursor.consecutiveFailures += 1;
    this.#cursor.firstFailureAt ??= now;
  }

  /** The schedule of retries starts again when the endpoint becomes FAILING. */
  get #failuresInSequence(): number {
    const { consecutiveFailures } = this.#cursor;
    const { isReplay, order, state } = this.#endpoint;
    const isOrdered = order === 'ALL' || isReplay;
    if (isOrdered || state !== 'FAILING') return consecutiveFailures;
    return Math.max(1, consecutiveFailures - maxFailures + 1);
  }

  #finish({ place, recordId }: WorkspaceEvent): void {
    this.#finished.push({ position: positionNumber(place), recordId });
  }

  /** A retry whose event is no longer stored or readable. */
  drop(retry: { position: bigint; recordId: string }): void {
    this.#finished.push(retry);
  }

  get hasResults(): boolean {
    return this.#deliveries.length > 0 || this.#retries.length > 0 || this.#finished.length > 0;
  }

  /** @param position of the last settled event */
  results(position: string): DeliveryResults {
    return {
      cursor: { ...this.#cursor, position },
      deliveries: this.#deliveries,
      retries: this.#retries,
      finished: this.#finished,
    };
  }
}
