import type { ProjectType } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { defaultRequiredError } from '../../write/default-records.ts';
import { deleteRecord } from '../../write/delete-record.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord, lockWorkspaceRow } from '../../write/lock-records.ts';

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
