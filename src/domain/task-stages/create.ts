import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { NewTaskStage, TaskStageRecord } from './fields.ts';
import { createTaskStageInput } from './fields.ts';
import { taskStageLabelTakenMessage } from './rules.ts';

/** Adds the statuses of a new project type, in their order: one statement. */
export async function insertTaskStages(
  { accountId, db }: Context,
  projectTypeId: string,
  stages: readonly NewTaskStage[],
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
  const { _max: max } = await db.taskStage.aggregate({
    where: { accountId, projectTypeId },
    _max: { position: true },
  });
  const row = { ...fields, projectTypeId, accountId, id: newRecordId(context, 'TaskStage') };
  return withUniqueConflict('label', taskStageLabelTakenMessage, () =>
    db.taskStage.create({ data: { ...row, position: position ?? (max.position ?? 0) + 1 } }),
  );
}
