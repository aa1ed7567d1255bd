import type { Context } from '../platform/context/context.ts';
import { workspaceConditionSql } from './conditions.ts';
import { jsonArraySql, rowAlias } from './json-columns.ts';
import type { JsonQuery, JsonQueryPart } from './json-query.ts';
import { JsonQueryBuilder } from './json-query.ts';
import { createStatementCache } from './json-query-runner.ts';
import type { BoundRows, DeferredList } from './list-rows.ts';
import { resolveBoundValues } from './list-rows.ts';
import { queryRecords } from './record-tables.ts';

/** Pages of a list, of which the database writes the records, and tells where the list goes on. */

interface PageTree {
  tree: JsonQuery;
  /** The property that each record is of an entry of the list; the record is the entry itself where there is none. */
  item: string | undefined;
  /** Columns of the order, which tell where a record stands in it. */
  keys: readonly JsonQueryPart[];
}

/** A page as the database wrote it. */
export interface JsonPage {
  /** The JSON of the list. */
  list: string;
  /** Whether the list goes on behind the page. */
  hasMore: boolean;
  /** The keys of the first record and of the last, which may be one; of none where there is none. */
  ends: Record<string, unknown>[];
}

/** Reads a page; the list that is asked for with one record more than the page has comes with each reading, as others. */
export type PageReader = (
  context: Pick<Context, 'db' | 'accountId'>,
  given: readonly BoundRows[],
) => Promise<JsonPage>;

/** No column is called so, which an order's keys are named after. */
const place = '"#row number"';

function write({ tree, item, keys }: PageTree, listed: DeferredList, given: readonly BoundRows[]) {
  const { limit = 1, fromEnd } = (given[listed.later] as BoundRows).rows;
  const size = limit - 1;
  const writer = new JsonQueryBuilder([undefined], '', given);
  const own: JsonQueryPart = { as: item ?? '', kind: 'own', parts: tree.parts };
  const entry: JsonQueryPart = {
    as: '#entry',
    kind: 'own',
    parts: item === undefined ? tree.parts : [own],
  };
  const found = writer.found(
    { model: tree.model, parts: [entry, ...keys] },
    workspaceConditionSql('t0'),
    listed,
  );
  const shown = (what: string, which: string) =>
    `SELECT ${what} FROM page WHERE ${which} ORDER BY ${place}${fromEnd ? ' DESC' : ''}`;
  const last = `least(${size}, (SELECT count(*) FROM page))`;
  const columns = keys.map(({ as }) => `"${as}"`).join(', ');
  const text = `WITH page AS MATERIALIZED (SELECT row_number() OVER () AS ${place}, ${rowAlias}.* FROM (${found}) ${rowAlias})
    SELECT array_to_json(ARRAY(${shown('"#entry"', `${place} <= ${size}`)}))::text AS list,
      (SELECT count(*) FROM page) > ${size} AS "hasMore",
      ${jsonArraySql(shown(columns, `${place} IN (1, ${last}) AND ${place} <= ${size}`))} AS ends`;
  return { text, values: writer.values };
}

/** Makes a reader of pages of a list, by one statement. */
export function createPageReader(page: PageTree, listed: DeferredList): PageReader {
  const statementFor = createStatementCache((given) => write(page, listed, given));
  return async (context, given) => {
    const { text, values } = statementFor(given);
    const others = resolveBoundValues(values.slice(1), given);
    const own = [context.accountId, ...others];
    const [found] = await queryRecords<JsonPage>(context, text, own);
    return found as JsonPage;
  };
}
