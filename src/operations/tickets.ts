import { createTicketComment } from '../domain/tickets/comments.ts';
import { createTicket } from '../domain/tickets/create.ts';
import { deleteTicket } from '../domain/tickets/delete.ts';
import {
  createTicketCommentInput,
  createTicketInput,
  setTicketStatusInput,
  updateTicketInput,
} from '../domain/tickets/fields.ts';
import { setTicketStatus, updateTicket } from '../domain/tickets/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const ticketOperations = defineOperations('Ticket', {
  createTicket: {
    kind: 'create',
    description: 'Creates a ticket of a contact. Its number is the next one of the workspace.',
    input: createTicketInput,
    errors: ['name_not_found'],
    alsoReads: ['clients'],
    run: createTicket,
    rest: {
      path: 'tickets/create',
      details:
        'The contact is the one with this e-mail address, ignoring case; of several, one with an active client. An address that no contact has is a 404. The response contains the ticket and its comments.',
      example: {
        input: {
          userEmail: 'ada@lovelace.example',
          ticketType: 'Support',
          subject: 'Cannot log in',
          comment: 'The password is not accepted.',
          dueDate: '2026-03-31',
        },
      },
    },
  },
  updateTicket: {
    kind: 'update',
    input: updateTicketInput,
    run: updateTicket,
  },
  setTicketStatus: {
    kind: 'command',
    description: 'Changes the status of a ticket.',
    input: setTicketStatusInput,
    takesVersion: true,
    errors: ['id_missing', 'record_not_found'],
    run: setTicketStatus,
    rest: {
      path: 'tickets/status',
      method: 'PATCH',
      summary: 'Change the status of a ticket',
      details:
        '`id` takes precedence over `ticketNumber`; neither is a 412. Case, spaces and hyphens of the status are ignored. `Resolved` and `Closed` close the ticket, the others reopen it.',
      example: { input: { ticketNumber: 1, status: 'In Progress' } },
    },
  },
  deleteTicket: {
    kind: 'delete',
    description: 'Deletes a ticket with its comments. Its number is not used again.',
    run: deleteTicket,
  },
});

export const ticketCommentOperations = defineOperations('TicketComment', {
  createTicketComment: {
    kind: 'create',
    description: 'Adds a comment to a ticket. Contacts do not see private comments.',
    input: createTicketCommentInput,
    errors: ['name_not_found'],
    alsoReads: ['clients', 'people'],
    run: createTicketComment,
    rest: {
      path: 'tickets/comments/create',
      returnsStored: true,
      details:
        'The author is the active user with this e-mail address, otherwise the contact; an unknown address is a 404. The response contains the ticket and its comments.',
      example: {
        input: {
          ticketNumber: 1,
          userEmail: 'charles@babbage.example',
          privateComment: true,
          comment: 'The account was locked.',
        },
      },
    },
  },
});
