import { keeper } from '../../platform/caching/small-cache.ts';
import type { GivenRows, Rows } from '../../query/list-rows.ts';
import { pageReader } from '../../query/page-reader.ts';
import { treeReader } from '../../query/json-query-runner.ts';
import type { ListOrder } from '../core/list-cursors.ts';
import { checkPlace } from '../core/list-cursors.ts';
import type { Listed } from '../core/field-reads.ts';
import type { AskedList, AskList } from './requested-lists.ts';
import { listAsker, readLists, rowsOf } from './requested-lists.ts';
import type { Found, PrepareRoot } from './field-result.ts';
import { finished } from './field-result.ts';
import type { PageSelection } from './page-plan.ts';
import {
  isCounted,
  nodesOf,
  pageSelection,
  plainPage,
  shapePage,
  writePage,
  writtenList,
} from './page-plan.ts';
import { finishPlaces, keysOf, planPageRecords } from './record-plan.ts';
import type { Row } from './row.ts';
import type { Run } from './plan-run.ts';
import type { AnyField, Nodes, Operation } from './selection.ts';

/** Lists at the root of an operation: a page is written by the database as far as it can write it. */

/** How a list is read in one order, with the lists below its records. */
interface ListPlan {
  below: readonly AskList[];
  read: (run: Run, asked: AskedList, given: readonly GivenRows[]) => Promise<Found>;
}

type PlanList = (selection: PageSelection, operation: Operation, order: ListOrder) => ListPlan;

/** Nothing but how many records there are: none of them is read. */
const planCount: PlanList = (selection) => ({
  below: [],
  read: async (run, asked) => {
    const { page } = await shapePage(selection, (rows) => [rows], { ...asked, rows: [] }, run);
    return { value: page };
  },
});

/** Nothing but records: the database writes the whole page. */
const planPlain =
  (page: NonNullable<Rows['page']>): PlanList =>
  (selection, operation) => {
    const below: AskList[] = [];
    const { tree, finish } = planPageRecords(selection, { ...operation, lists: below });
    const read = treeReader(tree, { rows: { later: below.length } });
    return {
      below,
      read: async (run, _asked, given) => {
        const text = await read(run.context, undefined, given);
        return finished(text, { finish: finish?.[0] }, (json) => nodesOf(json, page), run);
      },
    };
  };

/** Records of which nothing is left to be done beside what is told of their page; undefined where it is not so. */
function planWritten(
  selection: PageSelection,
  operation: Operation,
  order: ListOrder,
): ListPlan | undefined {
  const list = writtenList(selection);
  const below: AskList[] = [];
  const { tree, finish } = planPageRecords(selection, { ...operation, lists: below });
  if (list === undefined || finish !== undefined) return undefined;
  const keys = keysOf(selection, order);
  const read = pageReader({ tree, item: list.item, keys }, { later: below.length });
  return {
    below,
    read: async (run, asked, given) => {
      const found = await read(run.context, given);
      return { text: await writePage(selection, asked, found, run) };
    },
  };
}

/** Everything else: a page that the process makes of the records. */
const planShaped: PlanList = (selection, operation, order) => {
  const below: AskList[] = [];
  const records = planPageRecords(selection, { ...operation, lists: below }, order);
  const read = treeReader(records.tree, { rows: { later: below.length } });
  return {
    below,
    read: async (run, asked, given) => {
      const text = await read(run.context, undefined, given);
      const listed = { ...asked, rows: JSON.parse(text ?? '[]') as Row[] };
      const { page: value, shown } = await shapePage(selection, records.split, listed, run);
      await finishPlaces(records.finish, (at) => shown[at] ?? [], run);
      return { value };
    },
  };
};

export function planList(
  { model, which }: Listed,
  field: AnyField,
  nodes: Nodes,
  operation: Operation,
): PrepareRoot {
  const selection = pageSelection(model, field, nodes, operation);
  const page = plainPage(selection);
  const ask = listAsker({ model, which, page }, field, nodes, operation);
  const planIn = (order: ListOrder): ListPlan => {
    if (isCounted(selection)) return planCount(selection, operation, order);
    if (page) return planPlain(page)(selection, operation, order);
    return planWritten(selection, operation, order) ?? planShaped(selection, operation, order);
  };
  // Whatever cannot be planned shows here, and not when it is read.
  const unordered = planIn([]);
  const plans = keeper<ListPlan>();

  return (variables) => {
    const asked = ask(variables);
    const { order, place, rows } = asked;
    const names = () => JSON.stringify(order.map((one) => [one.column, one.direction]));
    const plan = page ? unordered : plans(names(), () => planIn(order));
    const lists = plan.below.map((askBelow) => askBelow(variables));
    return async (run) => {
      checkPlace(run.context, place);
      readLists(run, lists);
      return plan.read(run, asked, [...rowsOf(lists), rows]);
    };
  };
}
