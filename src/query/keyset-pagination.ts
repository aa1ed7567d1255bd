import { quoteIdentifier } from './conditions.ts';

/**
 * Where a page of a list goes on: behind the values that its order has at one record. The values say it, not the record,
 * which may be gone or have other values by then.
 */

/** A column that a list is ordered by. Records without a value come last, and first where the order descends. */
export interface OrderColumn {
  column: string;
  direction: 'asc' | 'desc';
  isNullable: boolean;
  isInstant: boolean;
  /** All values of an enumeration or a flag, in the database's order. */
  ranks?: readonly (string | boolean)[] | undefined;
}

/** The value of one column there; as text where it is an instant or an exact number. */
export interface PositionColumn extends OrderColumn {
  value: string | number | boolean | null;
}

/** One step for each column of the order; the last is the id, which no two records have in common. */
export type KeysetPosition = readonly PositionColumn[];

/** The same order from its end. */
export function reverseOrder<C extends OrderColumn>(order: readonly C[]): C[] {
  return order.map((one) => ({ ...one, direction: one.direction === 'asc' ? 'desc' : 'asc' }));
}

/** A column's values beyond a value, and those at it or beyond; true for all, false for none. */
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

/**
 * That a record comes behind a position. Each group of columns bounds what the later ones decide, so that an index which
 * begins with the first has to be read from there on only.
 */
function behind(groups: readonly Bounds[], isIncluded: boolean) {
  return groups.reduceRight<string | boolean>(
    (rest, { beyond, from }) =>
      // What stands beyond is at it or beyond.
      rest === false ? beyond : joined('AND', [from, joined('OR', [beyond, rest])]),
    isIncluded,
  );
}

/** Columns that compare as one row: next to one another, in one direction, never null. */
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

/**
 * The SQL of what comes behind a position, without the record that stands there unless it is included. `parameter` keeps a
 * value and answers how the statement refers to it.
 */
export function afterPositionSql(
  position: KeysetPosition,
  alias: string,
  parameter: (step: PositionColumn) => string,
  isIncluded = false,
): string {
  const groups = runsOf(position).map((run) => {
    const columns = run.map(({ column }) => `${alias}.${quoteIdentifier(column)}`).join(', ');
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
