import { invalidInputError } from '../../platform/errors/action-error.ts';
import { parseNumericId } from '../../platform/ids/record-ids.ts';
import { isStorableText } from '../../platform/input/text-types.ts';
import { toSingleLine, toSingleLinePart } from '../../platform/text/sanitize-text.ts';
import type { ColumnValueKind, ComparisonOperator, Condition } from '../../query/conditions.ts';
import { allOf, matchNone, not } from '../../query/conditions.ts';
import type { CustomValueColumn } from '../../query/custom-values.ts';
import { isUniqueColumn } from '../../query/model-columns.ts';
import type { TextComparison } from '../../query/text-condition.ts';
import type { ModelName } from './model-names.ts';
import { prismaFieldOf } from './prisma-models.ts';

export type Where = Readonly<Record<string, unknown>>;

/** Values in one list. */
const maxValues = 1_000;

export function rejectWhere(message: string, path = 'where'): never {
  throw invalidInputError([{ path, code: 'invalid_condition', message }]);
}

export interface Column {
  model: ModelName;
  column: string;
  custom?: CustomValueColumn;
}

const named = ({ column, custom }: Column) => ({ column, ...(custom && { custom }) });

/** A custom field can have no value. */
export const compileNull = (target: Column): Condition =>
  target.custom === undefined && prismaFieldOf(target.model, target.column).isRequired
    ? matchNone
    : { kind: 'null', ...named(target) };

const comparisonOperators: Readonly<Record<string, ComparisonOperator>> = {
  equals: '=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

const isTextComparison = (operator: string): operator is TextComparison =>
  ['contains', 'startsWith', 'endsWith'].includes(operator);

/** `mode` also applies inside `not`. */
export function compileColumn(
  target: Column,
  { mode, ...operators }: Where,
  inheritedCase = false,
): Condition | undefined {
  const ignoreCase = mode === undefined || mode === null ? inheritedCase : mode === 'insensitive';
  return allOf(
    Object.entries(operators).map(([name, value]) => {
      if (value === undefined) return undefined;
      if (name === 'not') {
        return not(
          value === null ? compileNull(target) : compileColumn(target, value as Where, ignoreCase),
        );
      }
      if (value === null) return name === 'equals' ? compileNull(target) : undefined;
      if (Array.isArray(value))
        return compileMembership(target, name, checkLength(value), ignoreCase);
      return compileComparison(target, name, normalize(target, value, name), ignoreCase);
    }),
  );
}

function valueKindOf({ model, column, custom }: Column): ColumnValueKind | undefined {
  if (custom) return undefined;
  if (prismaFieldOf(model, column).kind === 'enum') return 'enumerated';
  return isUniqueColumn(model, column) ? 'unique' : undefined;
}

const optionalValueKind = (valueKind: ColumnValueKind | undefined) => valueKind && { valueKind };

function compileComparison(
  target: Column,
  name: string,
  value: unknown,
  ignoreCase: boolean,
): Condition {
  const column = named(target);
  if (isTextComparison(name))
    return { kind: 'text', ...column, by: name, value: String(value), ignoreCase };
  const by = comparisonOperators[name];
  if (by === undefined) throw new Error(`There is no meaning of ${name}.`);
  if (typeof value === 'boolean') {
    const flag: Condition = { kind: 'flag', ...column };
    return value ? flag : not(flag);
  }
  return ignoreCase && typeof value === 'string'
    ? { kind: 'text', ...column, by: 'equals', value, ignoreCase }
    : { kind: 'compare', ...column, by, value, ...optionalValueKind(valueKindOf(target)) };
}

function compileMembership(
  target: Column,
  name: string,
  list: readonly unknown[],
  ignoreCase: boolean,
): Condition {
  const values = list.map((entry) => normalize(target, entry));
  const isListed: Condition = ignoreCase
    ? {
        kind: 'any',
        of: values.map((value) => compileComparison(target, 'equals', value, ignoreCase)),
      }
    : { kind: 'in', ...named(target), values, ...optionalValueKind(valueKindOf(target)) };
  return name === 'notIn' ? not(isListed) : isListed;
}

function checkLength(values: unknown[]): unknown[] {
  if (values.length > maxValues) rejectWhere(`must not list more than ${maxValues} values`);
  return values;
}

/** Texts with several lines, which are stored as they are. */
const multilineColumns: ReadonlySet<string> = new Set(['notes']);

/** Normalizes text as records store it: other texts have a single line. */
function normalize({ model, column, custom }: Column, value: unknown, operator = 'in'): unknown {
  if (model === 'User' && column === 'id') {
    // No user has a negative id, so an id of another type matches nothing.
    return parseNumericId('User', String(value)) ?? -1;
  }
  if (typeof value === 'string') {
    if (!isStorableText(value)) rejectWhere('must not contain NUL or broken Unicode');
    if (custom || multilineColumns.has(column)) return value;
    return isTextComparison(operator) ? toSingleLinePart(value) : toSingleLine(value);
  }
  if (value instanceof Date && (value.getUTCFullYear() < 1 || value.getUTCFullYear() > 9_999)) {
    rejectWhere('must have years from 1 to 9999');
  }
  if (custom?.as === 'date') return (value as Date).toISOString().slice(0, 10);
  return custom && typeof value === 'boolean' ? String(value) : value;
}
