import type { Prisma } from '../generated/prisma/client.ts';
import type { PermissionArea } from '../platform/permissions/permissions.ts';
import { usesCustomValueKeys } from './condition-properties.ts';
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
import { orderColumnSql } from './keyset-pagination.ts';
import type { BoundLists, RowSelection } from './list-rows.ts';
import { BoundValue, ListSlot, noLists, rowConditionsSql } from './list-rows.ts';
import type { JoinColumns } from './model-columns.ts';
import { tableSql } from './record-tables.ts';

export type SqlExpression = (alias: string, publicUrl: string) => string;

/** Relates records under `own` to the record under `alias`. */
export type JoinCondition = (own: string, alias: string) => string;

/** `link` selects rows of the link table. */
interface Links {
  model: Prisma.ModelName;
  link: JoinColumns;
  reference: string;
}

interface PartAreas {
  /** Required in addition to the record's own area. */
  area?: PermissionArea;
  copied?: PermissionArea;
}

/** `as` is the property's name. */
export type JsonQueryPart = { as: string } & PartAreas &
  (
    | { kind: 'constant'; text: string | null }
    | { kind: 'column'; column: string; written: JsonValueFormat }
    | { kind: 'stored'; column: string; parts: readonly StoredJsonPart[]; isList?: boolean }
    /** The workspace is the statement's first parameter. */
    | { kind: 'expression'; sql: SqlExpression }
    | { kind: 'rows'; sql: SqlExpression; parts: readonly JsonQueryPart[] }
    /** Columns of the record itself, as a nested object. */
    | { kind: 'own'; parts: readonly JsonQueryPart[] }
    /** With `rows`: an aggregate over the related records. */
    | { kind: 'one'; link: JoinColumns | JoinCondition; tree: JsonQuery; rows?: ListSlot }
    | { kind: 'through'; link: JoinColumns; model: Prisma.ModelName; part: JsonQueryPart }
    | {
        kind: 'many';
        link: JoinColumns | JoinCondition;
        tree: JsonQuery;
        rows: RowSelection | ListSlot;
      }
    | { kind: 'linked'; links: Links; tree: JsonQuery; rows: RowSelection | ListSlot }
  );

export interface JsonQuery {
  model: Prisma.ModelName;
  parts: readonly JsonQueryPart[];
}

const relatedConditionSql = (own: string, alias: string, link: JoinColumns | JoinCondition) =>
  typeof link === 'function'
    ? `${workspaceConditionSql(own)} AND ${link(own, alias)}`
    : joinConditionSql(own, alias, link);

const reversed = (rows: string) => `array_to_json(ARRAY(SELECT item
  FROM (SELECT row_to_json(${rowAlias}) AS item, row_number() OVER () AS place FROM (${rows}) ${rowAlias}) items
  ORDER BY place DESC))`;

/** Values are in the order of their parameters: workspace, key, conditions. */
export class JsonQueryBuilder {
  readonly values: unknown[];
  readonly #publicUrl: string;
  readonly #lists: BoundLists;

  constructor(known: readonly unknown[], publicUrl = '', lists: BoundLists = noLists) {
    this.values = [...known];
    this.#publicUrl = publicUrl;
    this.#lists = lists;
  }

  readonly parameter = (value: unknown): string => `$${this.values.push(value)}`;

  #rowsOf(rows: RowSelection | ListSlot): {
    rows: RowSelection;
    parameter: (value: unknown) => string;
  } {
    if (!(rows instanceof ListSlot)) return { rows, parameter: this.parameter };
    const bound = this.#lists.get(rows);
    if (!bound) throw new TypeError(`The call selects no rows of the list ${rows.name}.`);
    let index = 0;
    const parameter = () => this.parameter(new BoundValue(rows, index++));
    return { rows: bound.selection, parameter };
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

  columns(parts: readonly JsonQueryPart[], alias: string, depth = 0): string {
    return parts
      .map((part) => `${this.#value(part, alias, depth + 1)} AS ${quoteIdentifier(part.as)}`)
      .join(', ');
  }

  records(tree: JsonQuery, where: string, depth = 0): string {
    const alias = `t${depth}`;
    return `SELECT ${this.columns(tree.parts, alias, depth)} FROM ${tableSql(tree.model)} ${alias} WHERE ${where}`;
  }

  /** With `fromEnd`, the last record comes first. */
  found(tree: JsonQuery, among: string, listed: RowSelection | ListSlot, depth = 0): string {
    const { rows, parameter } = this.#rowsOf(listed);
    const { orderBy, fromEnd = false, limit } = rows;
    const alias = `t${depth}`;
    const order = orderBy.map((column) => {
      const descends = (column.direction === 'desc') !== fromEnd;
      return `${orderColumnSql(column, alias)}${descends ? ' DESC' : ''}`;
    });
    // PostgreSQL overestimates rare keys, and would then read 100,000 records in their order.
    if (rows.where && usesCustomValueKeys(rows.where)) order.unshift(`${alias}."accountId" < 0`);
    const conditions = [among, ...rowConditionsSql(rows, alias, parameter)];
    const cut = limit === undefined ? '' : ` LIMIT ${Math.trunc(limit)}`;
    const matching = this.records(tree, conditions.join(' AND '), depth);
    return `${matching} ORDER BY ${order.join(', ')}${cut}`;
  }

  list(tree: JsonQuery, among: string, listed: RowSelection | ListSlot, depth = 0): string {
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
