import type { Prisma } from '../generated/prisma/client.ts';
import type { PermissionArea } from '../platform/permissions/permissions.ts';
import {
  joinConditionSql,
  quoteIdentifier,
  quoteLiteral,
  workspaceConditionSql,
} from './conditions.ts';
import type { StoredJsonPart } from './json-columns.ts';
import { jsonArraySql, rowAlias, storedObjectSql, storedObjectsSql } from './json-columns.ts';
import type { JsonValueFormat } from './json-values.ts';
import { jsonValueSql } from './json-values.ts';
import type { BoundRows, DeferredList, RowSelection } from './list-rows.ts';
import { BoundValue, rowConditionsSql } from './list-rows.ts';
import type { JoinColumns } from './model-columns.ts';
import { tableSql } from './record-tables.ts';

/** Records of the workspace with their related records, as the JSON of one statement. */

/** What statements make of a record under an alias; `publicUrl` is the base of the URLs that customers are given. */
export type SqlExpression = (alias: string, publicUrl: string) => string;

/** Says which records under an alias, of the workspace's, belong to the record under another. */
export type JoinCondition = (own: string, alias: string) => string;

/** A table of links: which of its rows are the record's, and which column of them refers to the other record. */
interface Links {
  model: Prisma.ModelName;
  link: JoinColumns;
  reference: string;
}

/** Whose a part is, where that is not plain from its model. */
interface PartAreas {
  /** An area beside the record's own that it shows. */
  area?: PermissionArea;
  /** The area that it was copied from when the record was made. */
  copied?: PermissionArea;
}

/** One property of a record's JSON; `as` is its name. */
export type JsonQueryPart = { as: string } & PartAreas &
  (
    | { kind: 'constant'; text: string | null }
    | { kind: 'column'; column: string; written: JsonValueFormat }
    /** The object that a column keeps as JSON, or null; with `isList`, the objects. */
    | { kind: 'stored'; column: string; parts: readonly StoredJsonPart[]; isList?: boolean }
    /** What the statement makes of the record under an alias; the workspace is its first parameter. */
    | { kind: 'expression'; sql: SqlExpression }
    /** The rows of a query on the record under an alias, as objects. */
    | { kind: 'rows'; sql: SqlExpression; parts: readonly JsonQueryPart[] }
    /** Some of the record's own, as an object. */
    | { kind: 'own'; parts: readonly JsonQueryPart[] }
    /** The related record, or what a query computes of the related records that `rows` selects. */
    | { kind: 'one'; link: JoinColumns | JoinCondition; tree: JsonQuery; rows?: DeferredList }
    /** One part of the record that is related, or null. */
    | { kind: 'through'; link: JoinColumns; model: Prisma.ModelName; part: JsonQueryPart }
    | {
        kind: 'many';
        link: JoinColumns | JoinCondition;
        tree: JsonQuery;
        rows: RowSelection | DeferredList;
      }
    | { kind: 'linked'; links: Links; tree: JsonQuery; rows: RowSelection | DeferredList }
  );

/** What is wanted of each record of a model. */
export interface JsonQuery {
  model: Prisma.ModelName;
  parts: readonly JsonQueryPart[];
}

const relatedConditionSql = (own: string, alias: string, link: JoinColumns | JoinCondition) =>
  typeof link === 'function'
    ? `${workspaceConditionSql(own)} AND ${link(own, alias)}`
    : joinConditionSql(own, alias, link);

/** The array that the rows of a subquery are, the last first. */
const reversed = (rows: string) => `array_to_json(ARRAY(SELECT item
  FROM (SELECT row_to_json(${rowAlias}) AS item, row_number() OVER () AS place FROM (${rows}) ${rowAlias}) items
  ORDER BY place DESC))`;

/**
 * Writes one statement, and keeps the values that it refers to: the workspace, then a key, then those of conditions. For
 * lists that come with each reading it is written by those of one reading, and refers to values of theirs as a
 * {@link BoundValue}.
 */
export class JsonQueryBuilder {
  readonly values: unknown[];
  readonly #publicUrl: string;
  readonly #given: readonly BoundRows[];

  constructor(known: readonly unknown[], publicUrl = '', given: readonly BoundRows[] = []) {
    this.values = [...known];
    this.#publicUrl = publicUrl;
    this.#given = given;
  }

  readonly parameter = (value: unknown): string => `$${this.values.push(value)}`;

