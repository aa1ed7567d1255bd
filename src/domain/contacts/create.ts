import type { Contact, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { NewRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import type { StoredCustomValues } from '../custom-fields/values.ts';
import { resolveCustomValueMap } from '../custom-fields/values.ts';
import type { NewContact } from './fields.ts';
import { createContactInput } from './fields.ts';
import { resolveContactNameAliases, validateContactNames } from './name-fields.ts';
import { requirePortalGrantPermission } from './portal-access.ts';
import {
  anonymousContactError,
  clearDefaultContacts,
  isAnonymousNewContact,
  resolveContactClient,
} from './rules.ts';

/**
 * A new default contact of a client replaces the former one.
 * @throws ActionError invalid_input, name_not_found, record_not_found, missing_scope
 */
export const createContact = (
  context: Context,
  input: InputOf<typeof createContactInput>,
): Promise<Contact> =>
  write(context, async (tx) => {
    const fields = await parseOrCollectErrors(
      () => parseNewContact(input),
      (rest) => [resolveContactClient(tx, rest)],
    );
    const clientId = await resolveContactClient(tx, fields);
    if (fields.defaultContact && clientId) await clearDefaultContacts(tx, [clientId]);
    const values = await resolveCustomValueMap(tx, 'CONTACT', fields.customValues);
    // The database sets the time from which a contact may sign in.
    return tx.insertReturning('Contact', buildContactRow(tx, fields, clientId, values));
  });

/** @throws ActionError invalid_input */
export function parseNewContact(input: unknown): NewContact {
  return parseInput(createContactInput, input, (fields) => [
    ...(isAnonymousNewContact(fields) ? [anonymousContactError('first')] : []),
    ...validateContactNames(fields),
  ]);
}

/** @throws ActionError missing_scope, see requirePortalGrantPermission */
export function buildContactRow(
  context: Context,
  { clientName: _, ...contact }: NewContact,
  clientId: string | null,
  customValues: StoredCustomValues,
): NewRow<'Contact'> {
  const { firstName = null, lastName = null, ...fields } = resolveContactNameAliases(contact);
  requirePortalGrantPermission(context, { ...fields, clientId });
  return {
    ...fields,
    firstName,
    lastName,
    clientId,
    customValues: customValues as Prisma.InputJsonObject,
    id: newRecordId(context, 'Contact'),
  };
}
