import type { Invoice } from '../generated/prisma/client.ts';
import { auditAuthorOf } from '../platform/audit-log/audit-author.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import { auditRecordIdOf, isAuditedModel } from '../platform/audit-log/audited-columns.ts';
import { auditEntryParameters } from '../platform/audit-log/write-entries.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import {
  updateAllStatement,
  updateEachStatement,
  updateStatement,
  updateUnreadStatements,
} from './change-statements.ts';
import { areEqualValues, storedValuesOf } from './column-values.ts';
import type { ConstraintErrors } from './constraint-errors.ts';
import { constraintErrorOf } from './constraint-errors.ts';
import { canSkipReads, guardErrorOf } from './guards.ts';
import { withIssuedSnapshot } from './issued-snapshot.ts';
import { lockRecord } from './lock-records.ts';
import { acceptedVersions, isVersionExpected } from './optimistic-locking.ts';
import type { Change, Model, Row } from './row-types.ts';
import type { TransactionContext } from './transaction-statements.ts';
import {
  keyOf,
  queue,
  readBatch,
  requireWritable,
  unfilteredClientOf,
} from './transaction-statements.ts';

export function update<M extends Model>(
  context: TransactionContext,
  model: M,
  row: Row<M>,
  change: Change<M>,
  errors: ConstraintErrors = {},
): Row<M> {
  const changed = changedRow(context, model, row as DatabaseRow, change);
  if (!changed) return row;
  const statement = updateStatement(model, changed.key, changed.stored);
  queue(context, statement, (error) => constraintErrorOf(errors, error));
  return { ...row, ...changed.after };
}

export function updateAll<M extends Model>(
  context: TransactionContext,
  model: M,
  rows: readonly Row<M>[],
  change: Change<M>,
): Row<M>[] {
  const changes = rows.map((row) => changedRow(context, model, row as DatabaseRow, change));
  const changed = changes.filter((one) => one !== undefined);
  const [first] = changed;
  const keys = changed.map(({ key }) => key);
  if (first) queue(context, updateAllStatement(model, keys, first.stored));
  return rows.map((row, index) => ({ ...row, ...changes[index]?.after }));
}

/** Each row gets its own values of the same columns. */
export function updateEach<M extends Model>(
  context: TransactionContext,
  model: M,
  changes: readonly (readonly [row: Row<M>, change: Change<M>])[],
): void {
  const [first, ...others] = changes.flatMap(
    ([row, change]) => changedRow(context, model, row as DatabaseRow, change) ?? [],
  );
  if (first) queue(context, updateEachStatement(model, [first, ...others]));
}

export async function updateAllReturning<M extends Model>(
  context: TransactionContext,
  model: M,
  rows: readonly Row<M>[],
  change: Change<M>,
): Promise<Row<M>[]> {
  const changes = rows.map((row) => changedRow(context, model, row as DatabaseRow, change));
  const changed = changes.filter((one) => one !== undefined);
  const [first] = changed;
  if (!first) return [...rows];
  const keys = changed.map(({ key }) => key);
  const { text, values } = updateAllStatement(model, keys, first.stored);
  const [updated = []] = await readBatch(context, [{ text: `${text} RETURNING *`, values }]);
  const after =
    model === 'Invoice'
      ? await withIssuedSnapshot(
          unfilteredClientOf(context),
          context.accountId,
          updated as Invoice[],
        )
      : (updated as DatabaseRow[]);
  if (isAuditedModel(model))
    for (const row of after) context.log.replace(model, row as DatabaseRow);
  const idOf = (row: object) => JSON.stringify(keyOf(model, row as DatabaseRow));
  const byId = new Map(after.map((row) => [idOf(row), row as Row<M>]));
  return rows.map((row) => byId.get(idOf(row)) ?? row);
}

export async function updateById<M extends Model & RecordType>(
  context: TransactionContext,
  model: M,
  id: string,
  change: Change<M>,
  errors: ConstraintErrors = {},
): Promise<void> {
  const stored = storedValuesOf(model, change);
  if (!canSkipReads(context) || !isAuditedModel(model) || Object.keys(stored).length === 0) {
    const row = await lockRecord(context, model, id);
    update(context, model, row, change, errors);
    return;
  }
  queueUnreadUpdate(context, model as AuditedModel & RecordType, id, stored, errors);
}

/** Callers may send versions that an int parameter cannot contain. */
const isStorableVersion = (version: number): boolean =>
  Number.isInteger(version) && version <= 2_147_483_647;

function queueUnreadUpdate(
  context: TransactionContext,
  model: AuditedModel & RecordType,
  id: string,
  change: DatabaseRow,
  errors: ConstraintErrors,
): void {
  const { accountId, log, versionCheck } = context;
  log.hasStagedEntries = true;
  const isExpected = versionCheck && isVersionExpected(context, model, id);
  if (isExpected) versionCheck.isChecked = true;
  const [lock, update] = updateUnreadStatements(model, {
    key: { accountId, id },
    change,
    audit: auditEntryParameters(auditAuthorOf(context)),
    ...(isExpected && { versions: acceptedVersions(versionCheck).filter(isStorableVersion) }),
  });
  queue(context, lock);
  queue(context, update, (error) => constraintErrorOf(errors, guardErrorOf(error)));
}

/** Adds the change to the log. Returns undefined if no value differs. */
function changedRow(
  context: TransactionContext,
  model: Model,
  row: DatabaseRow,
  change: object,
): { key: DatabaseRow; stored: DatabaseRow; after: DatabaseRow } | undefined {
  requireWritable(context, model, 'updateManyAndReturn');
  const { log } = context;
  const isAudited = isAuditedModel(model);
  const known = isAudited ? log.known(model, auditRecordIdOf(model, row)) : row;
  if (!known) throw new TypeError(`${model} was not locked before its update.`);
  const stored = storedValuesOf(model, change);
  if (Object.entries(stored).every(([name, value]) => areEqualValues(known[name], value)))
    return undefined;
  const { version } = known as { version?: number };
  const after = { ...stored, ...(version !== undefined && { version: version + 1 }) };
  if (isAudited) log.updated(model, { ...known, ...after });
  return { key: keyOf(model, known), stored, after };
}
