import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { deleteRecord } from '../../write/delete-record.ts';

/**
 * Deletes a status in which no deliverable is.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deleteTaskStage(context: Context, input: { id?: unknown }): Promise<string> {
  const id = requireId(input);
  await deleteRecord(context, 'TaskStage', id);
  return id;
}
