import { archiveContact, unarchiveContact } from '../../domain/contacts/archive.ts';
import { createContacts, createContactsInput } from '../../domain/contacts/bulk.ts';
import {
  createContact,
  createContactInput,
  updateContact,
  updateContactInput,
} from '../../domain/contacts/index.ts';
import { sendPortalLink, sendPortalLinkInput } from '../../domain/identities/portal-links.ts';
import { action, recordAction, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { bulkAction } from '../core/bulk-mutations.ts';
import { columns, ownNode, related } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { many, one } from '../core/filters.ts';
import { hidesArchived } from '../core/list-definitions.ts';
import { customValues } from './custom-fields.ts';

builder.prismaNode('Contact', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'Contact', [
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
    customValues: customValues(t),
    client: related(t, 'client', { nullable: true }),
    formSubmissions: relatedList(t, 'formSubmissions', 'FormSubmission'),
  }),
});

listed('Contact', {
  field: 'contacts',
  description: 'The people at clients, and those at none, by last and first name.',
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
    client: one('Client'),
    formSubmissions: many('FormSubmission'),
  },
  orderBy: ['lastName', 'firstName', 'email'],
  usualOrder: [{ lastName: 'asc' }, { firstName: 'asc' }],
  hides: hidesArchived,
});

action('createContact', {
  description: 'Makes a contact, of a client or of none.',
  record: 'Contact',
  input: createContactInput,
  run: createContact,
});

updateActions({
  record: 'Contact',
  input: updateContactInput,
  run: updateContact,
});

recordAction('archiveContact', {
  description: 'Archives a contact: lists, searches and invoices leave it out.',
  record: 'Contact',
  neverConflicts: true,
  run: archiveContact,
});

recordAction('unarchiveContact', {
  description: 'Takes a contact out of the archive.',
  record: 'Contact',
  neverConflicts: true,
  run: unarchiveContact,
});

action('sendPortalLink', {
  description:
    'Mails a contact with `portalAccess` a link by which it enters the client portal of this workspace, signed in. The link counts once, for seven days, and is in the mail alone; the former one ends. Where one to the same page was mailed within the last minute, no other is. A contact is mailed five in ten minutes at most, a workspace mails 500 in an hour.',
  record: 'Contact',
  input: sendPortalLinkInput,
  hasId: true,
  run: sendPortalLink,
});

bulkAction('createContacts', {
  description:
    'Makes up to 1,000 contacts: all or none, or with `partial` those that can be taken.',
  record: 'Contact',
  each: 'createContact',
  input: createContactsInput,
  run: createContacts,
});
