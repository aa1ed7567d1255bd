import { withoutPreparedName } from '../database/statements/prepared-statement-names.ts';
import type { Cursor } from '../database/transactions/cursors.ts';
import { openCursor } from '../database/transactions/cursors.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { applyAccessPolicy } from '../platform/access-policies/policy-client.ts';
import type { Context } from '../platform/context/context.ts';
import { hasGenericPlan } from './condition-properties.ts';
import type { Condition } from './conditions.ts';
import { conditionSql, quoteIdentifier, workspaceConditionSql } from './conditions.ts';
import { rowAlias } from './json-columns.ts';
import type { JsonQuery } from './json-query.ts';
import { JsonQueryBuilder } from './json-query.ts';
import type { BoundRows } from './list-rows.ts';
import { resolveBoundValues } from './list-rows.ts';

/** Lists of records without pages, as the JSON of a statement. */

/** Which of the workspace's records are in a list, and in which order; together no two may have the same place. */
export interface ListQuery {
  where?: Condition | undefined;
  /** A further condition on the record under an alias, where SQL says best what an index has. */
  matching?: ((alias: string) => Prisma.Sql) | undefined;
  /** Whether one plan serves `matching` whatever its values are. */
  isPlannedOnce?: boolean;
  orderBy: readonly ListOrder[];
}

type ListOrder =
  | { column: string; direction?: 'asc' | 'desc' }
  /** What the database makes of the record under an alias. */
  | { sql: (alias: string) => string };

/** What is written of each record: a record, or the one part that it has. */
export interface ListJsonQuery extends JsonQuery {
  isAlone?: boolean;
}

/** Longer lists are streamed in parts. */
const shortList = { records: 500, bytes: 524_288 };

const alias = 't0';

interface Statement {
  text: string;
  values: unknown[];
}

/** A statement of the JSON of each record, beside its id and its version where these are asked for. */
function statementOf(
  { accountId, publicUrl }: Pick<Context, 'accountId' | 'publicUrl'>,
  tree: ListJsonQuery,
  { where, matching, orderBy }: ListQuery,
  {
    limit,
    given = [],
    withId = false,
    withVersion = false,
  }: {
    limit?: number;
    given?: readonly BoundRows[];
    withId?: boolean;
    withVersion?: boolean;
  } = {},
): Statement {
  const writer = new JsonQueryBuilder([accountId], publicUrl, given);
  const conditions = [
    workspaceConditionSql(alias),
    ...(matching ? [sqlText(matching(alias), writer.parameter)] : []),
    ...(where ? [conditionSql(where, alias, writer.parameter)] : []),
  ];
  const order = orderBy.map((one) => {
    if ('sql' in one) return one.sql(alias);
    return `${alias}.${quoteIdentifier(one.column)}${one.direction === 'desc' ? ' DESC' : ''}`;
  });
  const records = writer.records(tree, conditions.join(' AND '));
  const found = `${records} ORDER BY ${order.join(', ')}${limit === undefined ? '' : ` LIMIT ${Math.trunc(limit)}`}`;
  const [first] = tree.parts;
  const json =
    tree.isAlone && first
      ? `to_json(${rowAlias}.${quoteIdentifier(first.as)})`
      : `row_to_json(${rowAlias})`;
  const id = withId ? `, ${rowAlias}.id AS id` : '';
  const version = withVersion ? `, ${versionSql(tree)} AS version` : '';
  return {
    text: `SELECT ${json}::text AS record${id}${version} FROM (${found}) ${rowAlias}`,
    values: resolveBoundValues(writer.values, given),
  };
}

/** The version of a record that is listed, which records do not show. */
const versionSql = ({ model }: JsonQuery) =>
  `(SELECT v.version FROM ${quoteIdentifier(model)} v WHERE ${workspaceConditionSql('v')} AND v.id = ${rowAlias}.id)`;

function sqlText({ strings, values }: Prisma.Sql, parameter: (value: unknown) => string): string {
  return strings.reduce((text, part, index) => text + parameter(values[index - 1]) + part);
}

