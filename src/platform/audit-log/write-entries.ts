import type { Db } from '../../database/client/db.ts';
import {
  auditLogStagingTable,
  logPositionMarker,
} from '../../database/statements/audit-log-tables.ts';
import { openTransactionOf } from '../../database/transactions/transactions.ts';
import type { AuditAuthor } from './audit-author.ts';
import type { AuditedModel } from './audited-columns.ts';
import { auditChangesOf, auditValuesOf } from './audited-columns.ts';
import type { ChangeCollector, CollectedChange } from './change-collector.ts';

/** A statement has at most 65,535 parameters. */
const entriesAtOnce = 500;

const ownColumns = {
  kind: '"LogEntryKind"',
  recordType: 'text',
  recordId: 'text',
  recordVersion: 'int',
  before: 'jsonb',
  after: 'jsonb',
};
/** Equal for all entries of an author. */
const sharedColumns = {
  accountId: 'int',
  actorKind: '"LogActorKind"',
  actorId: 'text',
  actorName: 'text',
  requestId: 'text',
  address: 'text',
};

const columnNames = [...Object.keys(sharedColumns), 'operation', ...Object.keys(ownColumns)];
const insertInto = `INSERT INTO ${auditLogStagingTable} (${columnNames.map((name) => `"${name}"`).join(', ')})`;

const sharedSql = (first: number): string[] =>
  Object.values(sharedColumns).map((type, index) =>
    index === 0 ? `${logPositionMarker} $${first}::${type}` : `$${first + index}::${type}`,
  );
const sharedCount = Object.keys(sharedColumns).length;

const sharedValues = ({ accountId, by, origin, requestId }: AuditAuthor): unknown[] => [
  ...[accountId, by.kind, by.id, by.name, requestId, origin.address],
];

const statements = new Map<number, string>();

function statementFor(count: number): string {
  const known = statements.get(count);
  if (known) return known;
  const shared = sharedSql(1);
  const own = ['text', ...Object.values(ownColumns)];
  const rows = Array.from({ length: count }, (_, row) => {
    const first = sharedCount + 1 + row * own.length;
    const values = own.map((type, index) => `$${first + index}::${type}`);
    return `(${[...shared, ...values].join(', ')})`;
  });
  const text = `${insertInto} VALUES ${rows.join(', ')}`;
  if (count <= 8) statements.set(count, text);
  return text;
}

/** SQL expressions; undefined is null. */
export interface AuditEntryExpressions {
  kind: 'CREATED' | 'UPDATED' | 'DELETED' | 'ERASED';
  model: AuditedModel;
  id: string;
  version: string;
  before?: string;
  after?: string;
  /** The part of the statement that returns the rows. */
  from: string;
}

/** Stages entries of other parts of a statement. Parameters: {@link auditEntryParameters}, numbered from `first`. */
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

function ownValues({ after, before, id, kind, model, operation }: CollectedChange): unknown[] {
  const version = (after ?? before)?.version;
  const [was, is] =
    before && after
      ? auditChangesOf(model, before, after)
      : [before && auditValuesOf(model, before), after && auditValuesOf(model, after)];
  const json = (values: object | null) => values && JSON.stringify(values);
  return [
    operation,
    kind,
    model,
    id,
    version === undefined ? null : Number(version),
    json(was),
    json(is),
  ];
}

/** Sent with COMMIT: one statement per 500 entries. */
export function writeAuditEntries(opened: Db, author: AuditAuthor, log: ChangeCollector): void {
  const entries = [...log.changes].map(ownValues);
  const shared = sharedValues(author);
  for (let from = 0; from < entries.length; from += entriesAtOnce) {
    const some = entries.slice(from, from + entriesAtOnce);
    openTransactionOf(opened).sendWithCommit({
      text: statementFor(some.length),
      values: [...shared, ...some.flat()],
    });
  }
}
