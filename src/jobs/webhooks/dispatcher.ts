import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/client/client.ts';
import { storeDeliveryResults } from '../../domain/webhooks/delivery-results.ts';
import type { ReadyEndpoint } from '../../domain/webhooks/endpoint-reader.ts';
import { endpointsCondition, readReadyEndpoints } from '../../domain/webhooks/endpoint-reader.ts';
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
  type EndpointState,
} from './deliver-endpoint.ts';
import { EventPages } from './event-pages.ts';
import { notifyOfFailures } from './failure-notices.ts';
import { groupCalls } from './grouped-calls.ts';
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
  /** Of the active endpoints of this process. */
  readPositions(): readonly ReadPosition[];
  close(): Promise<void>;
}

/** Failures before the workspace is notified. */
const noticeAfterMs = 3_600_000;

const keyOf = ({ accountId, id, isReplay }: ReadyEndpoint) => `${accountId}/${id}/${isReplay}`;

class Dispatcher implements WebhookDispatcher {
  readonly #options: WebhookDispatcherOptions;
  readonly #leases: BucketLeases;
  readonly #listener: PublicationListener;
  readonly #dependencies: EndpointDependencies;
  readonly #abort = new AbortController();
  readonly #states = new Map<string, EndpointState>();
  readonly #running = new Map<string, Promise<void>>();
  /** Endpoints with new events since their batch began. */
  readonly #woken = new Set<string>();
  #endpoints: ReadyEndpoint[] = [];
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
      pages: new EventPages({ prisma: database.prisma, services, publicUrl }),
      slots: new AttemptSlots(options.concurrency),
      storeResults: groupCalls((results) =>
        storeDeliveryResults(database.prisma, this.#leases.owner, results, clock()),
      ),
      schedule: options.schedule ?? retryDelayMs,
      clock,
      eventRetentionDays: options.eventRetentionDays,
      onAttempt: options.onAttempt ?? (() => undefined),
      signal: this.#abort.signal,
      isClosing: () => this.#isClosing,
      typesOf: (accountId) =>
        this.#endpoints
          .filter((endpoint) => endpoint.accountId === accountId)
          .flatMap(({ wantedTypes }) => wantedTypes),
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
    const { buckets } = this.#leases;
    const now = clock();
    const condition = Prisma.sql`c.bucket = ANY(${[...buckets]}::int[])`;
    this.#endpoints = buckets.length === 0 ? [] : await readReadyEndpoints(prisma, condition, now);
    await this.#listener.follow(new Set(this.#endpoints.map(({ accountId }) => accountId)));
    this.#forgetOthers();
    if (this.#endpoints.length === 0) return;
    const ends = await this.#readEnds();
    for (const endpoint of this.#endpoints) {
      this.#notifyIfFailing(endpoint, now);
      const isBehind =
        this.#stateOf(endpoint).reached.split('-')[0] !== ends.get(endpoint.accountId);
      const isRetryDue = endpoint.nextRetryAt !== null && endpoint.nextRetryAt <= now;
      if (isBehind || isRetryDue) this.#start(endpoint);
    }
  }

  /** The last position of each workspace. */
  async #readEnds(): Promise<ReadonlyMap<number, string>> {
    const accountIds = [...new Set(this.#endpoints.map(({ accountId }) => accountId))];
    const rows = await this.#dependencies.prisma.$queryRaw<{ accountId: number; end: string }[]>`
      SELECT w."accountId", coalesce((SELECT max(l.place) FROM ONLY "LogEntry" l WHERE l."accountId" = w."accountId"), 0)::text AS end
      FROM unnest(${accountIds}::int[]) AS w ("accountId")`;
    return new Map(rows.map(({ accountId, end }) => [accountId, end]));
  }

  #notifyIfFailing(endpoint: ReadyEndpoint, now: Date): void {
    const { firstFailureAt, isReplay, notifiedAt, state } = endpoint;
    if (state !== 'FAILING' || isReplay || notifiedAt !== null || firstFailureAt === null) return;
    if (now.getTime() - firstFailureAt.getTime() < noticeAfterMs) return;
    const { log, publicUrl, sendsMail } = this.#options;
    const { prisma } = this.#dependencies;
    notifyOfFailures(prisma, endpoint, { now, publicUrl, sendsMail }).catch((err) =>
      log.warn({ err }, 'a notice of failing webhooks could not be mailed'),
    );
  }

  #wake(accountId: number): void {
    for (const endpoint of this.#endpoints)
      if (endpoint.accountId === accountId) this.#start(endpoint);
  }

  #forgetOthers(): void {
    const known = new Set(this.#endpoints.map(keyOf));
    for (const key of this.#states.keys())
      if (!known.has(key) && !this.#running.has(key)) this.#states.delete(key);
  }

  #stateOf(endpoint: ReadyEndpoint): EndpointState {
    const key = keyOf(endpoint);
    const { position } = endpoint;
    const state = this.#states.get(key) ?? {
      ...{ concurrency: 1, timeouts: 0, stored: position, reached: position },
      savedAt: performance.now(),
    };
    this.#states.set(key, state);
    return state;
  }

  #start(endpoint: ReadyEndpoint): void {
    const key = keyOf(endpoint);
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
        if (this.#woken.delete(key)) this.#start(endpoint);
      });
    this.#running.set(key, run);
  }

  async #deliverAll(endpoint: ReadyEndpoint): Promise<void> {
    for (let hasMore = true; hasMore && !this.#isClosing; ) {
      this.#woken.delete(keyOf(endpoint));
      // Permissions, state and secrets are those of now.
      const current = await this.#reload(endpoint);
      if (!current || !this.#leases.buckets.includes(current.bucket)) return;
      hasMore = await deliverEndpoint(this.#dependencies, current, this.#stateOf(endpoint));
    }
  }

  readonly #reload = groupCalls(async (endpoints: readonly ReadyEndpoint[]) => {
    const { clock, prisma } = this.#dependencies;
    const rows = await readReadyEndpoints(prisma, endpointsCondition(endpoints), clock());
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    return endpoints.map((endpoint) => byKey.get(keyOf(endpoint)));
  });

  readPositions(): readonly ReadPosition[] {
    return this.#endpoints
      .filter(({ isReplay, state }) => state === 'ACTIVE' && !isReplay)
      .map((endpoint) => ({
        accountId: endpoint.accountId,
        number: String(positionNumber(this.#stateOf(endpoint).reached)),
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
