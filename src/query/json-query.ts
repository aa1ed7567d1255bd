import type { Prisma } from '../generated/prisma/client.ts';
import type { Area } from '../platform/permissions/permissions.ts';
import type { Link } from './conditions.ts';
import { inWorkspace, isLinked, literal, quoted } from './conditions.ts';
import type { GivenRows, Later, Rows } from './list-rows.ts';
import { conditionsOf, GivenValue } from './list-rows.ts';
import type { StoredPart } from './json-columns.ts';
import { arrayOf, row, storedObject, storedObjects } from './json-columns.ts';
import type { Written } from './json-values.ts';
import { written } from './json-values.ts';

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

/** Whose a part is, where that is not plain from its model. */
interface PartAreas {
  /** An area beside the record's own that it shows. */
  area?: Area;
  /** The area that it was copied from when the record was made. */
  copied?: Area;
}

/** One property of a record's JSON; `as` is its name. */
export type Part = { as: string } & PartAreas &
  (
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
    | { kind: 'many'; link: Link | Among; tree: Tree; rows: Rows | Later }
    | { kind: 'linked'; links: Links; tree: Tree; rows: Rows | Later }
  );

/** What is wanted of each record of a model. */
export interface Tree {
  model: Prisma.ModelName;
  parts: readonly Part[];
}

/** The array that the rows of a subquery are, the last first. */
const reversed = (rows: string) => `array_to_json(ARRAY(SELECT item
  FROM (SELECT row_to_json(${row}) AS item, row_number() OVER () AS place FROM (${rows}) ${row}) items
  ORDER BY place DESC))`;

/**
 * Writes one statement, and keeps the values that it refers to: the workspace, then a key, then those of conditions. For
 * lists that come with each reading it is written by those of one reading, and refers to values of theirs as a
 * {@link GivenValue}.
 */
export class Writer {
  readonly values: unknown[];
  readonly #publicUrl: string;
  readonly #given: readonly GivenRows[];

  constructor(known: readonly unknown[], publicUrl = '', given: readonly GivenRows[] = []) {
    this.values = [...known];
    this.#publicUrl = publicUrl;
    this.#given = given;
  }

  readonly parameter = (value: unknown): string => `$${this.values.push(value)}`;

  /** Which records a list has, and how its conditions refer to values. */
  #rowsOf(rows: Rows | Later): { rows: Rows; parameter: (value: unknown) => string } {
    if (!('later' in rows)) return { rows, parameter: this.parameter };
    const given = this.#given[rows.later];
    if (!given) throw new TypeError(`The reading brings no list ${rows.later}.`);
    let index = 0;
    const parameter = () => this.parameter(new GivenValue(rows.later, index++));
    return { rows: given.rows, parameter };
  }

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

  /** The records of a list, one column for each part: the last ones first where the list is cut from its end. */
  found(tree: Tree, among: string, listed: Rows | Later, depth = 0): string {
    const { rows, parameter } = this.#rowsOf(listed);
    const { orderBy, fromEnd = false, limit } = rows;
    const alias = `t${depth}`;
    const order = orderBy.map(({ column, direction }) => {
      const descends = (direction === 'desc') !== fromEnd;
      return `${alias}.${quoted(column)}${descends ? ' DESC' : ''}`;
    });
    const conditions = [among, ...conditionsOf(rows, alias, parameter)];
    const cut = limit === undefined ? '' : ` LIMIT ${Math.trunc(limit)}`;
    const matching = this.records(tree, conditions.join(' AND '), depth);
    return `${matching} ORDER BY ${order.join(', ')}${cut}`;
  }

  /** One value: the JSON of a list. */
  list(tree: Tree, among: string, listed: Rows | Later, depth = 0): string {
    const { fromEnd, page } = this.#rowsOf(listed).rows;
    const found = this.found(tree, among, listed, depth);
    const each = page?.item
      ? `SELECT row_to_json(${row}) AS ${quoted(page.item)} FROM (${found}) ${row}`
      : found;
    const all = fromEnd ? reversed(each) : arrayOf(each);
    if (!page) return `SELECT ${all}`;
    return `SELECT row_to_json(${row}) FROM (SELECT ${all} AS ${quoted(page.list)}) ${row}`;
  }
}
