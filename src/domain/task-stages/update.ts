import type { TaskStage } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { updateRecord } from '../../write/update-record.ts';
import type { TaskStageRecord } from './fields.ts';
import { updateTaskStageInput } from './fields.ts';
import { taskStageLabelTakenMessage } from './rules.ts';

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
  return withUniqueConflict('label', taskStageLabelTakenMessage, () =>
    updateRecord(context, update, ({ accountId, db }, data, { id }: TaskStage) =>
      db.taskStage.updateManyAndReturn({ where: { accountId, id }, data }),
    ),
  );
}
