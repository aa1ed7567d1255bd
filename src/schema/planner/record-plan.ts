import type { GraphQLObjectType } from 'graphql';
import { isObjectType } from 'graphql';
import type { ReadExtensions } from '../core/field-reads.ts';
import type { ModelName } from '../core/model-names.ts';
import { relationOf } from '../core/prisma-models.ts';
import { UndeclaredFieldError } from '../core/undeclared-field-error.ts';
import { columnJsonKind, storedColumn, toColumnOrder } from './column-values.ts';
import { columnComputation, planComputedField, planCount, planTotal } from './computed-fields.ts';
import { isFieldDenied, nestedOperation } from './field-permissions.ts';
import { createListArgumentParser, nestedListOrder } from './list-arguments.ts';
import { awaitAllSettled } from './maybe-promise.ts';
import type { NestedList } from './nested-lists.ts';
import { nestedListOf } from './nested-lists.ts';
import type { Operation } from './operation.ts';
import type { PageSelection } from './page-plan.ts';
import {
  countParts,
  isCountOnly,
  pageSelection,
  plainPageNames,
  recordsOfPage,
  shapePage,
} from './page-plan.ts';
import { combinePagePlans, postProcessPageRecords } from './page-records.ts';
import type { PlanDraft, RecordPlan, RowPostProcessor } from './plan-draft.ts';
import { addHiddenColumn, addNestedPostProcessor, addPostProcessor } from './plan-draft.ts';
import type { RequestedList } from './requested-lists.ts';
import type { Row } from './row.ts';
import { hiddenColumnName } from './row.ts';
import type { AnyField, SelectedField } from './selected-field.ts';
import { collectFields, objectTypeOf } from './selection.ts';
import { maxIdentifierLength, replaceProperties, withShortAliases } from './short-aliases.ts';

const extensionsOf = ({ extensions }: AnyField) => extensions as ReadExtensions;

function modelOf(type: unknown): ModelName | undefined {
  if (!isObjectType(type)) return undefined;
  return (type.extensions as ReadExtensions).pothosPrismaModel as ModelName | undefined;
}

/**
 * `columns` become hidden columns.
 * @throws UndeclaredFieldError; ActionError, GraphQLError for invalid arguments
 */
export function planRecords(
  type: GraphQLObjectType,
  nodes: Parameters<typeof collectFields>[1],
  operation: Operation,
  columns: readonly string[] = [],
): RecordPlan {
  const model = modelOf(type);
  if (model === undefined) throw new UndeclaredFieldError(type.name);
  const draft: PlanDraft = {
    model,
    type,
    operation,
    parts: [],
    hidden: new Set(),
    postProcessors: [],
  };
  for (const column of columns) {
    addHiddenColumn(
      draft,
      hiddenColumnName(column),
      column,
      storedColumn(model, column, type).written,
    );
  }
  for (const selected of collectFields(type, nodes, operation)) plan(draft, selected);
  const { parts, hidden, postProcessors } = draft;
  const aliased = parts.some(({ as }) => as.length > maxIdentifierLength)
    ? withShortAliases(parts, 'n', hidden)
    : undefined;
  const tree = { model, parts: aliased?.parts ?? parts };
  if (!aliased && hidden.size === 0 && postProcessors.length === 0)
    return { tree, postProcess: undefined };
  const postProcess: RowPostProcessor = async (rows, run) => {
    if (rows.length === 0) return;
    if (aliased) for (const row of rows) replaceProperties(row, aliased.named(row));
    await awaitAllSettled(postProcessors.map((postProcessor) => postProcessor(rows, run)));
    for (const row of rows) for (const name of hidden) row[name] = undefined;
  };
  return { tree, postProcess };
}

function plan(draft: PlanDraft, selected: SelectedField): void {
  const { name, field } = selected;
  const { model, parts, type } = draft;
  if (field === undefined) {
    parts.push({ as: name, kind: 'constant', text: type.name });
    return;
  }
  if (isFieldDenied(type, selected, field, draft.operation)) {
    parts.push({ as: name, kind: 'constant', text: null });
    return;
  }
  const { read, derived, total, linked, shared } = extensionsOf(field);
  if (field.name === 'id') {
    const written = model === 'User' || model === 'Workspace' ? model : 'plain';
    const column = model === 'Workspace' ? 'accountId' : 'id';
    parts.push({ as: name, kind: 'column', column, written });
  } else if (derived) planComputedField(draft, selected, field, derived);
  else if (total) planTotal(draft, selected, field, total);
  else if (read?.kind === 'column') {
    const { column } = read;
    const written = columnJsonKind(model, column, field.type);
    if (written) parts.push({ as: name, kind: 'column', column, written });
    else planComputedField(draft, selected, field, columnComputation(column));
  } else if (read?.kind === 'relation') planRelation(draft, selected, field, read.relation);
  else if (read?.kind === 'page' || read?.kind === 'changes')
    planPage(draft, selected, field, nestedListOf(model, read));
  else if (linked) planLinked(draft, selected, field, linked);
  else if (shared) planShared(draft, selected, field, shared);
  else throw new UndeclaredFieldError(`${type.name}.${field.name}`);
}

