import type { Db } from '../../database/client/db.ts';
import { sendWithCommit } from '../../database/transactions/transactions.ts';
import type { AuditAuthor } from './audit-author.ts';
import type { AuditedModel } from './audited-columns.ts';
import { auditChangesOf, auditValuesOf } from './audited-columns.ts';
import type { ChangeCollector, CollectedChange } from './change-collector.ts';

/** Entries that one statement writes: a statement has no more than 65,535 parameters. */
const entriesAtOnce = 500;

/** What an entry says of itself, and of what it shares with those beside it, each with its type. When, the database says. */
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
};

const columnNames = [
  ...['place', ...Object.keys(sharedColumns)],
  ...['operation', ...Object.keys(ownColumns)],
];
const insertInto = `INSERT INTO "LogEntry" (${columnNames.map((name) => `"${name}"`).join(', ')})`;

/**
 * The place of an entry. The first that is drawn locks the log of the workspace until the transaction ends, so that entries are
 * committed in the order of their places (decision 59). Who holds it must wait for nobody any more: `entries`, which the database
 * knows when all that is written beside them was written, makes a statement draw them last.
 */
const placeSql = (first: number, entries: string) =>
  `"log_place"($${first}::int, ${entries}, $${first + sharedCount}::boolean)`;

/** That of another entry of a statement, whose first one was drawn. */
const nextPlace = `nextval('"LogEntry_place_seq"')`;

/** What entries share that are not of one operation; its parameters begin with the one given. Behind them: whether the commit is flushed later. */
const sharedSql = (first: number): string[] =>
  Object.values(sharedColumns).map((type, index) => `$${first + index}::${type}`);
const sharedCount = Object.keys(sharedColumns).length;

const sharedValues = ({ accountId, by, origin, requestId }: AuditAuthor): unknown[] => [
  ...[accountId, by.kind, by.id, by.name, requestId, origin.address],
];

const statements = new Map<number, string>();

/** The statement for so many entries, which is the same text each time. */
function statementFor(count: number): string {
  const known = statements.get(count);
  if (known) return known;
  const shared = sharedSql(1);
  const own = ['text', ...Object.values(ownColumns)];
  const rows = Array.from({ length: count }, (_, row) => {
    const first = sharedCount + 2 + row * own.length;
    const values = own.map((type, index) => `$${first + index}::${type}`);
    // The log is locked by then, and who follows is told.
    const place = row === 0 ? placeSql(1, '1') : 'DEFAULT';
    return `(${[place, ...shared, ...values].join(', ')})`;
  });
  const text = `${insertInto} VALUES ${rows.join(', ')}`;
  if (count <= 8) statements.set(count, text);
  return text;
}

/** One change as a part of a statement says it: each an expression. Left out: null. */
export interface AuditEntryExpressions {
  kind: 'CREATED' | 'UPDATED' | 'DELETED' | 'ERASED';
  model: AuditedModel;
  id: string;
  version: string;
  before?: string;
  after?: string;
  /** The rows that were written, as a part of the statement before answers them. */
  from: string;
  /**
   * Whether there is one such row at most. Where all changes of a statement are such, there is one of each or of none, and the tables are not
   * spread over several servers where there are several.
   */
  isOne?: boolean;
}

/**
 * A part of a statement that writes audit entries for its other parts (see `src/write/single-statement-write.ts`). Its parameters
 * are {@link auditEntryParameters} and begin with the number `first`.
 */
export function insertAuditEntriesSql(
  first: number,
  changes: readonly AuditEntryExpressions[],
): string {
  const shared = [...sharedSql(first), `$${first + sharedCount + 1}::text`].join(', ');
  const rows = changes.map(
    ({ kind, model, id, version, before = 'NULL', after = 'NULL', from }) =>
      `${shared}, '${kind}'::"LogEntryKind", '${model}', ${id}, ${version}, ${before}::jsonb, ${after}::jsonb FROM ${from}`,
  );
  if (changes.every(({ isOne }) => isOne)) {
    // The first draws its place once the others are written, which draw theirs after it. Itself was written when it is read.
    const others = changes.slice(1).map(({ from, id }) => `(SELECT ${id} FROM ${from})`);
    const place = placeSql(
      first,
      others.length > 0 ? `1 + num_nonnulls(${others.join(', ')})` : '1',
    );
    return `${insertInto} ${rows.map((row, index) => `SELECT ${index === 0 ? place : nextPlace}, ${row}`).join(' UNION ALL ')}`;
  }
  const all = rows.map((row) => `SELECT ${row}`).join(' UNION ALL ');
  const place = placeSql(first, 'count(*) OVER ()');
  return `${insertInto} SELECT ${place}, entry.* FROM (${all}) entry`;
}

/** How many parameters {@link insertAuditEntriesSql} has. */
export const auditEntryParameterCount = sharedCount + 2;

/** The values of the parameters of {@link insertAuditEntriesSql}; `isFlushedLater` as for {@link writeAuditEntries}. */
export const auditEntryParameters = (author: AuditAuthor, isFlushedLater = false): unknown[] => [
  ...[...sharedValues(author), isFlushedLater],
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

/**
 * Writes what a transaction noted into the log, by statements that are sent with its COMMIT: one for each 500 entries, none
 * where there are none.
 * @param opened the transaction's database, as it was opened
 * @param isFlushedLater whether the commit does not wait for the disk: then who writes has to, by `waitForFlush`, before anybody is answered
 */
export function writeAuditEntries(
  opened: Db,
  author: AuditAuthor,
  log: ChangeCollector,
  isFlushedLater = false,
): void {
  const entries = [...log.changes].map(ownValues);
  const shared = [...sharedValues(author), isFlushedLater];
  for (let from = 0; from < entries.length; from += entriesAtOnce) {
    const some = entries.slice(from, from + entriesAtOnce);
    const values = [...shared, ...some.flat()];
    sendWithCommit(opened, { text: statementFor(some.length), values });
  }
}
