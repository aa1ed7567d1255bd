import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { write } from '../../write/write.ts';
import { requirePortalGrantPermission } from './portal-access.ts';

/**
 * Lists, searches and invoices omit an archived contact.
 * @throws ActionError id_missing, record_not_found
 */
export const archiveContact = (context: Context, input: { id?: unknown }) =>
  write(context, async (tx) => {
    const contact = await tx.lock('Contact', requireId(input));
    return tx.updateReturning('Contact', contact, { archived: true });
  });

/** @throws ActionError id_missing, record_not_found, missing_scope */
export const unarchiveContact = (context: Context, input: { id?: unknown }) =>
  write(context, async (tx) => {
    const contact = await tx.lock('Contact', requireId(input));
    requirePortalGrantPermission(tx, { ...contact, archived: false }, contact);
    return tx.updateReturning('Contact', contact, { archived: false });
  });
