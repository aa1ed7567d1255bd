import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { write } from '../../write/write.ts';

/**
 * Lists, searches and names do not find an archived client, and it takes no new time.
 * @throws ActionError id_missing, record_not_found
 */
export const archiveClient = (context: Context, input: { id?: unknown }) =>
  setArchived(context, input, true);

/** @throws ActionError id_missing, record_not_found */
export const unarchiveClient = (context: Context, input: { id?: unknown }) =>
  setArchived(context, input, false);

const setArchived = (context: Context, input: { id?: unknown }, archived: boolean) =>
  write(context, async (tx) => {
    const id = requireId(input);
    await tx.updateById('Client', id, { archived });
    return { id };
  });
