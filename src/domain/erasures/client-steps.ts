import { Prisma } from '../../generated/prisma/client.ts';
import type { ClientConditions } from './client-conditions.ts';
import {
  clientConditions,
  externalId,
  isUnreferenced,
  uniquePlaceholder,
} from './client-conditions.ts';
import { invoiceErasureSteps, paymentErasureSteps } from './client-invoice-steps.ts';
import { workErasureSteps } from './client-work-steps.ts';
import type { ErasureStep } from './erasure-step.ts';
import {
  emptyList,
  emptyObject,
  isMailedToSql,
  isSuppressedSql,
  nullColumns,
} from './erasure-step.ts';
import type { ErasureSubject } from './subjects.ts';
import { ticketErasureSteps } from './ticket-steps.ts';

const sql = Prisma.sql;

export function clientErasureSteps(
  accountId: number,
  { id, addresses, credit }: ErasureSubject,
): ErasureStep[] {
  const conditions = clientConditions(accountId, id);
  return [
    ...attachmentSteps(conditions),
    ...communicationSteps(conditions, addresses),
    ...paymentErasureSteps(conditions, credit),
    ...invoiceErasureSteps(conditions),
    ...workErasureSteps(accountId, conditions),
    { model: 'Contact', action: 'DELETED', where: conditions.client },
    ...ownSteps(accountId, id),
  ];
}

/** The retention job deletes the files. */
const attachmentSteps = (conditions: ClientConditions): ErasureStep[] => [
  {
    model: 'Attachment',
    action: 'DELETED',
    where: sql`(${conditions.client} OR ${conditions.ofProjects} OR ${conditions.ofDeliverables}
      OR ${conditions.ofOpportunities} OR ${conditions.ofTickets} OR ${conditions.ofTicketsOfContacts}
      OR ${conditions.ofDrafts})`,
  },
  {
    model: 'Attachment',
    action: 'KEPT',
    where: sql`(${conditions.ofExpenses} OR ${conditions.ofInvoices})`,
    reason: 'Receipts and files of issued invoices are accounting records.',
  },
];

const communicationSteps = (
  conditions: ClientConditions,
  addresses: ErasureSubject['addresses'],
): ErasureStep[] => [
  {
    model: 'FormSubmission',
    action: 'DELETED',
    where: sql`(${conditions.client} OR ${conditions.ofContacts} OR ${conditions.ofOpportunities})`,
  },
  { model: 'Opportunity', action: 'DELETED', where: conditions.client },
  { model: 'TicketComment', action: 'DELETED', where: conditions.ofTickets },
  { model: 'Ticket', action: 'DELETED', where: conditions.client },
  ...ticketErasureSteps(conditions.ofContacts),
  {
    model: 'OutboxMail',
    action: 'DELETED',
    where: sql`(${conditions.ofInvoices} OR ${isMailedToSql(addresses)})`,
  },
  { model: 'MailSuppression', action: 'DELETED', where: isSuppressedSql(addresses) },
];

function ownSteps(accountId: number, id: string): ErasureStep[] {
  const isClient = sql`t.id = ${id}`;
  return [
    {
      model: 'Client',
      action: 'DELETED',
      where: sql`${isClient} AND ${isUnreferenced(accountId, 'clientId', ['Invoice', 'TimeEntry', 'Expense', 'Project'])}`,
    },
    {
      model: 'Client',
      action: 'BLANKED',
      where: isClient,
      set: {
        ...nullColumns(
          'address1',
          'address2',
          'city',
          'locality',
          'postal',
          'country',
          'website',
          'phone',
        ),
        ...nullColumns('taxId', 'payInstructions', 'notes', 'initials', 'color', 'leadSource'),
        ...nullColumns(
          'paymentTerms',
          'defaultTaxRate',
          'defaultTaxRuleId',
          'hourlyAmount',
          'currency',
        ),
        ...nullColumns('roundingIncrement', 'language', 'legalId', 'legalIdScheme'),
        ...nullColumns('countryCode', 'electronicAddress', 'electronicAddressScheme'),
        ...nullColumns('buyerReference', 'eInvoiceFormat'),
        ...externalId,
        name: uniquePlaceholder('client'),
        customValues: emptyObject,
        mergedRecords: emptyList,
        archived: sql`true`,
        erasedAt: sql`now()`,
      },
      reason: 'Kept records belong to it. Only the existence of a client is kept.',
    },
  ];
}