const planNested = ({ operation }: PlanDraft, { name, nodes }: SelectedField, field: AnyField) =>
  planRecords(objectTypeOf(field), nodes, nestedOperation(operation, name));

function planLinked(
  draft: PlanDraft,
  selected: SelectedField,
  field: AnyField,
  { via: [links], reference, latest }: NonNullable<ReadExtensions['linked']>,
): void {
  const { name } = selected;
  const { model, link } = relationOf(draft.model, links);
  const { tree, postProcess } = planNested(draft, selected, field);
  const direction = latest === undefined ? 'asc' : 'desc';
  const rows = {
    orderBy: [{ column: 'id', direction }],
    ...(latest !== undefined && { limit: latest }),
  } as const;
  draft.parts.push({ as: name, kind: 'linked', links: { model, link, reference }, tree, rows });
  addNestedPostProcessor(draft, name, postProcess);
}

function planShared(
  draft: PlanDraft,
  selected: SelectedField,
  field: AnyField,
  { link, where, order }: NonNullable<ReadExtensions['shared']>,
): void {
  const { name } = selected;
  const { tree, postProcess } = planNested(draft, selected, field);
  const rows = { where, orderBy: toColumnOrder([...order, { id: 'asc' }]) };
  draft.parts.push({ as: name, kind: 'many', link, tree, rows });
  addNestedPostProcessor(draft, name, postProcess);
}

function planRelation(
  draft: PlanDraft,
  selected: SelectedField,
  field: AnyField,
  relation: string,
): void {
  const { name } = selected;
  const { model, parts } = draft;
  const { isList, link } = relationOf(model, relation);
  const { partOrder } = extensionsOf(field);
  const { tree, postProcess } = planNested(draft, selected, field);
  if (!isList) parts.push({ as: name, kind: 'one', link, tree });
  else if (partOrder) {
    const orderBy = toColumnOrder([...partOrder, { id: 'asc' }]);
    parts.push({ as: name, kind: 'many', link, tree, rows: { orderBy } });
  } else throw new UndeclaredFieldError(`the order of ${relation}`);
  addNestedPostProcessor(draft, name, postProcess);
}

function planPage(
  draft: PlanDraft,
  { name, nodes }: SelectedField,
  field: AnyField,
  list: NestedList,
) {
  const { parts, postProcessors } = draft;
  const operation = nestedOperation(draft.operation, name);
  const { model, which, link, column, referred, reference } = list;
  const order = nestedListOrder(which, field, nodes, operation);
  const selection = pageSelection(model, field, nodes, operation);
  const page = plainPageNames(selection);
  const isCounted = isCountOnly(selection);
  const slot = operation.collector.addList(
    operation.path,
    createListArgumentParser({ model, which, page, isCounted }, field, nodes, operation),
  );
  if (isCounted) {
    planCount(draft, name, { model, link, rows: slot }, countParts(selection));
    return;
  }
  if (page) {
    const [{ tree, postProcess }] = planPageRecords(selection, operation);
    parts.push({ as: name, kind: 'many', link, tree, rows: slot });
    addPostProcessor(draft, postProcess, (row) => recordsOfPage(row[name], page));
    return;
  }
  if (column === undefined) throw new UndeclaredFieldError(`${draft.type.name}.${name}`);
  const plans = planPageRecords(selection, operation);
  const { tree, split, postProcess } = combinePagePlans(selection, plans, order);
  addHiddenColumn(draft, hiddenColumnName(referred), referred);
  parts.push({ as: name, kind: 'many', link, tree, rows: slot });
  postProcessors.push(async (all, run) => {
    const requestedList = run.lists.get(slot) as RequestedList;
    const pages = await awaitAllSettled(
      all.map((row) => {
        const id = reference(row[hiddenColumnName(referred)] as string | number);
        const list = { ...requestedList, rows: row[name] as Row[], parent: { column, id } };
        return shapePage(selection, split, list, run);
      }),
    );
    for (const [index, row] of all.entries()) row[name] = pages[index]?.page;
    await postProcessPageRecords(
      postProcess,
      (selected) => pages.flatMap(({ records }) => records[selected] ?? []),
      run,
    );
  });
}

/** One plan for each selection of the records. */
export function planPageRecords(
  { type, recordSelections: [first, ...others] }: PageSelection,
  operation: Operation,
): readonly [RecordPlan, ...RecordPlan[]] {
  const planSelection = ({ nodes, path }: PageSelection['recordSelections'][number]) =>
    planRecords(type, nodes, { ...operation, path });
  return [
    planSelection(first ?? { nodes: [], path: operation.path }),
    ...others.map(planSelection),
  ];
}
