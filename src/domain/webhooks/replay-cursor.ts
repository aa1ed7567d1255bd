import type { Db } from '../../database/client/db.ts';

/** The replay is complete, or its receiver failed for too long. */
export async function endReplay(
  db: Db,
  { accountId, id }: { accountId: number; id: string },
): Promise<void> {
  await db.$executeRaw`
    DELETE FROM "WebhookCursor" WHERE "accountId" = ${accountId} AND "endpointId" = ${id} AND "isReplay"`;
}
