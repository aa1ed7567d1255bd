import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { WebhookEndpointState, WebhookStateReason } from '../../generated/prisma/enums.ts';
import { auditChangesSql } from '../../platform/audit-log/audited-columns.ts';
import { systemAuditEntrySql } from '../../platform/audit-log/system-entries.ts';

interface StateChange {
  state: WebhookEndpointState;
  reason?: WebhookStateReason;
}

/**
 * Changes the state of an endpoint that is not disabled. The change is an audit entry and an event.
 * @returns whether it changed
 */
export async function changeEndpointState(
  db: Db,
  { accountId, id }: { accountId: number; id: string },
  { reason, state }: StateChange,
): Promise<boolean> {
  const [before, after] = auditChangesSql(
    'WebhookEndpoint',
    ['state', 'stateReason'],
    'former',
    'changed',
  );
  const entry = systemAuditEntrySql({ accountId, kind: 'SERVICE', operation: 'webhooks/deliver' }, [
    {
      ...{ kind: 'UPDATED', model: 'WebhookEndpoint', id: 'changed.id' },
      ...{ version: 'changed.version', before, after },
      from: 'changed JOIN former USING ("accountId", id)',
    },
  ]);
  const changed = await db.$queryRaw<unknown[]>`
    WITH former AS (
      SELECT * FROM "WebhookEndpoint" WHERE "accountId" = ${accountId} AND id = ${id}
        AND state <> 'DISABLED' AND state <> ${state}::"WebhookEndpointState" FOR UPDATE
    ), changed AS (
      UPDATE "WebhookEndpoint" e SET state = ${state}::"WebhookEndpointState", "stateReason" = ${reason ?? null}::"WebhookStateReason"
      FROM former WHERE e."accountId" = ${accountId} AND e.id = former.id RETURNING e.*
    ), logged AS (${entry})
    SELECT 1 FROM changed`;
  return changed.length > 0;
}

/** In the current transaction. */
type RunStatement = <Row>(statement: Prisma.Sql) => Promise<Row[]>;

/**
 * Disables the endpoints of a restored or imported workspace: their receivers may have the events already. Returns their
 * number.
 */
export async function disableRestoredEndpoints(
  run: RunStatement,
  accountId: number | null = null,
): Promise<number> {
  const isConcerned = Prisma.sql`(${accountId}::int IS NULL OR "accountId" = ${accountId}::int)`;
  const disabled = await run(Prisma.sql`
    UPDATE "WebhookEndpoint" SET state = 'DISABLED', "stateReason" = 'RESTORED'
    WHERE state <> 'DISABLED' AND ${isConcerned} RETURNING id`);
  return disabled.length;
}

/** The replay is complete, or its receiver failed for too long. */
export async function endReplay(
  db: Db,
  { accountId, id }: { accountId: number; id: string },
): Promise<void> {
  await db.$executeRaw`
    DELETE FROM "WebhookCursor" WHERE "accountId" = ${accountId} AND "endpointId" = ${id} AND "isReplay"`;
}
