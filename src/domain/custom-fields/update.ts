import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import type { ProjectTypeReference } from '../../platform/names/project-type-references.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { resolveChangedReference } from '../../platform/names/resolve-reference.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { updateCustomFieldInput } from './fields.ts';
import { customFieldConstraints, validateCustomFieldDefinition } from './rules.ts';

/**
 * A PUT does not reset name, key, type and position. Values stay.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken, name_not_found
 */
export function updateCustomField(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateCustomFieldInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  const update = {
    ...({ model: 'CustomField', schema: updateCustomFieldInput, input, mode } as const),
    constraints: () => customFieldConstraints,
    startLookups: (tx: Context, rest: ProjectTypeReference) => [resolveProjectType(tx.names, rest)],
  };
  return updateWithInput(context, update, async (tx, change, field) => {
    const { projectTypeName, projectTypeId: requestedTypeId, ...fields } = change;
    const projectTypeId = await resolveChangedReference(tx.names, 'projectType', {
      name: projectTypeName,
      id: requestedTypeId,
      nameField: 'projectTypeName',
      idField: 'projectTypeId',
    });
    const next = { ...fields, ...(projectTypeId !== undefined && { projectTypeId }) };
    const after = { ...field, ...next };
    const errors = validateCustomFieldDefinition(after, after.projectTypeId !== null);
    if (errors.length > 0) throw invalidInputError(errors);
    return next;
  });
}
