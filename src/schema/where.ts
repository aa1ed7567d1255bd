import { getModel } from '@pothos/plugin-prisma';
import { invalidInput } from '../domain/kernel/errors.ts';
import { numberOfId } from '../domain/kernel/ids.ts';
import { escapeLike } from '../domain/kernel/like.ts';
import { isStorable } from '../domain/kernel/text-kinds.ts';
import { builder } from './builder.ts';
import type { ModelName } from './columns.ts';

/** How large one `where` may be: conditions, levels, and values of one list. */
const limits = { conditions: 200, depth: 10, values: 1_000 };

type Where = Record<string, unknown>;

/** What one `where` has been found to hold so far. */
interface Extent {
  conditions: number;
}

/** Conditions through a table of links, by where they stand: on the records at its other end. */
const throughLinks: Readonly<Record<string, string>> = { 'Deliverable.assignees': 'user' };

/**
 * A `where` argument as Prisma takes it: `updatedAfter` in its long form, users' ids as numbers, and a condition that a
 * column without nulls is null as one that never holds.
 * @throws ActionError invalid_input where it is too large, or holds a value that no record can have
 */
export function toPrismaWhere(model: ModelName, given: unknown): Where {
  if (given === null || given === undefined) return {};
  return conditions(model, given as Where, 1, { conditions: 0 });
}

/** Whether a `where` says something about a column of the model itself, on whatever level. */
export function mentions(given: unknown, column: string): boolean {
  if (Array.isArray(given)) return given.some((entry) => mentions(entry, column));
  if (typeof given !== 'object' || given === null) return false;
  const { AND, OR, NOT, [column]: own } = given as Where;
  return own !== undefined || [AND, OR, NOT].some((entry) => mentions(entry, column));
}

function fault(message: string): never {
  throw invalidInput([{ path: 'where', code: 'invalid_condition', message }]);
}

/** Notes further conditions; the entries of AND and OR count as well, whether or not they say something. */
function count(further: number, extent: Extent): void {
  extent.conditions += further;
  if (extent.conditions > limits.conditions) {
    fault(`must not have more than ${limits.conditions} conditions`);
  }
}

function conditions(model: ModelName, given: Where, depth: number, extent: Extent): Where {
  if (depth > limits.depth) fault(`must not be nested deeper than ${limits.depth} levels`);
  const { updatedAfter, ...rest } = given;
  const kept: Where = {};
  const others: Where[] = [];
  for (const [key, value] of Object.entries(rest)) {
    if (value === undefined) continue;
    count(1, extent);
    if (isRelation(model, key) && value === null) others.push(unrelated(model, key));
    else kept[key] = condition(model, key, value, depth + 1, extent);
  }
  if (updatedAfter) others.push({ updatedAt: { gt: asValue(model, 'updatedAt', updatedAfter) } });
  return others.length > 0 ? { AND: [kept, ...others] } : kept;
}

const isRelation = (model: ModelName, key: string) =>
  !['AND', 'OR', 'NOT'].includes(key) && fieldOf(model, key).kind === 'object';

/**
 * That a record has no related one. Prisma would want all columns of the reference to be null, and the workspace never is.
 * Null says nothing of a list, nor of what every record has.
 */
function unrelated(model: ModelName, name: string): Where {
  const { isRequired, relationFromFields = [] } = fieldOf(model, name);
  const column = relationFromFields.at(-1);
  return isRequired || column === undefined ? {} : { [column]: null };
}

function condition(
  model: ModelName,
  key: string,
  value: unknown,
  depth: number,
  extent: Extent,
): unknown {
  if (key === 'AND' || key === 'OR') {
    count((value as Where[]).length, extent);
    return (value as Where[]).map((entry) => conditions(model, entry, depth, extent));
  }
  if (key === 'NOT') return conditions(model, value as Where, depth, extent);
  const field = fieldOf(model, key);
  if (field.kind !== 'object') {
    const read = filter(model, key, value as Where);
    return read?.mode === 'insensitive' ? withoutWildcards(read) : read;
  }
  const related = (entry: Where) => relatedConditions(model, key, entry, depth, extent);
  if (!field.isList) return related(value as Where);
  return Object.fromEntries(
    Object.entries(value as Record<string, Where | undefined>).flatMap(([quantity, entry]) =>
      entry === undefined ? [] : [[quantity, related(entry)]],
    ),
  );
}

function relatedConditions(
  model: ModelName,
  key: string,
  given: Where,
  depth: number,
  extent: Extent,
): Where {
  const type = fieldOf(model, key).type as ModelName;
  const link = throughLinks[`${model}.${key}`];
  if (link === undefined) return conditions(type, given, depth, extent);
  const far = fieldOf(type, link).type as ModelName;
  return { [link]: conditions(far, given, depth, extent) };
}

function fieldOf(model: ModelName, name: string) {
  const field = getModel(model, builder).fields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`${model} has no ${name} to filter by.`);
  return field;
}

/** The conditions on one column. Null is a value only of a column that can be null; letter case is for all of them. */
function filter(model: ModelName, column: string, given: Where | null): Where | null {
  if (given === null) return null;
  const kept: Where = {};
  for (const [operator, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (operator === 'not' && value !== null) {
      const { mode, ...not } = filter(model, column, value as Where) as Where;
      Object.assign(kept, { not }, mode !== undefined && { mode });
    } else if (value !== null || !fieldOf(model, column).isRequired) {
      kept[operator] = Array.isArray(value)
        ? listOf(value).map((entry) => asValue(model, column, entry))
        : asOperand(model, column, operator, value);
    } else if (operator === 'equals') Object.assign(kept, never(model, column));
  }
  return kept;
}

/** Prisma compares with ILIKE where letter case does not count. */
function withoutWildcards(given: Where): Where {
  const { equals, not } = given;
  return {
    ...given,
    ...(typeof equals === 'string' && { equals: escapeLike(equals) }),
    ...(typeof not === 'object' && not !== null && { not: withoutWildcards(not as Where) }),
  };
}

/** A condition on a column that holds for no record. */
function never(model: ModelName, column: string): Where {
  return fieldOf(model, column).type === 'Boolean' ? { equals: true, not: true } : { in: [] };
}

function listOf(values: unknown[]): unknown[] {
  if (values.length > limits.values) fault(`must not list more than ${limits.values} values`);
  return values;
}

const patterns = new Set(['contains', 'startsWith', 'endsWith']);

/** Texts that are looked for inside others stand for themselves: what LIKE takes for a wildcard is no wildcard here. */
function asOperand(model: ModelName, column: string, operator: string, value: unknown): unknown {
  const read = asValue(model, column, value);
  return patterns.has(operator) ? escapeLike(String(read)) : read;
}

function asValue(model: ModelName, column: string, value: unknown): unknown {
  if (model === 'User' && column === 'id') {
    // No user has a negative number: an id of another type finds none.
    return numberOfId('User', String(value)) ?? -1;
  }
  if (typeof value === 'string' && !isStorable(value)) {
    fault('must not contain NUL or broken Unicode');
  }
  if (value instanceof Date && (value.getUTCFullYear() < 1 || value.getUTCFullYear() > 9_999)) {
    fault('must have years from 1 to 9999');
  }
  return value;
}
