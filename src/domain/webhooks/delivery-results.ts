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
  /** Retries that ended. The next waiting event of each record becomes a retry. */
  finished: readonly { position: bigint; recordId: string }[];
}

export interface EndpointResults extends DeliveryResults {
  endpoint: Pick<ReadyEndpoint, 'accountId' | 'id' | 'isReplay' | 'cursorVersion'>;
}

/**
 * Stores the results of batches with one statement, as `owner` of their buckets.
 * @returns whether each batch was stored. It is not if another process owns the endpoint, or if the cursor has changed.
 */
export async function storeDeliveryResults(
  db: Db,
  owner: string,
  batches: readonly EndpointResults[],
  now: Date,
): Promise<boolean[]> {
  const rows = batches.map(({ cursor, endpoint, finished }, index) => {
    const { accountId, cursorVersion, id, isReplay } = endpoint;
    const positions = finished.map((one) => String(one.position));
    const records = finished.map(({ recordId }) => recordId);
    return { ...cursor, index, accountId, id, isReplay, cursorVersion, positions, records };
  });
  const stored = await db.$queryRaw<{ index: number }[]>`
    WITH input AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS i (index int, "accountId" int, id text, "isReplay" boolean, "cursorVersion" int,
        position text, "consecutiveFailures" int, "firstFailureAt" timestamptz, "nextAttemptAt" timestamptz,
        positions bigint[], records text[])
    ), moved AS (
      UPDATE "WebhookCursor" c SET position = i.position, "consecutiveFailures" = i."consecutiveFailures", "firstFailureAt" = i."firstFailureAt",
        "nextAttemptAt" = i."nextAttemptAt", "notifiedAt" = CASE WHEN i."firstFailureAt" IS NOT NULL THEN c."notifiedAt" END, version = c.version + 1
      FROM input i
      WHERE c."accountId" = i."accountId" AND c."endpointId" = i.id AND c."isReplay" = i."isReplay" AND c.version = i."cursorVersion"
        AND EXISTS (SELECT FROM "WebhookBucket" b WHERE b.bucket = c.bucket AND b.owner = ${owner} AND b."expiresAt" > statement_timestamp())
      RETURNING i.index, i."accountId", i.id, i.positions, i.records
    ), ended AS (
      DELETE FROM "WebhookRetry" r USING moved m
      WHERE r."accountId" = m."accountId" AND r."endpointId" = m.id AND r.position = ANY(m.positions)
    ), promoted AS (
      UPDATE "WebhookRetry" r SET state = 'RETRYING', "nextAttemptAt" = ${now}
      FROM moved m, unnest(m.records) AS finished ("recordId"), LATERAL (
        SELECT w.position, w.state FROM "WebhookRetry" w WHERE w."accountId" = m."accountId" AND w."endpointId" = m.id
          AND w."recordId" = finished."recordId" AND w.position <> ALL(m.positions) ORDER BY w.state, w.position LIMIT 1) next
      WHERE r."accountId" = m."accountId" AND r."endpointId" = m.id AND r.position = next.position AND next.state = 'WAITING'
    ), retried AS (${retriesSql(batches)}
    ), delivered AS (${deliveriesSql(batches)}
    )
    SELECT index FROM moved`;
  const indexes = new Set(stored.map(({ index }) => index));
  return batches.map((_, index) => indexes.has(index));
}

function retriesSql(batches: readonly EndpointResults[]): Prisma.Sql {
  const rows = batches.flatMap(({ retries }, index) =>
    retries.map(({ event, ...retry }) => ({
      ...{ ...retry, index, position: String(positionNumber(event.place)) },
      ...{ recordType: event.recordType, recordId: event.recordId },
    })),
  );
  return Prisma.sql`
      INSERT INTO "WebhookRetry" ("accountId", "endpointId", position, "recordType", "recordId", attempt, "nextAttemptAt", state)
      SELECT m."accountId", m.id, r.position, r."recordType", r."recordId", r.attempt, r."nextAttemptAt", r.state::"WebhookRetryState"
      FROM moved m JOIN jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (index int, position bigint, "recordType" text, "recordId" text,
        attempt int, "nextAttemptAt" timestamptz, state text) USING (index)
      ON CONFLICT ("accountId", "endpointId", position) DO UPDATE SET attempt = excluded.attempt,
        "nextAttemptAt" = excluded."nextAttemptAt", state = excluded.state`;
}

function deliveriesSql(batches: readonly EndpointResults[]): Prisma.Sql {
  const rows = batches.flatMap(({ deliveries }, index) =>
    deliveries.map(({ event, requestedAt, result, status }) => ({
      ...{ index, id: newId('WebhookDelivery'), position: event.place, type: event.type },
      ...{ recordId: event.recordId, status, requestedAt },
      ...{ statusCode: result.statusCode, durationMs: result.durationMs, error: result.error },
      responseExcerpt: result.responseExcerpt,
    })),
  );
  return Prisma.sql`
      INSERT INTO "WebhookDelivery" AS d ("accountId", id, "endpointId", position, type, "recordId", status, attempts, "statusCode",
        "durationMs", error, "responseExcerpt", "requestedAt")
      SELECT m."accountId", n.id, m.id, n.position, n.type, n."recordId", n.status::"WebhookDeliveryStatus", 1, n."statusCode",
        n."durationMs", n.error, n."responseExcerpt", n."requestedAt"
      FROM moved m JOIN jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n (index int, id text, position text, type text, "recordId" text,
        status text, "statusCode" int, "durationMs" int, error text, "responseExcerpt" text, "requestedAt" timestamptz) USING (index)
      ON CONFLICT ("accountId", "endpointId", position) DO UPDATE SET status = excluded.status, attempts = d.attempts + 1,
        "statusCode" = excluded."statusCode", "durationMs" = excluded."durationMs", error = excluded.error,
        "responseExcerpt" = excluded."responseExcerpt", "requestedAt" = excluded."requestedAt"`;
}
