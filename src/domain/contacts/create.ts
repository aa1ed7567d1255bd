import type { Contact, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import type { NewRow } from '../../write/insert-rows.ts';
import type { StoredCustomValues } from '../custom-fields/values.ts';
import { resolveCustomValueMap } from '../custom-fields/values.ts';
import type { NewContact } from './fields.ts';
import { createContactInput } from './fields.ts';
import { resolveContactNameAliases, validateContactNames } from './name-fields.ts';
import { requirePortalGrantPermission } from './portal-access.ts';
import {
  anonymousContactError,
  clearDefaultContact,
  isAnonymousNewContact,
  resolveContactClient,
} from './rules.ts';

/**
 * Makes a contact, of a client or of none. With defaultContact the client's former default contact loses the flag in the same transaction (decisions, "contacts/create").
 * @throws ActionError invalid_input, also for a contact without any name, e-mail or telephone number; name_not_found,
 * record_not_found for the client; missing_scope where who acts may not let it into the portal
 */
export async function createContact(
  context: Context,
  input: InputOf<typeof createContactInput>,
): Promise<Contact> {
  const fields = await parseOrCollectErrors(
    () => parseNewContact(input),
    (rest) => [resolveContactClient(context, rest)],
  );
  const clientId = await resolveContactClient(context, fields);
  const { defaultContact, customValues } = fields;
  const write = async (tx: Context) => {
    if (defaultContact && clientId) await clearDefaultContact(tx, clientId);
    const storedValues = await resolveCustomValueMap(tx, 'CONTACT', customValues);
    const { mergedRecords: _none, ...row } = buildContactRow(tx, fields, clientId, storedValues);
    const data = { ...row, customValues: storedValues as Prisma.InputJsonObject };
    return tx.db.contact.create({ data });
  };
  const needsTransaction = (defaultContact && clientId !== null) || customValues !== null;
  return needsTransaction ? inTransaction(context, write) : write(context);
}

/** @throws ActionError invalid_input, also for a contact without any name, e-mail or telephone number */
export function parseNewContact(input: unknown): NewContact {
  return parseInput(createContactInput, input, (fields) => [
    ...(isAnonymousNewContact(fields) ? [anonymousContactError('first')] : []),
    ...validateContactNames(fields),
  ]);
}

/** The whole row of a new contact, once what it names is found. @throws ActionError missing_scope, see requirePortalGrantPermission */
export function buildContactRow(
  context: Context,
  { clientName: _, ...contact }: NewContact,
  clientId: string | null,
  customValues: StoredCustomValues,
): NewRow<Contact> {
  const { accountId, now } = context;
  const { firstName = null, lastName = null, ...fields } = resolveContactNameAliases(contact);
  requirePortalGrantPermission(context, { ...fields, clientId });
  return {
    ...fields,
    firstName,
    lastName,
    clientId,
    customValues: customValues as Prisma.JsonObject,
    accountId,
    id: newRecordId(context, 'Contact'),
    portalSince: now,
    portalLinkSentAt: null,
    mergedRecords: [],
    version: 1,
  };
}
