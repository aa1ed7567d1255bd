import type { Contact } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { findExternalIdConflicts } from '../../platform/external-ids/external-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import type { BulkItemResult } from '../../write/bulk-actions.ts';
import { bulkInput, runBulk } from '../../write/bulk-actions.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { listFieldDefinitions } from '../custom-fields/field-definitions.ts';
import { applyCustomValueEntries, resolveCustomValueMaps } from '../custom-fields/values.ts';
import { buildContactRow, parseNewContact } from './create.ts';
import type { NewContact } from './fields.ts';
import { createContactInput } from './fields.ts';
import { clearDefaultContacts, resolveContactClient } from './rules.ts';

export const createContactsInput = bulkInput(
  'CreateContacts',
  'Contacts to make.',
  createContactInput,
);

interface PreparedContact {
  fields: NewContact;
  clientId: string | null;
}

/** @throws ActionError as {@link runBulk}; of an item: as createContact */
export async function createContacts(
  context: Context,
  input: InputOf<typeof createContactsInput>,
): Promise<BulkItemResult<Contact>[]> {
  let definitions: ReturnType<typeof listFieldDefinitions> | undefined;
  return runBulk<NewContact, PreparedContact, Contact>(createContactsInput, input, {
    startLookups: (rest) => [resolveContactClient(context, rest)],
    findConflicts: (contacts) => findExternalIdConflicts(context, 'Contact', contacts),
    parse: parseNewContact,
    prepareItem: async (fields) => {
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
    write: (prepared) => write(context, (tx) => insertContacts(tx, prepared)),
  });
}

/** The last default contact of a client becomes the default. */
export async function insertContacts(
  tx: WriteContext,
  prepared: readonly PreparedContact[],
): Promise<Contact[]> {
  const defaults = new Map<string, number>();
  for (const [index, { clientId, fields }] of prepared.entries()) {
    if (clientId !== null && fields.defaultContact) defaults.set(clientId, index);
  }
  if (defaults.size > 0) await clearDefaultContacts(tx, [...defaults.keys()]);
  const customValueMaps = prepared.map(({ fields }) => fields.customValues);
  const storedValues = await resolveCustomValueMaps(tx, 'CONTACT', customValueMaps);
  const rows = prepared.map(({ clientId, fields }, index) => {
    const row = buildContactRow(tx, fields, clientId, storedValues[index] ?? {});
    const isDefault = clientId === null ? fields.defaultContact : defaults.get(clientId) === index;
    return { ...row, defaultContact: isDefault };
  });
  return tx.insertAllReturning('Contact', rows);
}
