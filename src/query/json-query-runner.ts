import { withoutPreparedName } from '../database/statements/prepared-statement-names.ts';
import type { SqlStatement } from '../database/statements/sql-statement.ts';
import { createSmallCache } from '../platform/caching/small-cache.ts';
import type { Context } from '../platform/context/context.ts';
import { quoteIdentifier, workspaceConditionSql } from './conditions.ts';
import { jsonArraySql, rowAlias } from './json-columns.ts';
import type { JsonQuery } from './json-query.ts';
import { JsonQueryBuilder } from './json-query.ts';
import type { BoundLists, RowSelection } from './list-rows.ts';
import { BoundValue, ListSlot, noLists, resolveBoundValues } from './list-rows.ts';
import { queryRecords } from './record-tables.ts';
import type { SerializedRecord } from './serialized-record.ts';

/** `ids` keeps the order of the ids. */
export type JsonQueryRoots = { rows: RowSelection | ListSlot } | 'id' | 'ids' | 'workspace';

type Key = string | number | boolean;

function write(
  tree: JsonQuery,
  roots: JsonQueryRoots,
  publicUrl: string | undefined,
  lists: BoundLists,
): SqlStatement {
  const all = workspaceConditionSql('t0');
  const hasKey = roots === 'id' || roots === 'ids';
  const writer = new JsonQueryBuilder(
    hasKey ? [undefined, undefined] : [undefined],
    publicUrl,
    lists,
  );
  const { values } = writer;
  if (typeof roots === 'object') {
    const list = writer.list(tree, all, roots.rows);
    return { text: `SELECT (${list})::text AS body`, values };
  }
  if (roots === 'ids') {
    const type = tree.model === 'User' ? 'int' : 'text';
    const each = writer.records(tree, `${all} AND t0."id" = k.id::${type}`);
    const found = `SELECT ${rowAlias}.* FROM json_array_elements_text($2::json) WITH ORDINALITY AS k(id, place)
      CROSS JOIN LATERAL (${each}) ${rowAlias} ORDER BY k.place`;
    return { text: `SELECT ${jsonArraySql(found)}::text AS body`, values };
  }
  const one = writer.records(tree, roots === 'id' ? `${all} AND t0."id" = $2` : all);
  return {
    text: `SELECT row_to_json(${rowAlias})::text AS body FROM (${one}) ${rowAlias}`,
    values,
  };
}

/** `key` is an id, or an array for `'ids'`. */
export type JsonQueryReader = (
  context: Pick<Context, 'db' | 'accountId'>,
  key?: Key | readonly Key[],
  lists?: BoundLists,
) => Promise<string | null>;

const keyOf = (key: Key | readonly Key[]) => (Array.isArray(key) ? JSON.stringify(key) : key);

/** Caches SQL texts. A text is prepared only if one generic plan is fast for all values. */
export function createStatementCache(
  write: (lists: BoundLists) => SqlStatement,
): (lists: BoundLists) => SqlStatement {
  const statements = createSmallCache<SqlStatement>();
  return (lists) => {
    const bound = [...lists.values()];
    const hasGenericPlan = bound.every(({ hasGenericPlan }) => hasGenericPlan);
    const make = () => {
      const { text, values } = write(lists);
      const hasNoConstants = values.every(
        (value) => value === undefined || value instanceof BoundValue,
      );
      const isPrepared = hasGenericPlan && hasNoConstants;
      return { text: isPrepared ? text : withoutPreparedName(text), values };
    };
    return hasGenericPlan ? statements(bound.map(({ shape }) => shape).join('\n'), make) : make();
  };
}

/** The statement can also be sent in a batch. */
export interface RecordReader {
  read: (
    context: Pick<Context, 'db' | 'accountId'>,
    id?: string,
  ) => Promise<SerializedRecord | null>;
  statement: (context: Pick<Context, 'accountId'>, id?: string) => SqlStatement;
}

export const hasListSlots = ({ parts }: Pick<JsonQuery, 'parts'>): boolean =>
  parts.some((part) => {
    if ('rows' in part && part.rows instanceof ListSlot) return true;
    if ('tree' in part) return hasListSlots(part.tree);
    if (part.kind === 'own') return hasListSlots(part);
    return part.kind === 'through' && 'tree' in part.part && hasListSlots(part.part.tree);
  });

export function createRecordReader(
  tree: JsonQuery,
  roots: 'id' | 'workspace',
  publicUrl: string,
): RecordReader {
  const writer = new JsonQueryBuilder(
    roots === 'id' ? [undefined, undefined] : [undefined],
    publicUrl,
  );
  const columns = writer.columns(tree.parts, 't0');
  const where = `${workspaceConditionSql('t0')}${roots === 'id' ? ' AND t0."id" = $2' : ''}`;
  const text = `SELECT (SELECT row_to_json(${rowAlias})::text FROM (SELECT ${columns}) ${rowAlias}) AS body, t0."version"
    FROM ${quoteIdentifier(tree.model)} t0 WHERE ${where}`;
  const statement: RecordReader['statement'] = ({ accountId }, id) => {
    const own = id === undefined ? [accountId] : [accountId, id];
    return { text, values: [...own, ...writer.values.slice(own.length)] };
  };
  const read: RecordReader['read'] = async (context, id) => {
    const { values } = statement(context, id);
    const [found] = await context.db.$queryRawUnsafe<SerializedRecord[]>(text, ...values);
    return found ?? null;
  };
  return { read, statement };
}

/** Reads a record that is not stored, from the values of its columns. Related records are read as they are now. */
export async function readRecordFromValues(
  { accountId, db }: Pick<Context, 'accountId' | 'db'>,
  { model, parts }: JsonQuery,
  values: object,
  publicUrl: string,
): Promise<string> {
  const writer = new JsonQueryBuilder([accountId, JSON.stringify(values)], publicUrl);
  const columns = writer.columns(parts, 't0');
  const text = `SELECT row_to_json(${rowAlias})::text AS body FROM (SELECT ${columns}
    FROM jsonb_populate_record(NULL::${quoteIdentifier(model)}, $2::jsonb) t0 WHERE ${workspaceConditionSql('t0')}) ${rowAlias}`;
  const [found] = await db.$queryRawUnsafe<{ body: string }[]>(text, ...writer.values);
  return found?.body ?? 'null';
}

/**
 * One statement.
 * @returns JSON: an array for a list or ids (without unknown ids), an object or null for an id
 */
export function createJsonQueryReader(
  tree: JsonQuery,
  roots: JsonQueryRoots,
  publicUrl?: string,
): JsonQueryReader {
  const statementFor = createStatementCache((lists) => write(tree, roots, publicUrl, lists));
  return async (context, key, lists = noLists) => {
    const { text, values } = statementFor(lists);
    const own = [context.accountId, ...(key === undefined ? [] : [keyOf(key)])];
    const others = resolveBoundValues(values.slice(own.length), lists);
    const [found] = await queryRecords<{ body: string }>(context, text, [...own, ...others]);
    return found?.body ?? null;
  };
}
