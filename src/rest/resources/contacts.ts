import type { ContactRecord } from '../../domain/contacts/fields.ts';
import { searchContacts, searchContactsInput } from '../../domain/contacts/search.ts';
import { contactOperations } from '../../operations/contacts.ts';
import { archiveFieldNames } from '../core/field-names.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
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

const response = recordResponse('Contact', contactSerializer);

export const contactRoutes = [
  ...defineOperationRoutes(contactOperations, {
    tag: 'Contacts',
    names: archiveFieldNames,
    records: { Contact: { response, example: contactExample } },
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
