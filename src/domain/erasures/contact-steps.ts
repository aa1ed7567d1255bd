import { Prisma } from '../../generated/prisma/client.ts';
import type { ErasureStep } from './erasure-step.ts';
import {
  isMailedToSql,
  isSuppressedSql,
  legalRetentionReason,
  nullColumns,
} from './erasure-step.ts';
import { redactionPatterns } from './redaction-patterns.ts';
import type { ErasureSubject } from './subjects.ts';
import { ticketErasureSteps } from './ticket-steps.ts';

const sql = Prisma.sql;

export function contactErasureSteps(
  accountId: number,
  { id, addresses }: ErasureSubject,
): ErasureStep[] {
  const submitted = sql`t.id IN (SELECT o."opportunityId" FROM "FormSubmission" o
    WHERE o."accountId" = ${accountId} AND o."contactId" = ${id})`;
  return [
    {
      model: 'Opportunity',
      action: 'BLANKED',
      where: submitted,
      set: nullColumns('leadInfo'),
      reason: 'The opportunity belongs to the client. Its contact details are erased.',
    },
    { model: 'FormSubmission', action: 'DELETED', where: sql`t."contactId" = ${id}` },
    {
      model: 'Attachment',
      action: 'DELETED',
      where: sql`t."ticketId" IN (SELECT k.id FROM "Ticket" k
        WHERE k."accountId" = ${accountId} AND k."contactId" = ${id})`,
    },
    ...ticketErasureSteps(sql`t."contactId" = ${id}`),
    { model: 'OutboxMail', action: 'DELETED', where: isMailedToSql(addresses) },
    { model: 'MailSuppression', action: 'DELETED', where: isSuppressedSql(addresses) },
    { model: 'Contact', action: 'DELETED', where: sql`t.id = ${id}` },
  ];
}

/** Retained data: issued invoices that contain the name, and users with the address. */
export function retainedDataSteps(
  accountId: number,
  { addresses, words }: ErasureSubject,
): ErasureStep[] {
  const userStep: ErasureStep = {
    model: 'User',
    action: 'KEPT',
    where: sql`lower(t.email) = ANY(${addresses}::text[])`,
    reason: 'The address belongs to a user of the workspace.',
  };
  if (words.length === 0) return [userStep];
  const issuedInvoiceStep: ErasureStep = {
    model: 'Invoice',
    action: 'KEPT',
    where: sql`t.status <> 'DRAFT' AND t."erasedAt" IS NULL AND ${containsAnyWordSql(accountId, words)}`,
    set: { erasedAt: sql`now()` },
    reason: legalRetentionReason,
  };
  return [issuedInvoiceStep, userStep];
}

function containsAnyWordSql(accountId: number, words: readonly string[]): Prisma.Sql {
  const any = sql`ILIKE ANY(${redactionPatterns(words)}::text[])`;
  return sql`(${joinedColumnsSql('t', printedColumns.Invoice)} ${any}
    OR EXISTS (SELECT FROM "InvoiceLine" l WHERE l."accountId" = ${accountId} AND l."invoiceId" = t.id
      AND ${joinedColumnsSql('l', printedColumns.InvoiceLine)} ${any}))`;
}

const printedColumns = {
  Invoice: [
    ...['clientInfo', 'description', 'notes', 'paymentInstructions', 'instructionsTemplate'],
    ...['buyerReference', 'orderNumber', 'taxReason', 'invoiceNumberFormatted'],
  ],
  InvoiceLine: ['description', 'projectName', 'deliverableName', 'taxReason'],
};

/** Operators are immutable: Citus rejects other functions in the WHERE of an UPDATE. */
const joinedColumnsSql = (table: string, columns: readonly string[]) =>
  Prisma.raw(
    `(${columns.map((column) => `coalesce(${table}."${column}"::text, '')`).join(` || E'\\n' || `)})`,
  );
