import type { Ticket, TicketComment } from '../../generated/prisma/client.ts';
import { TicketStatus } from '../../generated/prisma/enums.ts';
import {
  booleanType,
  date,
  email,
  enumOf,
  integer,
  multilineText,
  object,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import {
  inputObject,
  nullable,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import type { LeadInfo } from '../lead-info/fields.ts';
import { leadInfoInput } from '../lead-info/fields.ts';

export type TicketCommentRecord = TicketComment;

/** A ticket as REST and GraphQL return it. */
export type TicketRecord = Omit<Ticket, 'formData'> & {
  formData: LeadInfo | null;
  comments: readonly TicketCommentRecord[];
};

export const ticketStatuses = Object.values(TicketStatus) as readonly TicketStatus[];

/** Spelling in REST. */
export const ticketStatusLabels: Readonly<Record<TicketStatus, string>> = {
  NEW: 'New',
  OPEN: 'Open',
  IN_PROGRESS: 'In Progress',
  WAITING: 'Waiting',
  RESOLVED: 'Resolved',
  CLOSED: 'Closed',
};

const statusAliases: Readonly<Record<string, TicketStatus>> = {
  ...{ 'Not started': 'NEW', Reopened: 'OPEN', 'To do': 'OPEN', Started: 'IN_PROGRESS' },
  ...{ Pending: 'WAITING', 'On hold': 'WAITING', Solved: 'RESOLVED' },
  ...{ Done: 'CLOSED', Complete: 'CLOSED', Completed: 'CLOSED' },
};

const statusType = enumOf('TicketStatus', ticketStatuses, statusAliases, ticketStatusLabels);
const numberType = integer({ min: 1 });

const ticketFields = {
  subject: nullable(text()),
  ticketType: nullable(text()),
  dueDate: nullable(date),
};

export const createTicketInput = inputObject('CreateTicket', 'A new ticket.', {
  userEmail: required(email, 'E-mail address of the contact who opens the ticket.'),
  ...ticketFields,
  comment: nullable(multilineText(), 'First comment, which is public. Required without a subject.'),
  formData: nullable(object(leadInfoInput)),
});

export const updateTicketInput = inputObject('UpdateTicket', 'The fields of a ticket.', {
  ...ticketFields,
  status: requiredOnCreate(statusType),
  archived: withDefault(booleanType, false),
});

export const setTicketStatusInput = inputObject(
  'SetTicketStatus',
  'The new status of a ticket.',
  {
    id: nullable(recordIdType, 'Id of the ticket. It takes precedence over its number.'),
    ticketNumber: nullable(numberType, 'It identifies the ticket without an id.'),
    status: required(statusType),
  },
  'Ticket',
);

export const createTicketCommentInput = inputObject(
  'CreateTicketComment',
  'A new comment on a ticket.',
  {
    ticketNumber: nullable(numberType, 'Number of the ticket. Required without an id.'),
    ticketId: nullable(recordIdType, 'It takes precedence over the number of the ticket.'),
    userEmail: nullable(
      email,
      'E-mail address of the author, a user or a contact. Default: the signed-in user, otherwise the owner of the workspace.',
    ),
    privateComment: withDefault(booleanType, false),
    comment: required(multilineText()),
  },
);
