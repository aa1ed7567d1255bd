import type { Contact } from '../../generated/prisma/client.ts';
import { requireId } from '../kernel/changes.ts';
import type { Context } from '../kernel/context.ts';
import { lockExpected, writtenRow } from '../kernel/records.ts';

/**
 * Archives a contact: lists, searches and invoices leave it out. Again changes nothing else.
 * @throws ActionError id_missing, record_not_found
 */
export function archiveContact(context: Context, input: { id?: unknown }): Promise<Contact> {
  return setArchived(context, input, true);
}

/**
 * Takes a contact out of the archive.
 * @throws ActionError id_missing, record_not_found
 */
export function unarchiveContact(context: Context, input: { id?: unknown }): Promise<Contact> {
  return setArchived(context, input, false);
}

async function setArchived(
  context: Context,
  input: { id?: unknown },
  archived: boolean,
): Promise<Contact> {
  const { accountId, db } = context;
  const id = requireId(input);
  await lockExpected(context, 'Contact', id);
  const rows = await db.contact.updateManyAndReturn({
    where: { accountId, id },
    data: { archived },
  });
  return writtenRow(rows, 'Contact', id);
}
