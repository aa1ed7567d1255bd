import type { z } from 'zod';
import type { TaskStage } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import {
  booleanType,
  hexColor,
  list,
  object,
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
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { deleteRecord } from '../../write/records.ts';
import { updateRecord } from '../../write/update-record.ts';

/** A status that deliverables of a project type can have. */
export type TaskStageRecord = TaskStage;

const placeDescription = 'Place among the statuses of the project type.';

const stageFields = {
  hexColor: nullable(hexColor),
  complete: withDefault(booleanType, false),
  clientApproval: withDefault(booleanType, false),
};

const newStageFields = { label: required(text()), ...stageFields };

/** The kind of `statusList` of a new project type: its statuses in their order. */
export const taskStageList = list(
  object(inputObject('TaskStageInput', 'A status of a new project type.', newStageFields)),
  { max: 100 },
);

export const createTaskStageInput = inputObject(
  'CreateTaskStage',
  'A new status of a project type, which projectTypeName or projectTypeId says.',
  {
    ...newStageFields,
    projectTypeName: nullable(text(), 'Name of the project type.'),
    projectTypeId: nullable(
      recordIdType,
      'Id of the project type, instead of its name or beside it.',
    ),
    position: nullable(sortPositionType, `${placeDescription} Left out: the last.`),
  },
);

export const updateTaskStageInput = inputObject('UpdateTaskStage', 'A status’s fields.', {
  label: requiredOnCreate(text()),
  ...stageFields,
  position: requiredOnCreate(sortPositionType, placeDescription),
});

type NewStage = z.output<z.ZodObject<typeof newStageFields>>;

/** The statuses whose label an earlier one of the list has. */
export function validateUniqueLabels(stages: readonly NewStage[], path: string): FieldError[] {
  const labels = stages.map(({ label }) => label);
  return labels.flatMap((label, index) =>
    labels.indexOf(label) < index
      ? [{ path: `${path}.${index}.label`, code: 'not_unique', message: 'is that of another' }]
      : [],
  );
}

/** Adds the statuses of a new project type, in their order: one statement. */
export async function insertTaskStages(
  { accountId, db }: Context,
  projectTypeId: string,
  stages: readonly NewStage[],
): Promise<void> {
  if (stages.length === 0) return;
  await db.taskStage.createMany({
    data: stages.map((stage, index) => ({
      ...stage,
      accountId,
      id: newId('TaskStage'),
      projectTypeId,
      position: index + 1,
    })),
  });
}

const labelTaken = 'The project type already has a status of this label.';

/**
 * Adds a status to a project type.
 * @throws ActionError invalid_input, name_taken; name_not_found and record_not_found for the project type
 */
export async function createTaskStage(
  context: Context,
  input: InputOf<typeof createTaskStageInput>,
): Promise<TaskStageRecord> {
  const { accountId, db, names } = context;
  const read = () =>
    parseInput(createTaskStageInput, input, (fields) =>
      fields.projectTypeName || fields.projectTypeId
        ? []
        : [{ path: 'projectTypeName', code: 'required', message: 'is required, or projectTypeId' }],
    );
  const parsed = await parseOrCollectErrors(read, (rest) => [resolveProjectType(names, rest)]);
  const { projectTypeName: _name, projectTypeId: _id, position, ...fields } = parsed;
  const projectTypeId = (await resolveProjectType(names, parsed)) as string;
  const { _max: last } = await db.taskStage.aggregate({
    where: { accountId, projectTypeId },
    _max: { position: true },
  });
  const row = { ...fields, projectTypeId, accountId, id: newRecordId(context, 'TaskStage') };
  return withUniqueConflict('label', labelTaken, () =>
    db.taskStage.create({ data: { ...row, position: position ?? (last.position ?? 0) + 1 } }),
  );
}

/**
 * Changes a status: patch keeps what is left out, replace resets it, except label and place. When the deliverables in it
 * were completed stays as it is.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export async function updateTaskStage(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateTaskStageInput>,
  mode: UpdateMode,
): Promise<TaskStageRecord> {
  const update = { type: 'TaskStage', schema: updateTaskStageInput, input, mode } as const;
  return withUniqueConflict('label', labelTaken, () =>
    updateRecord(context, update, ({ accountId, db }, data, { id }: TaskStage) =>
      db.taskStage.updateManyAndReturn({ where: { accountId, id }, data }),
    ),
  );
}

/**
 * Deletes a status in which no deliverable is.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deleteTaskStage(context: Context, input: { id?: unknown }): Promise<string> {
  const id = requireId(input);
  await deleteRecord(context, 'TaskStage', id);
  return id;
}
