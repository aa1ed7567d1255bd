import type { Db } from '../../database/client/db.ts';
import type { ReadyEndpoint } from './endpoint-reader.ts';

export interface DueRetry {
  position: bigint;
  recordType: string;
  recordId: string;
  attempt: number;
}

/** Retries of one batch. */
const maxRetries = 20;

/** The retries to attempt now. A failing endpoint repeats only its oldest event. */
export function readDueRetries(
  db: Db,
  { accountId, id, state }: Pick<ReadyEndpoint, 'accountId' | 'id' | 'state'>,
  now: Date,
): Promise<DueRetry[]> {
  const isFailing = state === 'FAILING';
  return db.$queryRaw<DueRetry[]>`
    SELECT position, "recordType", "recordId", attempt FROM "WebhookRetry"
    WHERE "accountId" = ${accountId} AND "endpointId" = ${id} AND state = 'RETRYING' AND (${isFailing} OR "nextAttemptAt" <= ${now})
    ORDER BY position LIMIT ${isFailing ? 1 : maxRetries}::int`;
}

/** The records with retries, once for each retry. Their later events wait. */
export async function readBlockedRecords(
  db: Db,
  { accountId, id }: Pick<ReadyEndpoint, 'accountId' | 'id'>,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ recordId: string }[]>`
    SELECT "recordId" FROM "WebhookRetry" WHERE "accountId" = ${accountId} AND "endpointId" = ${id}`;
  return rows.map(({ recordId }) => recordId);
}
