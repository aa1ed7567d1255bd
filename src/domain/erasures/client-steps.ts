import { Prisma } from '../../generated/prisma/client.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import type { ErasureStep } from './erasure-step.ts';
import { isMailedToSql, legalRetentionReason, nullColumns, nullSql } from './erasure-step.ts';
import type { ErasureSubject } from './subjects.ts';

const sql = Prisma.sql;
const emptyList = sql`'[]'::jsonb`;
const emptyObject = sql`'{}'::jsonb`;

const numbering =
  'A draft keeps its number because numbers must have no gaps. It is voided and blanked.';
const vouchers = 'Amounts and dates are accounting records or belong to an invoice.';

const erasedClient = sql`${'Erased client '}::text`;

/** Only immutable functions: Citus rejects others in the UPDATE of a distributed table. */
const erasedInfo = sql`jsonb_set(jsonb_set(${JSON.stringify({
  ...{ id: null, name: null, address1: null, address2: null, city: null, locality: null },
  ...{ postal: null, country: null, phone: null, website: null, taxId: null },
  ...{ legalId: null, legalIdScheme: null },
})}::jsonb, '{id}', ('"' || t."clientId" || '"')::jsonb), '{name}',
  ('"' || ${erasedClient} || right(t."clientId", 12) || '"')::jsonb)`;

/** A unique replacement for a name. */
const instead = (noun: string): Prisma.Sql => sql`${`Erased ${noun} `}::text || right(t.id, 12)`;

/** The ids of other systems could identify the person. */
const externalId = nullColumns('externalId', 'source');

/** Conditions for rows that belong to a client. */
function belonging(accountId: number, id: string) {
  const of = (model: string) =>
    sql`(SELECT o.id FROM ${Prisma.raw(`"${model}"`)} o WHERE o."accountId" = ${accountId} AND o."clientId" = ${id})`;
  return {
    client: sql`t."clientId" = ${id}`,
    ofInvoices: sql`t."invoiceId" IN ${of('Invoice')}`,
    ofPayments: sql`t."paymentId" IN (SELECT p.id FROM "Payment" p WHERE p."accountId" = ${accountId}
      AND p."invoiceId" IN ${of('Invoice')})`,
    ofProjects: sql`t."projectId" IN ${of('Project')}`,
    ofContacts: sql`t."contactId" IN ${of('Contact')}`,
    ofOpportunities: sql`t."opportunityId" IN ${of('Opportunity')}`,
  };
}

/** No row of these tables refers to the row. */
function unreferred(accountId: number, column: string, models: readonly RecordModel[]): Prisma.Sql {
  const tests = models.map(
    (model) => sql`NOT EXISTS (SELECT FROM ${Prisma.raw(`"${model}"`)} o
      WHERE o."accountId" = ${accountId} AND o.${Prisma.raw(`"${column}"`)} = t.id)`,
  );
  return Prisma.join(tests, ' AND ');
}

