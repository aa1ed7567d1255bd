import { leadInfoInput } from '../../domain/lead-info/fields.ts';
import { ticketCommentOperations, ticketOperations } from '../../operations/tickets.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { jsonObjectType } from '../core/json-objects.ts';
import { hideArchivedByDefault } from '../core/list-definitions.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';

builder.prismaNode('Ticket', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Ticket', ['clientId', 'contactId', 'lastCommentAt', 'closedAt']),
    open: computedField<{ closedAt: Date | null }>(t, {
      type: 'Boolean',
      description: 'Whether it is neither resolved nor closed.',
      from: { closedAt: true },
      value: ({ closedAt }) => closedAt === null,
    }),
    formData: computedField<{ formData: unknown }>(t, {
      type: jsonObjectType(leadInfoInput),
      nullable: true,
      description: 'Contact fields, company fields and answers of the form it was opened with.',
      from: { formData: true },
      value: (row) => row.formData,
    }),
    client: relationField(t, 'client', { nullable: true }),
    contact: relationField(t, 'contact', { nullable: true }),
    comments: relationConnectionField(t, 'comments', 'TicketComment'),
    attachments: relationConnectionField(t, 'attachments', 'Attachment'),
  }),
});

defineRecordQueries('Ticket', {
  field: 'tickets',
  description: 'Support tickets, latest first.',
  where: [
    ...['ticketNumber', 'subject', 'ticketType', 'status', 'clientId', 'contactId', 'dueDate'],
    ...['lastCommentAt', 'closedAt', 'archived', 'client', 'contact', 'comments'],
  ],
  orderBy: ['ticketNumber', 'dueDate'],
  defaultOrder: [{ ticketNumber: 'desc' }],
  hiddenByDefault: hideArchivedByDefault,
});

builder.prismaNode('TicketComment', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'TicketComment', ['userId', 'contactId', 'authorName', 'authorEmail']),
    ticket: relationField(t, 'ticket'),
    user: relationField(t, 'user', { nullable: true }),
    contact: relationField(t, 'contact', { nullable: true }),
  }),
});

defineRecordQueries('TicketComment', {
  field: 'ticketComments',
  description: 'Comments on tickets, oldest first.',
  where: ['ticketId', 'contactId', 'userId', 'privateComment', 'ticket', 'contact'],
  orderBy: [],
  defaultOrder: [{ createdAt: 'asc' }],
});

defineOperationMutations(ticketOperations);
defineOperationMutations(ticketCommentOperations);
