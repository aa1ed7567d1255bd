import type { Db } from '../../database/client/db.ts';
import { auditLogStagingTable } from '../../database/statements/audit-log-tables.ts';
import { requireTransaction } from '../../database/transactions/transactions.ts';
import type { LogEntry } from '../../generated/prisma/client.ts';

export type DryRunChange = Pick<
  LogEntry,
  'kind' | 'recordType' | 'recordId' | 'recordVersion' | 'before' | 'after'
>;

/** Reads the audit entries of the transaction before it rolls back. */
export function readDryRunChanges(
  opened: Db,
  accountId: number,
  onChanges: (changes: readonly DryRunChange[]) => void,
): void {
  const statement = {
    text: `SELECT kind, "recordType", "recordId", "recordVersion", before, after FROM ${auditLogStagingTable}
      WHERE "accountId" = $1 AND transaction = (pg_current_xact_id()::text)::bigint ORDER BY place`,
    values: [accountId],
  };
  requireTransaction(opened).sendWithCommit(statement, (rows) =>
    onChanges(rows as readonly DryRunChange[]),
  );
}
