import type { Context } from '../platform/context/context.ts';
import { inWorkspace } from './conditions.ts';
import type { GivenRows, Later } from './list-rows.ts';
import { valuesIn } from './list-rows.ts';
import { arrayOf, row } from './json-columns.ts';
import { statementsFor } from './json-query-runner.ts';
import type { Part, Tree } from './json-query.ts';
import { Writer } from './json-query.ts';

/** Pages of a list, of which the database writes the records, and tells where the list goes on. */

interface PageTree {
  tree: Tree;
  /** The property that each record is of an entry of the list; the record is the entry itself where there is none. */
  item: string | undefined;
  /** Columns of the order, which tell where a record stands in it. */
  keys: readonly Part[];
}

/** A page as the database wrote it. */
export interface WrittenPage {
  /** The JSON of the list. */
  list: string;
  /** Whether the list goes on behind the page. */
  hasMore: boolean;
  /** The keys of the first record and of the last, which may be one; of none where there is none. */
  ends: Record<string, unknown>[];
}

/** Reads a page; the list that is asked for with one record more than the page has comes with each reading, as others. */
export type ReadPage = (
  context: Pick<Context, 'db' | 'accountId'>,
  given: readonly GivenRows[],
) => Promise<WrittenPage>;

/** No column is called so, which an order's keys are named after. */
const place = '"#row number"';

function write({ tree, item, keys }: PageTree, listed: Later, given: readonly GivenRows[]) {
  const { limit = 1, fromEnd } = (given[listed.later] as GivenRows).rows;
  const size = limit - 1;
  const writer = new Writer([undefined], '', given);
  const own: Part = { as: item ?? '', kind: 'own', parts: tree.parts };
  const entry: Part = {
    as: '#entry',
    kind: 'own',
    parts: item === undefined ? tree.parts : [own],
  };
  const found = writer.found(
    { model: tree.model, parts: [entry, ...keys] },
    inWorkspace('t0'),
    listed,
  );
  const shown = (what: string, which: string) =>
    `SELECT ${what} FROM page WHERE ${which} ORDER BY ${place}${fromEnd ? ' DESC' : ''}`;
  const last = `least(${size}, (SELECT count(*) FROM page))`;
  const columns = keys.map(({ as }) => `"${as}"`).join(', ');
  const text = `WITH page AS MATERIALIZED (SELECT row_number() OVER () AS ${place}, ${row}.* FROM (${found}) ${row})
    SELECT array_to_json(ARRAY(${shown('"#entry"', `${place} <= ${size}`)}))::text AS list,
      (SELECT count(*) FROM page) > ${size} AS "hasMore",
      ${arrayOf(shown(columns, `${place} IN (1, ${last}) AND ${place} <= ${size}`))} AS ends`;
  return { text, values: writer.values };
}

/** Makes a reader of pages of a list, by one statement. */
export function pageReader(page: PageTree, listed: Later): ReadPage {
  const statementFor = statementsFor((given) => write(page, listed, given));
  return async ({ db, accountId }, given) => {
    const { text, values } = statementFor(given);
    const others = valuesIn(values.slice(1), given);
    const [found] = await db.$queryRawUnsafe<WrittenPage[]>(text, accountId, ...others);
    return found as WrittenPage;
  };
}
