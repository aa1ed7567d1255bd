import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { addDays, dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { buyerReferencesOf } from './buyer-references.ts';
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
 * Creates a draft with a new number, today's date, the same payment term, and the current data of the client.
 * @throws ActionError id_missing, record_not_found; conflicting_state if its payment instructions cannot be rendered
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
    // A deposit is deducted once.
    const linesWithoutDeposits = original.lineItems.filter(
      ({ depositInvoiceId }) => depositInvoiceId === null,
    );
    const lineContents = lineContentsOfRows(linesWithoutDeposits, original);
    const totalsFields = { ...original, lines: lineContents, amountsAt: 'items' } as const;
    const { lines, totals } = computeInvoiceTotals(tx, totalsFields, tax);
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
  const { deliverTo, roundTo, taxInclusive } = original;
  const termDays = Math.round((dueDate.getTime() - dateCreated.getTime()) / 86_400_000);
  const days = original.defaultPaymentDays ?? Math.max(0, termDays);
  return {
    clientId,
    currency,
    description,
    discountPercent,
    taxInclusive,
    roundTo,
    ...supplyPeriodOf(original),
    ...buyerReferencesOf(original),
    deliverTo,
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
