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

/** Lists at the root of an operation: a page is written by the database as far as it can write it. */

/** How a list is read in one order, with the lists below its records. */
interface ListPlan {
  below: readonly ParseListArguments[];
  read: (
    run: RootFieldRun,
    list: RequestedList,
    nestedRows: readonly BoundRows[],
  ) => Promise<FieldResult>;
}

type PlanList = (selection: PageSelection, operation: Operation, order: ListOrder) => ListPlan;

/** Nothing but how many records there are: none of them is read. */
const planCount: PlanList = (selection) => ({
  below: [],
  read: async (run, list) => {
    const { page } = await shapePage(selection, (rows) => [rows], { ...list, rows: [] }, run);
    return { value: page };
  },
});

/** Nothing but records: the database writes the whole page. */
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

/** Records of which nothing is left to be done beside what is told of their page; undefined where it is not so. */
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

/** Everything else: a page that the process makes of the records. */
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
  // Whatever cannot be planned shows here, and not when it is read.
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
