import type { GraphQLObjectType } from 'graphql';
import { getNamedType, isObjectType } from 'graphql';
import type { ListedModel } from '../../domain/kernel/lists.ts';
import type { Tree } from '../../domain/kernel/trees.ts';
import type { ModelName } from '../columns.ts';
import { conditionOf, orderOf } from '../listings.ts';
import { checkPageSize, pageSizeOf } from '../pages.ts';
import type { ReadExtensions } from '../reads.ts';
import { toCondition } from './conditions.ts';
import type { Draft, Finish } from './derived.ts';
import { keep, ofColumn, planDerived } from './derived.ts';
import { listOrder, relationOf, writtenAs } from './models.ts';
import type { Row } from './pages.ts';
import { keyColumns, nodesOf, pageSelection, plainPage, shapePage } from './pages.ts';
import type { AnyField, Operation, Selected } from './selection.ts';
import { listArgumentsOf, objectTypeOf, selectedOn, Unplanned } from './selection.ts';
import { allOf } from './values.ts';

/**
 * How the records at one place of an operation are read: what one statement brings as JSON, and what is left to be done
 * with it in the process. Made of what fields say that they read.
 */
export interface RecordPlan {
  tree: Tree;
  /** Undefined where the statement's JSON is the answer as it is. Takes all records that stand at the place at once. */
  finish: Finish | undefined;
}

const extensionsOf = ({ extensions }: AnyField) => extensions as ReadExtensions;

/** The model that a type shows; undefined where it shows none. */
function modelOf(type: unknown): ModelName | undefined {
  if (!isObjectType(type)) return undefined;
  return (type.extensions as ReadExtensions).pothosPrismaModel as ModelName | undefined;
}

/**
 * Plans the records of a type. With `keys` each row has the columns that cursors are made of.
 * @throws Unplanned
 */
export function planRecords(
  type: GraphQLObjectType,
  nodes: Parameters<typeof selectedOn>[1],
  operation: Operation,
  { keys = false } = {},
): RecordPlan {
  const model = modelOf(type);
  if (model === undefined) throw new Unplanned(type.name);
  const draft: Draft = { model, type, operation, parts: [], hidden: new Set(), finishers: [] };
  if (keys) {
    keep(draft, keyColumns.accountId, 'accountId');
    keep(draft, keyColumns.id, 'id');
  }
  for (const selected of selectedOn(type, nodes, operation)) plan(draft, selected);
  const { parts, hidden, finishers } = draft;
  const tree = { model, parts };
  if (hidden.size === 0 && finishers.length === 0) return { tree, finish: undefined };
  const finish: Finish = async (rows, context) => {
    if (rows.length === 0) return;
    await allOf(finishers.map((finisher) => finisher(rows, context)));
    for (const row of rows) for (const name of hidden) row[name] = undefined;
  };
  return { tree, finish };
}

function plan(draft: Draft, selected: Selected): void {
  const { name, field } = selected;
  const { model, parts, type } = draft;
  if (field === undefined) {
    parts.push({ as: name, kind: 'constant', text: type.name });
    return;
  }
  const { read, derived, linked } = extensionsOf(field);
  if (field.name === 'id') {
    const written = model === 'User' || model === 'Workspace' ? model : 'plain';
    const column = model === 'Workspace' ? 'accountId' : 'id';
    parts.push({ as: name, kind: 'column', column, written });
  } else if (derived) planDerived(draft, selected, field, derived);
  else if (read?.kind === 'column') {
    const { column } = read;
    const written = writtenAs(model, column, field.type);
    if (written) parts.push({ as: name, kind: 'column', column, written });
    else planDerived(draft, selected, field, ofColumn(column));
  } else if (read?.kind === 'relation') planRelation(draft, selected, field, read.relation);
  else if (read?.kind === 'page') planPage(draft, selected, field, read.relation);
  else if (linked) planLinked(draft, selected, field, linked);
  else throw new Unplanned(`${type.name}.${field.name}`);
}

