import type { Context } from '../../platform/context/context.ts';
import { addDays, dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import { buyerReferencesOf } from './buyer-references.ts';
import type { Deposit } from './deposits.ts';
import { depositLines } from './deposits.ts';
import { issueDatesOf } from './draft-dates.ts';
import { newViewToken } from './insert-invoice.ts';
import type { InvoiceDelivery } from './invoice-delivery.ts';
import type { InvoiceFields } from './invoice-input.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import { clientInfoOf } from './invoice-record.ts';
import type { ResolvedBilling } from './item-resolution.ts';
import { statusAfterSending } from './lifecycle.ts';
import { adjustmentLineContents, itemLineContents, withDepositType } from './line-rows.ts';
import { choosePaymentInstructions } from './payment-instructions.ts';
import type { Recipient } from './recipients.ts';
import { sentInvoiceEvent } from './sent-event.ts';
import { supplyPeriodOf } from './supply-period.ts';
import { chooseTax } from './tax.ts';
import {
  computeInvoiceTotals,
  validateInvoiceCurrency,
  validateInvoicePrecision,
} from './validated-totals.ts';

const defaultPaymentDays = 30;

export type InvoiceDraftInput = InvoiceFields & {
  /** The field of errors about amounts. */
  amountsAt: 'items' | 'amount';
};

export type InvoiceMail = Omit<InvoiceDelivery, 'invoice'> | null;

/** Everything of a new invoice except its number. */
export function composeInvoice(
  context: Context,
  draft: Omit<InvoiceDraftInput, 'items'>,
  billing: ResolvedBilling,
  mail: InvoiceMail,
  deposits: readonly Deposit[] = [],
) {
  const { adjustments, client, lines: items, usualTax, workspace } = billing;
  const tax = chooseTax(usualTax, client, workspace);
  const currency = client.currency ?? workspace.currency;
  const contents = [
    ...withDepositType(draft.invoiceType, itemLineContents(items, tax)),
    ...depositLines(deposits, draft, tax),
    ...adjustmentLineContents({ ...draft, ...adjustments }, tax),
  ];
  const errors = [
    ...validateInvoiceCurrency(context, draft, currency),
    ...validateInvoicePrecision(context, draft, items, currency),
  ];
  const { lines, totals } = computeInvoiceTotals(
    context,
    { ...draft, currency, lines: contents },
    tax,
    errors,
  );
  const status = mail ? statusAfterSending('DRAFT', totals.total) : 'DRAFT';
  const draftHeader = buildHeader(context, draft, billing);
  const issued = issueDatesOf(context, { ...draftHeader, dateIssued: null });
  const header = {
    ...draftHeader,
    ...(status !== 'DRAFT' && { dueDate: issued.dueDate }),
    ...statusColumnsOf(context, status),
    currency,
  };
  const events = initialEvents(context, status, mail?.recipients ?? []);
  return { header, lines, tax, totals, events };
}

function buildHeader(
  { now, workspace: { timeZone } }: Context,
  draft: Omit<InvoiceDraftInput, 'items'>,
  billing: ResolvedBilling,
) {
  const { dateDue, description, discountPercent, dueDate, notes, paymentInstructions } = draft;
  const { deliverTo, roundTo, taxInclusive } = draft;
  const { client, template } = billing;
  const due = dueDate ?? dateDue;
  const day = draft.dateCreated ? formatDate(draft.dateCreated) : todayIn(timeZone, now);
  return {
    clientId: client.id,
    invoiceType: draft.invoiceType,
    description,
    notes,
    discountPercent,
    taxInclusive,
    roundTo,
    ...buyerReferencesOf(draft),
    deliverTo,
    dateCreated: dateToDb(day),
    plannedIssueDate: draft.dateIssued ?? draft.dateCreated,
    dueDate: due ?? dateToDb(addDays(day, defaultPaymentDays)),
    defaultPaymentDays: due ? null : defaultPaymentDays,
    ...supplyPeriodOf(draft),
    ...choosePaymentInstructions(paymentInstructions, billing),
    invoiceTemplateId: template?.id ?? null,
    clientInfo: clientInfoOf(client),
    viewToken: newViewToken(),
    firstViewedAt: null,
    erasedAt: null,
    externalId: draft.externalId,
    source: draft.source,
  };
}

/** A sent invoice with nothing due is paid. */
function statusColumnsOf(
  { now, workspace: { timeZone } }: Context,
  status: InvoiceRecord['status'],
) {
  const today = dateToDb(todayIn(timeZone, now));
  const dateSent = status === 'DRAFT' ? null : today;
  return { status, dateSent, datePaid: status === 'PAID' ? today : null };
}

function initialEvents(
  context: Context,
  status: InvoiceRecord['status'],
  recipients: readonly Recipient[],
) {
  const created = { kind: 'CREATED', toStatus: 'DRAFT' } as const;
  return status === 'DRAFT'
    ? [created]
    : [created, sentInvoiceEvent(context, 'DRAFT', status, recipients)];
}
