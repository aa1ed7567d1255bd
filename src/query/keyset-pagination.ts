import { quoteIdentifier, quoteLiteral } from './conditions.ts';
import type { CustomValueColumn } from './custom-values.ts';
import { customValueSql } from './custom-values.ts';

/** The cursor contains the order values of a record, since the record can change. */

/** Null is last in ascending order, first in descending order. */
export interface OrderColumn {
  column: string;
  /** Orders by the value of a custom field; `column` is only a name. */
  custom?: CustomValueColumn | undefined;
  direction: 'asc' | 'desc';
  isNullable: boolean;
  isInstant: boolean;
  /** In the database's order. */
  ranks?: readonly (string | boolean)[] | undefined;
}

/** Text for instants and exact numbers. */
export interface PositionColumn extends OrderColumn {
  value: string | number | boolean | null;
}

export type KeysetPosition = readonly PositionColumn[];

export const orderColumnSql = (
  { column, custom }: Pick<OrderColumn, 'column' | 'custom'>,
  alias: string,
): string =>
  custom
    ? customValueSql(custom, alias, (value) => quoteLiteral(String(value)))
    : `${alias}.${quoteIdentifier(column)}`;

export function reverseOrder<C extends OrderColumn>(order: readonly C[]): C[] {
  return order.map((one) => ({ ...one, direction: one.direction === 'asc' ? 'desc' : 'asc' }));
}

/** SQL conditions: `beyond` (after a value), `from` (at or after it). */
interface Bounds {
  beyond: string | boolean;
  from: string | boolean;
}

function joined(operator: 'AND' | 'OR', parts: (string | boolean)[]): string | boolean {
  const neutral = operator === 'AND';
  if (parts.includes(!neutral)) return !neutral;
  const [first, ...others] = parts.filter((part) => part !== neutral);
  if (first === undefined) return neutral;
  return others.length === 0 ? first : `(${[first, ...others].join(` ${operator} `)})`;
}

/** Each group of columns bounds the range that an index scan reads. */
function behind(groups: readonly Bounds[], isIncluded: boolean) {
  return groups.reduceRight<string | boolean>(
    (rest, { beyond, from }) =>
      // `beyond` implies `from`.
      rest === false ? beyond : joined('AND', [from, joined('OR', [beyond, rest])]),
    isIncluded,
  );
}

function runsOf(position: KeysetPosition): PositionColumn[][] {
  const runs: PositionColumn[][] = [];
  for (const step of position) {
    const [last] = runs.at(-1) ?? [];
    const goesOn = last && !last.isNullable && !step.isNullable;
    if (goesOn && last.direction === step.direction) runs.at(-1)?.push(step);
    else runs.push([step]);
  }
  return runs;
}

/** With `isIncluded`, also the record at the position. */
export function afterPositionSql(
  position: KeysetPosition,
  alias: string,
  parameter: (step: PositionColumn) => string,
  isIncluded = false,
): string {
  const groups = runsOf(position).map((run) => {
    const columns = run.map((step) => orderColumnSql(step, alias)).join(', ');
    const values = run.map((step) => (step.value === null ? 'NULL' : parameter(step)));
    return boundsSql(run[0] as PositionColumn, row(columns, run), row(values.join(', '), run));
  });
  const sql = behind(groups, isIncluded);
  return typeof sql === 'string' ? sql : String(sql).toUpperCase();
}

const row = (text: string, run: readonly PositionColumn[]) => (run.length > 1 ? `(${text})` : text);

function boundsSql(
  { direction, isNullable, value }: PositionColumn,
  columns: string,
  values: string,
): Bounds {
  const by = direction === 'asc' ? '>' : '<';
  if (value === null) {
    return direction === 'asc'
      ? { beyond: false, from: `${columns} IS NULL` }
      : { beyond: `${columns} IS NOT NULL`, from: true };
  }
  const compared = (operator: string) => {
    const sql = `${columns} ${operator} ${values}`;
    return isNullable && direction === 'asc' ? `(${sql} OR ${columns} IS NULL)` : sql;
  };
  return { beyond: compared(by), from: compared(`${by}=`) };
}
