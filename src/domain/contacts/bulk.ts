import type { Contact } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { findExternalIdConflicts } from '../../platform/external-ids/external-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import type { BulkItemResult } from '../../write/bulk-actions.ts';
import { bulkInput, runBulk } from '../../write/bulk-actions.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { insertRows } from '../../write/insert-rows.ts';
import { listFieldDefinitions } from '../custom-fields/field-definitions.ts';
import { applyCustomValueEntries, resolveCustomValueMaps } from '../custom-fields/values.ts';
import { buildContactRow, parseNewContact } from './create.ts';
import type { NewContact } from './fields.ts';
import { createContactInput } from './fields.ts';
import { resolveContactClient } from './rules.ts';

export const createContactsInput = bulkInput(
  'CreateContacts',
  'Contacts to make.',
  createContactInput,
);

/** A contact that is read, and the client it belongs to. */
interface PreparedContact {
  fields: NewContact;
  clientId: string | null;
}

/**
 * Makes up to a thousand contacts. Client names are looked up all together, and the contacts inserted by one statement.
 * Of several that are to be the default contact of one client the last one is, as if they were made one by one.
 * @throws ActionError as {@link runBulk}; of an item: as createContact
 */
export async function createContacts(
  context: Context,
  input: InputOf<typeof createContactsInput>,
): Promise<BulkItemResult<Contact>[]> {
  let definitions: ReturnType<typeof listFieldDefinitions> | undefined;
  return runBulk<NewContact, PreparedContact, Contact>(createContactsInput, input, {
    lookUp: (rest) => [resolveContactClient(context, rest)],
    findConflicts: (contacts) => findExternalIdConflicts(context, 'Contact', contacts),
    read: parseNewContact,
    prepare: async (fields) => {
      if (Array.isArray(fields.customValues)) {
        definitions ??= listFieldDefinitions(context, 'CONTACT');
        applyCustomValueEntries(
          await definitions,
          {},
          fields.customValues,
          canRead(context, 'settings'),
        );
      }
      return { fields, clientId: await resolveContactClient(context, fields) };
    },
    write: (prepared) => {
      const needsTransaction = prepared.some(
        ({ clientId, fields }) =>
          fields.customValues !== null || (fields.defaultContact && clientId !== null),
      );
      return needsTransaction
        ? inTransaction(context, (tx) => insertContacts(tx, prepared))
        : insertContacts(context, prepared);
    },
  });
}

/**
 * Inserts contacts by one statement. Of several that are to be the default contact of one client the last one is. Where
 * there is one, or one has custom values, it has to run in a transaction.
 */
export async function insertContacts(
  context: Context,
  prepared: readonly PreparedContact[],
): Promise<Contact[]> {
  const defaults = new Map<string, number>();
  for (const [index, { clientId, fields }] of prepared.entries()) {
    if (clientId !== null && fields.defaultContact) defaults.set(clientId, index);
  }
  if (defaults.size > 0) await clearDefaultContacts(context, [...defaults.keys()]);
  const maps = prepared.map(({ fields }) => fields.customValues);
  const storedValues = await resolveCustomValueMaps(context, 'CONTACT', maps);
  const rows = prepared.map(({ clientId, fields }, index) => {
    const row = buildContactRow(context, fields, clientId, storedValues[index] ?? {});
    const defaultContact =
      clientId === null ? row.defaultContact : defaults.get(clientId) === index;
    return { ...row, defaultContact };
  });
  return insertRows(context, 'Contact', rows);
}

/** Takes the flag from the default contacts of clients, which are locked in one order. */
async function clearDefaultContacts(
  { accountId, db }: Context,
  clientIds: string[],
): Promise<void> {
  await db.$queryRaw`
    SELECT id FROM "Client" WHERE "accountId" = ${accountId} AND id = ANY (${clientIds}::text[])
    ORDER BY id FOR NO KEY UPDATE`;
  await db.contact.updateMany({
    where: { accountId, clientId: { in: clientIds }, defaultContact: true },
    data: { defaultContact: false },
  });
}
