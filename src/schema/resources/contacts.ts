import { contactOperations } from '../../operations/contacts.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { hideArchivedByDefault } from '../core/list-definitions.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { columnFields, recordNodeOptions, relationField } from '../core/record-fields.ts';
import { customValueFields } from './custom-fields.ts';
import { mergedRecordsField } from './merged-records.ts';

builder.prismaNode('Contact', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Contact', ['portalLinkSentAt']),
    ...customValueFields(t, 'Contact'),
    mergedRecords: mergedRecordsField(t),
    client: relationField(t, 'client', { nullable: true }),
    formSubmissions: relationConnectionField(t, 'formSubmissions', 'FormSubmission'),
    tickets: relationConnectionField(t, 'tickets', 'Ticket'),
  }),
});

defineRecordQueries('Contact', {
  field: 'contacts',
  description: 'Contacts of clients, and contacts without a client, by last and first name.',
  where: [
    ...['email', 'firstName', 'lastName', 'phone', 'notes', 'defaultContact', 'invoiceContact'],
    ...['portalAccess', 'archived', 'clientId', 'client', 'formSubmissions', 'tickets'],
  ],
  orderBy: ['lastName', 'firstName', 'email'],
  defaultOrder: [{ lastName: 'asc' }, { firstName: 'asc' }],
  hiddenByDefault: hideArchivedByDefault,
});

defineOperationMutations(contactOperations);
