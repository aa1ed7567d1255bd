import type { GraphQLObjectType } from 'graphql';
import { getNamedType, isObjectType } from 'graphql';
import type { JsonQueryPart } from '../../query/json-query.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import type { RowSelection } from '../../query/list-rows.ts';
import type { JsonPage } from '../../query/page-reader.ts';
import { isBackwardPage, pageSizeOf } from '../core/page-arguments.ts';
import { UndeclaredFieldError } from '../core/undeclared-field-error.ts';
import { nestedOperation } from './field-permissions.ts';
import { LoadedPage } from './loaded-page.ts';
import { mapMaybePromise } from './maybe-promise.ts';
import type { Operation } from './operation.ts';
import type { RequestedList } from './requested-lists.ts';
import type { CompleteValue, RootFieldRun } from './root-field-run.ts';
import type { Row } from './row.ts';
import type { AnyField, FieldNodes, SelectedField } from './selected-field.ts';
import { collectFields, objectTypeOf } from './selection.ts';
import { maxIdentifierLength } from './short-aliases.ts';
import { createValueCompleter } from './value-completion.ts';

/** `selection` is an index in `recordSelections`: of `nodes`, or of `node` in edges. */
type Part = { name: string } & (
  | { kind: 'constant'; text: string }
  | { kind: 'cursor' | 'total' }
  | { kind: 'info'; complete: CompleteValue }
  | { kind: 'records'; selection: number }
  | { kind: 'edges'; parts: readonly Part[] }
);

export interface PageSelection {
  model: ListableModel;
  parts: readonly Part[];
  type: GraphQLObjectType;
  /** A page can select its records several times. */
  recordSelections: readonly { nodes: FieldNodes; path: Operation['path'] }[];
}

export function pageSelection(
  model: ListableModel,
  field: AnyField,
  nodes: FieldNodes,
  operation: Operation,
): PageSelection {
  const connection = objectTypeOf(field);
  const recordSelections: { nodes: FieldNodes; path: Operation['path'] }[] = [];
  const partsOn = (type: GraphQLObjectType, at: FieldNodes, within: Operation): Part[] =>
    collectFields(type, at, operation).map((selected) => partOf(type, selected, within));

  function partOf(
    type: GraphQLObjectType,
    { name, field: own, nodes: selected }: SelectedField,
    within: Operation,
  ): Part {
    const inner = nestedOperation(within, name);
    switch (own?.name) {
      case undefined:
        return { name, kind: 'constant', text: type.name };
      case 'cursor':
        return { name, kind: 'cursor' };
      case 'totalCount':
        return { name, kind: 'total' };
      case 'pageInfo':
        return {
          name,
          kind: 'info',
          complete: createValueCompleter((own as AnyField).type, selected, inner),
        };
      case 'edges':
        return { name, kind: 'edges', parts: partsOn(objectTypeOf(own), selected, inner) };
      case 'nodes':
      case 'node':
        return {
          name,
          kind: 'records',
          selection: recordSelections.push({ nodes: selected, path: inner.path }) - 1,
        };
      default:
        throw new UndeclaredFieldError(`${type.name}.${own?.name}`);
    }
  }

  const parts = partsOn(connection, nodes, operation);
  const type = getNamedType(connection.getFields().nodes?.type);
  if (!isObjectType(type)) throw new UndeclaredFieldError(`${connection.name}.nodes`);
  return { model, parts, type, recordSelections };
}

/** The names in a page that selects only records; PostgreSQL writes it. */
export function plainPageNames({ parts: [part, ...others] }: PageSelection): RowSelection['page'] {
  if (!part || others.length > 0 || part.name.length > maxIdentifierLength) return undefined;
  if (part.kind === 'records') return { list: part.name };
  const [item, ...rest] = part.kind === 'edges' ? part.parts : [];
  if (item?.kind !== 'records' || rest.length > 0 || item.name.length > maxIdentifierLength) {
    return undefined;
  }
  return { list: part.name, item: item.name };
}

