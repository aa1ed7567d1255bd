import { archiveContact, unarchiveContact } from '../../domain/contacts/archive.ts';
import { createContacts, createContactsInput } from '../../domain/contacts/bulk.ts';
import { createContact } from '../../domain/contacts/create.ts';
import { createContactInput, updateContactInput } from '../../domain/contacts/fields.ts';
import { updateContact } from '../../domain/contacts/update.ts';
import { sendPortalLink, sendPortalLinkInput } from '../../domain/identities/portal-links.ts';
import { mergeContacts, mergeContactsInput } from '../../domain/merges/merge-contacts.ts';
import { areasOfReferences } from '../../domain/merges/move-references.ts';
import { builder } from '../core/builder.ts';
import { defineBulkMutation } from '../core/bulk-mutations.ts';
import {
  defineCommandMutation,
  defineRecordMutation,
  defineUpdateMutations,
} from '../core/command-mutations.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { relationFilter, relationListFilter } from '../core/filters.ts';
import { hideArchivedByDefault } from '../core/list-definitions.ts';
import { columnFields, recordNodeOptions, relationField } from '../core/record-fields.ts';
import { customValuesField } from './custom-fields.ts';
import { mergedRecordsField } from './merged-records.ts';

builder.prismaNode('Contact', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Contact', [
      'clientId',
      'firstName',
      'lastName',
      'role',
      'email',
      'phone',
      'mobile',
      'notes',
      'defaultContact',
      'invoiceContact',
      'portalAccess',
      'portalLinkSentAt',
      'archived',
    ]),
    customValues: customValuesField(t),
    mergedRecords: mergedRecordsField(t),
    client: relationField(t, 'client', { nullable: true }),
    formSubmissions: relationConnectionField(t, 'formSubmissions', 'FormSubmission'),
  }),
});

defineRecordQueries('Contact', {
  field: 'contacts',
  description: 'Contacts of clients, and contacts without a client, by last and first name.',
  where: {
    email: 'String',
    firstName: 'String',
    lastName: 'String',
    phone: 'String',
    defaultContact: 'Boolean',
    invoiceContact: 'Boolean',
    portalAccess: 'Boolean',
    archived: 'Boolean',
    clientId: 'ID',
    client: relationFilter('Client'),
    formSubmissions: relationListFilter('FormSubmission'),
  },
  orderBy: ['lastName', 'firstName', 'email'],
  defaultOrder: [{ lastName: 'asc' }, { firstName: 'asc' }],
  hiddenByDefault: hideArchivedByDefault,
});

defineCommandMutation('createContact', {
  description: 'Creates a contact, with or without a client.',
  record: 'Contact',
  input: createContactInput,
  run: createContact,
});

defineUpdateMutations({
  record: 'Contact',
  input: updateContactInput,
  run: updateContact,
});

defineCommandMutation('mergeContacts', {
  description:
    'Merges a contact into another one of the same client, or of none: what refers to it moves, and it is deleted. Its e-mail address and external id find the contact that is kept, whose empty fields get its values; the kept contact has `defaultContact`, `invoiceContact` and `portalAccess` if either had.',
  record: 'Contact',
  input: mergeContactsInput,
  alsoWrites: areasOfReferences('Contact'),
  run: mergeContacts,
});

defineRecordMutation('archiveContact', {
  description: 'Archives a contact. It is omitted from lists, searches and invoices.',
  record: 'Contact',
  neverConflicts: true,
  run: archiveContact,
});

defineRecordMutation('unarchiveContact', {
  description: 'Restores a contact from the archive.',
  record: 'Contact',
  neverConflicts: true,
  run: unarchiveContact,
});

defineCommandMutation('sendPortalLink', {
  description:
    'E-mails a contact with `portalAccess` a one-time link to the client portal of this workspace. The link is valid for seven days, replaces the previous one, and is only in the e-mail. No e-mail is sent if one with the same target page was sent within the last minute. The limits are five e-mails in ten minutes per contact and 500 in an hour per workspace.',
  record: 'Contact',
  input: sendPortalLinkInput,
  hasId: true,
  run: sendPortalLink,
});

defineBulkMutation('createContacts', {
  description: 'Creates up to 1,000 contacts: all or none, or with `partial` the valid ones.',
  record: 'Contact',
  each: 'createContact',
  input: createContactsInput,
  run: createContacts,
});
