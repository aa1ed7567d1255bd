import type { CustomField } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { resolveChangedReference } from '../../platform/names/name-resolver.ts';
import type { ProjectTypeReference } from '../../platform/names/project-type-references.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { updateRecord } from '../../write/update-record.ts';
import { updateCustomFieldInput } from './fields.ts';
import { validateCustomFieldDefinition, withCustomFieldConflict } from './rules.ts';

/**
 * Changes a custom field's definition: patch keeps what is left out, replace resets it, except name, key, type and
 * place. The type of record stays, and so do the values of records.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken; name_not_found for the project type
 */
export async function updateCustomField(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateCustomFieldInput>,
  mode: UpdateMode,
): Promise<CustomField> {
  const lookUp = (tx: Context, rest: ProjectTypeReference) => [resolveProjectType(tx.names, rest)];
  const update = {
    ...({ type: 'CustomField', schema: updateCustomFieldInput, input, mode } as const),
    lookUp,
  };
  return withCustomFieldConflict(() =>
    updateRecord(context, update, async ({ accountId, db, names }, change, field: CustomField) => {
      const { projectTypeName, projectTypeId: requestedTypeId, ...data } = change;
      const projectTypeId = await resolveChangedReference(names, 'projectType', {
        name: projectTypeName,
        id: requestedTypeId,
        nameField: 'projectTypeName',
        idField: 'projectTypeId',
      });
      const next = { ...data, ...(projectTypeId !== undefined && { projectTypeId }) };
      const after = { ...field, ...next };
      const errors = validateCustomFieldDefinition(after, after.projectTypeId !== null);
      if (errors.length > 0) throw invalidInputError(errors);
      return db.customField.updateManyAndReturn({ where: { accountId, id: field.id }, data: next });
    }),
  );
}
