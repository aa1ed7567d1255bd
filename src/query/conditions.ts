import type { Prisma } from '../generated/prisma/client.ts';
import type { JoinColumns } from './model-columns.ts';
import { isRequiredColumn } from './model-columns.ts';
import type { TextComparison } from './text-condition.ts';
import { textSql } from './text-condition.ts';

/** Conditions on records, and the SQL that they are. */

/** Columns of which each value selects few records. Stages, users and types each have many. */
export const selectiveColumns: ReadonlySet<string> = new Set([
  ...['clientId', 'projectId', 'deliverableId', 'invoiceId'],
  ...['email', 'phone', 'externalId'],
]);

export type ComparisonOperator = '=' | '<' | '<=' | '>' | '>=';

/**
 * What is known of a column's values: they are those of an enumeration, which can stand in a statement, or one or few records
 * have each.
 */
export type ColumnValueKind = 'enumerated' | 'unique';

/** A condition of a list. */
export type Condition =
  | { kind: 'all' | 'any'; of: readonly Condition[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'null'; column: string }
  | { kind: 'flag'; column: string }
  | {
      kind: 'compare';
      column: string;
      by: ComparisonOperator;
      value: unknown;
      among?: ColumnValueKind;
    }
  | { kind: 'text'; column: string; by: TextComparison; value: string; anyCase: boolean }
  | { kind: 'in'; column: string; values: readonly unknown[]; among?: ColumnValueKind }
  /** There is a related record that the condition holds for. */
  | { kind: 'some'; relation: string; model: Prisma.ModelName; link: JoinColumns; where: Condition }
  /** There is no related record for which the condition is false or unknown. */
  | {
      kind: 'every';
      relation: string;
      model: Prisma.ModelName;
      link: JoinColumns;
      where: Condition;
    }
  /** As `some`, where there is one at most; unknown, as SQL has it, where the condition on that one is. */
  | { kind: 'one'; relation: string; model: Prisma.ModelName; link: JoinColumns; where: Condition };

/** What holds for every record, and what for none. */
export const matchAll: Condition = { kind: 'all', of: [] };
export const matchNone: Condition = { kind: 'any', of: [] };

const combined = (kind: 'all' | 'any') => (conditions: readonly (Condition | undefined)[]) => {
  const of = conditions.filter((condition) => condition !== undefined);
  return of.length > 1 ? ({ kind, of } satisfies Condition) : of[0];
};

/** That all of some conditions hold; undefined where none of them says anything. */
export const allOf: (conditions: readonly (Condition | undefined)[]) => Condition | undefined =
  combined('all');

/** That one of some conditions holds at least; undefined where none of them says anything. */
export const anyOf: typeof allOf = combined('any');

/** That a column has a value. */
export const columnEquals = (column: string, value: unknown): Condition => ({
  kind: 'compare',
  column,
  by: '=',
  value,
});

/** That a condition does not hold. The opposite of what says nothing says nothing either. */
export function not(of: Condition): Condition;
export function not(of: Condition | undefined): Condition | undefined;
export function not(of: Condition | undefined): Condition | undefined {
  return of && { kind: 'not', of };
}

/** A name as SQL has it. */
export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A text as SQL has it. */
export const quoteLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The condition that every read of every table carries; the workspace is a statement's first parameter. */
export const workspaceConditionSql = (alias: string) => `${alias}."accountId" = $1`;

/** That records are those which are related to another. */
export function joinConditionSql(alias: string, other: string, link: JoinColumns): string {
  const equal = link.map(({ column, of, orMissing }) => {
    const own = `${alias}.${quoteIdentifier(column)}`;
    const same = `${own} = ${other}.${quoteIdentifier(of)}`;
    return orMissing ? `(${same} OR ${own} IS NULL)` : same;
  });
  return [workspaceConditionSql(alias), ...equal].join(' AND ');
}

/**
 * The SQL of a condition on the table under an alias; `parameter` adds a value to the statement. EXISTS is never unknown:
 * an unknown condition is false in it, and true for the opposite, so that neither finds the record.
 */
export function conditionSql(
  condition: Condition,
  alias: string,
  parameter: (value: unknown) => string,
  isOpposite = false,
  isAlternative = false,
): string {
  const sql = (inner: Condition) =>
    conditionSql(inner, alias, parameter, isOpposite, condition.kind === 'any');
  switch (condition.kind) {
    case 'all':
      return condition.of.length === 0 ? 'TRUE' : `(${condition.of.map(sql).join(' AND ')})`;
    case 'any':
      return condition.of.length === 0 ? 'FALSE' : `(${condition.of.map(sql).join(' OR ')})`;
    case 'not':
      return `(NOT ${conditionSql(condition.of, alias, parameter, !isOpposite)})`;
    case 'null':
      return `${alias}.${quoteIdentifier(condition.column)} IS NULL`;
    case 'flag':
      return `${alias}.${quoteIdentifier(condition.column)}`;
    case 'compare': {
      const { among, by, column, value } = condition;
      const compared = among === 'enumerated' ? quoteLiteral(String(value)) : parameter(value);
      return `${alias}.${quoteIdentifier(column)} ${by} ${compared}`;
    }
    case 'text':
      return textSql(`${alias}.${quoteIdentifier(condition.column)}`, condition, parameter);
    case 'in': {
      const { among, column, values } = condition;
      if (values.length === 0) return 'FALSE';
      const listed =
        among === 'enumerated'
          ? [...new Set(values)].map((value) => quoteLiteral(String(value))).sort()
          : values.map(parameter);
      return `${alias}.${quoteIdentifier(column)} IN (${listed.join(', ')})`;
    }
    case 'every':
    case 'some':
    case 'one':
      return relatedSql(condition, alias, parameter, isOpposite, isAlternative);
  }
}

function relatedSql(
  { kind, model, link, where }: Extract<Condition, { relation: string }>,
  alias: string,
  parameter: (value: unknown) => string,
  isOpposite: boolean,
  isAlternative: boolean,
): string {
  const inner = `${alias}_`;
  const matching =
    kind === 'every'
      ? isNotSql('TRUE', where, { model, alias: inner, parameter })
      : kind === 'one' && isOpposite
        ? isNotSql('FALSE', where, { model, alias: inner, parameter })
        : conditionSql(where, inner, parameter);
  const records = `FROM ${quoteIdentifier(model)} ${inner} WHERE`;
  const [{ column, of } = { column: '', of: '' }, ...others] = link;
  // PostgreSQL plans a join row by row from the rows of all workspaces, and no join for an alternative: 1,000 ms instead of 2 among 100,000 clients.
  const isSlowJoin = kind === 'some' ? of === 'id' : kind === 'one' && isAlternative;
  if (isSlowJoin && !isOpposite && others.length === 0 && selectsFew(where)) {
    const reference = `${inner}.${quoteIdentifier(column)}`;
    const found = `SELECT ${reference} ${records} ${workspaceConditionSql(inner)} AND ${matching}`;
    return `${alias}.${quoteIdentifier(of)} = ANY (ARRAY(${found} AND ${reference} IS NOT NULL))`;
  }
  const exists = `EXISTS (SELECT ${records} ${joinConditionSql(inner, alias, link)} AND ${matching})`;
  return kind === 'every' ? `NOT ${exists}` : exists;
}

/** Shorter beginnings of texts may select many records. */
const minSelectivePrefix = 4;

/** Whether a condition selects few records, which an index finds. */
function selectsFew(condition: Condition): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.some(selectsFew);
    case 'compare': {
      const { among, by, column } = condition;
      return by === '=' && (among === 'unique' || selectiveColumns.has(column));
    }
    case 'text': {
      const { by, column, value } = condition;
      const isPrefix = by === 'startsWith' && value.length >= minSelectivePrefix;
      return (by === 'equals' || isPrefix) && selectiveColumns.has(column);
    }
    case 'one':
      return (
        condition.link.every(({ of }) => selectiveColumns.has(of)) && selectsFew(condition.where)
      );
    default:
      return false;
  }
}

