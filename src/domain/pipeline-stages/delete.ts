import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { deleteRecord } from '../../write/delete-record.ts';

/**
 * Deletes a stage in which no opportunity is.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deletePipelineStage(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  const id = requireId(input);
  await deleteRecord(context, 'PipelineStage', id);
  return id;
}
