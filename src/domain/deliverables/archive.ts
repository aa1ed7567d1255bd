import type { Deliverable } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { updateDeliverable } from './update.ts';

/**
 * Archives a deliverable: lists and searches leave it out, names do not find it, and it takes no new time; everything of
 * it stays, its name too.
 * @throws ActionError id_missing, record_not_found
 */
export function archiveDeliverable(
  context: Context,
  { id }: { id?: unknown },
): Promise<Deliverable> {
  return updateDeliverable(context, { id, archived: true }, 'patch');
}

/**
 * Takes a deliverable out of the archive.
 * @throws ActionError id_missing, record_not_found
 */
export function unarchiveDeliverable(
  context: Context,
  { id }: { id?: unknown },
): Promise<Deliverable> {
  return updateDeliverable(context, { id, archived: false }, 'patch');
}
