import { Prisma } from '../../generated/prisma/client.ts';
import type { CustomFieldRecordType } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { deletionErrorOf } from '../../write/delete-record.ts';
import { write } from '../../write/write.ts';

const tablesWithValues: Partial<Record<CustomFieldRecordType, string>> = {
  CLIENT: 'Client',
  CONTACT: 'Contact',
  PROJECT: 'Project',
  DELIVERABLE: 'Deliverable',
  OPPORTUNITY: 'Opportunity',
};

/** @throws ActionError id_missing, record_not_found; conflicting_state if records have values */
export const deleteCustomField = (context: Context, input: { id?: unknown }): Promise<string> =>
  write(context, async (tx) => {
    const id = requireId(input);
    const field = await tx.lock('CustomField', id);
    const table = tablesWithValues[field.recordType];
    if (table !== undefined && (await hasValues(tx, table, id))) {
      const records = `${field.recordType.toLowerCase()} records`;
      throw new ActionError(
        'conflicting_state',
        `The custom field cannot be deleted: ${records} have values for it.`,
      );
    }
    tx.delete('CustomField', [field], deletionErrorOf(tx, 'CustomField'));
    return id;
  });

async function hasValues({ accountId, db }: Context, table: string, id: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT id FROM ${Prisma.raw(`"${table}"`)}
    WHERE "accountId" = ${accountId} AND jsonb_exists("customValues", ${id}) LIMIT 1`;
  return rows.length > 0;
}
