import type { GraphQLObjectType } from 'graphql';
import { isObjectType } from 'graphql';
import type { Part, Tree } from '../../query/json-query.ts';
import type { ModelName } from '../core/record-fields.ts';
import type { ListOrder } from '../core/list-cursors.ts';
import { Undeclared } from '../core/declared-fields.ts';
import { relationOf } from '../core/prisma-models.ts';
import type { ReadExtensions } from '../core/field-reads.ts';
import type { AskedList } from './requested-lists.ts';
import { listAsker, orderBelow } from './requested-lists.ts';
import type { Draft, Finish } from './computed-fields.ts';
import { keep, ofColumn, planDerived } from './computed-fields.ts';
import type { ListBelow } from './nested-lists.ts';
import { listBelow } from './nested-lists.ts';
import { plainOrder, storedColumn, writtenAs } from './column-values.ts';
import type { PageSelection } from './page-plan.ts';
import { isCounted, nodesOf, pageSelection, plainPage, shapePage } from './page-plan.ts';
import { allOf } from './maybe-promise.ts';
import { below, isRefused } from './field-permissions.ts';
import type { Row } from './row.ts';
import { keyColumn } from './row.ts';
import type { Run } from './plan-run.ts';
import type { AnyField, Operation, Selected } from './selection.ts';
import { objectTypeOf, selectedOn } from './selection.ts';
import { longestName, replaceProperties, shortNamed } from './short-aliases.ts';

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
 * Plans the records of a type. Each row has these columns of it for the process too.
 * @throws Undeclared; ActionError, GraphQLError for arguments that are wrong
 */
