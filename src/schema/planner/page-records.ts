import type { JsonQuery, JsonQueryPart } from '../../query/json-query.ts';
import type { ListOrder } from '../core/list-order.ts';
import { storedColumn } from './column-values.ts';
import { awaitAllSettled } from './maybe-promise.ts';
import type { PageSelection } from './page-plan.ts';
import type { Finisher } from './plan-draft.ts';
import type { RootFieldRun } from './root-field-run.ts';
import type { Row } from './row.ts';
import { hiddenColumnName } from './row.ts';

/** The records of a page can be selected in several places (`nodes` and `edges`). */
export interface PagePlan {
  tree: JsonQuery;
  /** Splits the rows into the records of each place. */
  split: (rows: readonly Row[]) => readonly (readonly Row[])[];
  /** By place; undefined if no place needs one. */
  finish: readonly (Finisher | undefined)[] | undefined;
}

/** For cursors. */
export const cursorColumnParts = (
  { model, type }: PageSelection,
  order: ListOrder,
): JsonQueryPart[] =>
  order.map(({ column }) => {
    const { written } = storedColumn(model, column, type);
    return { as: hiddenColumnName(column), kind: 'column', column, written };
  });

export async function finishPageRecords(
  finish: PagePlan['finish'],
  rowsAt: (place: number) => readonly Row[],
  run: RootFieldRun,
): Promise<void> {
  await awaitAllSettled((finish ?? []).map((finisher, place) => finisher?.(rowsAt(place), run)));
}