interface ConditionTable {
  model: Prisma.ModelName;
  alias: string;
  parameter: (value: unknown) => string;
}

/**
 * That a condition is not true, or not false: an unknown condition is neither. Each part has its own test, because
 * PostgreSQL makes no join of an EXISTS inside IS NOT, and no index serves a column inside it.
 */
function isNotSql(truth: 'TRUE' | 'FALSE', condition: Condition, table: ConditionTable): string {
  const { model, alias, parameter } = table;
  const isNotTrue = truth === 'TRUE';
  switch (condition.kind) {
    case 'not':
      return isNotSql(isNotTrue ? 'FALSE' : 'TRUE', condition.of, table);
    case 'all':
    case 'any': {
      const parts = condition.of.map((part) => isNotSql(truth, part, table));
      const isAnd = (condition.kind === 'all') !== isNotTrue;
      if (parts.length === 0) return isAnd ? 'TRUE' : 'FALSE';
      return `(${parts.join(isAnd ? ' AND ' : ' OR ')})`;
    }
    default: {
      const sql = conditionSql(condition, alias, parameter, !isNotTrue);
      const isKnown =
        'relation' in condition ||
        condition.kind === 'null' ||
        isRequiredColumn(model, condition.column);
      if (!isKnown) return `(${sql}) IS NOT ${truth}`;
      return isNotTrue ? `(NOT ${sql})` : sql;
    }
  }
}