/** The steps for a client and its records. */
export function clientErasureSteps(
  accountId: number,
  { id, addresses, credit }: ErasureSubject,
): ErasureStep[] {
  const is = belonging(accountId, id);
  const isDraft = sql`t."clientId" = ${id} AND t.status = 'DRAFT'`;
  const ofDrafts = sql`t."invoiceId" IN (SELECT o.id FROM "Invoice" o
    WHERE o."accountId" = ${accountId} AND o."clientId" = ${id} AND o.status = 'DRAFT')`;
  return [
    {
      model: 'FormSubmission',
      action: 'DELETED',
      where: sql`(${is.client} OR ${is.ofContacts} OR ${is.ofOpportunities})`,
    },
    { model: 'Opportunity', action: 'DELETED', where: is.client },
    {
      model: 'OutboxMail',
      action: 'DELETED',
      where: sql`(${is.ofInvoices} OR ${isMailedToSql(addresses)})`,
    },
    {
      model: 'InvoiceEvent',
      action: 'BLANKED',
      where: sql`${is.ofInvoices} AND t.note IS NOT NULL`,
      set: nullColumns('note'),
      reason: 'The time and the actor of an invoice event are kept, its text is not.',
    },
    {
      model: 'Payment',
      action: 'BLANKED',
      where: is.ofInvoices,
      set: { ...nullColumns('memo', 'referenceNumber', 'reversalNote'), ...externalId },
      reason: vouchers,
    },
    {
      model: 'Refund',
      action: 'BLANKED',
      where: is.ofPayments,
      set: nullColumns('memo', 'referenceNumber'),
      reason: vouchers,
    },
    {
      model: 'CreditNote',
      action: 'KEPT',
      where: is.client,
      reason: legalRetentionReason,
    },
    {
      model: 'ClientCredit',
      action: 'KEPT',
      where: is.client,
      reason:
        credit.length === 0
          ? vouchers
          : `The client has credit of ${credit.join(' and ')}. Refund it first, because the credit cannot be assigned to anyone after the erasure.`,
    },
    {
      model: 'InvoiceLine',
      action: 'BLANKED',
      where: ofDrafts,
      set: nullColumns('description', 'projectName', 'deliverableName', 'taxReason', 'ownTax'),
      reason: numbering,
    },
    {
      model: 'InvoiceTaxLine',
      action: 'BLANKED',
      where: sql`${ofDrafts} AND t.reason IS NOT NULL`,
      set: nullColumns('reason'),
      reason: numbering,
    },
    {
      model: 'Invoice',
      action: 'KEPT',
      where: sql`${is.client} AND t.status <> 'DRAFT'`,
      set: { viewToken: nullSql, erasedAt: sql`now()`, ...externalId },
      reason: legalRetentionReason,
    },
    {
      model: 'Invoice',
      action: 'BLANKED',
      where: isDraft,
      set: {
        ...nullColumns(
          'description',
          'notes',
          'buyerReference',
          'orderNumber',
          'taxReason',
          'usualTax',
          'paymentInstructions',
          'instructionsTemplate',
          'viewToken',
        ),
        clientInfo: erasedInfo,
        ...externalId,
        status: sql`'VOIDED'`,
        amountDue: sql`0`,
        erasedAt: sql`now()`,
      },
      reason: numbering,
    },
    {
      model: 'TimeEntry',
      action: 'BLANKED',
      where: is.client,
      set: { ...nullColumns('notes'), ...externalId },
      reason: vouchers,
    },
    {
      model: 'Expense',
      action: 'BLANKED',
      where: is.client,
      set: { ...nullColumns('description', 'notes'), ...externalId },
      reason: vouchers,
    },
    ...workSteps(accountId, is),
    { model: 'Contact', action: 'DELETED', where: is.client },
    ...ownSteps(accountId, id),
  ];
}

const whatChargesWork = 'Time, expenses or invoices belong to it. Only its existence is kept.';

function workSteps(accountId: number, is: ReturnType<typeof belonging>): ErasureStep[] {
  return [
    {
      model: 'Deliverable',
      action: 'DELETED',
      where: sql`${is.ofProjects} AND t."invoiceId" IS NULL AND ${unreferred(accountId, 'deliverableId', ['TimeEntry', 'InvoiceLine'])}`,
    },
    {
      model: 'Deliverable',
      action: 'BLANKED',
      where: is.ofProjects,
      set: {
        ...nullColumns('description', 'approvedBy', 'ticketId'),
        ...externalId,
        name: instead('deliverable'),
        toDos: emptyList,
        customValues: emptyObject,
        archived: sql`true`,
      },
      reason: whatChargesWork,
    },
    {
      model: 'Project',
      action: 'DELETED',
      where: sql`${is.client} AND ${unreferred(accountId, 'projectId', ['TimeEntry', 'Expense', 'InvoiceLine', 'Deliverable'])}`,
    },
    {
      model: 'Project',
      action: 'BLANKED',
      where: is.client,
      set: {
        ...nullColumns('description'),
        ...externalId,
        name: instead('project'),
        customValues: emptyObject,
        active: sql`false`,
        portalAccess: sql`'NONE'`,
      },
      reason: whatChargesWork,
    },
  ];
}

function ownSteps(accountId: number, id: string): ErasureStep[] {
  const own = sql`t.id = ${id}`;
  return [
    {
      model: 'Client',
      action: 'DELETED',
      where: sql`${own} AND ${unreferred(accountId, 'clientId', ['Invoice', 'TimeEntry', 'Expense', 'Project'])}`,
    },
    {
      model: 'Client',
      action: 'BLANKED',
      where: own,
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
        ...externalId,
        name: instead('client'),
        customValues: emptyObject,
        mergedRecords: emptyList,
        archived: sql`true`,
        erasedAt: sql`now()`,
      },
      reason: 'Kept records belong to it. Only the existence of a client is kept.',
    },
  ];
}
