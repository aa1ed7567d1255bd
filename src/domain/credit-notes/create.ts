import type { CreditNote, Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currentDate } from '../../platform/dates/dates.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { requireDatesInRange, requireDatesNotBefore } from '../../platform/input/date-checks.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { parseStrictInput } from '../../platform/input/strict-input.ts';
import { Decimal } from '../../platform/money/money.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow, WriteContext } from '../../write/unit-of-work.ts';
import { releaseBilledRecords } from '../invoices/billed-records.ts';
import { insertInvoiceEvents } from '../invoices/invoice-events.ts';
import { allocateNumber } from '../invoices/invoice-numbers.ts';
import { presentInvoice } from '../invoices/invoice-record.ts';
import { statusAfterCredit } from '../invoices/lifecycle.ts';
import { findInvoice, transitionInvoice } from '../invoices/transitions.ts';
import { paymentDateRangeYears } from '../payments/fields.ts';
import type { CreditNoteAmounts } from './amounts.ts';
import { computeCreditNoteAmounts } from './amounts.ts';
import type { CreditNoteFields } from './fields.ts';
import { createCreditNoteInput } from './fields.ts';
import { validateLineNames, validateRequestedLines } from './requested-credits.ts';
import { creditPayments, refundPayments } from './return-payments.ts';

/**
 * Concurrent credit notes never exceed the invoiced amount. `excess` decides about the paid part. Work of completely
 * credited lines can be billed again.
 * @throws ActionError invalid_input, record_not_found; conflicting_state if the invoice is not issued or fully
 * credited, or if a part was paid and `excess` is missing
 */
export async function createCreditNote(
  context: Context,
  input: InputOf<typeof createCreditNoteInput>,
): Promise<InsertedRow<'CreditNote'>> {
  const fields = await parseOrCollectErrors(
    () => parseStrictInput(createCreditNoteInput, input, validateRequestedLines),
    (rest) => [requireReferences(context, rest)],
  );
  const { date, excess, includeDocumentAdjustments, invoiceId, reason } = fields;
  const insertCreditNote = async (tx: WriteContext, invoice: Invoice) => {
    requireCreditDate(tx, date, invoice);
    const amounts = await computeCreditNoteAmounts(tx, await findInvoice(tx, invoiceId), fields);
    const due = invoice.amountDue;
    const excessAmount = Decimal.max(amounts.total.minus(due), 0);
    if (excessAmount.gt(0) && excess === 'REFUSE')
      throw invoicePaidError(tx, invoice, excessAmount);
    const becomesCredit = excess === 'CREDIT';
    const [refundedAmount, keptAsCredit] = becomesCredit
      ? [zero, excessAmount]
      : [excessAmount, zero];
    const day = date ?? currentDate(tx);
    const { name: clientName } = presentInvoice(tx, invoice).clientInfo;
    const allocatedNumber = await allocateNumber(tx, 'CREDIT_NOTE', { clientName });
    const creditNote = tx.insert('CreditNote', {
      ...{ id: newRecordId(tx, 'CreditNote'), invoiceId, reason, refundedAmount, keptAsCredit },
      ...{ number: allocatedNumber.invoiceNumber ?? 0, numberPeriod: allocatedNumber.numberPeriod },
      ...{ numberFormatted: allocatedNumber.invoiceNumberFormatted, dateCreated: day },
      ...{ clientId: invoice.clientId, currency: invoice.currency, includeDocumentAdjustments },
      ...{ subTotal: amounts.subTotal, discountAmount: amounts.discountAmount },
      ...{ tax: amounts.tax, total: amounts.total },
    });
    insertLinesAndTaxes(tx, creditNote.id, amounts, await findInvoice(tx, invoiceId));
    const returnPayments = becomesCredit ? creditPayments : refundPayments;
    await returnPayments(tx, invoice, {
      amount: excessAmount,
      day,
      number: creditNote.numberFormatted,
    });
    updateInvoice(tx, invoice, creditNote);
    if (amounts.wholeLineIds.length > 0)
      await releaseBilledRecords(tx, invoiceId, amounts.wholeLineIds);
    await tx.services.storeCreditNoteEInvoice(tx, { invoiceId, creditNoteId: creditNote.id });
    return creditNote;
  };
  return transitionInvoice(context, { id: invoiceId }, 'CREDIT', insertCreditNote, 'invoiceId');
}

