import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { addDays, dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { insertInvoice, newViewToken } from './insert-invoice.ts';
import { allocateNumber, numberSeriesFor } from './invoice-numbers.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import { clientInfoOf } from './invoice-record.ts';
import { lineContentsOfRows } from './line-rows.ts';
import { invoiceTaxOf } from './stored-tax.ts';
import { supplyPeriodOf } from './supply-period.ts';
import { findInvoice, transitionInvoice } from './transitions.ts';
import { computeInvoiceTotals } from './validated-totals.ts';

/**
 * Makes a draft with the lines, discount and taxes of another invoice, whatever became of that: with the next number,
 * of today, as many days to pay, and the client as it is now. Payment instructions that came from a template are written
 * for the new one.
 * @throws ActionError id_missing, record_not_found; conflicting_state where those cannot be rendered
 */
export async function duplicateInvoice(
  context: Context,
  input: { id?: unknown },
): Promise<InvoiceRecord> {
  return transitionInvoice(context, input, 'DUPLICATE', async (tx, { id }) => {
    const original = await findInvoice(tx, id);
    const client = await tx.db.client.findUniqueOrThrow({
      where: { accountId_id: { accountId: tx.accountId, id: original.clientId } },
    });
    const tax = invoiceTaxOf(original);
    // A deposit is taken off once.
    const kept = original.lineItems.filter(({ depositInvoiceId }) => depositInvoiceId === null);
    const all = lineContentsOfRows(kept, original);
    const summed = { ...original, lines: all, amountsAt: 'items' } as const;
    const { lines, totals } = computeInvoiceTotals(tx, summed, tax);
    const header = {
      ...headerOf(tx, original),
      clientInfo: clientInfoOf(client),
      ...(await allocateNumber(tx, numberSeriesFor(original.invoiceType), {
        clientName: client.name,
      })),
    };
    const note = `Duplicate of ${original.invoiceNumberFormatted}`;
    const events = [{ kind: 'CREATED', toStatus: 'DRAFT', note } as const];
    return insertInvoice(tx, { header, lines, tax, totals, events });
  });
}

function headerOf({ now, workspace }: Context, original: InvoiceRecord) {
  const today = todayIn(workspace.timeZone, now);
  const { clientId, currency, description, dateCreated, dueDate, discountPercent } = original;
  const { invoiceTemplateId, invoiceType, notes } = original;
  const { instructionsTemplate, paymentInstructions } = original;
  const { buyerReference, orderNumber, roundTo, taxInclusive } = original;
  const given = Math.round((dueDate.getTime() - dateCreated.getTime()) / 86_400_000);
  const days = original.defaultPaymentDays ?? Math.max(0, given);
  return {
    clientId,
    currency,
    description,
    discountPercent,
    taxInclusive,
    roundTo,
    ...supplyPeriodOf(original),
    buyerReference,
    orderNumber,
    invoiceTemplateId,
    invoiceType,
    notes,
    paymentInstructions,
    instructionsTemplate,
    status: 'DRAFT' as const,
    dateCreated: dateToDb(today),
    plannedIssueDate: null,
    dueDate: dateToDb(addDays(today, days)),
    defaultPaymentDays: days,
    dateSent: null,
    datePaid: null,
    viewToken: newViewToken(),
    firstViewedAt: null,
    erasedAt: null,
    externalId: null,
    source: null,
  } satisfies Partial<Invoice>;
}
