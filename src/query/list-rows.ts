import { hasGenericPlan } from './condition-properties.ts';
import type { Condition } from './conditions.ts';
import { conditionSql } from './conditions.ts';
import type { KeysetPosition, OrderColumn } from './keyset-pagination.ts';
import { afterPositionSql } from './keyset-pagination.ts';

/** Which of many records, in which order. */
export interface RowSelection {
  /** Columns with their direction; together no two records may have the same, so that every list has one order. */
  orderBy: readonly Pick<OrderColumn, 'column' | 'direction'>[];
  where?: Condition | undefined;
  /** Only those that come behind it; for the last ones, in the opposite order. */
  behind?: KeysetPosition | undefined;
  /** Whether the limit leaves the last ones: they stand in the list's order as ever. */
  fromEnd?: boolean;
  /** How many at most; a whole number, which becomes part of the statement. */
  limit?: number;
  /** Writes a page instead of an array of records: `{ list: [record] }`, or `{ list: [{ item: record }] }`. */
  page?: { list: string; item?: string };
}

/** A list that each reading brings, by its number among those that it brings. */
export interface DeferredList {
  later: number;
}

/** A value that comes with a reading: which one, of which of its lists. */
export class BoundValue {
  readonly list: number;
  readonly index: number;

  constructor(list: number, index: number) {
    this.list = list;
    this.index = index;
  }
}

/** The rows of a list as one reading asks for them. */
export interface BoundRows {
  rows: RowSelection;
  /** All that the text of a statement depends on. */
  shape: string;
  /** What the text refers to, in its order. */
  values: readonly unknown[];
  /** Whether one plan of the statement serves whatever the values are. */
  isPlannedOnce: boolean;
}

/** The values of one reading, for those that a statement refers to. */
export const resolveBoundValues = (
  values: readonly unknown[],
  given: readonly BoundRows[],
): unknown[] =>
  values.map((value) =>
    value instanceof BoundValue ? given[value.list]?.values[value.index] : value,
  );

type Parameter = (value: unknown) => string;

/** The conditions on the rows under an alias; `parameter` adds a value to the statement. */
export function rowConditionsSql(
  { behind, where }: RowSelection,
  alias: string,
  parameter: Parameter,
): string[] {
  return [
    ...(behind ? [afterPositionSql(behind, alias, ({ value }) => parameter(value))] : []),
    ...(where ? [conditionSql(where, alias, parameter)] : []),
  ];
}

/** RowSelection that a reading brings, with the values apart from what the statement's text is made of. */
export function bindRows(rows: RowSelection): BoundRows {
  const { orderBy, where, fromEnd, limit, page } = rows;
  const values: unknown[] = [];
  const conditions = rowConditionsSql(rows, 't', (value) => {
    values.push(value);
    return '$';
  });
  const columns = orderBy.map(({ column, direction }) => [column, direction]);
  return {
    rows,
    shape: JSON.stringify([conditions, columns, fromEnd, limit, page]),
    values,
    isPlannedOnce: where === undefined || hasGenericPlan(where),
  };
}
