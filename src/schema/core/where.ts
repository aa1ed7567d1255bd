import type { Condition } from '../../query/conditions.ts';
import { allOf, anyOf, matchAll, matchNone, not } from '../../query/conditions.ts';
import type { Where } from './column-conditions.ts';
import { compileColumn, compileNull, rejectWhere } from './column-conditions.ts';
import { compileCustomValues } from './custom-value-conditions.ts';
import type { ModelName } from './model-names.ts';
import { prismaFieldOf, relationOf } from './prisma-models.ts';

/** Limits of one `where`: conditions and levels. */
const limits = { conditions: 200, depth: 10 };

interface ConditionCount {
  conditions: number;
}

interface Position {
  model: ModelName;
  depth: number;
  total: ConditionCount;
  /** From the argument to the condition. */
  path: string;
}

/** A condition on these link tables applies to the records at the other end. */
export const throughLinks: Readonly<Record<string, string>> = {
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
  return compileConditions(
    { model, depth: 1, total: { conditions: 0 }, path: 'where' },
    where as Where,
  );
}

/** Entries of AND and OR count even if they are empty. */
function countConditions({ total }: Position, additional: number): void {
  total.conditions += additional;
  if (total.conditions > limits.conditions) {
    rejectWhere(`must not have more than ${limits.conditions} conditions`);
  }
}

function compileConditions(position: Position, where: Where): Condition | undefined {
  if (position.depth > limits.depth)
    rejectWhere(`must not be nested deeper than ${limits.depth} levels`);
  const entries = Object.entries(where).filter(([, value]) => value !== undefined);
  return allOf(
    entries.map(([key, value]) => {
      countConditions(position, 1);
      const path = `${position.path}.${key}`;
      return compileCondition({ ...position, depth: position.depth + 1, path }, key, value);
    }),
  );
}

function compileCondition(position: Position, key: string, value: unknown): Condition | undefined {
  const { model } = position;
  const entries = () => {
    countConditions(position, (value as Where[]).length);
    return (value as Where[]).map((entry, index) =>
      compileConditions({ ...position, path: `${position.path}.${index}` }, entry),
    );
  };
  if (key === 'AND') return allOf(value === null ? [] : entries());
  // As in Prisma, an empty OR matches nothing.
  if (key === 'OR' && Array.isArray(value) && value.length === 0) return matchNone;
  if (key === 'OR') return anyOf(value === null ? [] : entries());
  if (key === 'NOT')
    return value === null ? undefined : not(compileConditions(position, value as Where));
  if (key === 'updatedAfter') {
    return value === null
      ? undefined
      : compileColumn({ model, column: 'updatedAt' }, { gt: value });
  }
  if (key === 'customValues') return compileCustomValues(position, value, countConditions);
  if (prismaFieldOf(model, key).kind === 'object')
    return compileRelation(position, key, value as Where | null);
  const column = { model, column: key };
  return value === null ? compileNull(column) : compileColumn(column, value as Where);
}

function compileRelation(
  position: Position,
  name: string,
  filter: Where | null,
): Condition | undefined {
  if (filter === null) return compileNullRelation(position.model, name);
  const { model, isList, link } = relationOf(position.model, name);
  const related = { relation: name, model, link };
  const compileRelated = (entry: unknown, path = position.path) =>
    compileRelatedFilter({ ...position, model, path }, `${position.model}.${name}`, entry);
  if (!isList) {
    const where = compileRelated(filter);
    return where && { kind: 'one', ...related, where };
  }
  return allOf(
    Object.entries(filter).map(([quantity, entry]) => {
      if (entry === undefined || entry === null) return undefined;
      const where = compileRelated(entry, `${position.path}.${quantity}`) ?? matchAll;
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
