import { escapeLike } from '../platform/text/like-patterns.ts';
import type { ComparisonOperator, Condition } from './conditions.ts';

/** Conditions as Prisma takes them. */

type Where = Record<string, unknown>;

const operators: Readonly<Record<ComparisonOperator, string>> = {
  '=': 'equals',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};

/** What no record fulfils; every table has the workspace's column. */
export const noMatchWhere: Where = { accountId: { in: [] } };

/**
 * A condition in Prisma's form: the same records as its SQL finds. Nothing is said by an empty object, and never in a place
 * where Prisma would take it for more than that.
 */
export function toPrismaWhere(condition: Condition | undefined): Where {
  if (condition === undefined) return {};
  switch (condition.kind) {
    case 'all':
      return condition.of.length === 0 ? {} : { AND: condition.of.map(toPrismaWhere) };
    case 'any':
      return condition.of.length === 0 ? noMatchWhere : { OR: condition.of.map(alternative) };
    case 'not':
      return isEmpty(condition.of) ? noMatchWhere : { NOT: toPrismaWhere(condition.of) };
    case 'null':
      return { [condition.column]: null };
    case 'flag':
      return { [condition.column]: true };
    case 'compare':
      return { [condition.column]: { [operators[condition.by]]: condition.value } };
    case 'text':
      return { [condition.column]: textFilter(condition) };
    case 'in':
      return { [condition.column]: { in: [...condition.values] } };
    case 'some':
      return { [condition.relation]: { some: toPrismaWhere(condition.where) } };
    case 'one':
      return { [condition.relation]: toPrismaWhere(condition.where) };
  }
}

const isEmpty = (condition: Condition) => condition.kind === 'all' && condition.of.length === 0;

/** Prisma leaves an alternative out that is empty, although it holds for every record. */
const alternative = (condition: Condition): Where =>
  isEmpty(condition) ? { NOT: noMatchWhere } : toPrismaWhere(condition);

/** Prisma escapes no wildcards, and compares with ILIKE where letter case does not count. */
function textFilter({ by, value, anyCase }: Extract<Condition, { kind: 'text' }>): Where {
  return { [by]: escapeLike(value), ...(anyCase && { mode: 'insensitive' }) };
}
