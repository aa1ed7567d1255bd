import { withoutName } from '../../database/statement-names.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../kernel/context.ts';
import type { Condition, Link } from './conditions.ts';
import { conditionSql, inWorkspace, isLinked, quoted } from './conditions.ts';
import type { OrderColumn, Position, Step } from './keyset.ts';
import { behindSql } from './keyset.ts';
import type { StoredPart } from './stored-json.ts';
import { arrayOf, literal, row, storedObject, storedObjects } from './stored-json.ts';
import type { Written } from './written-values.ts';
import { written } from './written-values.ts';

/**
 * Records of the workspace with what is related to them, as deep as is asked, in one statement that answers JSON: what a
 * door sends, without an object made for each value on the way.
 */

/** What statements make of a record under an alias; `publicUrl` is the base of the URLs that customers are given. */
export type Expression = (alias: string, publicUrl: string) => string;

/** Says which records under an alias, of the workspace's, belong to the record under another. */
export type Among = (own: string, alias: string) => string;

/** A table of links: which of its rows are the record's, and which column of them refers to the other record. */
interface Links {
  model: Prisma.ModelName;
  link: Link;
  reference: string;
}

/** One property of a record's JSON; `as` is its name. */
export type Part = { as: string } & (
  | { kind: 'constant'; text: string | null }
  | { kind: 'column'; column: string; written: Written }
  /** The object that a column keeps as JSON, or null; with `isList`, the objects. */
  | { kind: 'stored'; column: string; parts: readonly StoredPart[]; isList?: boolean }
  /** What the statement makes of the record under an alias; the workspace is its first parameter. */
  | { kind: 'expression'; sql: Expression }
  /** Some of the record's own, as an object. */
  | { kind: 'own'; parts: readonly Part[] }
  | { kind: 'one'; link: Link; tree: Tree }
  /** One part of the record that is related, or null. */
  | { kind: 'through'; link: Link; model: Prisma.ModelName; part: Part }
  | { kind: 'many'; link: Link | Among; tree: Tree; rows: Rows }
  | { kind: 'linked'; links: Links; tree: Tree; rows: Rows }
);

/** What is wanted of each record of a model. */
export interface Tree {
  model: Prisma.ModelName;
  parts: readonly Part[];
}

/** Which of many records, in which order. */
export interface Rows {
  /** Columns with their direction; together no two records may have the same, so that every list has one order. */
  orderBy: readonly Pick<OrderColumn, 'column' | 'direction'>[];
  where?: Condition | undefined;
  /** Only those that come behind it; for the last ones, in the opposite order. */
  behind?: Position | undefined;
  /** Whether the limit leaves the last ones: they stand in the list's order as ever. */
  fromEnd?: boolean;
  /** How many at most; a whole number, which becomes part of the statement. */
  limit?: number;
  /** Writes a page instead of an array of records: `{ list: [record] }`, or `{ list: [{ item: record }] }`. */
  page?: { list: string; item?: string };
}

/**
 * Which records stand at the root: a list, the one with an id, those with some ids in the order of the ids, or the
 * workspace itself. The values behind which a list goes on come with each reading.
 */
export type Roots = { rows: Rows } | 'id' | 'ids' | 'workspace';

type Key = string | number | boolean;

/** The array that the rows of a subquery are, the last first. */
const reversed = (rows: string) => `array_to_json(ARRAY(SELECT item
  FROM (SELECT row_to_json(${row}) AS item, row_number() OVER () AS place FROM (${rows}) ${row}) items
  ORDER BY place DESC))`;

/** Writes one statement, and keeps the values that it refers to: the workspace, then a key, then those of conditions. */
export class Writer {
  readonly values: unknown[];
  readonly #publicUrl: string;

  constructor(known: readonly unknown[], publicUrl = '') {
    this.values = [...known];
    this.#publicUrl = publicUrl;
  }

  readonly parameter = (value: unknown): string => `$${this.values.push(value)}`;

  readonly #stepValue = ({ value }: Step): string => this.parameter(value);

  #value(part: Part, alias: string, depth: number): string {
    const own = `t${depth}`;
    switch (part.kind) {
      case 'constant':
        return part.text === null ? 'NULL::text' : `${literal(part.text)}::text`;
      case 'column':
        return written(`${alias}.${quoted(part.column)}`, part.written);
      case 'stored': {
        const column = `${alias}.${quoted(part.column)}`;
        return (part.isList ? storedObjects : storedObject)(column, part.parts);
      }
      case 'own':
        return `(SELECT row_to_json(${row}) FROM (SELECT ${this.columns(part.parts, alias, depth)}) ${row})`;
      case 'through': {
        const value = this.#value(part.part, own, depth + 1);
        return `(SELECT ${value} FROM ${quoted(part.model)} ${own} WHERE ${isLinked(own, alias, part.link)})`;
      }
      case 'expression':
        return part.sql(alias, this.#publicUrl);
      case 'one': {
        const inner = this.records(part.tree, isLinked(own, alias, part.link), depth);
        return `(SELECT row_to_json(${row}) FROM (${inner}) ${row})`;
      }
      case 'linked': {
        const { model, link, reference } = part.links;
        const others = `SELECT l.${quoted(reference)} FROM ${quoted(model)} l WHERE ${isLinked('l', alias, link)}`;
        const where = `${inWorkspace(own)} AND ${own}."id" IN (${others})`;
        return `(${this.list(part.tree, where, part.rows, depth)})`;
      }
      case 'many': {
        const { link } = part;
        const among =
          typeof link === 'function'
            ? `${inWorkspace(own)} AND ${link(own, alias)}`
            : isLinked(own, alias, link);
        return `(${this.list(part.tree, among, part.rows, depth)})`;
      }
    }
  }

