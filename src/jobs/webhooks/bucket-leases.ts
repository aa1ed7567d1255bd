import { randomInt, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { bucketCount } from '../../domain/webhooks/ids.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';

export interface LeaseOptions {
  renewalIntervalMs: number;
  durationMs: number;
}

export const defaultLeaseOptions: LeaseOptions = { renewalIntervalMs: 5_000, durationMs: 15_000 };

/** Divides the buckets among the processes. The buckets of a killed process are free when its lease expires. */
export class BucketLeases {
  readonly owner = randomUUID();
  readonly #prisma: PrismaClient;
  readonly #log: Logger;
  readonly #options: LeaseOptions;
  /** A row with a negative number shows that the process runs. */
  readonly #presence = -randomInt(1, 2 ** 31);
  #buckets: number[] = [];
  #expiresAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #renewal: Promise<void> | undefined;

  constructor(prisma: PrismaClient, log: Logger, options: LeaseOptions) {
    this.#prisma = prisma;
    this.#log = log;
    this.#options = options;
  }

  /** Empty when the lease may have expired. */
  get buckets(): readonly number[] {
    return performance.now() < this.#expiresAt ? this.#buckets : [];
  }

  async start(): Promise<void> {
    await this.#renew();
    this.#timer = setInterval(() => {
      this.#renewal ??= this.#renew().finally(() => {
        this.#renewal = undefined;
      });
    }, this.#options.renewalIntervalMs);
    this.#timer.unref();
  }

  async #renew(): Promise<void> {
    const startedAt = performance.now();
    try {
      this.#buckets = await this.#claim();
      // The lease ends here before it ends in the database.
      this.#expiresAt = startedAt + this.#options.durationMs;
    } catch (err) {
      this.#log.warn({ err }, 'the buckets of webhooks could not be leased');
    }
  }

  async #claim(): Promise<number[]> {
    const { owner } = this;
    const [{ now }] = await this.#prisma.$queryRaw<
      [{ now: Date }]
    >`SELECT clock_timestamp() AS now`;
    const expiresAt = new Date(now.getTime() + this.#options.durationMs);
    await this.#prisma.$executeRaw`
      INSERT INTO "WebhookBucket" AS b (bucket, owner, "expiresAt") VALUES (${this.#presence}::int, ${owner}, ${expiresAt})
      ON CONFLICT (bucket) DO UPDATE SET "expiresAt" = excluded."expiresAt"`;
    const rows = await this.#prisma.$queryRaw<{ bucket: number }[]>`
      WITH alive AS (
        SELECT count(*) AS processes FROM "WebhookBucket" WHERE bucket < 0 AND "expiresAt" > ${now}
      ), free AS (
        SELECT n.bucket FROM generate_series(0, ${bucketCount - 1}::int) AS n (bucket) LEFT JOIN "WebhookBucket" b USING (bucket)
        WHERE b.owner IS NULL OR b.owner = ${owner} OR b."expiresAt" <= ${now}
        ORDER BY b.owner = ${owner} DESC NULLS LAST, n.bucket
        LIMIT (SELECT ceil(${bucketCount}::numeric / greatest(processes, 1))::int FROM alive)
      )
      INSERT INTO "WebhookBucket" AS b (bucket, owner, "expiresAt")
      SELECT bucket, ${owner}, ${expiresAt} FROM free ORDER BY bucket
      ON CONFLICT (bucket) DO UPDATE SET owner = excluded.owner, "expiresAt" = excluded."expiresAt"
        WHERE b.owner = excluded.owner OR b."expiresAt" <= ${now}
      RETURNING bucket`;
    const buckets = rows.map(({ bucket }) => bucket);
    await this.#prisma.$executeRaw`
      DELETE FROM "WebhookBucket" WHERE bucket >= 0 AND owner = ${owner} AND bucket <> ALL(${buckets}::int[])
        OR bucket < 0 AND "expiresAt" <= ${now}`;
    return buckets;
  }

  /** Other processes can lease the buckets at once. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
    this.#buckets = [];
    await this.#prisma.$executeRaw`DELETE FROM "WebhookBucket" WHERE owner = ${this.owner}`.catch(
      () => undefined,
    );
  }
}
