import { hasGenericPlan } from './condition-properties.ts';
import type { Condition } from './conditions.ts';
import { conditionSql } from './conditions.ts';
import type { KeysetPosition, OrderColumn } from './keyset-pagination.ts';
import { afterPositionSql } from './keyset-pagination.ts';

export interface RowSelection {
  /** Total order. */
  orderBy: readonly Pick<OrderColumn, 'column' | 'custom' | 'direction'>[];
  where?: Condition | undefined;
  /** With `fromEnd`, in the reversed order. */
  behind?: KeysetPosition | undefined;
  /** The limit keeps the last records, in the order of the list. */
  fromEnd?: boolean;
  limit?: number;
  /** Returns `{ list: [record] }` or `{ list: [{ item: record }] }`. */
  page?: { list: string; item?: string };
}

/** A list whose rows each call selects. Compared by identity. */
export class ListSlot {
  /** For error messages. */
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Represents a value of a list in a cached statement. */
export class BoundValue {
  readonly slot: ListSlot;
  readonly index: number;

  constructor(slot: ListSlot, index: number) {
    this.slot = slot;
    this.index = index;
  }
}

/** The rows of a list in one call. */
export interface BoundRows {
  selection: RowSelection;
  /** Equal shapes have equal SQL texts. */
  shape: string;
  values: readonly unknown[];
  /** Whether one generic plan serves all values. */
  hasGenericPlan: boolean;
}

export type BoundLists = ReadonlyMap<ListSlot, BoundRows>;

export const noLists: BoundLists = new Map();

/** With the values of one call. */
export const resolveBoundValues = (values: readonly unknown[], lists: BoundLists): unknown[] =>
  values.map((value) =>
    value instanceof BoundValue ? lists.get(value.slot)?.values[value.index] : value,
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
export function bindRows(selection: RowSelection): BoundRows {
  const { orderBy, where, fromEnd, limit, page } = selection;
  const values: unknown[] = [];
  const conditions = rowConditionsSql(selection, 't', (value) => {
    values.push(value);
    return '$';
  });
  const columns = orderBy.map(({ column, direction }) => [column, direction]);
  return {
    selection,
    shape: JSON.stringify([conditions, columns, fromEnd, limit, page]),
    values,
    hasGenericPlan: where === undefined || hasGenericPlan(where),
  };
}
