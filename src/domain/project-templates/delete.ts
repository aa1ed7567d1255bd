import type { Context } from '../../platform/context/context.ts';
import { deleteWithInput } from '../../write/delete-record.ts';

/**
 * Projects that were created from it stay.
 * @throws ActionError id_missing, record_not_found
 */
export const deleteProjectTemplate = (context: Context, input: { id?: unknown }): Promise<string> =>
  deleteWithInput(context, 'ProjectTemplate', input, {
    type: 'ProjectTemplateDeliverable',
    column: 'templateId',
  });
