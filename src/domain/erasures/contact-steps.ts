import { Prisma } from '../../generated/prisma/client.ts';
import type { Step } from './erasure-step.ts';
import { bookkeeping, mailedTo, nulls } from './erasure-step.ts';
import type { Subject } from './subjects.ts';
import { patternsOf } from './redaction-patterns.ts';

const sql = Prisma.sql;

/** What is done with a contact. */
export function contactSteps(accountId: number, { id, addresses }: Subject): Step[] {
  const submitted = sql`t.id IN (SELECT o."opportunityId" FROM "FormSubmission" o
    WHERE o."accountId" = ${accountId} AND o."contactId" = ${id})`;
  return [
    {
      model: 'Opportunity',
      action: 'BLANKED',
      where: submitted,
      set: nulls('leadInfo'),
      reason: 'The deal is the client’s; who brought it is erased.',
    },
    { model: 'FormSubmission', action: 'DELETED', where: sql`t."contactId" = ${id}` },
    { model: 'OutboxMail', action: 'DELETED', where: mailedTo(addresses) },
    { model: 'Contact', action: 'DELETED', where: sql`t.id = ${id}` },
  ];
}

/** What stays of either: what invoices print, and who works in the workspace. */
export function keptSteps(accountId: number, { addresses, words }: Subject): Step[] {
  const works: Step = {
    model: 'User',
    action: 'KEPT',
    where: sql`lower(t.email) = ANY(${addresses}::text[])`,
    reason: 'The address is that of somebody who works in the workspace.',
  };
  if (words.length === 0) return [works];
  const asPrinted: Step = {
    model: 'Invoice',
    action: 'KEPT',
    where: sql`t.status <> 'DRAFT' AND t."erasedAt" IS NULL AND ${printsAny(accountId, words)}`,
    set: { erasedAt: sql`now()` },
    reason: bookkeeping,
  };
  return [asPrinted, works];
}

/** Whether an invoice prints one of the words. */
function printsAny(accountId: number, words: readonly string[]): Prisma.Sql {
  const any = sql`ILIKE ANY(${patternsOf(words)}::text[])`;
  return sql`(${joined('t', printed.Invoice)} ${any}
    OR EXISTS (SELECT FROM "InvoiceLine" l WHERE l."accountId" = ${accountId} AND l."invoiceId" = t.id
      AND ${joined('l', printed.InvoiceLine)} ${any}))`;
}

const printed = {
  Invoice: [
    ...['clientInfo', 'description', 'notes', 'paymentInstructions', 'instructionsTemplate'],
    ...['buyerReference', 'orderNumber', 'taxReason', 'invoiceNumberFormatted'],
  ],
  InvoiceLine: ['description', 'projectName', 'deliverableName', 'taxReason'],
};

/** Columns as one text. By operators, which are immutable: others choose no rows to be changed where tables are spread. */
const joined = (table: string, columns: readonly string[]) =>
  Prisma.raw(
    `(${columns.map((column) => `coalesce(${table}."${column}"::text, '')`).join(` || E'\\n' || `)})`,
  );
