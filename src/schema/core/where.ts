import { invalidInputError } from '../../platform/errors/action-error.ts';
import { parseNumericId } from '../../platform/ids/record-ids.ts';
import { isStorableText } from '../../platform/input/text-types.ts';
import { toSingleLine, toSingleLinePart } from '../../platform/text/sanitize-text.ts';
import type { ColumnValueKind, ComparisonOperator, Condition } from '../../query/conditions.ts';
import { allOf, anyOf, matchAll, matchNone, not } from '../../query/conditions.ts';
import { isUniqueColumn } from '../../query/model-columns.ts';
import type { TextComparison } from '../../query/text-condition.ts';
import type { ModelName } from './model-names.ts';
import { prismaFieldOf, relationOf } from './prisma-models.ts';

/** Limits of one `where`: conditions, levels, and values in one list. */
const limits = { conditions: 200, depth: 10, values: 1_000 };

type Where = Readonly<Record<string, unknown>>;

interface ConditionCount {
  conditions: number;
}

interface Position {
  model: ModelName;
  depth: number;
  total: ConditionCount;
}

/** A condition on these link tables applies to the records at the other end. */
const throughLinks: Readonly<Record<string, string>> = {
  'Deliverable.assignees': 'user',
  'Project.members': 'user',
};

/**
 * Compiles a `where` argument. Empty conditions are ignored at every level: {}, an empty AND, or
 * null for a required column.
 * `some`, `every` and `none` are never ignored: every record matches an empty condition in them.
 * @returns undefined if no condition remains
 * @throws ActionError invalid_input if it exceeds a limit or contains a value that cannot be stored
 */
export function toCondition(model: ModelName, where: unknown): Condition | undefined {
  if (where === null || where === undefined) return undefined;
  return compileConditions({ model, depth: 1, total: { conditions: 0 } }, where as Where);
}

function reject(message: string): never {
  throw invalidInputError([{ path: 'where', code: 'invalid_condition', message }]);
}

/** Entries of AND and OR count even if they are empty. */
function countConditions({ total }: Position, additional: number): void {
  total.conditions += additional;
  if (total.conditions > limits.conditions) {
    reject(`must not have more than ${limits.conditions} conditions`);
  }
}

function compileConditions(position: Position, where: Where): Condition | undefined {
  if (position.depth > limits.depth)
    reject(`must not be nested deeper than ${limits.depth} levels`);
  const entries = Object.entries(where).filter(([, value]) => value !== undefined);
  return allOf(
    entries.map(([key, value]) => {
      countConditions(position, 1);
      return compileCondition({ ...position, depth: position.depth + 1 }, key, value);
    }),
  );
}

function compileCondition(position: Position, key: string, value: unknown): Condition | undefined {
  const { model } = position;
  const entries = () => {
    countConditions(position, (value as Where[]).length);
    return (value as Where[]).map((entry) => compileConditions(position, entry));
  };
  if (key === 'AND') return allOf(value === null ? [] : entries());
  // As in Prisma, an empty OR matches nothing.
  if (key === 'OR' && Array.isArray(value) && value.length === 0) return matchNone;
  if (key === 'OR') return anyOf(value === null ? [] : entries());
  if (key === 'NOT')
    return value === null ? undefined : not(compileConditions(position, value as Where));
  if (key === 'updatedAfter') {
    return value === null ? undefined : compileColumn(model, 'updatedAt', { gt: value });
  }
  if (prismaFieldOf(model, key).kind === 'object')
    return compileRelation(position, key, value as Where | null);
  return value === null ? compileNull(model, key) : compileColumn(model, key, value as Where);
}

function compileRelation(
  position: Position,
  name: string,
  filter: Where | null,
): Condition | undefined {
  if (filter === null) return compileNullRelation(position.model, name);
  const { model, isList, link } = relationOf(position.model, name);
  const related = { relation: name, model, link };
  const compileRelated = (entry: unknown) =>
    compileRelatedFilter({ ...position, model }, `${position.model}.${name}`, entry);
  if (!isList) {
    const where = compileRelated(filter);
    return where && { kind: 'one', ...related, where };
  }
  return allOf(
    Object.entries(filter).map(([quantity, entry]) => {
      if (entry === undefined || entry === null) return undefined;
      const where = compileRelated(entry) ?? matchAll;
      if (quantity === 'every') return { kind: 'every', ...related, where };
      const some: Condition = { kind: 'some', ...related, where };
      return quantity === 'none' ? not(some) : some;
    }),
  );
}

