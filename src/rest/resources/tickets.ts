import type { TicketCommentRecord, TicketRecord } from '../../domain/tickets/fields.ts';
import { ticketStatuses, ticketStatusLabels } from '../../domain/tickets/fields.ts';
import {
  listTickets,
  listTicketsInput,
  searchTickets,
  searchTicketsInput,
} from '../../domain/tickets/list.ts';
import { lastCommentSql } from '../../domain/tickets/ticket-record.ts';
import { leadExample } from '../../operations/form-submissions.ts';
import { ticketCommentOperations, ticketOperations } from '../../operations/tickets.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { clientReferenceSerializer } from '../core/record-references.ts';
import { recordResponse } from '../core/record-responses.ts';
import {
  bool,
  choice,
  computedProperty,
  copiedFromArea,
  dateTime,
  defineSerializer,
  integer,
  listOf,
  makeNullable,
  nullableDate,
  nullableDateTime,
  nullableText,
  nullWithoutArea,
  ownFieldsObject,
  renamedProperty,
  text,
  withDescription,
} from '../core/serializer.ts';
import { leadInfoSerializer } from './form-submissions.ts';

const commentSerializer = defineSerializer<TicketCommentRecord>()(
  'TicketComment',
  'A comment on a ticket.',
  {
    id: withDescription(text, 'Id of the comment.'),
    accountId: withDescription(integer, 'The workspace.'),
    ticketId: text,
    clientId: copiedFromArea(
      'clients',
      computedProperty(
        withDescription(nullableText, 'The client of the ticket.'),
        'ticket.clientId',
      ),
    ),
    commentType: computedProperty(
      withDescription(choice(['PUBLIC', 'PRIVATE']), 'Contacts do not see private comments.'),
      (alias) => `CASE WHEN ${alias}."privateComment" THEN 'PRIVATE' ELSE 'PUBLIC' END`,
    ),
    commentBy: renamedProperty('userId', makeNullable(integer)),
    contactId: nullableText,
    commentUserEmail: copiedFromArea('clients', renamedProperty('authorEmail', nullableText)),
    commentUserName: copiedFromArea('clients', renamedProperty('authorName', nullableText)),
    comment: text,
    created: renamedProperty('createdAt', withDescription(dateTime, 'When it was created.')),
    updated: renamedProperty('updatedAt', withDescription(dateTime, 'When it was last changed.')),
  },
);

const ticketFields = {
  id: withDescription(text, 'Id of the ticket.'),
  accountId: withDescription(integer, 'The workspace.'),
  ticketNumber: integer,
  clientId: copiedFromArea('clients', nullableText),
  client: nullWithoutArea(
    'clients',
    withDescription(makeNullable(clientReferenceSerializer), 'The client’s name.') as never,
  ),
  clientContactId: copiedFromArea(
    'clients',
    renamedProperty<TicketRecord, 'contactId'>('contactId', nullableText),
  ),
  subject: nullableText,
  type: renamedProperty<TicketRecord, 'ticketType'>('ticketType', nullableText),
  status: choice(ticketStatuses, ticketStatusLabels),
  open: computedProperty(
    withDescription(bool, 'Whether it is neither resolved nor closed.'),
    (alias) => `${alias}."closedAt" IS NULL`,
  ),
  dueDate: nullableDate,
  lastComment: computedProperty(
    withDescription(nullableText, 'Text of the last comment, private or not.'),
    lastCommentSql,
  ),
  formData: makeNullable(leadInfoSerializer),
  created: renamedProperty<TicketRecord, 'createdAt'>(
    'createdAt',
    withDescription(dateTime, 'When it was created.'),
  ),
  updated: renamedProperty<TicketRecord, 'updatedAt'>(
    'updatedAt',
    withDescription(dateTime, 'When it was last changed.'),
  ),
  closed: renamedProperty<TicketRecord, 'closedAt'>('closedAt', nullableDateTime),
  archived: bool,
};

const ticketSerializer = defineSerializer<TicketRecord>()(
  'Ticket',
  'A support ticket.',
  ticketFields,
);

