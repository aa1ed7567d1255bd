import type { Comparison, Condition } from '../../domain/kernel/conditions.ts';
import type { ModelName } from '../columns.ts';
import { fieldOf, relationOf } from './models.ts';
import { Unplanned } from './selection.ts';

/**
 * Conditions as Prisma takes them, in the domain's own form. As with Prisma, what says nothing is no condition, and neither
 * is its opposite: undefined here.
 */

type Where = Readonly<Record<string, unknown>>;

const always: Condition = { kind: 'all', of: [] };

function all(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const of = conditions.filter((condition) => condition !== undefined);
  const [first, second] = of;
  return second ? { kind: 'all', of } : first;
}

function any(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const of = conditions.filter((condition) => condition !== undefined);
  return of.length > 0 ? { kind: 'any', of } : undefined;
}

function not(of: Condition): Condition;
function not(of: Condition | undefined): Condition | undefined;
function not(of: Condition | undefined): Condition | undefined {
  return of && { kind: 'not', of };
}

const list = (value: unknown): readonly Where[] =>
  Array.isArray(value) ? (value as Where[]) : [value as Where];

/** @throws Unplanned where it says what has no form */
export function toCondition(model: ModelName, where: Where): Condition | undefined {
  return all(Object.entries(where).map(([key, value]) => entry(model, key, value)));
}

function entry(model: ModelName, key: string, value: unknown): Condition | undefined {
  const each = () => list(value).map((one) => toCondition(model, one));
  if (key === 'AND') return all(each());
  if (key === 'OR') return any(each());
  if (key === 'NOT') return all(each().map(not));
  const { kind } = fieldOf(model, key);
  return kind === 'object' ? onRelation(model, key, value) : onColumn(key, value);
}

function onRelation(model: ModelName, name: string, value: unknown): Condition | undefined {
  const { model: related, isList, link } = relationOf(model, name);
  const some = (where = always): Condition => ({ kind: 'some', model: related, link, where });
  const where = (given: unknown) => toCondition(related, given as Where);
  if (!isList) {
    const condition = where(value);
    return condition && { kind: 'one', model: related, link, where: condition };
  }
  return all(
    Object.entries(value as Where).map(([quantity, given]) => {
      const condition = where(given);
      if (quantity === 'some') return some(condition);
      if (quantity === 'none') return not(some(condition));
      if (quantity === 'every') return not(some(not(condition ?? always)));
      throw new Unplanned(`${name}.${quantity}`);
    }),
  );
}

const comparisons: Readonly<Record<string, Comparison>> = {
  equals: '=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

/** Texts that are looked for inside others come with their wildcards escaped. */
const patterns: Readonly<Record<string, (text: string) => string>> = {
  contains: (text) => `%${text}%`,
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
};

const isFilter = (value: unknown): value is Where =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

function onColumn(column: string, value: unknown, inherited?: unknown): Condition | undefined {
  if (!isFilter(value)) return operator(column, 'equals', value, false);
  const { mode = inherited, ...operators } = value;
  const insensitive = mode === 'insensitive';
  return all(
    Object.entries(operators).map(([name, operand]) =>
      name === 'not' && isFilter(operand)
        ? not(onColumn(column, operand, mode))
        : operator(column, name, operand, insensitive),
    ),
  );
}

function among(column: string, name: string, values: readonly unknown[]): Condition {
  if (values.some((value) => value === null || value === undefined)) {
    throw new Unplanned(`${column}.${name} null`);
  }
  const found: Condition = { kind: 'in', column, values };
  return name === 'notIn' ? not(found) : found;
}

function operator(column: string, name: string, operand: unknown, insensitive: boolean): Condition {
  if (name === 'not') return not(operator(column, 'equals', operand, insensitive));
  if (operand === null) {
    if (name === 'equals') return { kind: 'null', column };
    throw new Unplanned(`${column}.${name} null`);
  }
  const pattern = patterns[name];
  if (pattern) {
    const by = insensitive ? 'ILIKE' : 'LIKE';
    return { kind: 'compare', column, by, value: pattern(String(operand)) };
  }
  if (insensitive && name !== 'equals') throw new Unplanned(`${column}.${name} in any letter case`);
  if (Array.isArray(operand)) return among(column, name, operand);
  const by = comparisons[name];
  if (!by) throw new Unplanned(`${column}.${name}`);
  if (typeof operand === 'boolean') {
    const flag: Condition = { kind: 'flag', column };
    return operand ? flag : not(flag);
  }
  return { kind: 'compare', column, by: insensitive ? 'ILIKE' : by, value: operand };
}
