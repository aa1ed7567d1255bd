import type { Contact } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord, lockRecordIfVersionExpected } from '../../write/lock-records.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';
import { requirePortalGrantPermission } from './portal-access.ts';

/**
 * Archives a contact: lists, searches and invoices leave it out. Again changes nothing else.
 * @throws ActionError id_missing, record_not_found
 */
export async function archiveContact(context: Context, input: { id?: unknown }): Promise<Contact> {
  const id = requireId(input);
  await lockRecordIfVersionExpected(context, 'Contact', id);
  return setArchived(context, id, true);
}

/**
 * Takes a contact out of the archive; one that may enter the portal may so again.
 * @throws ActionError id_missing, record_not_found; missing_scope where who acts may not let it into the portal
 */
export function unarchiveContact(context: Context, input: { id?: unknown }): Promise<Contact> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const before = await lockRecord<Contact>(tx, 'Contact', id);
    requirePortalGrantPermission(tx, { ...before, archived: false }, before);
    return setArchived(tx, id, false);
  });
}

async function setArchived(context: Context, id: string, archived: boolean): Promise<Contact> {
  const { accountId, db } = context;
  const rows = await db.contact.updateManyAndReturn({
    where: { accountId, id },
    data: { archived },
  });
  return requireWrittenRow(rows, 'Contact', id);
}
