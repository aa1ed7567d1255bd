import type { Context } from '../../platform/context/context.ts';
import { recordIdType } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import type { Condition } from '../../query/conditions.ts';
import { columnEquals } from '../../query/conditions.ts';
import type { ListQuery } from '../../query/record-list.ts';

export const listTaskStagesInput = inputObject('ListTaskStages', 'Whose statuses to list.', {
  projectTypeId: nullable(recordIdType, 'The project type. Default: the default type.'),
});

/**
 * Default: the statuses of the default project type.
 * @throws ActionError invalid_input, record_not_found
 */
export async function listTaskStages(
  context: Context,
  input: InputOf<typeof listTaskStagesInput>,
): Promise<ListQuery> {
  const { names } = context;
  const { projectTypeId: id } = parseInput(listTaskStagesInput, input);
  await resolveReference(names, 'projectType', {
    id,
    nameField: 'projectTypeName',
    idField: 'projectTypeId',
  });
  const isDefault: Condition = {
    kind: 'one',
    relation: 'projectType',
    model: 'ProjectType',
    link: [{ column: 'id', of: 'projectTypeId' }],
    where: { kind: 'flag', column: 'isDefaultProjectType' },
  };
  return {
    where: id === null ? isDefault : columnEquals('projectTypeId', id),
    orderBy: [{ column: 'position' }, { column: 'id' }],
  };
}
