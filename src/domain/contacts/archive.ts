import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { write } from '../../write/write.ts';
import { requirePortalGrantPermission } from './portal-access.ts';

/**
 * Archives a contact: lists, searches and invoices omit it.
 * @throws ActionError id_missing, record_not_found
 */
export const archiveContact = (context: Context, input: { id?: unknown }) =>
  write(context, async (tx) => {
    const id = requireId(input);
    await tx.updateById('Contact', id, { archived: true });
    return { id };
  });

/** @throws ActionError id_missing, record_not_found; missing_scope if the contact would get access to the portal again */
export const unarchiveContact = (context: Context, input: { id?: unknown }) =>
  write(context, async (tx) => {
    const contact = await tx.lock('Contact', requireId(input));
    requirePortalGrantPermission(tx, { ...contact, archived: false }, contact);
    return tx.update('Contact', contact, { archived: false });
  });
