import { createSmallCache } from '../../platform/caching/small-cache.ts';
import type { JsonQueryPart } from '../../query/json-query.ts';
import { createJsonQueryReader } from '../../query/json-query-runner.ts';
import type { ListSlot, RowSelection } from '../../query/list-rows.ts';
import { createPageReader } from '../../query/page-reader.ts';
import type { ListSource } from '../core/field-reads.ts';
import type { FieldResult, PrepareRootField } from './field-result.ts';
import { postProcessResult } from './field-result.ts';
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
import type { PagePlan } from './page-records.ts';
import { combinePagePlans, cursorColumnParts, postProcessPageRecords } from './page-records.ts';
import type { RecordPlan } from './plan-draft.ts';
import { planPageRecords } from './record-plan.ts';
import type { RequestedList } from './requested-lists.ts';
import type { RootFieldRun } from './root-field-run.ts';
import type { Row } from './row.ts';
import type { AnyField, FieldNodes } from './selected-field.ts';

/** Reads root lists. PostgreSQL writes as much of a page's JSON as it can. */

type ReadPage = (run: RootFieldRun, list: RequestedList) => Promise<FieldResult>;

/** For pages that select no records. */
const readCount =
  (selection: PageSelection): ReadPage =>
  async (run, list) => {
    const { page } = await shapePage(selection, (rows) => [rows], { ...list, rows: [] }, run);
    return { value: page };
  };

/** PostgreSQL writes the JSON of the whole page. */
function createPlainReader(
  { tree, postProcess }: RecordPlan,
  slot: ListSlot,
  page: NonNullable<RowSelection['page']>,
): ReadPage {
  const read = createJsonQueryReader(tree, { rows: slot });
  return async (run) => {
    const text = await read(run.context, undefined, run.lists);
    return postProcessResult(text, { postProcess }, (json) => recordsOfPage(json, page), run);
  };
}

/** PostgreSQL writes the JSON of the records. The process adds `pageInfo` and other page properties. */
function createWrittenReader(
  selection: PageSelection,
  { tree }: RecordPlan,
  slot: ListSlot,
  list: { item?: string; keys: readonly JsonQueryPart[] },
): ReadPage {
  const read = createPageReader({ tree, item: list.item, keys: list.keys }, slot);
  return async (run, requestedList) => {
    const page = await read(run.context, run.lists);
    return { text: await buildPageJson(selection, requestedList, page, run) };
  };
}

/** The process builds the JSON of the page from rows. */
function createShapedReader(
  selection: PageSelection,
  { tree, split, postProcess }: PagePlan,
  slot: ListSlot,
): ReadPage {
  const read = createJsonQueryReader(tree, { rows: slot });
  return async (run, requestedList) => {
    const text = await read(run.context, undefined, run.lists);
    const list = { ...requestedList, rows: JSON.parse(text ?? '[]') as Row[] };
    const { page: value, records } = await shapePage(selection, split, list, run);
    await postProcessPageRecords(postProcess, (selected) => records[selected] ?? [], run);
    return { value };
  };
}

function planPageReader(
  selection: PageSelection,
  page: RowSelection['page'],
  slot: ListSlot,
  operation: Operation,
): ReadPage {
  if (isCountOnly(selection)) return readCount(selection);
  const plans = planPageRecords(selection, operation);
  const [plan] = plans;
  if (page) return createPlainReader(plan, slot, page);
  const list = plan.postProcess === undefined ? databasePageList(selection) : undefined;
  const readers = createSmallCache<ReadPage>();
  return (run, requestedList) => {
    const { order } = requestedList;
    const key = JSON.stringify(order.map(({ column, direction }) => [column, direction]));
    const read = readers(key, () =>
      list
        ? createWrittenReader(selection, plan, slot, {
            ...list,
            keys: cursorColumnParts(selection, order),
          })
        : createShapedReader(selection, combinePagePlans(selection, plans, order), slot),
    );
    return read(run, requestedList);
  };
}

export function planRootList(
  { model, which }: ListSource,
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
): PrepareRootField {
  const selection = pageSelection(model, field, nodes, operation);
  const page = plainPageNames(selection);
  const slot = operation.collector.addList(
    operation.path,
    createListArgumentParser({ model, which, page }, field, nodes, operation),
  );
  const read = planPageReader(selection, page, slot, operation);
  return () => (run) => read(run, run.lists.get(slot) as RequestedList);
}
