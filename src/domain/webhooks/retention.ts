import type { Db } from '../../database/client/db.ts';

const failedRetentionDays = 30;

/** Limits the duration of a statement. */
const batchSize = 1_000;

const dayMs = 86_400_000;

/** Deletes old deliveries and expired secrets. Returns the number of deleted deliveries. */
export async function deleteExpiredDeliveries(
  db: Db,
  now: Date,
  deliveredDays: number,
): Promise<number> {
  await db.$executeRaw`DELETE FROM "WebhookSecret" WHERE "expiresAt" <= ${now}`;
  const deliveredBefore = new Date(now.getTime() - deliveredDays * dayMs);
  const before = new Date(now.getTime() - Math.max(failedRetentionDays, deliveredDays) * dayMs);
  for (let deleted = 0; ; ) {
    const count = await db.$executeRaw`
      DELETE FROM "WebhookDelivery" WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM "WebhookDelivery"
        WHERE "requestedAt" < ${before} OR status = 'DELIVERED' AND "requestedAt" < ${deliveredBefore}
        LIMIT ${batchSize}))`;
    deleted += count;
    if (count < batchSize) return deleted;
  }
}
