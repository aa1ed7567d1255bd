import { readingModels } from '../../platform/ids/permission-areas.ts';
import type { Rights } from '../../platform/permissions/permissions.ts';
import type { Condition } from '../../query/conditions.ts';
import { seeing } from './required-permissions.ts';
import type { Which } from './list-definitions.ts';

/** What somebody has to see who asks for records by conditions, or in an order. */

/** The rights without which a list may not be asked for so: to read the related records, and the columns, that it is told by. */
export function neededToAsk({ model, where, order }: { model: string } & Which): Rights {
  const compared = where ? comparedBy(where, model) : [];
  const models = compared.map(([of]) => of).filter((of) => of !== model);
  const columns = [...compared, ...order.map(({ column }) => [model, column] as const)];
  return readingModels(models) | seeing(columns);
}

/** The columns that a condition looks at, with their models; of related records the id at least. */
function comparedBy(condition: Condition, model: string): [model: string, column: string][] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap((one) => comparedBy(one, model));
    case 'not':
      return comparedBy(condition.of, model);
    case 'some':
    case 'one':
      return [[condition.model, 'id'], ...comparedBy(condition.where, condition.model)];
    default:
      return [[model, condition.column]];
  }
}
