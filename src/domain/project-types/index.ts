import type { CustomField, ProjectType } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { booleanType, recordIdType, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import type { Condition } from '../../query/conditions.ts';
import { columnEquals } from '../../query/conditions.ts';
import type { JoinCondition } from '../../query/json-query.ts';
import type { RowSelection } from '../../query/list-rows.ts';
import type { ListQuery } from '../../query/record-list.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { defaultRequiredError, unsetDefault } from '../../write/default-records.ts';
import { deleteRecord, lockRecord, lockWorkspaceRow } from '../../write/records.ts';
import { updateRecord } from '../../write/update-record.ts';
import type { TaskStageRecord } from '../task-stages/index.ts';
import { insertTaskStages, taskStageList, validateUniqueLabels } from '../task-stages/index.ts';

/** The definition of a custom field. */
export type CustomFieldRecord = CustomField;

/** A project type as it is shown: with its statuses. */
export type ProjectTypeRecord = ProjectType & { statusList: readonly TaskStageRecord[] };

/** Every project type, the default one first, the others by name (spec part 2, "ProjectType"). */
export const projectTypes: ListQuery = {
  orderBy: [
    { column: 'isDefaultProjectType', direction: 'desc' },
    { column: 'name' },
    { column: 'id' },
  ],
};

/** Which custom fields records of a project type have: those of every type among them. */
export const customFieldsOfProjectType =
  (recordType: 'PROJECT' | 'DELIVERABLE'): JoinCondition =>
  (field, type) =>
    `${field}."recordType" = '${recordType}' AND (${field}."projectTypeId" IS NULL OR ${field}."projectTypeId" = ${type}.id)`;

/** The order of custom fields, and of statuses. */
export const positionOrder: RowSelection = {
  orderBy: [
    { column: 'position', direction: 'asc' },
    { column: 'id', direction: 'asc' },
  ],
};

export const listTaskStagesInput = inputObject('ListTaskStages', 'Whose statuses to list.', {
  projectTypeId: nullable(recordIdType, 'The project type; left out: the default one.'),
});

/**
 * The statuses of a project type, the default one where none is named, in the order in which deliverables pass them
 * (decisions, "List Project Task Stages").
 * @throws ActionError invalid_input; record_not_found for an unknown project type, since a type without statuses
 * answers an empty list
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

/**
 * The type of projects that name none.
 * @throws ActionError conflicting_state where the workspace has none
 */
export async function defaultProjectTypeId({ accountId, db }: Context): Promise<string> {
  const type = await db.projectType.findFirst({
    where: { accountId, isDefaultProjectType: true },
    select: { id: true },
  });
  if (type) return type.id;
  throw new ActionError('conflicting_state', 'The workspace has no default project type.');
}

const defaultDescription = 'The type of projects that name none; takes that from the former one.';

export const createProjectTypeInput = inputObject('CreateProjectType', 'A new project type.', {
  name: required(text()),
  isDefaultProjectType: withDefault(booleanType, false, defaultDescription),
  statusList: withDefault(taskStageList, []),
});

export const updateProjectTypeInput = inputObject('UpdateProjectType', 'A project type’s fields.', {
  name: requiredOnCreate(text()),
  isDefaultProjectType: requiredOnCreate(booleanType, defaultDescription),
});

const nameTaken = 'There is already a project type of this name.';

/**
 * Makes a project type with its statuses.
 * @throws ActionError invalid_input, name_taken
 */
export async function createProjectType(
  context: Context,
  input: InputOf<typeof createProjectTypeInput>,
): Promise<ProjectType> {
  const { statusList, ...fields } = parseInput(
    createProjectTypeInput,
    input,
    ({ statusList: given }) => validateUniqueLabels(given ?? [], 'statusList'),
  );
  return withUniqueConflict('name', nameTaken, () =>
    inTransaction(context, async (tx) => {
      if (fields.isDefaultProjectType) await unsetDefault(tx, 'ProjectType');
      const data = { ...fields, accountId: tx.accountId, id: newRecordId(tx, 'ProjectType') };
      const type = await tx.db.projectType.create({ data });
      await insertTaskStages(tx, type.id, statusList);
      return type;
    }),
  );
}

/**
 * Changes a project type; its statuses are changed by themselves.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken; conflicting_state where no type would be
 * the default one
 */
export async function updateProjectType(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateProjectTypeInput>,
  mode: UpdateMode,
): Promise<ProjectType> {
  const update = {
    type: 'ProjectType',
    schema: updateProjectTypeInput,
    input,
    mode,
    lockFirst: lockWorkspaceRow,
  } as const;
  return withUniqueConflict('name', nameTaken, () =>
    updateRecord(context, update, async (tx, data, current: ProjectType) => {
      const { isDefaultProjectType: isDefault } = data;
      if (isDefault && !current.isDefaultProjectType) await unsetDefault(tx, 'ProjectType');
      else if (isDefault === false && current.isDefaultProjectType)
        throw defaultRequiredError('ProjectType');
      const { accountId, db } = tx;
      return db.projectType.updateManyAndReturn({ where: { accountId, id: current.id }, data });
    }),
  );
}

/**
 * Deletes a project type with its statuses, when nothing is of it and it is not the default one.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deleteProjectType(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    await lockWorkspaceRow(tx);
    const type = await lockRecord<ProjectType>(tx, 'ProjectType', id);
    if (type.isDefaultProjectType) throw defaultRequiredError('ProjectType');
    await deleteRecord(tx, 'ProjectType', id, { type: 'TaskStage', column: 'projectTypeId' });
    return id;
  });
}
