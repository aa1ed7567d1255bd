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

interface Extent {
  conditions: number;
}

interface Place {
  model: ModelName;
  depth: number;
  extent: Extent;
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
export function toCondition(model: ModelName, given: unknown): Condition | undefined {
  if (given === null || given === undefined) return undefined;
  return conditions({ model, depth: 1, extent: { conditions: 0 } }, given as Where);
}

function fault(message: string): never {
  throw invalidInputError([{ path: 'where', code: 'invalid_condition', message }]);
}

/** Entries of AND and OR count even if they are empty. */
function count({ extent }: Place, further: number): void {
  extent.conditions += further;
  if (extent.conditions > limits.conditions) {
    fault(`must not have more than ${limits.conditions} conditions`);
  }
}

function conditions(place: Place, given: Where): Condition | undefined {
  if (place.depth > limits.depth) fault(`must not be nested deeper than ${limits.depth} levels`);
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return allOf(
    said.map(([key, value]) => {
      count(place, 1);
      return condition({ ...place, depth: place.depth + 1 }, key, value);
    }),
  );
}

function condition(place: Place, key: string, value: unknown): Condition | undefined {
  const { model } = place;
  const entries = () => {
    count(place, (value as Where[]).length);
    return (value as Where[]).map((entry) => conditions(place, entry));
  };
  if (key === 'AND') return allOf(value === null ? [] : entries());
  // As in Prisma, an empty OR matches nothing.
  if (key === 'OR' && Array.isArray(value) && value.length === 0) return matchNone;
  if (key === 'OR') return anyOf(value === null ? [] : entries());
  if (key === 'NOT') return value === null ? undefined : not(conditions(place, value as Where));
  if (key === 'updatedAfter') {
    return value === null ? undefined : onColumn(model, 'updatedAt', { gt: value });
  }
  if (prismaFieldOf(model, key).kind === 'object')
    return onRelation(place, key, value as Where | null);
  return value === null ? isNull(model, key) : onColumn(model, key, value as Where);
}

function onRelation(place: Place, name: string, given: Where | null): Condition | undefined {
  if (given === null) return unrelated(place.model, name);
  const { model, isList, link } = relationOf(place.model, name);
  const related = { relation: name, model, link };
  const within = (entry: unknown) => below({ ...place, model }, `${place.model}.${name}`, entry);
  if (!isList) {
    const where = within(given);
    return where && { kind: 'one', ...related, where };
  }
  return allOf(
    Object.entries(given).map(([quantity, entry]) => {
      if (entry === undefined || entry === null) return undefined;
      const where = within(entry) ?? matchAll;
      if (quantity === 'every') return { kind: 'every', ...related, where };
      const some: Condition = { kind: 'some', ...related, where };
      return quantity === 'none' ? not(some) : some;
    }),
  );
}

function below(place: Place, path: string, given: unknown): Condition | undefined {
  const name = throughLinks[path];
  if (name === undefined) return conditions(place, given as Where);
  const { model, link } = relationOf(place.model, name);
  const where = conditions({ ...place, model }, given as Where);
  return where && { kind: 'one', relation: name, model, link, where };
}

/** Null is ignored for lists and required relations. */
function unrelated(model: ModelName, name: string): Condition | undefined {
  const { isRequired, relationFromFields = [] } = prismaFieldOf(model, name);
  const column = relationFromFields.at(-1);
  return isRequired || column === undefined ? undefined : { kind: 'null', column };
}

const isNull = (model: ModelName, column: string): Condition =>
  prismaFieldOf(model, column).isRequired ? matchNone : { kind: 'null', column };

const comparisons: Readonly<Record<string, ComparisonOperator>> = {
  equals: '=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

const isPart = (operator: string): operator is TextComparison =>
  ['contains', 'startsWith', 'endsWith'].includes(operator);

/** `mode` also applies inside `not`. */
function onColumn(
  model: ModelName,
  column: string,
  { mode, ...operators }: Where,
  inherited = false,
): Condition | undefined {
  const anyCase = mode === undefined || mode === null ? inherited : mode === 'insensitive';
  return allOf(
    Object.entries(operators).map(([name, value]) => {
      if (value === undefined) return undefined;
      if (name === 'not') {
        return not(
          value === null ? isNull(model, column) : onColumn(model, column, value as Where, anyCase),
        );
      }
      if (value === null) return name === 'equals' ? isNull(model, column) : undefined;
      if (Array.isArray(value)) return amongst(model, column, name, listOf(value), anyCase);
      return compared({ model, column }, name, asValue(model, column, value, name), anyCase);
    }),
  );
}

function valuesOf({ model, column }: Column): ColumnValueKind | undefined {
  if (prismaFieldOf(model, column).kind === 'enum') return 'enumerated';
  return isUniqueColumn(model, column) ? 'unique' : undefined;
}

const known = (valueKind: ColumnValueKind | undefined) => valueKind && { valueKind };

interface Column {
  model: ModelName;
  column: string;
}

function compared(at: Column, name: string, value: unknown, anyCase: boolean): Condition {
  const { column } = at;
  if (isPart(name)) return { kind: 'text', column, by: name, value: String(value), anyCase };
  const by = comparisons[name];
  if (by === undefined) throw new Error(`There is no meaning of ${name}.`);
  if (typeof value === 'boolean') {
    const flag: Condition = { kind: 'flag', column };
    return value ? flag : not(flag);
  }
  return anyCase && typeof value === 'string'
    ? { kind: 'text', column, by: 'equals', value, anyCase }
    : { kind: 'compare', column, by, value, ...known(valuesOf(at)) };
}

function amongst(
  model: ModelName,
  column: string,
  name: string,
  given: readonly unknown[],
  anyCase: boolean,
): Condition {
  const values = given.map((entry) => asValue(model, column, entry));
  const found: Condition = anyCase
    ? {
        kind: 'any',
        of: values.map((value) => compared({ model, column }, 'equals', value, anyCase)),
      }
    : { kind: 'in', column, values, ...known(valuesOf({ model, column })) };
  return name === 'notIn' ? not(found) : found;
}

function listOf(values: unknown[]): unknown[] {
  if (values.length > limits.values) fault(`must not list more than ${limits.values} values`);
  return values;
}

/** Normalizes text as records store it: every filterable text has a single line. */
function asValue(model: ModelName, column: string, value: unknown, operator = 'in'): unknown {
  if (model === 'User' && column === 'id') {
    // No user has a negative id, so an id of another type matches nothing.
    return parseNumericId('User', String(value)) ?? -1;
  }
  if (typeof value === 'string') {
    if (!isStorableText(value)) fault('must not contain NUL or broken Unicode');
    return isPart(operator) ? toSingleLinePart(value) : toSingleLine(value);
  }
  if (value instanceof Date && (value.getUTCFullYear() < 1 || value.getUTCFullYear() > 9_999)) {
    fault('must have years from 1 to 9999');
  }
  return value;
}
