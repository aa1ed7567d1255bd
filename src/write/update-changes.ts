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
import { areEqualValues, toStoredValues } from './column-values.ts';
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
  const rowChange = collectRowChange(context, model, row as DatabaseRow, change);
  if (!rowChange) return row;
  const statement = updateStatement(model, rowChange.key, rowChange.newValues);
  queue(context, statement, (error) => constraintErrorOf(errors, error));
  return { ...row, ...rowChange.after };
}

export function updateAll<M extends Model>(
  context: TransactionContext,
  model: M,
  rows: readonly Row<M>[],
  change: Change<M>,
): Row<M>[] {
  const changes = rows.map((row) => collectRowChange(context, model, row as DatabaseRow, change));
  const rowChanges = changes.filter((rowChange) => rowChange !== undefined);
  const [first] = rowChanges;
  const keys = rowChanges.map(({ key }) => key);
  if (first) queue(context, updateAllStatement(model, keys, first.newValues));
  return rows.map((row, index) => ({ ...row, ...changes[index]?.after }));
}

/** Each row gets its own values of the same columns. */
export function updateEach<M extends Model>(
  context: TransactionContext,
  model: M,
  changes: readonly (readonly [row: Row<M>, change: Change<M>])[],
): void {
  const [first, ...others] = changes.flatMap(
    ([row, change]) => collectRowChange(context, model, row as DatabaseRow, change) ?? [],
  );
  if (first) queue(context, updateEachStatement(model, [first, ...others]));
}

export async function updateAllReturning<M extends Model>(
  context: TransactionContext,
  model: M,
  rows: readonly Row<M>[],
  change: Change<M>,
): Promise<Row<M>[]> {
  const changes = rows.map((row) => collectRowChange(context, model, row as DatabaseRow, change));
  const rowChanges = changes.filter((rowChange) => rowChange !== undefined);
  const [first] = rowChanges;
  if (!first) return [...rows];
  const keys = rowChanges.map(({ key }) => key);
  const { text, values } = updateAllStatement(model, keys, first.newValues);
  const [updatedRows = []] = await readBatch(context, [{ text: `${text} RETURNING *`, values }]);
  const storedRows =
    model === 'Invoice'
      ? await withIssuedSnapshot(
          unfilteredClientOf(context),
          context.accountId,
          updatedRows as Invoice[],
        )
      : (updatedRows as DatabaseRow[]);
  if (isAuditedModel(model))
    for (const row of storedRows) context.changeCollector.replace(model, row as DatabaseRow);
  const idOf = (row: object) => JSON.stringify(keyOf(model, row as DatabaseRow));
  const byId = new Map(storedRows.map((row) => [idOf(row), row as Row<M>]));
  return rows.map((row) => byId.get(idOf(row)) ?? row);
}

export async function updateById<M extends Model & RecordType>(
  context: TransactionContext,
  model: M,
  id: string,
  change: Change<M>,
  errors: ConstraintErrors = {},
): Promise<void> {
  const newValues = toStoredValues(model, change);
  if (!canSkipReads(context) || !isAuditedModel(model) || Object.keys(newValues).length === 0) {
    const row = await lockRecord(context, model, id);
    update(context, model, row, change, errors);
    return;
  }
  queueUnreadUpdate(context, model as AuditedModel & RecordType, id, newValues, errors);
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
  const { accountId, changeCollector, versionCheck } = context;
  changeCollector.hasStagedEntries = true;
  const isExpected = versionCheck && isVersionExpected(context, model, id);
  if (isExpected) versionCheck.isChecked = true;
  const [lock, update] = updateUnreadStatements(model, {
    key: { accountId, id },
    change,
    auditParameters: auditEntryParameters(auditAuthorOf(context)),
    ...(isExpected && { versions: acceptedVersions(versionCheck).filter(isStorableVersion) }),
  });
  queue(context, lock);
  queue(context, update, (error) => constraintErrorOf(errors, guardErrorOf(error)));
}

/** Adds the change to the collector. Returns undefined if no value differs. */
function collectRowChange(
  context: TransactionContext,
  model: Model,
  row: DatabaseRow,
  change: object,
): { key: DatabaseRow; newValues: DatabaseRow; after: DatabaseRow } | undefined {
  requireWritable(context, model, 'updateManyAndReturn');
  const { changeCollector } = context;
  const isAudited = isAuditedModel(model);
  const knownRow = isAudited ? changeCollector.known(model, auditRecordIdOf(model, row)) : row;
  if (!knownRow) throw new TypeError(`${model} was not locked before its update.`);
  const newValues = toStoredValues(model, change);
  if (Object.entries(newValues).every(([name, value]) => areEqualValues(knownRow[name], value)))
    return undefined;
  const { version } = knownRow as { version?: number };
  const after = { ...newValues, ...(version !== undefined && { version: version + 1 }) };
  if (isAudited) changeCollector.updated(model, { ...knownRow, ...after });
  return { key: keyOf(model, knownRow), newValues, after };
}