export const isCountOnly = ({ parts }: PageSelection): boolean =>
  parts.every(({ kind }) => kind === 'total' || kind === 'constant');

export const countParts = ({ parts }: PageSelection): JsonQueryPart[] =>
  parts.map(({ name: as, ...part }) =>
    part.kind === 'constant'
      ? { as, kind: 'constant', text: part.text }
      : { as, kind: 'expression', sql: () => 'count(*)' },
  );

const isList = ({ kind }: Part) => kind === 'records' || kind === 'edges';

export function databasePageList({
  parts,
  recordSelections,
}: PageSelection): { item?: string } | undefined {
  const [list, ...others] = parts.filter(isList);
  if (!list || others.length > 0 || recordSelections.length > 1) return undefined;
  if (list.kind !== 'edges') return {};
  const [item, ...rest] = list.parts;
  if (item?.kind !== 'records' || rest.length > 0 || item.name.length > maxIdentifierLength) {
    return undefined;
  }
  return { item: item.name };
}

/** Combines a list that the database wrote with computed properties. */
export async function buildPageJson(
  { model, parts }: PageSelection,
  { args, where, order, cursor }: RequestedList,
  { list, hasMore, ends }: JsonPage,
  run: RootFieldRun,
): Promise<string> {
  const data = { model, where, order, cursor, parent: undefined, rows: ends, hasMore };
  const page = new LoadedPage({ ...data, backward: isBackwardPage(args) }, run.context);
  const values = await mapMaybePromise(parts, (part) => {
    switch (part.kind) {
      case 'constant':
        return part.text;
      case 'total':
        return page.total();
      case 'info':
        return part.complete(page.pageInfo, run, run.path);
      default:
        return undefined;
    }
  });
  const fields = parts.map((part, index) => {
    const text = isList(part) ? list : JSON.stringify(values[index]);
    return `"${part.name}":${text}`;
  });
  return `{${fields.join(',')}}`;
}

export function recordsOfPage(
  page: unknown,
  { list, item }: NonNullable<RowSelection['page']>,
): Row[] {
  const rows = (page as Record<string, Row[]>)[list] ?? [];
  return item === undefined ? rows : rows.map((edge) => edge[item] as Row);
}

/** With the extra row, if more records follow. */
export interface RequestedListRows extends RequestedList {
  rows: readonly Row[];
  parent?: { column: string; id: string | number };
}

/** The page, and the records of each selection. Their post-processors still have to run. */
export interface ShapedPage {
  page: Row;
  records: readonly (readonly Row[])[];
}

export async function shapePage(
  { model, parts }: PageSelection,
  split: (rows: readonly Row[]) => readonly (readonly Row[])[],
  { args, where, order, cursor, rows: found, parent }: RequestedListRows,
  run: RootFieldRun,
): Promise<ShapedPage> {
  const size = pageSizeOf(args);
  const hasMore = found.length > size;
  const backward = isBackwardPage(args);
  const cut = hasMore ? found.slice(...(backward ? [1] : [0, size])) : found;
  const shown = split(cut);
  const [rows = []] = shown;
  const page = new LoadedPage(
    { where, order, cursor, model, parent, backward, rows, hasMore },
    run.context,
  );

  function read(part: Part, index: number): unknown {
    switch (part.kind) {
      case 'constant':
        return part.text;
      case 'cursor':
        return page.cursor(index);
      case 'total':
        return page.total();
      case 'info':
        return part.complete(page.pageInfo, run, run.path);
      case 'records':
        return index < 0 ? shown[part.selection] : shown[part.selection]?.[index];
      case 'edges':
        return rows.map((_, at) => objectOf(part.parts, (one) => read(one, at)));
    }
  }

  const values = await mapMaybePromise(parts, (part) => read(part, -1));
  return { page: objectOf(parts, (_, index) => values[index]), records: shown };
}

const objectOf = (parts: readonly Part[], value: (part: Part, index: number) => unknown): Row =>
  Object.fromEntries(parts.map((part, index) => [part.name, value(part, index)]));
