import { withoutName } from '../database/statements/prepared-statement-names.ts';
import type { Context } from '../platform/context/context.ts';
import type { FoundRecord, Statement } from '../write/idempotency/response-store.ts';
import { inWorkspace, quoted } from './conditions.ts';
import { keeper } from '../platform/caching/small-cache.ts';
import type { GivenRows, Later, Rows } from './list-rows.ts';
import { GivenValue, valuesIn } from './list-rows.ts';
import { arrayOf, row } from './json-columns.ts';
import type { Tree } from './json-query.ts';
import { Writer } from './json-query.ts';

/**
 * Which records stand at the root: a list, the one with an id, those with some ids in the order of the ids, or the
 * workspace itself.
 */
export type Roots = { rows: Rows | Later } | 'id' | 'ids' | 'workspace';

type Key = string | number | boolean;

function write(
  tree: Tree,
  roots: Roots,
  publicUrl: string | undefined,
  given: readonly GivenRows[],
): Statement {
  const all = inWorkspace('t0');
  const hasKey = roots === 'id' || roots === 'ids';
  const writer = new Writer(hasKey ? [undefined, undefined] : [undefined], publicUrl, given);
  const { values } = writer;
  if (typeof roots === 'object') {
    const list = writer.list(tree, all, roots.rows);
    return { text: `SELECT (${list})::text AS body`, values };
  }
  if (roots === 'ids') {
    const type = tree.model === 'User' ? 'int' : 'text';
    const each = writer.records(tree, `${all} AND t0."id" = k.id::${type}`);
    const found = `SELECT ${row}.* FROM json_array_elements_text($2::json) WITH ORDINALITY AS k(id, place)
      CROSS JOIN LATERAL (${each}) ${row} ORDER BY k.place`;
    return { text: `SELECT ${arrayOf(found)}::text AS body`, values };
  }
  const one = writer.records(tree, roots === 'id' ? `${all} AND t0."id" = $2` : all);
  return { text: `SELECT row_to_json(${row})::text AS body FROM (${one}) ${row}`, values };
}

/**
 * Reads what it was made for: for roots `'id'` the key is the id, for `'ids'` they are an array; others have none. `given` are
 * the lists that come with each reading, in the order of their numbers.
 */
export type ReadTree = (
  context: Pick<Context, 'db' | 'accountId'>,
  key?: Key | readonly Key[],
  given?: readonly GivenRows[],
) => Promise<string | null>;

const keyOf = (key: Key | readonly Key[]) => (Array.isArray(key) ? JSON.stringify(key) : key);

/**
 * The statement for the lists of one reading: planned once for any values where their conditions allow it, and then kept;
 * otherwise planned for its values at each reading.
 */
export function statementsFor(
  write: (given: readonly GivenRows[]) => Statement,
): (given: readonly GivenRows[]) => Statement {
  const kept = keeper<Statement>();
  return (given) => {
    const arePlannedOnce = given.every(({ isPlannedOnce }) => isPlannedOnce);
    const make = () => {
      const { text, values } = write(given);
      const isOwn = (value: unknown) => value === undefined || value instanceof GivenValue;
      const hasName = arePlannedOnce && values.every(isOwn);
      return { text: hasName ? text : withoutName(text), values };
    };
    return arePlannedOnce ? kept(given.map(({ shape }) => shape).join('\n'), make) : make();
  };
}

/** Reads one record by one statement, which may also be sent by somebody else. */
export interface RecordReader {
  /** The record with an id, or the workspace itself; null where there is none. */
  read: (context: Pick<Context, 'db' | 'accountId'>, id?: string) => Promise<FoundRecord | null>;
  /** The statement that reads it: one row with `body` and `version`, or none. */
  statement: (context: Pick<Context, 'accountId'>, id?: string) => Statement;
}

/** Makes a reader of one record as a tree of parts says, which tells its version beside it. */
export function recordReader(
  tree: Tree,
  roots: 'id' | 'workspace',
  publicUrl: string,
): RecordReader {
  const writer = new Writer(roots === 'id' ? [undefined, undefined] : [undefined], publicUrl);
  const columns = writer.columns(tree.parts, 't0');
  const where = `${inWorkspace('t0')}${roots === 'id' ? ' AND t0."id" = $2' : ''}`;
  const text = `SELECT (SELECT row_to_json(${row})::text FROM (SELECT ${columns}) ${row}) AS body, t0."version"
    FROM ${quoted(tree.model)} t0 WHERE ${where}`;
  const statement: RecordReader['statement'] = ({ accountId }, id) => {
    const own = id === undefined ? [accountId] : [accountId, id];
    return { text, values: [...own, ...writer.values.slice(own.length)] };
  };
  const read: RecordReader['read'] = async (context, id) => {
    const { values } = statement(context, id);
    const [found] = await context.db.$queryRawUnsafe<FoundRecord[]>(text, ...values);
    return found ?? null;
  };
  return { read, statement };
}

/**
 * Makes a reader of records with all that is related to them as a tree of parts says. It answers JSON: an array for a
 * list and for ids, which leaves out those that the workspace does not have; a record for an id, or null. One statement,
 * however many records; in every table it looks only at the workspace's rows.
 */
export function treeReader(tree: Tree, roots: Roots, publicUrl?: string): ReadTree {
  const statementFor = statementsFor((given) => write(tree, roots, publicUrl, given));
  return async ({ db, accountId }, key, given = []) => {
    const { text, values } = statementFor(given);
    const own = [accountId, ...(key === undefined ? [] : [keyOf(key)])];
    const others = valuesIn(values.slice(own.length), given);
    const [found] = await db.$queryRawUnsafe<{ body: string }[]>(text, ...own, ...others);
    return found?.body ?? null;
  };
}