  /** Which records a list has, and how its conditions refer to values. */
  #rowsOf(rows: RowSelection | DeferredList): {
    rows: RowSelection;
    parameter: (value: unknown) => string;
  } {
    if (!('later' in rows)) return { rows, parameter: this.parameter };
    const given = this.#given[rows.later];
    if (!given) throw new TypeError(`The reading brings no list ${rows.later}.`);
    let index = 0;
    const parameter = () => this.parameter(new BoundValue(rows.later, index++));
    return { rows: given.rows, parameter };
  }

  #value(part: JsonQueryPart, alias: string, depth: number): string {
    const own = `t${depth}`;
    switch (part.kind) {
      case 'constant':
        return part.text === null ? 'NULL::text' : `${quoteLiteral(part.text)}::text`;
      case 'column':
        return jsonValueSql(`${alias}.${quoteIdentifier(part.column)}`, part.written);
      case 'stored': {
        const column = `${alias}.${quoteIdentifier(part.column)}`;
        return (part.isList ? storedObjectsSql : storedObjectSql)(column, part.parts);
      }
      case 'own':
        return `(SELECT row_to_json(${rowAlias}) FROM (SELECT ${this.columns(part.parts, alias, depth)}) ${rowAlias})`;
      case 'through': {
        const value = this.#value(part.part, own, depth + 1);
        return `(SELECT ${value} FROM ${tableSql(part.model)} ${own} WHERE ${joinConditionSql(own, alias, part.link)})`;
      }
      case 'expression':
        return part.sql(alias, this.#publicUrl);
      case 'rows': {
        const columns = this.columns(part.parts, own, depth + 1);
        return jsonArraySql(`SELECT ${columns} FROM (${part.sql(alias, this.#publicUrl)}) ${own}`);
      }
      case 'one': {
        const conditions = [relatedConditionSql(own, alias, part.link)];
        if (part.rows) {
          const { rows, parameter } = this.#rowsOf(part.rows);
          conditions.push(...rowConditionsSql(rows, own, parameter));
        }
        const inner = this.records(part.tree, conditions.join(' AND '), depth);
        return `(SELECT row_to_json(${rowAlias}) FROM (${inner}) ${rowAlias})`;
      }
      case 'linked': {
        const { model, link, reference } = part.links;
        const others = `SELECT l.${quoteIdentifier(reference)} FROM ${quoteIdentifier(model)} l WHERE ${joinConditionSql('l', alias, link)}`;
        const where = `${workspaceConditionSql(own)} AND ${own}."id" IN (${others})`;
        return `(${this.list(part.tree, where, part.rows, depth)})`;
      }
      case 'many':
        return `(${this.list(part.tree, relatedConditionSql(own, alias, part.link), part.rows, depth)})`;
    }
  }

  /** One column for each part of the record under an alias. */
  columns(parts: readonly JsonQueryPart[], alias: string, depth = 0): string {
    return parts
      .map((part) => `${this.#value(part, alias, depth + 1)} AS ${quoteIdentifier(part.as)}`)
      .join(', ');
  }

  /** The records that a condition finds, one column for each part. */
  records(tree: JsonQuery, where: string, depth = 0): string {
    const alias = `t${depth}`;
    return `SELECT ${this.columns(tree.parts, alias, depth)} FROM ${tableSql(tree.model)} ${alias} WHERE ${where}`;
  }

  /** The records of a list, one column for each part: the last ones first where the list is cut from its end. */
  found(tree: JsonQuery, among: string, listed: RowSelection | DeferredList, depth = 0): string {
    const { rows, parameter } = this.#rowsOf(listed);
    const { orderBy, fromEnd = false, limit } = rows;
    const alias = `t${depth}`;
    const order = orderBy.map(({ column, direction }) => {
      const descends = (direction === 'desc') !== fromEnd;
      return `${alias}.${quoteIdentifier(column)}${descends ? ' DESC' : ''}`;
    });
    const conditions = [among, ...rowConditionsSql(rows, alias, parameter)];
    const cut = limit === undefined ? '' : ` LIMIT ${Math.trunc(limit)}`;
    const matching = this.records(tree, conditions.join(' AND '), depth);
    return `${matching} ORDER BY ${order.join(', ')}${cut}`;
  }

  /** One value: the JSON of a list. */
  list(tree: JsonQuery, among: string, listed: RowSelection | DeferredList, depth = 0): string {
    const { fromEnd, page } = this.#rowsOf(listed).rows;
    const found = this.found(tree, among, listed, depth);
    const each = page?.item
      ? `SELECT row_to_json(${rowAlias}) AS ${quoteIdentifier(page.item)} FROM (${found}) ${rowAlias}`
      : found;
    const all = fromEnd ? reversed(each) : jsonArraySql(each);
    if (!page) return `SELECT ${all}`;
    return `SELECT row_to_json(${rowAlias}) FROM (SELECT ${all} AS ${quoteIdentifier(page.list)}) ${rowAlias}`;
  }
}
