import type { CustomField } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { uniqueMappingKey } from './define-fields.ts';
import { createCustomFieldInput } from './fields.ts';
import { validateCustomFieldDefinition, withCustomFieldConflict } from './rules.ts';

/**
 * Defines a custom field. It has no values yet: records are given them by its name, id or mapping key.
 * @throws ActionError invalid_input, name_taken; name_not_found and record_not_found for the project type
 */
export async function createCustomField(
  context: Context,
  input: InputOf<typeof createCustomFieldInput>,
): Promise<CustomField> {
  const { accountId, db, names } = context;
  const read = () =>
    parseInput(createCustomFieldInput, input, (field) =>
      validateCustomFieldDefinition(field, Boolean(field.projectTypeName ?? field.projectTypeId)),
    );
  const parsed = await parseOrCollectErrors(read, (rest) => [resolveProjectType(names, rest)]);
  const { mappingKey, position, projectTypeName: _name, projectTypeId: _id, ...fields } = parsed;
  const [projectTypeId, existingFields] = await Promise.all([
    resolveProjectType(names, parsed),
    db.customField.findMany({
      where: { accountId, recordType: fields.recordType },
      select: { mappingKey: true, position: true },
    }),
  ]);
  const takenKeys = new Set(existingFields.map((field) => field.mappingKey));
  const lastPosition = Math.max(0, ...existingFields.map((field) => field.position));
  return withCustomFieldConflict(() =>
    db.customField.create({
      data: {
        ...fields,
        accountId,
        id: newRecordId(context, 'CustomField'),
        mappingKey: mappingKey ?? uniqueMappingKey(fields.name, takenKeys),
        position: position ?? lastPosition + 1,
        projectTypeId,
      },
    }),
  );
}
