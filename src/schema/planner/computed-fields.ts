import { getNamedType, isLeafType, isObjectType } from 'graphql';
import type { JsonQueryPart, SqlExpression } from '../../query/json-query.ts';
import type { FieldComputation } from '../core/field-reads.ts';
import { relationOf } from '../core/prisma-models.ts';
import { UndeclaredFieldError } from '../core/undeclared-field-error.ts';
import { scalarJsonKind, storedColumn, toColumnOrder } from './column-values.ts';
import { nestedOperation } from './field-permissions.ts';
import { mapMaybePromise } from './maybe-promise.ts';
import type { PlanDraft } from './plan-draft.ts';
import { addHiddenColumn, addNestedPostProcessor } from './plan-draft.ts';
import type { Row } from './row.ts';
import type { AnyField, SelectedField } from './selected-field.ts';
import { argumentsOf, collectFields, objectTypeOf } from './selection.ts';
import { maxIdentifierLength, replaceProperties, withShortAliases } from './short-aliases.ts';
import { createValueCompleter } from './value-completion.ts';

type Select = Readonly<Record<string, unknown>>;

/** Converts JSON to the value that Prisma would return. */
type Revive = (row: Row) => unknown;

/** A field that the process computes from columns of its record. */
export function planComputedField(
  draft: PlanDraft,
  { name, nodes }: SelectedField,
  field: AnyField,
  { from, value: derive, customFields }: FieldComputation,
): void {
  const { parts, postProcessors, operation } = draft;
  const args = argumentsOf(field, nodes, operation);
  if (customFields) operation.collector.addCustomFields(customFields(args));
  const complete = createValueCompleter(field.type, nodes, nestedOperation(operation, name));
  const revivals = Object.entries(from).map(([key, value]) => {
    // Fields select different columns of a relation, so the name contains the field.
    const as = value === true ? `#${key}` : `#${field.name}.${key}`;
    const revive = hiddenPart(draft, as, key, value);
    return [key, revive] as const;
  });
  parts.push({ as: name, kind: 'constant', text: null });
  postProcessors.push(async (rows, run) => {
    const values = await mapMaybePromise(rows, (row) => {
      const own = Object.fromEntries(revivals.map(([key, revive]) => [key, revive(row)]));
      return derive(own, run.context, args);
    });
    const completed = await mapMaybePromise(values, (value) => complete(value, run, run.path));
    for (const [index, row] of rows.entries()) row[name] = completed[index];
  });
}

/** A total that the statement computes. */
export function planTotal(
  draft: PlanDraft,
  { name, nodes }: SelectedField,
  field: AnyField,
  sql: SqlExpression,
): void {
  if (isLeafType(getNamedType(field.type))) {
    draft.parts.push({ as: name, kind: 'expression', sql });
    return;
  }
  const type = objectTypeOf(field);
  const columns = collectFields(type, nodes, draft.operation).map(
    ({ name: as, field: own }): JsonQueryPart =>
      own
        ? { as, kind: 'column', column: own.name, written: scalarJsonKind(own.type) }
        : { as, kind: 'constant', text: type.name },
  );
  draft.parts.push({ as: name, kind: 'rows', sql, parts: shortParts(draft, name, columns) });
}

type CountedRecords = Pick<Extract<JsonQueryPart, { kind: 'one' }>, 'link' | 'rows'> &
  Pick<PlanDraft, 'model'>;

/** A page of which only the count is requested. */
export function planCount(
  draft: PlanDraft,
  as: string,
  { model, link, rows }: CountedRecords,
  countedParts: readonly JsonQueryPart[],
): void {
  const parts = shortParts(draft, as, countedParts);
  // Without an aggregate, the subquery would return a row per record.
  if (parts.every(({ kind }) => kind === 'constant')) draft.parts.push({ as, kind: 'own', parts });
  else draft.parts.push({ as, kind: 'one', link, tree: { model, parts }, ...(rows && { rows }) });
}

/** Shortens names of the parts that exceed PostgreSQL's limit. */
function shortParts(
  draft: PlanDraft,
  name: string,
  parts: readonly JsonQueryPart[],
): readonly JsonQueryPart[] {
  if (parts.every(({ as }) => as.length <= maxIdentifierLength)) return parts;
  const short = withShortAliases(parts, 'n');
  addNestedPostProcessor(draft, name, async (rows) => {
    for (const row of rows) replaceProperties(row, short.named(row));
  });
  return short.parts;
}

/** For columns without a JSON format. */
export const columnComputation = (column: string): FieldComputation => ({
  from: { [column]: true },
  value: (row) => (row as Row)[column],
});

/** Adds a column or relation that only the computation reads. */
function hiddenPart(draft: PlanDraft, as: string, key: string, value: unknown): Revive {
  if (value === true) {
    const { written, revive } = storedColumn(draft.model, key, draft.type);
    addHiddenColumn(draft, as, key, written);
    return (row) => revive(row[as]);
  }
  const { select, orderBy = [], ...rest } = value as { select?: Select; orderBy?: object[] };
  if (!select || Object.keys(rest).length > 0)
    throw new UndeclaredFieldError(`the selection of ${key}`);
  const { model, isList, link } = relationOf(draft.model, key);
  const type = draft.operation.schema.getType(model);
  const inner: PlanDraft = {
    model,
    type: isObjectType(type) ? type : draft.type,
    operation: draft.operation,
    parts: [],
    hidden: new Set(),
    postProcessors: [],
  };
  const revivals = Object.entries(select).map(
    ([column, wanted]) => [column, hiddenPart(inner, column, column, wanted)] as const,
  );
  const tree = { model, parts: inner.parts };
  const isPlanned = draft.hidden.has(as);
  draft.hidden.add(as);
  const read = (row: Row) =>
    Object.fromEntries(revivals.map(([column, revive]) => [column, revive(row)]));
  if (isList) {
    const rows = { orderBy: toColumnOrder([orderBy].flat()) };
    if (!isPlanned) draft.parts.push({ as, kind: 'many', link, tree, rows });
    return (row) => (row[as] as Row[]).map(read);
  }
  if (!isPlanned) draft.parts.push({ as, kind: 'one', link, tree });
  return (row) => (row[as] === null ? null : read(row[as] as Row));
}
