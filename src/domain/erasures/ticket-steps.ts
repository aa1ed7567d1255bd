import { Prisma } from '../../generated/prisma/client.ts';
import type { ErasureStep } from './erasure-step.ts';
import { nullColumns } from './erasure-step.ts';

const reason = 'The ticket stays, because others worked on it. What the contact wrote is erased.';

/** @param ofContact the condition on `t."contactId"` */
export const ticketErasureSteps = (ofContact: Prisma.Sql): ErasureStep[] => [
  {
    model: 'TicketComment',
    action: 'BLANKED',
    where: ofContact,
    set: {
      ...nullColumns('contactId', 'authorName', 'authorEmail'),
      comment: Prisma.sql`'[erased]'`,
    },
    reason,
  },
  {
    model: 'Ticket',
    action: 'BLANKED',
    where: ofContact,
    set: nullColumns('contactId', 'subject', 'formData'),
    reason,
  },
];
