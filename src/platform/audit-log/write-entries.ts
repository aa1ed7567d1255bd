import type { Db } from '../../database/client/db.ts';
import {
  auditLogStagingTable,
  logPositionMarker,
} from '../../database/statements/audit-log-tables.ts';
import { requireTransaction } from '../../database/transactions/transactions.ts';
import type { AuditAuthor } from './audit-author.ts';
import type { AuditedModel } from './audited-columns.ts';
import { auditChangesOf, auditValuesOf } from './audited-columns.ts';
import type { ChangeCollector, CollectedChange } from './change-collector.ts';

/**
 * Above this number, all entries are one JSON parameter, because PostgreSQL plans a statement with very
 * many parameters at each execution.
 */
const maxEntriesAsParameters = 8;

const ownColumns = {
  kind: '"LogEntryKind"',
  recordType: 'text',
  recordId: 'text',
  recordVersion: 'int',
  before: 'jsonb',
  after: 'jsonb',
};
const sharedColumns = {
  accountId: 'int',
  actorKind: '"LogActorKind"',
  actorId: 'text',
  actorName: 'text',
  requestId: 'text',
  address: 'text',
  clientName: 'text',
};

const columnNames = [...Object.keys(sharedColumns), 'operation', ...Object.keys(ownColumns)];
const insertInto = `INSERT INTO ${auditLogStagingTable} (${columnNames.map((name) => `"${name}"`).join(', ')})`;

const sharedSql = (first: number): string[] =>
  Object.values(sharedColumns).map((type, index) =>
    index === 0 ? `${logPositionMarker} $${first}::${type}` : `$${first + index}::${type}`,
  );
const sharedCount = Object.keys(sharedColumns).length;

const sharedValues = ({ accountId, by, origin, requestId }: AuditAuthor): unknown[] => [
  ...[accountId, by.kind, by.id, by.name, requestId, origin.address, origin.clientName ?? null],
];

const ownTypes = { operation: 'text', ...ownColumns };

function statementFor(count: number): string {
  const shared = sharedSql(1).join(', ');
  if (count > maxEntriesAsParameters) {
    const columns = Object.entries(ownTypes).map(([name, type]) => `"${name}" ${type}`);
    return `${insertInto} SELECT ${shared}, e.* FROM json_to_recordset($${sharedCount + 1}::json) AS e (${columns.join(', ')})`;
  }
  const own = Object.values(ownTypes);
  const rows = Array.from({ length: count }, (_, row) => {
    const first = sharedCount + 1 + row * own.length;
    const values = own.map((type, index) => `$${first + index}::${type}`);
    return `(${shared}, ${values.join(', ')})`;
  });
  return `${insertInto} VALUES ${rows.join(', ')}`;
}

const statements = Array.from({ length: maxEntriesAsParameters + 2 }, (_, count) =>
  statementFor(count),
);

/** Values are SQL expressions; undefined is null. */
export interface AuditEntryExpressions {
  kind: 'CREATED' | 'UPDATED' | 'DELETED' | 'ERASED';
  model: AuditedModel;
  id: string;
  version: string;
  before?: string;
  after?: string;
  /** FROM clause with the changed rows. */
  from: string;
}

/**
 * Stages entries for rows that the same statement changes. `first` is the number of the first parameter in {@link
 * auditEntryParameters}.
 */
export function insertAuditEntriesSql(
  first: number,
  changes: readonly AuditEntryExpressions[],
): string {
  const shared = [...sharedSql(first), `$${first + sharedCount}::text`].join(', ');
  const rows = changes.map(
    ({ kind, model, id, version, before = 'NULL', after = 'NULL', from }) =>
      `SELECT ${shared}, '${kind}'::"LogEntryKind", '${model}', ${id}, ${version}, ${before}::jsonb, ${after}::jsonb FROM ${from}`,
  );
  return `${insertInto} ${rows.join(' UNION ALL ')}`;
}

export const auditEntryParameterCount = sharedCount + 1;

export const auditEntryParameters = (author: AuditAuthor): unknown[] => [
  ...sharedValues(author),
  author.origin.operation,
];

function entryOf({ after, before, id, kind, model, operation }: CollectedChange) {
  const version = (after ?? before)?.version;
  const [was, is] =
    before && after
      ? auditChangesOf(model, before, after)
      : [before && auditValuesOf(model, before), after && auditValuesOf(model, after)];
  return {
    ...{ operation, kind, recordType: model, recordId: id },
    recordVersion: version === undefined ? null : Number(version),
    ...{ before: was ?? undefined, after: is ?? undefined },
  };
}

/** Sends the statement with COMMIT. */
export function writeAuditEntries(opened: Db, author: AuditAuthor, log: ChangeCollector): void {
  const entries = [...log.changes].map(entryOf);
  if (entries.length === 0) return;
  const own =
    entries.length > maxEntriesAsParameters
      ? [JSON.stringify(entries)]
      : entries.flatMap(({ before, after, ...entry }) => [
          ...Object.values(entry),
          ...[before, after].map((values) => (values ? JSON.stringify(values) : null)),
        ]);
  requireTransaction(opened).sendWithCommit({
    text: statements[Math.min(entries.length, maxEntriesAsParameters + 1)] as string,
    values: [...sharedValues(author), ...own],
  });
}
