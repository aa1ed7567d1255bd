import type { InputFieldMap } from '@pothos/core';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { referencesColumn } from '../../query/condition-properties.ts';
import type { Condition } from '../../query/conditions.ts';
import { allOf, not } from '../../query/conditions.ts';
import type { FilterAndOrder, ListOrder } from '../../query/list-order.ts';
import { buildListOrder } from '../../query/list-order.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import { builder } from './builder.ts';
import type { FilterAndOrderFields } from './filters.ts';
import { filterInputTypes } from './filters.ts';
import type { ConnectionArguments } from './page-arguments.ts';
import { toCondition } from './where.ts';

/** Records that a list omits, unless the caller includes them or filters by the column. */
interface HiddenRecords {
  column: 'archived' | 'active';
  /** Value of the column in omitted records. */
  value: boolean;
  argument: 'includeArchived' | 'includeInactive';
}

export const hideArchivedByDefault: HiddenRecords = {
  column: 'archived',
  value: true,
  argument: 'includeArchived',
};

export const hideInactiveByDefault: HiddenRecords = {
  column: 'active',
  value: false,
  argument: 'includeInactive',
};

export interface ListDefinition extends FilterAndOrderFields {
  field: string;
  description: string;
  defaultOrder?: readonly Record<string, unknown>[];
  hiddenByDefault?: HiddenRecords;
}

interface RegisteredList {
  args: InputFieldMap;
  defaultOrder: readonly Record<string, unknown>[];
  hiddenByDefault: HiddenRecords | undefined;
}

const registeredLists = new Map<ListableModel, RegisteredList>();

/** @throws Error if the model has no list */
export function listDefinitionOf(model: ListableModel): RegisteredList {
  const registered = registeredLists.get(model);
  if (!registered) throw new Error(`${model} is not listed.`);
  return registered;
}

export function registerListDefinition(
  model: ListableModel,
  definition: ListDefinition,
): RegisteredList {
  const { defaultOrder = [], hiddenByDefault } = definition;
  const registered = { args: listArguments(model, definition), defaultOrder, hiddenByDefault };
  registeredLists.set(model, registered);
  return registered;
}

/** Complete after all resource modules are loaded. */
export const listedModels = (): readonly ListableModel[] => [...registeredLists.keys()];

const maxOrderEntries = 5;

/** @throws ActionError invalid_input */
export function parseFilterAndOrder(
  model: ListableModel,
  args: ConnectionArguments,
): FilterAndOrder {
  return { where: conditionOf(model, args), order: orderOf(model, args) };
}

function orderOf(model: ListableModel, { orderBy }: ConnectionArguments): ListOrder {
  if (!orderBy) return buildListOrder(model, listDefinitionOf(model).defaultOrder);
  if (orderBy.length <= maxOrderEntries) return buildListOrder(model, orderBy);
  const message = `must have at most ${maxOrderEntries} entries`;
  throw invalidInputError([{ path: 'orderBy', code: 'invalid_length', message }]);
}

function conditionOf(model: ListableModel, args: ConnectionArguments): Condition | undefined {
  const where = toCondition(model, args.where);
  const { hiddenByDefault } = listDefinitionOf(model);
  if (
    !hiddenByDefault ||
    args[hiddenByDefault.argument] ||
    referencesColumn(where, hiddenByDefault.column)
  )
    return where;
  const flag: Condition = { kind: 'flag', column: hiddenByDefault.column };
  return allOf([hiddenByDefault.value ? not(flag) : flag, where]);
}

function listArguments(model: ListableModel, definition: ListDefinition): InputFieldMap {
  const { where, orderBy } = filterInputTypes(model, definition);
  const { hiddenByDefault } = definition;
  return builder.args((t) => ({
    where: t.field({ type: where, description: 'Filters. All conditions have to match.' }),
    orderBy: t.field({
      type: [orderBy],
      description: 'Sort order. Ties are broken by id, in the direction of the last entry.',
    }),
    ...(hiddenByDefault && {
      [hiddenByDefault.argument]: t.boolean({
        required: true,
        defaultValue: false,
        description: `Whether to include records with \`${hiddenByDefault.column}: ${hiddenByDefault.value}\`. They are always included if \`where\` has a condition on \`${hiddenByDefault.column}\`.`,
      }),
    }),
  })) as InputFieldMap;
}