export function planRecords(
  type: GraphQLObjectType,
  nodes: Parameters<typeof selectedOn>[1],
  operation: Operation,
  columns: readonly string[] = [],
): RecordPlan {
  const model = modelOf(type);
  if (model === undefined) throw new Undeclared(type.name);
  const draft: Draft = { model, type, operation, parts: [], hidden: new Set(), finishers: [] };
  for (const column of columns) {
    keep(draft, keyColumn(column), column, storedColumn(model, column, type).written);
  }
  for (const selected of selectedOn(type, nodes, operation)) plan(draft, selected);
  const { parts, hidden, finishers } = draft;
  const long = parts.some(({ as }) => as.length > longestName)
    ? shortNamed(parts, 'n', hidden)
    : undefined;
  const tree = { model, parts: long?.parts ?? parts };
  if (!long && hidden.size === 0 && finishers.length === 0) return { tree, finish: undefined };
  const finish: Finish = async (rows, run) => {
    if (rows.length === 0) return;
    if (long) for (const row of rows) replaceProperties(row, long.named(row));
    await allOf(finishers.map((finisher) => finisher(rows, run)));
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
  if (isRefused(type, selected, field, draft.operation)) {
    parts.push({ as: name, kind: 'constant', text: null });
    return;
  }
  const { read, derived, linked, shared } = extensionsOf(field);
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
  else if (read?.kind === 'page' || read?.kind === 'changes')
    planPage(draft, selected, field, listBelow(model, read));
  else if (linked) planLinked(draft, selected, field, linked);
  else if (shared) planShared(draft, selected, field, shared);
  else throw new Undeclared(`${type.name}.${field.name}`);
}

function planLinked(
  draft: Draft,
  { name, nodes }: Selected,
  field: AnyField,
  { via: [links], reference, latest }: NonNullable<ReadExtensions['linked']>,
): void {
  const { model, link } = relationOf(draft.model, links);
  const { tree, finish } = planRecords(objectTypeOf(field), nodes, below(draft.operation, name));
  const direction = latest === undefined ? 'asc' : 'desc';
  const rows = {
    orderBy: [{ column: 'id', direction }],
    ...(latest !== undefined && { limit: latest }),
  } as const;
  draft.parts.push({ as: name, kind: 'linked', links: { model, link, reference }, tree, rows });
  finishBelow(draft, name, finish);
}

function planShared(
  draft: Draft,
  { name, nodes }: Selected,
  field: AnyField,
  { link, where, order }: NonNullable<ReadExtensions['shared']>,
): void {
  const { tree, finish } = planRecords(objectTypeOf(field), nodes, below(draft.operation, name));
  const rows = { where, orderBy: plainOrder([...order, { id: 'asc' }]) };
  draft.parts.push({ as: name, kind: 'many', link, tree, rows });
  finishBelow(draft, name, finish);
}

/** Adds what is left to be done with the records at a property: one, many, or none. */
const finishBelow = (draft: Draft, name: string, finish: Finish | undefined) =>
  finishAt(draft, finish, (row) => (row[name] as Row | Row[] | null) ?? []);

function finishAt(
  { finishers }: Draft,
  finish: Finish | undefined,
  below: (row: Row) => Row | readonly Row[],
): void {
  if (finish) finishers.push((rows, run) => finish(rows.flatMap(below), run));
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
  const { tree, finish } = planRecords(objectTypeOf(field), nodes, below(operation, name));
  if (!isList) parts.push({ as: name, kind: 'one', link, tree });
  else if (partOrder) {
    const orderBy = plainOrder([...partOrder, { id: 'asc' }]);
    parts.push({ as: name, kind: 'many', link, tree, rows: { orderBy } });
  } else throw new Undeclared(`the order of ${relation}`);
  finishBelow(draft, name, finish);
}

function planPage(draft: Draft, { name, nodes }: Selected, field: AnyField, listed: ListBelow) {
  const { parts, finishers } = draft;
  const operation = below(draft.operation, name);
  const { model, which, link, column, referred, reference } = listed;
  const order = orderBelow(which, field, nodes, operation);
  const selection = pageSelection(model, field, nodes, operation);
  const page = plainPage(selection);
  const later = operation.lists.length;
  operation.lists.push(listAsker({ model, which, page }, field, nodes, operation));
  if (page) {
    const { tree, finish } = planPageRecords(selection, operation);
    parts.push({ as: name, kind: 'many', link, tree, rows: { later } });
    finishAt(draft, finish?.[0], (row) => nodesOf(row[name], page));
    return;
  }
  if (column === undefined) throw new Undeclared(`${draft.type.name}.${name}`);
  const { tree, split, finish } = planPageRecords(selection, operation, order);
  keep(draft, keyColumn(referred), referred);
  const isRead = !isCounted(selection);
  if (isRead) parts.push({ as: name, kind: 'many', link, tree, rows: { later } });
  else parts.push({ as: name, kind: 'constant', text: null });
  finishers.push(async (all, run) => {
    const asked = run.lists[later] as AskedList;
    const pages = await allOf(
      all.map((row) => {
        const id = reference(row[keyColumn(referred)] as string | number);
        const parent = { column, id };
        const rows = isRead ? (row[name] as Row[]) : [];
        return shapePage(selection, split, { ...asked, rows, parent }, run);
      }),
    );
    for (const [index, row] of all.entries()) row[name] = pages[index]?.page;
    await finishPlaces(finish, (place) => pages.flatMap(({ shown }) => shown[place] ?? []), run);
  });
}

/** How the records of a page are read, which may stand in several places, with something else asked of them in each. */
interface PagePlan {
  tree: Tree;
  /** Makes of the statement's rows those of each place. */
  split: (rows: readonly Row[]) => readonly (readonly Row[])[];
  /** What is left to be done in each place; undefined where there is nothing in any. */
  finish: readonly (Finish | undefined)[] | undefined;
}

/** The columns of an order, which cursors are made of. */
export const keysOf = ({ model, type }: PageSelection, order: ListOrder): Part[] =>
  order.map(({ column }) => {
    const { written } = storedColumn(model, column, type);
    return { as: keyColumn(column), kind: 'column', column, written };
  });

/** The records of a page, with the columns of its order for their cursors. */
export function planPageRecords(
  { type, places: [first, ...others] }: PageSelection,
  operation: Operation,
  order: ListOrder = [],
): PagePlan {
  const columns = order.map(({ column }) => column);
  const { nodes = [], path = operation.path } = first ?? {};
  const plan = planRecords(type, nodes, { ...operation, path }, columns);
  if (others.length === 0) {
    return { tree: plan.tree, split: (rows) => [rows], finish: plan.finish && [plan.finish] };
  }
  const plans = [
    plan,
    ...others.map((other) => planRecords(type, other.nodes, { ...operation, path: other.path })),
  ];
  const short = plans.map(({ tree }, place) => shortNamed(tree.parts, `${place}.`));
  return {
    tree: { model: plan.tree.model, parts: short.flatMap(({ parts }) => parts) },
    split: (rows) => short.map(({ named }) => rows.map(named)),
    finish: plans.map(({ finish }) => finish),
  };
}

/** Does what is left to be done with the records of pages, place by place. */
export async function finishPlaces(
  finish: PagePlan['finish'],
  rowsAt: (place: number) => readonly Row[],
  run: Run,
): Promise<void> {
  await allOf((finish ?? []).map((own, place) => own?.(rowsAt(place), run)));
}