const comments = withDescription(
  listOf(commentSerializer, {
    orderBy: [
      { column: 'createdAt', direction: 'asc' },
      { column: 'id', direction: 'asc' },
    ],
  }),
  'All comments on the ticket, the oldest first.',
);

const ticketWrapper = defineSerializer<TicketRecord>()(
  'TicketWrapper',
  'A ticket with its comments, the oldest first.',
  {
    id: withDescription(text, 'Id of the ticket.'),
    ticket: ownFieldsObject(ticketSerializer),
    comments,
  },
  'Ticket',
);

const commentedTicketSerializer = defineSerializer<TicketRecord>()(
  'CommentedTicket',
  'A support ticket with its comments, the oldest first.',
  { ...ticketFields, comments },
  'Ticket',
);

const commentWrapper = defineSerializer<TicketCommentRecord>()(
  'TicketCommentWrapper',
  'The ticket of a comment with all its comments, the oldest first.',
  {
    id: withDescription(text, 'Id of the comment.'),
    ticket: computedProperty(ticketSerializer, 'ticket'),
    comments: computedProperty(comments, 'ticket.comments'),
  },
  'TicketComment',
);

const comment = {
  id: 'tco_0199d2f0a1c27b1e9f4b6c1de0a35f81',
  accountId: 1,
  ticketId: 'tic_0199d2f0a1c27b1e9f4b6c1de0a35f80',
  clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
  commentType: 'PUBLIC',
  commentBy: null,
  contactId: 'con_0199d2f0a1c27b1e9f4b6c1de0a35f11',
  commentUserEmail: 'ada@lovelace.example',
  commentUserName: 'Ada Lovelace',
  comment: 'The password is not accepted.',
  created: '2026-03-30T09:15:00.000Z',
  updated: '2026-03-30T09:15:00.000Z',
};

const ticket = {
  id: comment.ticketId,
  accountId: 1,
  ticketNumber: 1,
  clientId: comment.clientId,
  client: { id: comment.clientId, name: 'Lovelace Analytics' },
  clientContactId: comment.contactId,
  subject: 'Cannot log in',
  type: 'Support',
  status: 'New',
  open: true,
  dueDate: '2026-03-31',
  lastComment: comment.comment,
  formData: leadExample,
  created: comment.created,
  updated: comment.updated,
  closed: null,
  archived: false,
};

const tag = 'Tickets';
const wrapped = { id: ticket.id, ticket, comments: [comment] };

export const commentedTicket = {
  response: recordResponse('Ticket', commentedTicketSerializer),
  example: { ...ticket, comments: [comment] },
};

export const ticketRoutes = [
  ...defineOperationRoutes(ticketOperations, {
    tag,
    records: {
      Ticket: { response: recordResponse('Ticket', ticketSerializer), example: ticket },
    },
    responses: {
      createTicket: { response: recordResponse('Ticket', ticketWrapper), example: wrapped },
    },
  }),
  ...defineOperationRoutes(ticketCommentOperations, {
    tag,
    records: {
      TicketComment: {
        response: recordResponse('TicketComment', commentWrapper),
        example: { ...wrapped, id: comment.id },
      },
    },
  }),
  defineListRoute({
    path: 'tickets/list',
    operationId: 'listTickets',
    tag,
    summary: 'List tickets',
    description:
      'Tickets, the latest first, optionally filtered by client or by whether they are open. Archived tickets are omitted; `archived=true` lists only those. An unknown client returns `[]`.',
    input: listTicketsInput,
    model: 'Ticket',
    record: ticketSerializer,
    errors: [],
    example: { input: { open: true }, output: [ticket] },
    handle: (_context, input) => listTickets(input),
  }),
  defineListRoute({
    path: 'tickets/search',
    operationId: 'searchTickets',
    tag,
    summary: 'Search tickets',
    description:
      'Tickets whose subject, type, status or number contains `query`, ignoring case, the latest first. Omitted or empty: all. Archived tickets are omitted. With `id`, otherwise with `ticketNumber`, only that ticket, even if it is archived; an unknown one returns `[]`.',
    input: searchTicketsInput,
    model: 'Ticket',
    record: ticketSerializer,
    errors: [],
    example: { input: { query: 'log in' }, output: [ticket] },
    handle: (_context, input) => searchTickets(input),
  }),
];
