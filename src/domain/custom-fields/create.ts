import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { uniqueMappingKey } from './define-fields.ts';
import { createCustomFieldInput } from './fields.ts';
import { customFieldConstraints, validateCustomFieldDefinition } from './rules.ts';

/** @throws ActionError invalid_input, name_taken, name_not_found, record_not_found */
export function createCustomField(
  context: Context,
  input: InputOf<typeof createCustomFieldInput>,
): Promise<InsertedRow<'CustomField'>> {
  return write(context, async (tx) => {
    const read = () =>
      parseInput(createCustomFieldInput, input, (field) =>
        validateCustomFieldDefinition(field, Boolean(field.projectTypeName ?? field.projectTypeId)),
      );
    const parsed = await parseOrCollectErrors(read, (rest) => [resolveProjectType(tx.names, rest)]);
    const { mappingKey, position, projectTypeName: _name, projectTypeId: _id, ...fields } = parsed;
    const [projectTypeId, existingFields] = await Promise.all([
      resolveProjectType(tx.names, parsed),
      tx.db.customField.findMany({
        where: { accountId: tx.accountId, recordType: fields.recordType },
        select: { mappingKey: true, position: true },
      }),
    ]);
    const takenKeys = new Set(existingFields.map((field) => field.mappingKey));
    const lastPosition = Math.max(0, ...existingFields.map((field) => field.position));
    const row = {
      ...fields,
      id: newRecordId(tx, 'CustomField'),
      mappingKey: mappingKey ?? uniqueMappingKey(fields.name, takenKeys),
      position: position ?? lastPosition + 1,
      projectTypeId,
    };
    return tx.insert('CustomField', row, customFieldConstraints);
  });
}
