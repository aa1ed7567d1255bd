import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/client/client.ts';
import { readLogEnds } from '../../domain/events/log-positions.ts';
import { storeDeliveryResults } from '../../domain/webhooks/delivery-results.ts';
import type { ReadyEndpoint } from '../../domain/webhooks/endpoint-reader.ts';
import { endpointsCondition, readReadyEndpoints } from '../../domain/webhooks/endpoint-reader.ts';
import { wantsEvent } from '../../domain/webhooks/event-source.ts';
import { positionNumber } from '../../domain/webhooks/ids.ts';
import type { AttemptResult } from '../../domain/webhooks/send-attempt.ts';
import type { WebhookServices } from '../../domain/webhooks/services.ts';
import type { ReadPosition } from '../../domain/webhooks/webhook-status.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { AttemptSlots } from './attempt-slots.ts';
import { BucketLeases, defaultLeaseOptions, type LeaseOptions } from './bucket-leases.ts';
import {
  deliverEndpoint,
  type EndpointDependencies,
  type EndpointProgress,
  positionSaveIntervalMs,
} from './deliver-endpoint.ts';
import { EventPages } from './event-pages.ts';
import { notifyIfFailing } from './failure-notices.ts';
import { groupCalls } from './grouped-calls.ts';
import { endpointKey, endpointSubject, KnownEndpoints } from './known-endpoints.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { PublicationListener } from './publication-listener.ts';
import { retryDelayMs, type ScheduleRetry } from './retry-schedule.ts';

export interface WebhookDispatcherOptions {
  database: Pick<Database, 'prisma' | 'listener'>;
  log: Logger;
  services: WebhookServices;
  publicUrl: string;
  sendsMail: boolean;
  eventRetentionDays: number;
  concurrency: number;
  pollIntervalMs?: number;
  /** Time for running attempts at shutdown. */
  closeTimeoutMs?: number;
  leases?: LeaseOptions;
  clock?: () => Date;
  schedule?: ScheduleRetry;
  onAttempt?: (result: AttemptResult) => void;
}

export interface WebhookDispatcher {
  /** The positions of the active endpoints of this process. */
  readPositions(): readonly ReadPosition[];
  close(): Promise<void>;
}

/**
 * Leaves connections to requests. A page at once, since larger pages need less processor time: with 100 endpoints, 15 % more
 * writes per second on a busy machine than with three.
 */
const maxPageReads = 1;
/** Conditions and retries. */
const maxOtherReads = 2;

class Dispatcher implements WebhookDispatcher {
  readonly #options: WebhookDispatcherOptions;
  readonly #leases: BucketLeases;
  readonly #listener: PublicationListener;
  readonly #dependencies: EndpointDependencies;
  readonly #abort = new AbortController();
  readonly #progress = new Map<string, EndpointProgress>();
  readonly #running = new Map<string, Promise<void>>();
  /** Endpoints whose workspace published events since their batch began. */
  readonly #woken = new Set<string>();
  readonly #known = new KnownEndpoints();
  #isClosing = false;
  #polling: Promise<void>;

  constructor(options: WebhookDispatcherOptions) {
    this.#options = options;
    // Each attempt listens.
    setMaxListeners(0, this.#abort.signal);
    const { clock = () => new Date(), database, log, publicUrl, services } = options;
    this.#leases = new BucketLeases(database.prisma, log, options.leases ?? defaultLeaseOptions);
    this.#listener = new PublicationListener(database, log, (accountId) => this.#wake(accountId));
    this.#dependencies = {
      ...{ prisma: database.prisma, services, publicUrl, sendsMail: options.sendsMail },
      pages: new EventPages({
        ...{ prisma: database.prisma, services, publicUrl },
        limitReads: limitConcurrency(maxPageReads),
      }),
      limitReads: limitConcurrency(maxOtherReads),
      slots: new AttemptSlots(options.concurrency),
      storeResults: groupCalls((results) =>
        storeDeliveryResults(database.prisma, this.#leases.owner, results, clock()),
      ),
      schedule: options.schedule ?? retryDelayMs,
      clock,
      eventRetentionDays: options.eventRetentionDays,
      onAttempt: options.onAttempt ?? (() => undefined),
      signal: this.#abort.signal,
      canAttempt: (bucket) => !this.#isClosing && this.#leases.buckets.includes(bucket),
      typesOf: (accountId) => this.#known.typesOf(accountId),
    };
    this.#polling = this.#poll();
  }

  async #poll(): Promise<void> {
    await this.#leases.start();
    while (!this.#isClosing) {
      await this.#refresh().catch((err) =>
        this.#options.log.warn({ err }, 'webhook endpoints could not be read'),
      );
      const { signal } = this.#abort;
      const pauseMs = this.#options.pollIntervalMs ?? 1_000;
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Starts batches of the endpoints that have something to deliver. */
  async #refresh(): Promise<void> {
    const { clock, prisma } = this.#dependencies;
    const { log, publicUrl, sendsMail } = this.#options;
    const { buckets } = this.#leases;
    const now = clock();
    const condition = Prisma.sql`c.bucket = ANY(${[...buckets]}::int[])`;
    const rows = buckets.length === 0 ? [] : await readReadyEndpoints(prisma, condition, now);
    this.#known.replaceAll(rows);
    await this.#listener.follow(new Set(this.#known.accountIds));
    this.#forgetOthers();
    if (rows.length === 0) return;
    const ends = await readLogEnds(prisma, this.#known.accountIds);
    for (const endpoint of this.#known.all) {
      notifyIfFailing(prisma, endpoint, { log, now, publicUrl, sendsMail });
      const isBehind =
        this.#progressOf(endpoint).reached.split('-')[0] !== ends.get(endpoint.accountId);
      const isRetryDue = endpoint.nextRetryAt !== null && endpoint.nextRetryAt <= now;
      if (isBehind) this.#dependencies.pages.forget(endpoint.accountId);
      if (isBehind || isRetryDue) this.#start(endpoint);
    }
  }

  #wake(accountId: number): void {
    this.#dependencies.pages.forget(accountId);
    for (const endpoint of this.#known.all)
      if (endpoint.accountId === accountId) this.#start(endpoint);
  }

  #forgetOthers(): void {
    for (const key of this.#progress.keys())
      if (!this.#known.has(key) && !this.#running.has(key)) this.#progress.delete(key);
  }

  #progressOf(endpoint: ReadyEndpoint): EndpointProgress {
    const key = endpointKey(endpoint);
    const { position } = endpoint;
    const progress = this.#progress.get(key) ?? {
      ...{ concurrency: 1, timeouts: 0, stored: position, reached: position },
      savedAt: performance.now(),
    };
    this.#progress.set(key, progress);
    return progress;
  }

