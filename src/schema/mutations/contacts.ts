import { archiveContact, unarchiveContact } from '../../domain/contacts/archive.ts';
import { createContacts, createContactsInput } from '../../domain/contacts/bulk.ts';
import {
  createContact,
  createContactInput,
  updateContact,
  updateContactInput,
} from '../../domain/contacts/index.ts';
import { action, recordAction, updateActions } from '../actions.ts';
import { bulkAction } from '../bulk-actions.ts';

action('createContact', {
  description: 'Makes a contact, of a client or of none.',
  record: 'Contact',
  input: createContactInput,
  neverConflicts: true,
  run: createContact,
});

updateActions({
  record: 'Contact',
  input: updateContactInput,
  neverConflicts: true,
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

bulkAction('createContacts', {
  description:
    'Makes up to 1,000 contacts: all or none, or with `partial` those that can be taken.',
  record: 'Contact',
  each: 'createContact',
  input: createContactsInput,
  neverConflicts: true,
  run: createContacts,
});
