import type { JsonQuery, JsonQueryPart } from '../../query/json-query.ts';
import { jsonValueSql } from '../../query/json-values.ts';
import { orderColumnSql } from '../../query/keyset-pagination.ts';
import type { ListOrder } from '../../query/list-order.ts';
import { storedColumn } from './column-values.ts';
import { awaitAllSettled } from './maybe-promise.ts';
import type { PageSelection } from './page-plan.ts';
import type { RecordPlan, RowPostProcessor } from './plan-draft.ts';
import type { RootFieldRun } from './root-field-run.ts';
import type { Row } from './row.ts';
import { hiddenColumnName } from './row.ts';
import { withShortAliases } from './short-aliases.ts';

/** The records of a page can be selected several times (`nodes` and `edges`). */
export interface PagePlan {
  tree: JsonQuery;
  /** Splits the rows into the records of each selection. */
  split: (rows: readonly Row[]) => readonly (readonly Row[])[];
  /** By selection; undefined if none needs a post-processor. */
  postProcess: readonly (RowPostProcessor | undefined)[] | undefined;
}

export const cursorColumnParts = (
  { model, type }: PageSelection,
  order: ListOrder,
): JsonQueryPart[] =>
  order.map((ordered) => {
    const { column, custom } = ordered;
    const as = hiddenColumnName(column);
    if (custom) {
      const written = custom.as === 'orderNumber' ? 'decimal' : 'plain';
      const sql = (alias: string) => jsonValueSql(orderColumnSql(ordered, alias), written);
      return { as, kind: 'expression', sql };
    }
    const { written } = storedColumn(model, column, type);
    return { as, kind: 'column', column, written };
  });

/** Combines the plans of all selections into one query, with the columns of the order for cursors. */
export function combinePagePlans(
  selection: PageSelection,
  [first, ...others]: readonly [RecordPlan, ...RecordPlan[]],
  order: ListOrder,
): PagePlan {
  const plan = withHiddenColumns(first, cursorColumnParts(selection, order));
  if (others.length === 0) {
    return {
      tree: plan.tree,
      split: (rows) => [rows],
      postProcess: plan.postProcess && [plan.postProcess],
    };
  }
  const plans = [plan, ...others];
  const short = plans.map(({ tree }, index) => withShortAliases(tree.parts, `${index}.`));
  return {
    tree: { model: plan.tree.model, parts: short.flatMap(({ parts }) => parts) },
    split: (rows) => short.map(({ named }) => rows.map(named)),
    postProcess: plans.map(({ postProcess }) => postProcess),
  };
}

function withHiddenColumns(plan: RecordPlan, columns: readonly JsonQueryPart[]): RecordPlan {
  if (columns.length === 0) return plan;
  const { tree, postProcess } = plan;
  const added = columns.filter(({ as }) => !tree.parts.some((part) => part.as === as));
  return {
    tree: { ...tree, parts: [...added, ...tree.parts] },
    postProcess: async (rows, run) => {
      await postProcess?.(rows, run);
      for (const row of rows) for (const { as } of columns) row[as] = undefined;
    },
  };
}

export async function postProcessPageRecords(
  postProcess: PagePlan['postProcess'],
  rowsOf: (selection: number) => readonly Row[],
  run: RootFieldRun,
): Promise<void> {
  await awaitAllSettled(
    (postProcess ?? []).map((postProcessor, selection) => postProcessor?.(rowsOf(selection), run)),
  );
}
