import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { WebhookDeliveryStatus, WebhookRetryState } from '../../generated/prisma/enums.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { WorkspaceEvent } from '../events/fields.ts';
import type { EndpointCursor, ReadyEndpoint } from './endpoint-reader.ts';
import { positionNumber } from './ids.ts';
import type { AttemptResult } from './send-attempt.ts';

export interface DeliveryEntry {
  event: WorkspaceEvent;
  status: WebhookDeliveryStatus;
  result: AttemptResult;
  requestedAt: Date;
}

export interface RetryEntry {
  event: WorkspaceEvent;
  attempt: number;
  nextAttemptAt: Date;
  state: WebhookRetryState;
}

export interface DeliveryResults {
  cursor: Omit<EndpointCursor, 'isReplay' | 'notifiedAt' | 'types' | 'until'>;
  deliveries: readonly DeliveryEntry[];
  retries: readonly RetryEntry[];
  /** Finished retries. The next event of their records follows. */
  finished: readonly { position: bigint; recordId: string }[];
}

type Owned = Pick<ReadyEndpoint, 'accountId' | 'id' | 'isReplay' | 'position'>;

/**
 * Stores the results of a batch with one statement.
 * @returns false if another process owns the endpoint by now, or its position was set: then nothing is stored
 */
export async function storeDeliveryResults(
  db: Db,
  endpoint: Owned,
  owner: string,
  { cursor, deliveries, finished, retries }: DeliveryResults,
  now: Date,
): Promise<boolean> {
  const { accountId, id, isReplay, position } = endpoint;
  const finishedPositions = finished.map((one) => String(one.position));
  const finishedRecords = finished.map(({ recordId }) => recordId);
  const stored = await db.$queryRaw<unknown[]>`
    WITH moved AS (
      UPDATE "WebhookCursor" c SET position = ${cursor.position}, "consecutiveFailures" = ${cursor.consecutiveFailures}::int,
        "firstFailureAt" = ${cursor.firstFailureAt}::timestamptz, "nextAttemptAt" = ${cursor.nextAttemptAt}::timestamptz,
        "notifiedAt" = CASE WHEN ${cursor.firstFailureAt}::timestamptz IS NOT NULL THEN c."notifiedAt" END
      WHERE c."accountId" = ${accountId} AND c."endpointId" = ${id} AND c."isReplay" = ${isReplay} AND c.position = ${position}
        AND EXISTS (SELECT FROM "WebhookBucket" b WHERE b.bucket = c.bucket AND b.owner = ${owner} AND b."expiresAt" > statement_timestamp())
      RETURNING c."endpointId"
    ), ended AS (
      DELETE FROM "WebhookRetry" r USING moved
      WHERE r."accountId" = ${accountId} AND r."endpointId" = ${id} AND r.position = ANY(${finishedPositions}::bigint[])
    ), promoted AS (
      UPDATE "WebhookRetry" r SET state = 'RETRYING', "nextAttemptAt" = ${now} FROM moved
      WHERE r."accountId" = ${accountId} AND r."endpointId" = ${id} AND r.state = 'WAITING' AND r.position IN (
        SELECT min(w.position) FROM "WebhookRetry" w WHERE w."accountId" = ${accountId} AND w."endpointId" = ${id}
          AND w."recordId" = ANY(${finishedRecords}::text[]) AND w.state = 'WAITING' GROUP BY w."recordId")
    ), retried AS (${retriesSql(accountId, id, retries)}
    ), delivered AS (${deliveriesSql(accountId, id, deliveries)}
    )
    SELECT 1 FROM moved`;
  return stored.length > 0;
}

function retriesSql(accountId: number, id: string, retries: readonly RetryEntry[]): Prisma.Sql {
  const rows = retries.map(({ event, ...retry }) => ({
    ...retry,
    position: String(positionNumber(event.place)),
    recordType: event.recordType,
    recordId: event.recordId,
  }));
  return Prisma.sql`
      INSERT INTO "WebhookRetry" ("accountId", "endpointId", position, "recordType", "recordId", attempt, "nextAttemptAt", state)
      SELECT ${accountId}, ${id}, r.position, r."recordType", r."recordId", r.attempt, r."nextAttemptAt", r.state::"WebhookRetryState"
      FROM moved, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (position bigint, "recordType" text, "recordId" text,
        attempt int, "nextAttemptAt" timestamptz, state text)
      ON CONFLICT ("accountId", "endpointId", position) DO UPDATE SET attempt = excluded.attempt,
        "nextAttemptAt" = excluded."nextAttemptAt", state = excluded.state`;
}

function deliveriesSql(
  accountId: number,
  id: string,
  deliveries: readonly DeliveryEntry[],
): Prisma.Sql {
  const rows = deliveries.map(({ event, requestedAt, result, status }) => ({
    ...{ id: newId('WebhookDelivery'), position: event.place, type: event.type },
    ...{ recordId: event.recordId, status, requestedAt },
    ...{ statusCode: result.statusCode, durationMs: result.durationMs, error: result.error },
    responseExcerpt: result.responseExcerpt,
  }));
  return Prisma.sql`
      INSERT INTO "WebhookDelivery" AS d ("accountId", id, "endpointId", position, type, "recordId", status, attempts, "statusCode",
        "durationMs", error, "responseExcerpt", "requestedAt")
      SELECT ${accountId}, n.id, ${id}, n.position, n.type, n."recordId", n.status::"WebhookDeliveryStatus", 1, n."statusCode",
        n."durationMs", n.error, n."responseExcerpt", n."requestedAt"
      FROM moved, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n (id text, position text, type text, "recordId" text,
        status text, "statusCode" int, "durationMs" int, error text, "responseExcerpt" text, "requestedAt" timestamptz)
      ON CONFLICT ("accountId", "endpointId", position) DO UPDATE SET status = excluded.status, attempts = d.attempts + 1,
        "statusCode" = excluded."statusCode", "durationMs" = excluded."durationMs", error = excluded.error,
        "responseExcerpt" = excluded."responseExcerpt", "requestedAt" = excluded."requestedAt"`;
}
