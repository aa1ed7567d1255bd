import { CustomFieldRecordType } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { enumOf } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { columnEquals } from '../../query/conditions.ts';
import type { ListQuery } from '../../query/record-list.ts';

/** Names that clients of the REST API use. */
const recordTypeAliases = {
  Clients: 'CLIENT',
  Contacts: 'CONTACT',
  Projects: 'PROJECT',
  Deliverables: 'DELIVERABLE',
  Task: 'DELIVERABLE',
  Tasks: 'DELIVERABLE',
  Opportunities: 'OPPORTUNITY',
  Deal: 'OPPORTUNITY',
  Deals: 'OPPORTUNITY',
} as const;

export const listCustomFieldsByTypeInput = inputObject(
  'CustomFieldsOf',
  'Whose custom fields to list.',
  {
    type: required(
      enumOf('CustomFieldRecordType', Object.values(CustomFieldRecordType), recordTypeAliases),
      'The type of record that has the fields.',
    ),
  },
);

/** @throws ActionError invalid_input */
export function listCustomFieldsByType(
  _context: Context,
  input: InputOf<typeof listCustomFieldsByTypeInput>,
): ListQuery {
  const { type } = parseInput(listCustomFieldsByTypeInput, input);
  return {
    where: columnEquals('recordType', type),
    orderBy: [{ column: 'position' }, { column: 'id' }],
  };
}
