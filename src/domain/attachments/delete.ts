import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { deleteWithInput } from '../../write/delete-record.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { AttachmentColumn } from './record-types.ts';

/**
 * The retention job deletes the file.
 * @throws ActionError id_missing, record_not_found
 */
export const deleteAttachment = (context: Context, input: { id?: unknown }): Promise<string> =>
  deleteWithInput(context, 'Attachment', input);

/** For a record that is deleted in the same transaction. */
export async function deleteAttachmentsOf(
  tx: WriteContext,
  column: AttachmentColumn,
  id: string,
): Promise<void> {
  const condition = Prisma.sql`${Prisma.raw(`"${column}"`)} = ${id}`;
  tx.delete('Attachment', await tx.lockAll('Attachment', condition));
}
