import { readPermissionsForModels } from '../../platform/ids/permission-areas.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import type { Condition } from '../../query/conditions.ts';
import type { FilterAndOrder } from '../../query/list-order.ts';
import { permissionsForColumns } from './required-permissions.ts';

/**
 * Returns the permissions to read the records and columns that a filter or an order uses, because
 * the result reveals their values.
 */
export function permissionsForFilter({
  model,
  where,
  order,
}: { model: string } & FilterAndOrder): Permissions {
  const compared = where ? comparedBy(where, model) : [];
  const models = compared.map(([of]) => of).filter((of) => of !== model);
  const columns = [
    ...compared,
    ...order.map(({ column, custom }) => [model, custom ? 'customValues' : column] as const),
  ];
  return readPermissionsForModels(models) | permissionsForColumns(columns);
}

/** Columns of a condition with their models. Each related model contributes at least its id. */
function comparedBy(condition: Condition, model: string): [model: string, column: string][] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap((one) => comparedBy(one, model));
    case 'not':
      return comparedBy(condition.of, model);
    case 'every':
    case 'some':
    case 'one':
      return [[condition.model, 'id'], ...comparedBy(condition.where, condition.model)];
    default:
      return [[model, condition.column]];
  }
}
