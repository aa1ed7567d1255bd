import type { Context } from '../../platform/context/context.ts';
import { deleteWithInput } from '../../write/delete-record.ts';

/**
 * Deletes a status without deliverables.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export const deleteTaskStage = (context: Context, input: { id?: unknown }): Promise<string> =>
  deleteWithInput(context, 'TaskStage', input);
