import type { Prisma } from '../../generated/prisma/client.ts';

/** Types of records that can have attachments. A new type needs its column, and its row here. */
export const attachmentRecordTypes = {
  CLIENT: { model: 'Client', column: 'clientId' },
  PROJECT: { model: 'Project', column: 'projectId' },
  DELIVERABLE: { model: 'Deliverable', column: 'deliverableId' },
  OPPORTUNITY: { model: 'Opportunity', column: 'opportunityId' },
  EXPENSE: { model: 'Expense', column: 'expenseId' },
  TICKET: { model: 'Ticket', column: 'ticketId' },
  INVOICE: { model: 'Invoice', column: 'invoiceId' },
} as const satisfies Record<
  string,
  { model: Prisma.ModelName; column: keyof Prisma.AttachmentUncheckedCreateInput }
>;

export type AttachmentRecordType = keyof typeof attachmentRecordTypes;

export const attachmentRecordTypeNames = Object.keys(
  attachmentRecordTypes,
) as AttachmentRecordType[];
