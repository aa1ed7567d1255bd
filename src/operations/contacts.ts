import { archiveContact, unarchiveContact } from '../domain/contacts/archive.ts';
import { createContacts, createContactsInput } from '../domain/contacts/bulk.ts';
import { createContact } from '../domain/contacts/create.ts';
import { createContactInput, updateContactInput } from '../domain/contacts/fields.ts';
import { updateContact } from '../domain/contacts/update.ts';
import { sendPortalLink, sendPortalLinkInput } from '../domain/identities/portal-links.ts';
import { mergeContacts, mergeContactsInput } from '../domain/merges/merge-contacts.ts';
import { areasOfReferences } from '../domain/merges/move-references.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const contactOperations = defineOperations('Contact', {
  createContact: {
    kind: 'create',
    description: 'Creates a contact, with or without a client.',
    input: createContactInput,
    errors: ['name_not_found'],
    run: createContact,
    rest: {
      path: 'contacts/create',
      details:
        'The client is in `clientName` or `clientId`. A contact needs a name, an e-mail address or a telephone number. `firstName` and `lastName` are accepted as `first` and `last`. `defaultContact: true` replaces the client’s previous default contact.',
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
      },
    },
  },
  updateContact: {
    kind: 'update',
    input: updateContactInput,
    run: updateContact,
    rest: { path: 'contacts/update', example: { input: { role: 'Analyst' } } },
  },
  mergeContacts: {
    kind: 'command',
    description:
      'Merges a contact into another one of the same client, or of none: what refers to it moves, and it is deleted. Its e-mail address and external id find the contact that is kept, whose empty fields get its values; the kept contact has `defaultContact`, `invoiceContact` and `portalAccess` if either had.',
    input: mergeContactsInput,
    errors: ['conflicting_state'],
    alsoWrites: areasOfReferences('Contact'),
    run: mergeContacts,
    rest: {
      path: 'contacts/merge',
      summary: 'Merge two contacts',
      details:
        '`keep` and `merge` are ids. A 409 says why two contacts cannot be merged: they belong to different clients, their notes are too long together, or `keep` is archived.',
      example: {
        input: {
          keep: 'con_0199d2f0a1c27b1e9f4b6c1de0a35f13',
          merge: 'con_0199d2f0a1c27b1e9f4b6c1de0a35f14',
        },
      },
    },
  },
  archiveContact: {
    kind: 'record',
    description: 'Archives a contact. It is omitted from lists, searches and invoices.',
    run: archiveContact,
  },
  unarchiveContact: {
    kind: 'record',
    description: 'Restores a contact from the archive.',
    run: unarchiveContact,
  },
  sendPortalLink: {
    kind: 'record',
    description:
      'E-mails a contact with `portalAccess` a one-time link to the client portal of this workspace. The link is valid for seven days, replaces the previous one, and is only in the e-mail. No e-mail is sent if one with the same target page was sent within the last minute. The limits are five e-mails in ten minutes per contact and 500 in an hour per workspace.',
    input: sendPortalLinkInput,
    errors: ['conflicting_state'],
    run: sendPortalLink,
  },
  createContacts: {
    kind: 'bulk',
    description: 'Creates up to 1,000 contacts: all or none, or with `partial` the valid ones.',
    input: createContactsInput,
    itemOperation: 'createContact',
    run: createContacts,
  },
});
