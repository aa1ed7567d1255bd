import { Prisma } from '../../generated/prisma/client.ts';
import type { ClientConditions } from './client-conditions.ts';
import { externalId, vouchersReason } from './client-conditions.ts';
import type { ErasureStep } from './erasure-step.ts';
import { legalRetentionReason, nullColumns, nullSql } from './erasure-step.ts';

const sql = Prisma.sql;

const draftNumberReason =
  'A draft keeps its number because numbers must have no gaps. It is voided and blanked.';

const erasedClient = sql`${'Erased client '}::text`;

/** Only immutable functions: Citus rejects others in the UPDATE of a distributed table. */
const erasedInfo = sql`jsonb_set(jsonb_set(${JSON.stringify({
  ...{ id: null, name: null, address1: null, address2: null, city: null, locality: null },
  ...{ postal: null, country: null, phone: null, website: null, taxId: null },
  ...{ legalId: null, legalIdScheme: null, countryCode: null, buyerReference: null },
  ...{ electronicAddress: null, electronicAddressScheme: null },
})}::jsonb, '{id}', ('"' || t."clientId" || '"')::jsonb), '{name}',
  ('"' || ${erasedClient} || right(t."clientId", 12) || '"')::jsonb)`;

/** @param credit the client's credit in each currency */
export const paymentErasureSteps = (
  conditions: ClientConditions,
  credit: readonly string[],
): ErasureStep[] => [
  {
    model: 'InvoiceEvent',
    action: 'BLANKED',
    where: sql`${conditions.ofInvoices} AND t.note IS NOT NULL`,
    set: nullColumns('note'),
    reason: 'The time and the actor of an invoice event are kept, its text is not.',
  },
  {
    model: 'Payment',
    action: 'BLANKED',
    where: conditions.ofInvoices,
    set: { ...nullColumns('memo', 'referenceNumber', 'reversalNote'), ...externalId },
    reason: vouchersReason,
  },
  {
    model: 'Refund',
    action: 'BLANKED',
    where: conditions.ofPayments,
    set: nullColumns('memo', 'referenceNumber'),
    reason: vouchersReason,
  },
  {
    model: 'CreditNote',
    action: 'KEPT',
    where: conditions.client,
    reason: legalRetentionReason,
  },
  {
    model: 'ClientCredit',
    action: 'KEPT',
    where: conditions.client,
    reason:
      credit.length === 0
        ? vouchersReason
        : `The client has credit of ${credit.join(' and ')}. Refund it first, because the credit cannot be assigned to anyone after the erasure.`,
  },
];

export function invoiceErasureSteps(conditions: ClientConditions): ErasureStep[] {
  return [
    {
      model: 'InvoiceLine',
      action: 'BLANKED',
      where: conditions.ofDrafts,
      set: {
        ...nullColumns('description', 'projectName', 'deliverableName'),
        ...nullColumns('taxReason', 'taxReasonCode', 'ownTax'),
      },
      reason: draftNumberReason,
    },
    {
      model: 'InvoiceTaxLine',
      action: 'BLANKED',
      where: sql`${conditions.ofDrafts} AND (t.reason IS NOT NULL OR t."reasonCode" IS NOT NULL)`,
      set: nullColumns('reason', 'reasonCode'),
      reason: draftNumberReason,
    },
    {
      model: 'Invoice',
      action: 'KEPT',
      where: sql`${conditions.client} AND t.status <> 'DRAFT'`,
      set: { viewToken: nullSql, erasedAt: sql`now()`, ...externalId },
      reason: legalRetentionReason,
    },
    {
      model: 'Invoice',
      action: 'BLANKED',
      where: sql`${conditions.client} AND t.status = 'DRAFT'`,
      set: {
        ...nullColumns('description', 'notes', 'buyerReference', 'orderNumber', 'deliverTo'),
        ...nullColumns('taxReason', 'taxReasonCode', 'usualTax', 'paymentInstructions'),
        ...nullColumns('instructionsTemplate', 'viewToken'),
        clientInfo: erasedInfo,
        ...externalId,
        status: sql`'VOIDED'`,
        amountDue: sql`0`,
        erasedAt: sql`now()`,
      },
      reason: draftNumberReason,
    },
  ];
}
