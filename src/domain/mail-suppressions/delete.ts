import type { Context } from '../../platform/context/context.ts';
import { deleteWithInput } from '../../write/delete-record.ts';

/** @throws ActionError id_missing, record_not_found */
export const deleteMailSuppression = (context: Context, input: { id?: unknown }): Promise<string> =>
  deleteWithInput(context, 'MailSuppression', input);
