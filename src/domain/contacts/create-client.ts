import type { Context } from '../../platform/context/context.ts';
import { validateElectronicAddress } from '../../platform/input/e-invoice-fields.ts';
import { list, object } from '../../platform/input/field-types.ts';
import type { FieldType, InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { newClientFields } from '../clients/fields.ts';
import { insertClient } from '../clients/insert-client.ts';
import { customValueMap, resolveCustomValueMap } from '../custom-fields/values.ts';
import { insertContacts } from './bulk.ts';
import type { NewContact } from './fields.ts';
import { createContactInput } from './fields.ts';
import { validateContactNames } from './name-fields.ts';
import { isAnonymousNewContact } from './rules.ts';

const {
  clientName: _name,
  clientId: _id,
  archived: _archived,
  ...contactFields
} = createContactInput.shape;

const clientContactInput = inputObject(
  'ClientContactInput',
  'A contact of a new client. An entry without a name, e-mail address or telephone number is ignored.',
  contactFields,
);

/** Forms send empty rows. */
function withoutAnonymousContacts<P extends object>(contacts: FieldType<P[]>): FieldType<P[]> {
  return {
    ...contacts,
    read: (value, report) => {
      const entries = Array.isArray(value) ? value.map((entry) => entry ?? {}) : value;
      // Invalid entries are reported and undefined.
      const parsed: (P | undefined)[] | undefined = contacts.read(entries, report);
      for (const [index, entry] of (parsed ?? []).entries()) {
        for (const { code, message, path } of validateContactNames(entry ?? {})) {
          report(code, message, [index, path]);
        }
      }
      return parsed?.filter((entry) => entry !== undefined && !isAnonymousNewContact(entry)) as
        | P[]
        | undefined;
    },
  };
}

export const createClientInput = inputObject('CreateClient', 'A new client.', {
  ...newClientFields,
  customValues: nullable(customValueMap, 'Values of custom fields, keyed by field name.'),
  contacts: nullable(
    withoutAnonymousContacts(list(object(clientContactInput), { max: 200 })),
    'Contacts to create with it. If several are default contacts, the last one becomes the default.',
  ),
});

/** @throws ActionError invalid_input, name_taken */
export function createClient(
  context: Context,
  input: InputOf<typeof createClientInput>,
): Promise<InsertedRow<'Client'>> {
  return write(context, async (tx) => {
    const { contacts, customValues, ...fields } = parseInput(
      createClientInput,
      input,
      validateElectronicAddress,
    );
    const client = insertClient(
      tx,
      fields,
      await resolveCustomValueMap(tx, 'CLIENT', customValues),
    );
    if (contacts?.length) {
      const prepared = contacts.map((contact) => ({
        clientId: client.id,
        fields: toNewContact(contact),
      }));
      await insertContacts(tx, prepared);
    }
    return client;
  });
}

const toNewContact = (
  contact: Omit<NewContact, 'clientName' | 'clientId' | 'archived'>,
): NewContact => ({
  ...contact,
  clientName: null,
  clientId: null,
  archived: false,
});
