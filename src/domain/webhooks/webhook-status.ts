import type { Db } from '../../database/client/db.ts';
import type { WebhookEndpointState } from '../../generated/prisma/enums.ts';

/** The position that a process has read for an active endpoint. */
export interface ReadPosition {
  accountId: number;
  number: string;
}

/** Of all workspaces. */
export interface WebhookStatus {
  endpoints: Readonly<Record<WebhookEndpointState, number>>;
  retries: number;
  /** The age of the oldest event that an active endpoint has not received. */
  lagSeconds: number;
}

export async function readWebhookStatus(
  db: Db,
  positions: readonly ReadPosition[],
): Promise<WebhookStatus> {
  const accountIds = positions.map(({ accountId }) => accountId);
  const numbers = positions.map(({ number }) => number);
  const [status] = await db.$queryRaw<[WebhookStatus]>`
    WITH endpoint AS MATERIALIZED (
      SELECT e."accountId", e.id, e.state FROM "WebhookEndpoint" e JOIN "Workspace" w USING ("accountId") WHERE w."deletedAt" IS NULL
    ), undelivered AS (
      SELECT read."accountId", next.place FROM (SELECT DISTINCT * FROM unnest(${accountIds}::int[], ${numbers}::bigint[])) read ("accountId", place),
        LATERAL (SELECT l.place FROM ONLY "LogEntry" l WHERE l."accountId" = read."accountId" AND l.place > read.place
          ORDER BY l.place LIMIT 1) next
      UNION ALL
      SELECT e."accountId", (SELECT min(r.position) FROM "WebhookRetry" r WHERE r."accountId" = e."accountId" AND r."endpointId" = e.id)
      FROM endpoint e WHERE e.state = 'ACTIVE'
    )
    SELECT (SELECT json_build_object('ACTIVE', count(*) FILTER (WHERE state = 'ACTIVE'), 'FAILING', count(*) FILTER (WHERE state = 'FAILING'),
        'DISABLED', count(*) FILTER (WHERE state = 'DISABLED')) FROM endpoint) AS endpoints,
      (SELECT count(*)::int FROM "WebhookRetry") AS retries,
      (SELECT coalesce(max(extract(epoch FROM clock_timestamp() - l."createdAt")), 0)::float8
        FROM undelivered JOIN ONLY "LogEntry" l USING ("accountId", place)) AS "lagSeconds"`;
  return status;
}
