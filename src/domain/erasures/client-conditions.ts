import { Prisma } from '../../generated/prisma/client.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { nullColumns } from './erasure-step.ts';

const sql = Prisma.sql;

export const vouchersReason = 'Amounts and dates are accounting records or belong to an invoice.';

/** A unique replacement for a name. */
export const uniquePlaceholder = (noun: string): Prisma.Sql =>
  sql`${`Erased ${noun} `}::text || right(t.id, 12)`;

/** The ids of other systems could identify the person. */
export const externalId = nullColumns('externalId', 'source');

export function clientConditions(accountId: number, id: string) {
  const idsOf = (model: string) =>
    sql`(SELECT o.id FROM ${Prisma.raw(`"${model}"`)} o WHERE o."accountId" = ${accountId} AND o."clientId" = ${id})`;
  return {
    client: sql`t."clientId" = ${id}`,
    ofInvoices: sql`t."invoiceId" IN ${idsOf('Invoice')}`,
    ofDrafts: sql`t."invoiceId" IN (SELECT o.id FROM "Invoice" o
      WHERE o."accountId" = ${accountId} AND o."clientId" = ${id} AND o.status = 'DRAFT')`,
    ofPayments: sql`t."paymentId" IN (SELECT p.id FROM "Payment" p WHERE p."accountId" = ${accountId}
      AND p."invoiceId" IN ${idsOf('Invoice')})`,
    ofExpenses: sql`t."expenseId" IN ${idsOf('Expense')}`,
    ofDeliverables: sql`t."deliverableId" IN (SELECT d.id FROM "Deliverable" d
      WHERE d."accountId" = ${accountId} AND d."projectId" IN ${idsOf('Project')})`,
    ofProjects: sql`t."projectId" IN ${idsOf('Project')}`,
    ofContacts: sql`t."contactId" IN ${idsOf('Contact')}`,
    ofTickets: sql`t."ticketId" IN ${idsOf('Ticket')}`,
    ofTicketsOfContacts: sql`t."ticketId" IN (SELECT k.id FROM "Ticket" k
      WHERE k."accountId" = ${accountId} AND k."contactId" IN ${idsOf('Contact')})`,
    ofOpportunities: sql`t."opportunityId" IN ${idsOf('Opportunity')}`,
  };
}

export type ClientConditions = ReturnType<typeof clientConditions>;

/** Whether no row of these tables refers to the row. */
export function isUnreferenced(
  accountId: number,
  column: string,
  models: readonly RecordModel[],
): Prisma.Sql {
  const tests = models.map(
    (model) => sql`NOT EXISTS (SELECT FROM ${Prisma.raw(`"${model}"`)} o
      WHERE o."accountId" = ${accountId} AND o.${Prisma.raw(`"${column}"`)} = t.id)`,
  );
  return Prisma.join(tests, ' AND ');
}