/** Looks up the invoice and its lines even if other fields are invalid. */
async function requireReferences(
  { accountId, db }: Context,
  { invoiceId, lines }: Partial<CreditNoteFields>,
): Promise<void> {
  if (!invoiceId) return;
  const where = { accountId_id: { accountId, id: invoiceId } };
  const invoice = await db.invoice.findUnique({
    where,
    select: { lineItems: { select: { id: true } } },
  });
  if (!invoice) throw recordNotFoundError('Invoice', invoiceId, 'invoiceId');
  const lineIds = invoice.lineItems.map(({ id }) => id);
  await awaitLookups(validateLineNames(lineIds, lines).map((error) => Promise.reject(error)));
}

/** An imported invoice can have an issue date before its creation date. */
function requireCreditDate(
  tx: Context,
  date: Date | null,
  { dateCreated, dateIssued }: Invoice,
): void {
  const day = dateIssued && dateIssued < dateCreated ? dateIssued : dateCreated;
  requireDatesInRange(tx, { date }, paymentDateRangeYears);
  requireDatesNotBefore(tx, { date }, { day, what: 'the day of the invoice' });
}

const zero = new Decimal(0);

function insertLinesAndTaxes(
  tx: WriteContext,
  creditNoteId: string,
  { lines, taxes }: CreditNoteAmounts,
  { taxBreakdown }: { taxBreakdown: readonly { order: number; name: string; rate: Decimal }[] },
): void {
  tx.insertAll(
    'CreditNoteLine',
    lines.map(({ amount, line, lineTotal, quantity, unitPrice }, index) => ({
      ...{ id: newId('CreditNoteLine'), creditNoteId, position: index + 1 },
      ...{ invoiceLineId: line.id, description: line.description },
      ...{ quantity, unitPrice, lineTotal, amount, unit: amount === null ? line.unit : null },
    })),
  );
  const taxLines = taxes.flatMap((tax) => {
    const taxLine = taxBreakdown.find(({ order }) => order === tax.order);
    if (!taxLine || (tax.amount.isZero() && tax.taxableAmount.isZero())) return [];
    const { name, rate } = taxLine;
    return [{ ...tax, id: newId('CreditNoteTaxLine'), creditNoteId, name, rate }];
  });
  tx.insertAll('CreditNoteTaxLine', taxLines);
}

function updateInvoice(
  tx: WriteContext,
  invoice: Invoice,
  creditNote: Pick<
    CreditNote,
    'dateCreated' | 'keptAsCredit' | 'numberFormatted' | 'reason' | 'refundedAmount' | 'total'
  >,
): void {
  const { id, status } = invoice;
  const paymentTotal = invoice.paymentTotal
    .minus(creditNote.refundedAmount)
    .minus(creditNote.keptAsCredit);
  const creditedTotal = invoice.creditedTotal.plus(creditNote.total);
  const amountDue = invoice.total.minus(paymentTotal).minus(creditedTotal);
  const toStatus = statusAfterCredit(status, { amountDue, paymentTotal });
  const isPaid = toStatus === 'PAID' && !paymentTotal.isZero();
  const datePaid = isPaid ? (invoice.datePaid ?? creditNote.dateCreated) : null;
  const change = { paymentTotal, creditedTotal, amountDue, status: toStatus, datePaid };
  tx.update('Invoice', invoice, change);
  const textOf = (amount: Decimal) => `${amount} ${invoice.currency}`;
  const noteParts = [
    creditNote.numberFormatted,
    textOf(creditNote.total),
    creditNote.refundedAmount.isZero() ? null : `${textOf(creditNote.refundedAmount)} refunded`,
    creditNote.keptAsCredit.isZero()
      ? null
      : `${textOf(creditNote.keptAsCredit)} are credit of the client`,
    creditNote.reason,
  ];
  insertInvoiceEvents(tx, [
    {
      ...{ invoiceId: id, kind: 'CREDITED', fromStatus: status, toStatus },
      note: noteParts.filter(Boolean).join(', '),
    },
  ]);
}

function invoicePaidError(context: Context, { currency }: Invoice, amount: Decimal): ActionError {
  const subject = canRead(context, 'invoices')
    ? `${amount} ${currency} of it were`
    : 'Some of it was';
  return new ActionError(
    'conflicting_state',
    `${subject} paid: send excess REFUND to refund it, or CREDIT to use it for other invoices. Nothing was credited.`,
    { errors: [{ path: 'excess', code: 'required', message: 'must be REFUND or CREDIT' }] },
  );
}
