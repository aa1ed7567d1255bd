import type { ContactRecord } from '../../domain/contacts/index.ts';
import {
  createContact,
  createContactInput,
  updateContact,
  updateContactInput,
} from '../../domain/contacts/index.ts';
import { searchContacts, searchContactsInput } from '../../domain/contacts/search.ts';
import { archiveName, surfaceInput } from '../core/field-names.ts';
import { listRoute } from '../core/list-routes.ts';
import { recordOf } from '../core/record-responses.ts';
import { writeRoute } from '../core/route.ts';
import { updateRoutes } from '../core/update-routes.ts';
import {
  customValues,
  described,
  externalIdColumns,
  flag,
  integer,
  nullableText,
  renamed,
  text,
  wire,
} from '../core/serializer.ts';

export const contactWire = wire<ContactRecord>()('Contact', 'A person, usually at a client.', {
  id: described(text, 'Id of the contact.'),
  accountId: described(integer, 'The workspace.'),
  clientId: nullableText,
  firstName: nullableText,
  lastName: nullableText,
  role: nullableText,
  email: nullableText,
  phone: nullableText,
  mobile: nullableText,
  notes: nullableText,
  defaultContact: flag,
  invoiceContact: flag,
  portalAccess: flag,
  archive: renamed('archived', flag),
  ...externalIdColumns,
  customValues,
});

export const contactExample = {
  id: 'con_0199d2f0a1c27b1e9f4b6c1de0a35f13',
  accountId: 1,
  clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
  firstName: 'Ada',
  lastName: 'Lovelace',
  role: 'Analyst',
  email: 'ada@lovelace.example',
  phone: '+44 20 7946 0001',
  mobile: null,
  notes: null,
  defaultContact: true,
  invoiceContact: true,
  portalAccess: false,
  archive: false,
  customValues: [],
};

const answer = recordOf('Contact', contactWire);

export const contactRoutes = [
  writeRoute({
    path: 'contacts/create',
    operationId: 'createContact',
    tag: 'Contacts',
    summary: 'Create a contact',
    description:
      'Makes a contact, attached to the client that `clientName` or `clientId` names, or to none. It needs a name, an e-mail address or a telephone number. `first` and `last` may also be called `firstName` and `lastName`. `defaultContact: true` takes the flag from the client’s former default contact.',
    names: archiveName,
    input: surfaceInput(createContactInput, archiveName),
    output: answer,
    errors: ['name_not_found', 'record_not_found'],
    example: {
      input: {
        first: 'Ada',
        last: 'Lovelace',
        role: 'Analyst',
        email: 'ada@lovelace.example',
        phone: '+44 20 7946 0001',
        clientName: 'Lovelace Analytics',
        defaultContact: true,
        invoiceContact: true,
      },
      output: contactExample,
    },
    handle: createContact,
  }),
  ...updateRoutes({
    path: 'contacts/update',
    record: 'Contact',
    tag: 'Contacts',
    names: archiveName,
    input: surfaceInput(updateContactInput, archiveName),
    output: answer,
    errors: [],
    example: { input: { id: contactExample.id, role: 'Analyst' }, output: contactExample },
    handle: updateContact,
  }),
  listRoute({
    path: 'contacts/search',
    operationId: 'searchContacts',
    tag: 'Contacts',
    summary: 'Search contacts',
    description:
      'Contacts whose e-mail address, first, last or full name contains `query`, ignoring case; without it every contact. Archived ones are left out. With `id`, just that contact, archived or not; an unknown id answers `[]`.',
    input: searchContactsInput,
    model: 'Contact',
    record: contactWire,
    errors: [],
    example: { input: { query: 'lovelace' }, output: [contactExample] },
    handle: searchContacts,
  }),
];
