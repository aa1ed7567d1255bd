import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { defaultRequiredError } from '../../write/default-records.ts';
import { deleteChildRows, deletionErrorOf } from '../../write/delete-record.ts';
import { lockWorkspaceRow } from '../../write/lock-records.ts';
import { write } from '../../write/write.ts';

/** @throws ActionError id_missing, record_not_found; conflicting_state if it is used or the default */
export const deleteProjectType = (context: Context, input: { id?: unknown }): Promise<string> =>
  write(context, async (tx) => {
    const id = requireId(input);
    await lockWorkspaceRow(tx);
    const type = await tx.lock('ProjectType', id);
    if (type.isDefaultProjectType) throw defaultRequiredError('ProjectType');
    const errorOf = deletionErrorOf(tx, 'ProjectType');
    await deleteChildRows(tx, id, [{ type: 'TaskStage', column: 'projectTypeId' }], errorOf);
    tx.delete('ProjectType', [type], errorOf);
    return id;
  });