function planLinked(
  draft: Draft,
  { name, nodes }: Selected,
  field: AnyField,
  { via: [links], reference, latest }: NonNullable<ReadExtensions['linked']>,
): void {
  const { model, link } = relationOf(draft.model, links);
  const { tree, finish } = planRecords(objectTypeOf(field), nodes, draft.operation);
  const direction = latest === undefined ? 'asc' : 'desc';
  const rows = {
    orderBy: [['id', direction]],
    ...(latest !== undefined && { limit: latest }),
  } as const;
  draft.parts.push({ as: name, kind: 'linked', links: { model, link, reference }, tree, rows });
  finishBelow(draft, name, finish);
}

/** Adds what is left to be done with the records at a property: one, many, or none. */
function finishBelow({ finishers }: Draft, name: string, finish: Finish | undefined): void {
  if (!finish) return;
  finishers.push((rows, context) =>
    finish(
      rows.flatMap<Row>((row) => (row[name] as Row | Row[] | null) ?? []),
      context,
    ),
  );
}

function planRelation(
  draft: Draft,
  { name, nodes }: Selected,
  field: AnyField,
  relation: string,
): void {
  const { model, parts, operation } = draft;
  const { isList, link } = relationOf(model, relation);
  const { partOrder } = extensionsOf(field);
  const { tree, finish } = planRecords(objectTypeOf(field), nodes, operation);
  if (!isList) parts.push({ as: name, kind: 'one', link, tree });
  else if (partOrder) {
    parts.push({ as: name, kind: 'many', link, tree, rows: { orderBy: listOrder(partOrder) } });
  } else throw new Unplanned(`the order of ${relation}`);
  finishBelow(draft, name, finish);
}

function planPage(draft: Draft, { name, nodes }: Selected, field: AnyField, relation: string) {
  const { model, parts, finishers, operation } = draft;
  const given = listArgumentsOf(field, nodes, operation);
  checkPageSize(given);
  const { after, before, last } = given;
  if ([after, before, last].some((value) => value !== undefined && value !== null)) {
    throw new Unplanned(`the arguments of ${field.name}`);
  }
  const { model: related, link } = relationOf(model, relation);
  const listed = related as ListedModel;
  const where = toCondition(listed, conditionOf(listed, given));
  const wanted = { orderBy: listOrder(orderOf(listed, given)), ...(where && { where }) };
  const selection = pageSelection(listed, field, nodes, operation);
  const page = plainPage(selection);
  const { tree, finish } = planPageRecords(selection, operation, page === undefined);
  const size = pageSizeOf(given);
  if (page) {
    const rows = { ...wanted, limit: size, page };
    parts.push({ as: name, kind: 'many', link, tree, rows });
    if (finish) {
      finishers.push((all, context) =>
        finish(
          all.flatMap((row) => nodesOf(row[name], page)),
          context,
        ),
      );
    }
    return;
  }
  keep(draft, keyColumns.id, 'id');
  parts.push({ as: name, kind: 'many', link, tree, rows: { ...wanted, limit: size + 1 } });
  finishers.push(async (all, context) => {
    const pages = await allOf(
      all.map((row) => {
        const parentId = row[keyColumns.id] as string | number;
        return shapePage(selection, { given, rows: row[name] as Row[], parentId }, context);
      }),
    );
    for (const [index, row] of all.entries()) row[name] = pages[index]?.page;
    await finish?.(
      pages.flatMap(({ shown }) => shown),
      context,
    );
  });
}

/** The records of a page; without nodes nothing is read but their keys. */
export function planPageRecords(
  { node, connection }: ReturnType<typeof pageSelection>,
  operation: Operation,
  keys: boolean,
): RecordPlan {
  if (node) return planRecords(node.type, node.nodes, operation, { keys });
  const edge = getNamedType(connection.getFields().edges?.type);
  const type = isObjectType(edge) ? getNamedType(edge.getFields().node?.type) : undefined;
  if (!isObjectType(type)) throw new Unplanned(connection.name);
  return planRecords(type, [], operation, { keys });
}