  #start(endpoint: ReadyEndpoint): void {
    const key = endpointKey(endpoint);
    if (this.#isClosing) return;
    if (this.#running.has(key)) {
      this.#woken.add(key);
      return;
    }
    const run = this.#deliverAll(endpoint)
      .catch((err) => {
        if (!this.#isClosing)
          this.#options.log.warn({ err, endpoint: endpoint.id }, 'webhooks could not be delivered');
      })
      .finally(() => {
        this.#running.delete(key);
        if (this.#woken.delete(key)) this.#start(this.#known.newest(endpoint));
      });
    this.#running.set(key, run);
  }

  async #deliverAll(endpoint: ReadyEndpoint): Promise<void> {
    for (let hasMore = true; hasMore && !this.#isClosing; ) {
      this.#woken.delete(endpointKey(endpoint));
      if (await this.#skipEvents(endpoint)) return;
      // Every batch uses the current permissions, state and secrets.
      const current = await this.#reload(endpoint);
      if (!current || !this.#leases.buckets.includes(current.bucket)) return;
      this.#known.replace(current);
      hasMore = await deliverEndpoint(this.#dependencies, current, this.#progressOf(endpoint));
    }
  }

  /** Skips new events if the endpoint wants none of them. Most endpoints want few of the events of their workspace. */
  async #skipEvents(endpoint: ReadyEndpoint): Promise<boolean> {
    const { accountId, isReplay, nextRetryAt } = endpoint;
    const { wantedTypes } = this.#known.newest(endpoint);
    const progress = this.#progressOf(endpoint);
    const isSaved = performance.now() - progress.savedAt < positionSaveIntervalMs;
    if (isReplay || endpoint.state !== 'ACTIVE' || nextRetryAt !== null || !isSaved) return false;
    const { pages, typesOf } = this.#dependencies;
    const { content } = await pages.read(accountId, progress.reached, typesOf(accountId));
    // The endpoint itself may have been changed.
    const isConcerned = content.events.some((event) =>
      wantsEvent([...wantedTypes, endpointSubject], event),
    );
    if (isConcerned || content.hasMore) return false;
    progress.reached = content.nextPosition;
    return true;
  }

  readonly #reload = groupCalls(async (endpoints: readonly ReadyEndpoint[]) => {
    const { clock, prisma } = this.#dependencies;
    const rows = await readReadyEndpoints(prisma, endpointsCondition(endpoints), clock());
    const byKey = new Map(rows.map((row) => [endpointKey(row), row]));
    return endpoints.map((endpoint) => byKey.get(endpointKey(endpoint)));
  });

  readPositions(): readonly ReadPosition[] {
    return this.#known.all
      .filter(({ isReplay, state }) => state === 'ACTIVE' && !isReplay)
      .map((endpoint) => ({
        accountId: endpoint.accountId,
        number: String(positionNumber(this.#progressOf(endpoint).reached)),
      }));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const closeTimeoutMs = this.#options.closeTimeoutMs ?? 6_000;
    const finished = Promise.allSettled([...this.#running.values()]);
    await Promise.race([finished, sleep(closeTimeoutMs, undefined, { ref: false })]);
    this.#abort.abort();
    await finished;
    await this.#polling;
    await this.#listener.close();
    await this.#leases.close();
  }
}

/** Delivers events to webhook endpoints. Every process runs it, and each endpoint belongs to one process. */
export function startWebhookDispatcher(options: WebhookDispatcherOptions): WebhookDispatcher {
  if (options.concurrency === 0) return { readPositions: () => [], close: async () => undefined };
  return new Dispatcher(options);
}