/** The statement of a list, planned once where one plan serves all values: 2.0 to 3.4 times as fast. */
function named(
  sql: string,
  { where, matching, isPlannedOnce = matching === undefined }: ListQuery,
  given: readonly BoundRows[] = [],
): string {
  const isGeneric =
    isPlannedOnce &&
    (where === undefined || hasGenericPlan(where)) &&
    given.every((rows) => rows.isPlannedOnce);
  return isGeneric ? sql : withoutPreparedName(sql);
}

/** A list: whole where it is short. */
export type ListResult =
  | { body: string; version: number | null }
  /** How many bytes its first records have on the average, and how it is opened. */
  | { recordBytes: number; open: () => Promise<Cursor> };

/** The first records of a list, as the JSON of an array. One statement. */
export async function readFirstRecords(
  context: Context,
  tree: JsonQuery,
  listing: ListQuery,
  most: number,
  given: readonly BoundRows[] = [],
): Promise<string> {
  const { text, values } = statementOf(context, tree, listing, { limit: most, given });
  const sql = `SELECT '[' || coalesce(string_agg(record, ','), '') || ']' AS body FROM (${text}) records`;
  const [read] = await context.db.$queryRawUnsafe<{ body: string }[]>(
    named(sql, listing, given),
    ...values,
  );
  return read?.body ?? '[]';
}

/** The most records of a part of a list, and the most bytes beyond its first record. */
const mostOfPart = { records: 1_000, bytes: 1_048_576 };

/** A part of a list: the JSON of an array, and the id of its last record where others come after it. */
export interface ListPart {
  body: string;
  lastId: string | null;
  /** Of the one record that was asked for, where it is there. */
  version: number | null;
}

/** The first part of a list in the order of ids; with `isOne`, one record with its version. One statement. */
export async function readListPart(
  context: Context,
  tree: JsonQuery,
  listing: ListQuery,
  isOne = false,
): Promise<ListPart> {
  const { text, values } = statementOf(context, tree, listing, {
    limit: mostOfPart.records + 1,
    withId: true,
    withVersion: isOne,
  });
  const sql = `SELECT '[' || coalesce(string_agg(record, ',' ORDER BY place) FILTER (WHERE fits), '') || ']' AS body,
      CASE WHEN NOT bool_and(fits) THEN max(id) FILTER (WHERE fits) END AS "lastId", ${isOne ? 'max(version)' : 'NULL::int'} AS version
    FROM (SELECT record, id, ${isOne ? 'version, ' : ''}place, place = 1 OR (place <= ${mostOfPart.records} AND bytes <= ${mostOfPart.bytes}) AS fits
      FROM (SELECT record, id, ${isOne ? 'version, ' : ''}row_number() OVER records AS place, sum(octet_length(record)) OVER records AS bytes
        FROM (${text}) listed WINDOW records AS (ORDER BY id)) counted) part`;
  const [read] = await context.db.$queryRawUnsafe<ListPart[]>(named(sql, listing), ...values);
  return read as ListPart;
}

interface Read {
  found: number;
  bytes: number;
  body: string | null;
  version: number | null;
}

/** The JSON array of a short list, with one statement; the caller opens a longer one. `isOne` adds the version of the one record. */
export async function readList(
  context: Context,
  tree: ListJsonQuery,
  listing: ListQuery,
  isOne = false,
): Promise<ListResult> {
  const { text, values } = statementOf(context, tree, listing, {
    limit: shortList.records + 1,
    withVersion: isOne,
  });
  const sql = `SELECT found, bytes, version,
      CASE WHEN found <= ${shortList.records} AND bytes <= ${shortList.bytes} THEN body END AS body
    FROM (SELECT count(*)::int AS found, coalesce(sum(octet_length(record)), 0)::int AS bytes,
      coalesce(string_agg(record, ','), '') AS body, ${isOne ? 'max(version)' : 'NULL::int'} AS version
      FROM (${text}) records) list`;
  const [read] = await context.db.$queryRawUnsafe<Read[]>(named(sql, listing), ...values);
  const { found, bytes, body, version } = read as Read;
  if (body !== null) return { body: `[${body}]`, version };
  return {
    recordBytes: bytes / found,
    open: () => {
      if (!context.root) throw new TypeError('A list is opened outside of transactions.');
      const whole = statementOf(context, tree, listing);
      const seen = applyAccessPolicy(context.accountId, context.actor, whole);
      return openCursor(context.root, seen.text, seen.values);
    },
  };
}
