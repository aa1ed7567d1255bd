import type { JsonQuery, JsonQueryPart } from '../../query/json-query.ts';
import type { ListOrder } from '../core/list-order.ts';
import { storedColumn } from './column-values.ts';
import { awaitAllSettled } from './maybe-promise.ts';
import type { PageSelection } from './page-plan.ts';
import type { Finisher } from './plan-draft.ts';
import type { RootFieldRun } from './root-field-run.ts';
import type { Row } from './row.ts';
import { hiddenColumnName } from './row.ts';

/** How the records of a page are read, which may stand in several places, with something else asked of them in each. */
export interface PagePlan {
  tree: JsonQuery;
  /** Makes of the statement's rows those of each place. */
  split: (rows: readonly Row[]) => readonly (readonly Row[])[];
  /** What is left to be done in each place; undefined where there is nothing in any. */
  finish: readonly (Finisher | undefined)[] | undefined;
}

/** The columns of an order, which cursors are made of. */
export const cursorColumnParts = (
  { model, type }: PageSelection,
  order: ListOrder,
): JsonQueryPart[] =>
  order.map(({ column }) => {
    const { written } = storedColumn(model, column, type);
    return { as: hiddenColumnName(column), kind: 'column', column, written };
  });

/** Does what is left to be done with the records of pages, place by place. */
export async function finishPageRecords(
  finish: PagePlan['finish'],
  rowsAt: (place: number) => readonly Row[],
  run: RootFieldRun,
): Promise<void> {
  await awaitAllSettled((finish ?? []).map((finisher, place) => finisher?.(rowsAt(place), run)));
}
