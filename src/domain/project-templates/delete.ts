import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { deleteRecord } from '../../write/delete-record.ts';
import { inTransaction } from '../../write/in-transaction.ts';

/**
 * Deletes a project template with its deliverables; projects made from it stay.
 * @throws ActionError id_missing, record_not_found
 */
export async function deleteProjectTemplate(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  const id = requireId(input);
  const parts = { type: 'ProjectTemplateDeliverable', column: 'templateId' } as const;
  await inTransaction(context, (tx) => deleteRecord(tx, 'ProjectTemplate', id, parts));
  return id;
}
