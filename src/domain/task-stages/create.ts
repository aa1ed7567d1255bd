import type { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { InputOf, Rules } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import type { NewTaskStage } from './fields.ts';
import { createTaskStageInput } from './fields.ts';
import { taskStageConstraints } from './rules.ts';

export const insertTaskStages = (
  tx: WriteContext,
  projectTypeId: string,
  stages: readonly NewTaskStage[],
) =>
  tx.insertAll(
    'TaskStage',
    stages.map((stage, index) => ({
      ...stage,
      id: newId('TaskStage'),
      projectTypeId,
      position: index + 1,
    })),
  );

/** @throws ActionError invalid_input, name_taken, name_not_found, record_not_found */
export function createTaskStage(
  context: Context,
  input: InputOf<typeof createTaskStageInput>,
): Promise<InsertedRow<'TaskStage'>> {
  return write(context, async (tx) => {
    const read = () => parseInput(createTaskStageInput, input, validateProjectTypeGiven);
    const parsed = await parseOrCollectErrors(read, (rest) => [resolveProjectType(tx.names, rest)]);
    const { projectTypeName: _name, projectTypeId: _id, position, ...fields } = parsed;
    const projectTypeId = (await resolveProjectType(tx.names, parsed)) as string;
    const row = {
      ...fields,
      projectTypeId,
      position: position ?? (await lastPosition(tx, projectTypeId)) + 1,
      id: newRecordId(tx, 'TaskStage'),
    };
    return tx.insert('TaskStage', row, taskStageConstraints);
  });
}

const validateProjectTypeGiven: Rules<z.output<typeof createTaskStageInput>> = (fields) =>
  fields.projectTypeName || fields.projectTypeId
    ? []
    : [{ path: 'projectTypeName', code: 'required', message: 'is required, or projectTypeId' }];

async function lastPosition({ accountId, db }: Context, projectTypeId: string): Promise<number> {
  const { _max: max } = await db.taskStage.aggregate({
    where: { accountId, projectTypeId },
    _max: { position: true },
  });
  return max.position ?? 0;
}