  /** One column for each part of the record under an alias. */
  columns(parts: readonly Part[], alias: string, depth = 0): string {
    return parts
      .map((part) => `${this.#value(part, alias, depth + 1)} AS ${quoted(part.as)}`)
      .join(', ');
  }

  /** The records that a condition finds, one column for each part. */
  records(tree: Tree, where: string, depth = 0): string {
    const alias = `t${depth}`;
    return `SELECT ${this.columns(tree.parts, alias, depth)} FROM ${quoted(tree.model)} ${alias} WHERE ${where}`;
  }

  /** One value: the JSON of a list. */
  list(tree: Tree, among: string, rows: Rows, depth = 0, valueAt = this.#stepValue): string {
    const { orderBy, where, behind, fromEnd = false, limit, page } = rows;
    const alias = `t${depth}`;
    const order = orderBy.map(({ column, direction }) => {
      const descends = (direction === 'desc') !== fromEnd;
      return `${alias}.${quoted(column)}${descends ? ' DESC' : ''}`;
    });
    const conditions = [
      among,
      ...(behind ? [behindSql(behind, alias, valueAt)] : []),
      ...(where ? [conditionSql(where, alias, this.parameter)] : []),
    ];
    const cut = limit === undefined ? '' : ` LIMIT ${Math.trunc(limit)}`;
    const matching = this.records(tree, conditions.join(' AND '), depth);
    const found = `${matching} ORDER BY ${order.join(', ')}${cut}`;
    const each = page?.item
      ? `SELECT row_to_json(${row}) AS ${quoted(page.item)} FROM (${found}) ${row}`
      : found;
    const all = fromEnd ? reversed(each) : arrayOf(each);
    if (!page) return `SELECT ${all}`;
    return `SELECT row_to_json(${row}) FROM (SELECT ${all} AS ${quoted(page.list)}) ${row}`;
  }
}

/** Steps whose values come with each reading: the others are null, which is part of the statement. */
const valuesBehind = ({ behind = [] }: Rows) => behind.filter(({ value }) => value !== null);

function write(tree: Tree, roots: Roots, publicUrl?: string): { text: string; values: unknown[] } {
  const all = inWorkspace('t0');
  if (typeof roots === 'object') {
    const steps = valuesBehind(roots.rows);
    const writer = new Writer([undefined, ...steps.map(() => undefined)], publicUrl);
    const valueAt = (step: Step) => `$${steps.indexOf(step) + 2}`;
    const list = writer.list(tree, all, roots.rows, 0, valueAt);
    return { text: `SELECT (${list})::text AS body`, values: writer.values };
  }
  const writer = new Writer(
    roots === 'workspace' ? [undefined] : [undefined, undefined],
    publicUrl,
  );
  const { values } = writer;
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
 * Reads what it was made for: for roots `'id'` the key is the id, for `'ids'` they are an array, for a list the values behind
 * which it goes on, without nulls; others have none.
 */
export type ReadTree = (
  context: Pick<Context, 'db' | 'accountId'>,
  key?: Key | readonly Key[],
) => Promise<string | null>;

const keyOf = (key: Key | readonly Key[]) => (Array.isArray(key) ? JSON.stringify(key) : key);

/**
 * Makes a reader of records with all that is related to them as a tree of parts says. It answers JSON: an array for a
 * list and for ids, which leaves out those that the workspace does not have; a record for an id, or null. One statement,
 * however many records; in every table it looks only at the workspace's rows.
 */
export function treeReader(tree: Tree, roots: Roots, publicUrl?: string): ReadTree {
  const { text: sql, values } = write(tree, roots, publicUrl);
  const hasConditions = values.some((value) => value !== undefined);
  const text = hasConditions ? withoutName(sql) : sql;
  return async ({ db, accountId }, key) => {
    const own = key === undefined ? [] : typeof roots === 'object' ? [key].flat() : [keyOf(key)];
    const others = values.slice(1 + own.length);
    const [found] = await db.$queryRawUnsafe<{ body: string }[]>(
      text,
      accountId,
      ...own,
      ...others,
    );
    return found?.body ?? null;
  };
}
