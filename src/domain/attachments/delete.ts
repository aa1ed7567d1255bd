import type { Context } from '../../platform/context/context.ts';
import { deleteWithInput } from '../../write/delete-record.ts';

/**
 * The retention job deletes the file.
 * @throws ActionError id_missing, record_not_found
 */
export const deleteAttachment = (context: Context, input: { id?: unknown }): Promise<string> =>
  deleteWithInput(context, 'Attachment', input);
