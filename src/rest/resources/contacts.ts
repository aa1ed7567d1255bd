import { createContact } from '../../domain/contacts/create.ts';
import type { ContactRecord } from '../../domain/contacts/fields.ts';
import { createContactInput, updateContactInput } from '../../domain/contacts/fields.ts';
import { searchContacts, searchContactsInput } from '../../domain/contacts/search.ts';
import { updateContact } from '../../domain/contacts/update.ts';
import { mergeContacts, mergeContactsInput } from '../../domain/merges/merge-contacts.ts';
import { areasOfReferences } from '../../domain/merges/move-references.ts';
import { archiveFieldNames, toRestInputSchema } from '../core/field-names.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import { defineWriteRoute } from '../core/route.ts';
import {
  bool,
  customValuesSerializer,
  defineSerializer,
  externalIdColumns,
  integer,
  nullableText,
  renamedProperty,
  text,
  withDescription,
} from '../core/serializer.ts';
import { defineUpdateRoutes } from '../core/update-routes.ts';

export const contactSerializer = defineSerializer<ContactRecord>()(
  'Contact',
  'A person, usually at a client.',
  {
    id: withDescription(text, 'Id of the contact.'),
    accountId: withDescription(integer, 'The workspace.'),
    clientId: nullableText,
    firstName: nullableText,
    lastName: nullableText,
    role: nullableText,
    email: nullableText,
    phone: nullableText,
    mobile: nullableText,
    notes: nullableText,
    defaultContact: bool,
    invoiceContact: bool,
    portalAccess: bool,
    archive: renamedProperty('archived', bool),
    ...externalIdColumns,
    customValues: customValuesSerializer,
  },
);

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

const answer = recordResponse('Contact', contactSerializer);

export const contactRoutes = [
  defineWriteRoute({
    path: 'contacts/create',
    creates: 'Contact',
    operationId: 'createContact',
    tag: 'Contacts',
    summary: 'Create a contact',
    description:
      'Creates a contact of the client in `clientName` or `clientId`, or of none. It needs a name, an e-mail address or a telephone number. `firstName` and `lastName` are accepted as `first` and `last`. `defaultContact: true` replaces the client’s previous default contact.',
    names: archiveFieldNames,
    input: toRestInputSchema(createContactInput, archiveFieldNames),
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
  ...defineUpdateRoutes({
    path: 'contacts/update',
    record: 'Contact',
    tag: 'Contacts',
    names: archiveFieldNames,
    input: toRestInputSchema(updateContactInput, archiveFieldNames),
    output: answer,
    errors: [],
    example: { input: { id: contactExample.id, role: 'Analyst' }, output: contactExample },
    handle: updateContact,
  }),
  defineWriteRoute({
    path: 'contacts/merge',
    operationId: 'mergeContacts',
    tag: 'Contacts',
    summary: 'Merge two contacts',
    description:
      'Merges the contact `merge` into the contact `keep` of the same client, or of none: what it sent in through forms moves, and it is deleted. Its e-mail address and external id find `keep` from then on. Empty fields of `keep` get the values of `merge`; it has `defaultContact`, `invoiceContact` and `portalAccess` if either had. A 409 says why two contacts cannot be merged: they belong to different clients, their notes are too long together, or `keep` is archived.',
    alsoWrites: areasOfReferences('Contact'),
    answersStored: true,
    input: mergeContactsInput,
    output: answer,
    errors: ['record_not_found', 'conflicting_state'],
    example: {
      input: { keep: contactExample.id, merge: 'con_0199d2f0a1c27b1e9f4b6c1de0a35f14' },
      output: contactExample,
    },
    handle: mergeContacts,
  }),
  defineListRoute({
    path: 'contacts/search',
    operationId: 'searchContacts',
    tag: 'Contacts',
    summary: 'Search contacts',
    description:
      'Contacts whose e-mail address, first, last or full name contains `query`, ignoring case; without it every contact. Archived contacts are omitted. With `id`, only that contact, even if it is archived; an unknown id returns `[]`.',
    input: searchContactsInput,
    model: 'Contact',
    record: contactSerializer,
    errors: [],
    example: { input: { query: 'lovelace' }, output: [contactExample] },
    handle: searchContacts,
  }),
];
