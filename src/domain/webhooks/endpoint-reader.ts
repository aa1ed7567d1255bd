import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type {
  WebhookEndpointState,
  WebhookOrder,
  WebhookPayload,
} from '../../generated/prisma/enums.ts';
import type { EndpointCreator } from './endpoint-access.ts';

/** The position of an endpoint, or of its replay. */
export interface EndpointCursor {
  isReplay: boolean;
  position: string;
  until: string | null;
  types: string[];
  consecutiveFailures: number;
  firstFailureAt: Date | null;
  nextAttemptAt: Date | null;
  notifiedAt: Date | null;
}

/** An endpoint with everything that a delivery needs. */
export interface ReadyEndpoint extends EndpointCreator, EndpointCursor {
  accountId: number;
  id: string;
  version: number;
  url: string;
  /** Types of events of the endpoint. */
  wantedTypes: string[];
  where: object | null;
  payload: WebhookPayload;
  hookType: string | null;
  order: WebhookOrder;
  scopes: string[];
  state: WebhookEndpointState;
  bucket: number;
  cursorVersion: number;
  /** Null for a replay, and if no event waits for a retry. */
  nextRetryAt: Date | null;
  /** Valid secrets, encrypted. */
  secrets: string[];
}

/** Endpoints that are not disabled. An endpoint with a replay has two rows. */
export function readReadyEndpoints(
  db: Db,
  condition: Prisma.Sql,
  now: Date,
): Promise<ReadyEndpoint[]> {
  return db.$queryRaw<ReadyEndpoint[]>`
    WITH RECURSIVE ready AS MATERIALIZED (
      SELECT e."accountId", e.id, e.version, e.url, e.types AS "wantedTypes", e."where", e.payload, e."hookType", e."order", e.scopes, e.state,
        e."madeByKeyId", e."madeByUserId", c.bucket, c.version AS "cursorVersion", c."isReplay", c.position, c.until, c.types, c."consecutiveFailures",
        c."firstFailureAt", c."nextAttemptAt", c."notifiedAt"
      FROM "WebhookCursor" c JOIN "WebhookEndpoint" e ON e."accountId" = c."accountId" AND e.id = c."endpointId"
        JOIN "Workspace" w ON w."accountId" = e."accountId" AND w."deletedAt" IS NULL
      WHERE e.state <> 'DISABLED' AND ${condition}
    ), keys AS (
      SELECT DISTINCT r."accountId", r."madeByKeyId" AS first, k.id, k."replacedById", k.scopes, k."revokedAt", k."expiresAt"
      FROM ready r JOIN "ApiKey" k ON k."accountId" = r."accountId" AND k.id = r."madeByKeyId"
      UNION ALL
      SELECT keys."accountId", keys.first, k.id, k."replacedById", k.scopes, k."revokedAt", k."expiresAt"
      FROM keys JOIN "ApiKey" k ON k."accountId" = keys."accountId" AND k.id = keys."replacedById"
    )
    SELECT r.*,
      (SELECT min(w."nextAttemptAt") FROM "WebhookRetry" w WHERE w."accountId" = r."accountId" AND w."endpointId" = r.id
        AND w.state = 'RETRYING' AND NOT r."isReplay") AS "nextRetryAt",
      (SELECT json_build_object('scopes', k.scopes, 'revokedAt', k."revokedAt", 'expiresAt', k."expiresAt")
       FROM keys k WHERE k."accountId" = r."accountId" AND k.first = r."madeByKeyId" AND k."replacedById" IS NULL) AS key,
      (SELECT json_build_object('active', u.active, 'role', u.role)
       FROM "User" u WHERE u."accountId" = r."accountId" AND u.id = r."madeByUserId") AS "user",
      ARRAY(SELECT s.secret FROM "WebhookSecret" s
       WHERE s."accountId" = r."accountId" AND s."endpointId" = r.id AND (s."expiresAt" IS NULL OR s."expiresAt" > ${now})
       ORDER BY s."createdAt" DESC, s.id DESC) AS secrets
    FROM ready r`;
}

export const endpointsCondition = (
  endpoints: readonly Pick<ReadyEndpoint, 'accountId' | 'id'>[],
): Prisma.Sql => {
  const accountIds = endpoints.map(({ accountId }) => accountId);
  const ids = endpoints.map(({ id }) => id);
  return Prisma.sql`(c."accountId", c."endpointId") IN (SELECT * FROM unnest(${accountIds}::int[], ${ids}::text[]))`;
};
