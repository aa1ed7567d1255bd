import { hasGenericPlan } from './condition-properties.ts';
import type { Condition } from './conditions.ts';
import { conditionSql } from './conditions.ts';
import type { KeysetPosition, OrderColumn } from './keyset-pagination.ts';
import { afterPositionSql } from './keyset-pagination.ts';

export interface RowSelection {
  /** Total order. */
  orderBy: readonly Pick<OrderColumn, 'column' | 'direction'>[];
  where?: Condition | undefined;
  /** With `fromEnd`, in the reversed order. */
  behind?: KeysetPosition | undefined;
  /** The limit keeps the last records, in the order of the list. */
  fromEnd?: boolean;
  limit?: number;
  /** Returns `{ list: [record] }` or `{ list: [{ item: record }] }`. */
  page?: { list: string; item?: string };
}

/** A list that each call brings; `later` is its index in the array of bound rows. */
export interface DeferredList {
  later: number;
}

/** Stands in for a value that each call brings. */
export class BoundValue {
  readonly list: number;
  readonly index: number;

  constructor(list: number, index: number) {
    this.list = list;
    this.index = index;
  }
}

/** A deferred list in one call. */
export interface BoundRows {
  rows: RowSelection;
  /** Equal shapes have equal SQL texts. */
  shape: string;
  values: readonly unknown[];
  /** Whether one generic plan serves all values. */
  isPlannedOnce: boolean;
}

/** With the values of one call. */
export const resolveBoundValues = (
  values: readonly unknown[],
  given: readonly BoundRows[],
): unknown[] =>
  values.map((value) =>
    value instanceof BoundValue ? given[value.list]?.values[value.index] : value,
  );

type Parameter = (value: unknown) => string;

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

/** Separates the values of a list from the shape of its SQL. */
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
