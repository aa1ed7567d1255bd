import type { CustomField } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { CustomFieldRecordType, CustomFieldType } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import {
  enumOf,
  list,
  recordIdType,
  sortPositionType,
  text,
} from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { resolveChangedReference } from '../../platform/names/name-resolver.ts';
import type { ProjectTypeReference } from '../../platform/names/project-type-references.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { columnEquals } from '../../query/conditions.ts';
import type { ListQuery } from '../../query/record-list.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { deleteRecord, lockRecord } from '../../write/records.ts';
import { updateRecord } from '../../write/update-record.ts';
import { uniqueMappingKey } from './define-fields.ts';

const recordType = enumOf('CustomFieldRecordType', Object.values(CustomFieldRecordType));
const fieldType = enumOf('CustomFieldType', Object.values(CustomFieldType));
const keyDescription = 'Stable key by which integrations match the field, unique likewise.';
const placeDescription = 'Place among the fields of the type of record.';

const customFieldFields = {
  options: withDefault(
    list(text(), { max: 200 }),
    [],
    'Choices of a SELECT or RADIO field, which has to have some.',
  ),
  projectTypeName: nullable(
    text(),
    'Name of the one project type whose projects or deliverables have the field.',
  ),
  projectTypeId: nullable(
    recordIdType,
    'Id of that project type, instead of its name or beside it.',
  ),
};

export const createCustomFieldInput = inputObject('CreateCustomField', 'A new custom field.', {
  recordType: required(recordType),
  name: required(text()),
  mappingKey: nullable(text(), `${keyDescription} Left out: made of the name.`),
  type: withDefault(fieldType, 'TEXT'),
  ...customFieldFields,
  position: nullable(sortPositionType, `${placeDescription} Left out: the last.`),
});

export const updateCustomFieldInput = inputObject('UpdateCustomField', 'A custom field’s fields.', {
  name: requiredOnCreate(text()),
  mappingKey: requiredOnCreate(text(), keyDescription),
  type: requiredOnCreate(
    fieldType,
    'What kind of value the field takes; values that are there stay.',
  ),
  ...customFieldFields,
  position: requiredOnCreate(sortPositionType, placeDescription),
});

/** Other words for the types of record, as callers of the action surface write them. */
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

/**
 * The custom fields of one type of record, in their order.
 * @throws ActionError invalid_input
 */
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

type Definition = Pick<CustomField, 'recordType' | 'type' | 'options'>;

/** What a definition's fields have to be together. */
function definitionFaults(field: Partial<Definition>, hasProjectType: boolean): FieldError[] {
  const faults: FieldError[] = [];
  const isChoice = field.type === 'SELECT' || field.type === 'RADIO';
  if (field.type && field.options && isChoice !== field.options.length > 0) {
    const message = isChoice
      ? `must have choices, since the field is a ${field.type}`
      : `must be empty, since the field is a ${field.type}`;
    faults.push({ path: 'options', code: 'does_not_fit', message });
  }
  const canHaveType = field.recordType === 'PROJECT' || field.recordType === 'DELIVERABLE';
  if (field.recordType && hasProjectType && !canHaveType) {
    const message = 'is only for fields of projects and deliverables';
    faults.push({ path: 'projectTypeId', code: 'does_not_fit', message });
  }
  return faults;
}

function refusingTakenField<T>(work: () => Promise<T>): Promise<T> {
  const path = (constraint: string) => (constraint.includes('mappingKey') ? 'mappingKey' : 'name');
  return withUniqueConflict(path, 'The type of record already has such a custom field.', work);
}

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
      definitionFaults(field, Boolean(field.projectTypeName ?? field.projectTypeId)),
    );
  const parsed = await parseOrCollectErrors(read, (rest) => [resolveProjectType(names, rest)]);
  const { mappingKey, position, projectTypeName: _name, projectTypeId: _id, ...fields } = parsed;
  const [ownTypeId, known] = await Promise.all([
    resolveProjectType(names, parsed),
    db.customField.findMany({
      where: { accountId, recordType: fields.recordType },
      select: { mappingKey: true, position: true },
    }),
  ]);
  const taken = new Set(known.map((field) => field.mappingKey));
  const last = Math.max(0, ...known.map((field) => field.position));
  return refusingTakenField(() =>
    db.customField.create({
      data: {
        ...fields,
        accountId,
        id: newRecordId(context, 'CustomField'),
        mappingKey: mappingKey ?? uniqueMappingKey(fields.name, taken),
        position: position ?? last + 1,
        projectTypeId: ownTypeId,
      },
    }),
  );
}

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
  return refusingTakenField(() =>
    updateRecord(context, update, async ({ accountId, db, names }, change, field: CustomField) => {
      const { projectTypeName, projectTypeId: projectTypeIdGiven, ...data } = change;
      const projectTypeId = await resolveChangedReference(names, 'projectType', {
        name: projectTypeName,
        id: projectTypeIdGiven,
        nameField: 'projectTypeName',
        idField: 'projectTypeId',
      });
      const next = { ...data, ...(projectTypeId !== undefined && { projectTypeId }) };
      const after = { ...field, ...next };
      const faults = definitionFaults(after, after.projectTypeId !== null);
      if (faults.length > 0) throw invalidInputError(faults);
      return db.customField.updateManyAndReturn({ where: { accountId, id: field.id }, data: next });
    }),
  );
}

/** The tables whose rows hold values of custom fields. */
const tablesWithValues: Partial<Record<CustomFieldRecordType, string>> = {
  CLIENT: 'Client',
  CONTACT: 'Contact',
  PROJECT: 'Project',
  DELIVERABLE: 'Deliverable',
  OPPORTUNITY: 'Opportunity',
};

/**
 * Deletes the definition of a custom field that no record has a value of.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deleteCustomField(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const field = await lockRecord<CustomField>(tx, 'CustomField', id);
    const table = tablesWithValues[field.recordType];
    if (table !== undefined && (await hasValues(tx, table, id))) {
      const records = `${field.recordType.toLowerCase()} records`;
      throw new ActionError(
        'conflicting_state',
        `The custom field cannot be deleted: ${records} have values of it.`,
      );
    }
    await deleteRecord(tx, 'CustomField', id);
    return id;
  });
}

async function hasValues({ accountId, db }: Context, table: string, id: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT id FROM ${Prisma.raw(`"${table}"`)}
    WHERE "accountId" = ${accountId} AND jsonb_exists("customValues", ${id}) LIMIT 1`;
  return rows.length > 0;
}