function compileRelatedFilter(
  position: Position,
  path: string,
  filter: unknown,
): Condition | undefined {
  const name = throughLinks[path];
  if (name === undefined) return compileConditions(position, filter as Where);
  const { model, link } = relationOf(position.model, name);
  const where = compileConditions({ ...position, model }, filter as Where);
  return where && { kind: 'one', relation: name, model, link, where };
}

/** Null is ignored for lists and required relations. */
function compileNullRelation(model: ModelName, name: string): Condition | undefined {
  const { isRequired, relationFromFields = [] } = prismaFieldOf(model, name);
  const column = relationFromFields.at(-1);
  return isRequired || column === undefined ? undefined : { kind: 'null', column };
}

const compileNull = (model: ModelName, column: string): Condition =>
  prismaFieldOf(model, column).isRequired ? matchNone : { kind: 'null', column };

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
function compileColumn(
  model: ModelName,
  column: string,
  { mode, ...operators }: Where,
  inheritedCase = false,
): Condition | undefined {
  const ignoreCase = mode === undefined || mode === null ? inheritedCase : mode === 'insensitive';
  return allOf(
    Object.entries(operators).map(([name, value]) => {
      if (value === undefined) return undefined;
      if (name === 'not') {
        return not(
          value === null
            ? compileNull(model, column)
            : compileColumn(model, column, value as Where, ignoreCase),
        );
      }
      if (value === null) return name === 'equals' ? compileNull(model, column) : undefined;
      if (Array.isArray(value))
        return compileMembership(model, column, name, checkLength(value), ignoreCase);
      return compileComparison(
        { model, column },
        name,
        normalize(model, column, value, name),
        ignoreCase,
      );
    }),
  );
}

function valueKindOf({ model, column }: Column): ColumnValueKind | undefined {
  if (prismaFieldOf(model, column).kind === 'enum') return 'enumerated';
  return isUniqueColumn(model, column) ? 'unique' : undefined;
}

const optionalValueKind = (valueKind: ColumnValueKind | undefined) => valueKind && { valueKind };

interface Column {
  model: ModelName;
  column: string;
}

function compileComparison(
  target: Column,
  name: string,
  value: unknown,
  ignoreCase: boolean,
): Condition {
  const { column } = target;
  if (isTextComparison(name))
    return { kind: 'text', column, by: name, value: String(value), ignoreCase };
  const by = comparisonOperators[name];
  if (by === undefined) throw new Error(`There is no meaning of ${name}.`);
  if (typeof value === 'boolean') {
    const flag: Condition = { kind: 'flag', column };
    return value ? flag : not(flag);
  }
  return ignoreCase && typeof value === 'string'
    ? { kind: 'text', column, by: 'equals', value, ignoreCase }
    : { kind: 'compare', column, by, value, ...optionalValueKind(valueKindOf(target)) };
}

function compileMembership(
  model: ModelName,
  column: string,
  name: string,
  list: readonly unknown[],
  ignoreCase: boolean,
): Condition {
  const values = list.map((entry) => normalize(model, column, entry));
  const isListed: Condition = ignoreCase
    ? {
        kind: 'any',
        of: values.map((value) =>
          compileComparison({ model, column }, 'equals', value, ignoreCase),
        ),
      }
    : { kind: 'in', column, values, ...optionalValueKind(valueKindOf({ model, column })) };
  return name === 'notIn' ? not(isListed) : isListed;
}

function checkLength(values: unknown[]): unknown[] {
  if (values.length > limits.values) reject(`must not list more than ${limits.values} values`);
  return values;
}

/** Normalizes text as records store it: every filterable text has a single line. */
function normalize(model: ModelName, column: string, value: unknown, operator = 'in'): unknown {
  if (model === 'User' && column === 'id') {
    // No user has a negative id, so an id of another type matches nothing.
    return parseNumericId('User', String(value)) ?? -1;
  }
  if (typeof value === 'string') {
    if (!isStorableText(value)) reject('must not contain NUL or broken Unicode');
    return isTextComparison(operator) ? toSingleLinePart(value) : toSingleLine(value);
  }
  if (value instanceof Date && (value.getUTCFullYear() < 1 || value.getUTCFullYear() > 9_999)) {
    reject('must have years from 1 to 9999');
  }
  return value;
}
