import { createSmallCache } from '../../platform/caching/small-cache.ts';
import { createJsonQueryReader } from '../../query/json-query-runner.ts';
import type { BoundRows, RowSelection } from '../../query/list-rows.ts';
import { createPageReader } from '../../query/page-reader.ts';
import type { ListSource } from '../core/field-reads.ts';
import { checkCursorWorkspace } from '../core/list-cursors.ts';
import type { ListOrder } from '../core/list-order.ts';
import type { FieldResult, PrepareRootField } from './field-result.ts';
import { finishResult } from './field-result.ts';
import { createListArgumentParser } from './list-arguments.ts';
import type { Operation } from './operation.ts';
import type { PageSelection } from './page-plan.ts';
import {
  buildPageJson,
  databasePageList,
  isCountOnly,
  pageSelection,
  plainPageNames,
  recordsOfPage,
  shapePage,
} from './page-plan.ts';
import { cursorColumnParts, finishPageRecords } from './page-records.ts';
import { planPageRecords } from './record-plan.ts';
import type { ParseListArguments, RequestedList } from './requested-lists.ts';
import { boundRowsOf } from './requested-lists.ts';
import type { RootFieldRun } from './root-field-run.ts';
import { setRunLists } from './root-field-run.ts';
import type { Row } from './row.ts';
import type { AnyField, FieldNodes } from './selected-field.ts';

/** Lists at the root. The database writes as much of a page as it can. */

/** A plan for one order, with its nested lists. */
interface ListPlan {
  below: readonly ParseListArguments[];
  read: (
    run: RootFieldRun,
    list: RequestedList,
    nestedRows: readonly BoundRows[],
  ) => Promise<FieldResult>;
}

type PlanList = (selection: PageSelection, operation: Operation, order: ListOrder) => ListPlan;

/** Reads no records. */
const planCount: PlanList = (selection) => ({
  below: [],
  read: async (run, list) => {
    const { page } = await shapePage(selection, (rows) => [rows], { ...list, rows: [] }, run);
    return { value: page };
  },
});

/** The database writes the whole page. */
const planPlain =
  (page: NonNullable<RowSelection['page']>): PlanList =>
  (selection, operation) => {
    const below: ParseListArguments[] = [];
    const { tree, finish } = planPageRecords(selection, { ...operation, lists: below });
    const read = createJsonQueryReader(tree, { rows: { later: below.length } });
    return {
      below,
      read: async (run, _list, nestedRows) => {
        const text = await read(run.context, undefined, nestedRows);
        return finishResult(
          text,
          { finish: finish?.[0] },
          (json) => recordsOfPage(json, page),
          run,
        );
      },
    };
  };

/** The database writes the list, the process adds page properties; undefined if the records need a finisher. */
function planWritten(
  selection: PageSelection,
  operation: Operation,
  order: ListOrder,
): ListPlan | undefined {
  const list = databasePageList(selection);
  const below: ParseListArguments[] = [];
  const { tree, finish } = planPageRecords(selection, { ...operation, lists: below });
  if (list === undefined || finish !== undefined) return undefined;
  const keys = cursorColumnParts(selection, order);
  const read = createPageReader({ tree, item: list.item, keys }, { later: below.length });
  return {
    below,
    read: async (run, list, nestedRows) => {
      const found = await read(run.context, nestedRows);
      return { text: await buildPageJson(selection, list, found, run) };
    },
  };
}

/** The process builds the page. */
const planShaped: PlanList = (selection, operation, order) => {
  const below: ParseListArguments[] = [];
  const records = planPageRecords(selection, { ...operation, lists: below }, order);
  const read = createJsonQueryReader(records.tree, { rows: { later: below.length } });
  return {
    below,
    read: async (run, list, nestedRows) => {
      const text = await read(run.context, undefined, nestedRows);
      const listed = { ...list, rows: JSON.parse(text ?? '[]') as Row[] };
      const { page: value, shown } = await shapePage(selection, records.split, listed, run);
      await finishPageRecords(records.finish, (at) => shown[at] ?? [], run);
      return { value };
    },
  };
};

export function planRootList(
  { model, which }: ListSource,
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
): PrepareRootField {
  const selection = pageSelection(model, field, nodes, operation);
  const page = plainPageNames(selection);
  const ask = createListArgumentParser({ model, which, page }, field, nodes, operation);
  const planIn = (order: ListOrder): ListPlan => {
    if (isCountOnly(selection)) return planCount(selection, operation, order);
    if (page) return planPlain(page)(selection, operation, order);
    return planWritten(selection, operation, order) ?? planShaped(selection, operation, order);
  };
  // Reports an unplannable list when the operation is planned.
  const unordered = planIn([]);
  const plans = createSmallCache<ListPlan>();

  return (variables) => {
    const list = ask(variables);
    const { order, cursor, rows } = list;
    const names = () => JSON.stringify(order.map((one) => [one.column, one.direction]));
    const plan = page ? unordered : plans(names(), () => planIn(order));
    const lists = plan.below.map((askBelow) => askBelow(variables));
    return async (run) => {
      checkCursorWorkspace(run.context, cursor);
      setRunLists(run, lists);
      return plan.read(run, list, [...boundRowsOf(lists), rows]);
    };
  };
}
