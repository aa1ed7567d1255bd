import { readPermissionsForModels } from '../../platform/ids/permission-areas.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import type { Condition } from '../../query/conditions.ts';
import type { FilterAndOrder } from './list-order.ts';
import { permissionsForColumns } from './required-permissions.ts';

/** What somebody has to see who asks for records by conditions, or in an order. */

/** The rights without which a list may not be asked for so: to read the related records, and the columns, that it is told by. */
export function permissionsForFilter({
  model,
  where,
  order,
}: { model: string } & FilterAndOrder): Permissions {
  const compared = where ? comparedBy(where, model) : [];
  const models = compared.map(([of]) => of).filter((of) => of !== model);
  const columns = [...compared, ...order.map(({ column }) => [model, column] as const)];
  return readPermissionsForModels(models) | permissionsForColumns(columns);
}

/** The columns that a condition looks at, with their models; of related records the id at least. */
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
