import type { Context } from '../platform/context/context.ts';
import { workspaceConditionSql } from './conditions.ts';
import { jsonArraySql, rowAlias } from './json-columns.ts';
import type { JsonQuery, JsonQueryPart } from './json-query.ts';
import { JsonQueryBuilder } from './json-query.ts';
import { createStatementCache } from './json-query-runner.ts';
import type { BoundLists, BoundRows, ListSlot } from './list-rows.ts';
import { resolveBoundValues } from './list-rows.ts';
import { queryRecords } from './record-tables.ts';

interface PageTree {
  tree: JsonQuery;
  /** Undefined if the entry is the record itself. */
  item: string | undefined;
  keys: readonly JsonQueryPart[];
}

export interface JsonPage {
  list: string;
  hasMore: boolean;
  /** Order values of the first and the last record. */
  ends: Record<string, unknown>[];
}

/** The list's limit is one more than the page size. */
export type PageReader = (
  context: Pick<Context, 'db' | 'accountId'>,
  lists: BoundLists,
) => Promise<JsonPage>;

/** No column or order key has this name. */
const rowNumber = '"#row number"';

function write({ tree, item, keys }: PageTree, slot: ListSlot, lists: BoundLists) {
  const { limit = 1, fromEnd } = (lists.get(slot) as BoundRows).selection;
  const size = limit - 1;
  const writer = new JsonQueryBuilder([undefined], '', lists);
  const own: JsonQueryPart = { as: item ?? '', kind: 'own', parts: tree.parts };
  const entry: JsonQueryPart = {
    as: '#entry',
    kind: 'own',
    parts: item === undefined ? tree.parts : [own],
  };
  const found = writer.found(
    { model: tree.model, parts: [entry, ...keys] },
    workspaceConditionSql('t0'),
    slot,
  );
  const selectFromPage = (selectSql: string, whereSql: string) =>
    `SELECT ${selectSql} FROM page WHERE ${whereSql} ORDER BY ${rowNumber}${fromEnd ? ' DESC' : ''}`;
  const last = `least(${size}, (SELECT count(*) FROM page))`;
  const columns = keys.map(({ as }) => `"${as}"`).join(', ');
  const text = `WITH page AS MATERIALIZED (SELECT row_number() OVER () AS ${rowNumber}, ${rowAlias}.* FROM (${found}) ${rowAlias})
    SELECT array_to_json(ARRAY(${selectFromPage('"#entry"', `${rowNumber} <= ${size}`)}))::text AS list,
      (SELECT count(*) FROM page) > ${size} AS "hasMore",
      ${jsonArraySql(selectFromPage(columns, `${rowNumber} IN (1, ${last}) AND ${rowNumber} <= ${size}`))} AS ends`;
  return { text, values: writer.values };
}

export function createPageReader(page: PageTree, slot: ListSlot): PageReader {
  const statementFor = createStatementCache((lists) => write(page, slot, lists));
  return async (context, lists) => {
    const { text, values } = statementFor(lists);
    const others = resolveBoundValues(values.slice(1), lists);
    const own = [context.accountId, ...others];
    const [found] = await queryRecords<JsonPage>(context, text, own);
    return found as JsonPage;
  };
}
