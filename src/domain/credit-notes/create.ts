import type { CreditNote, Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
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
import { insertRows } from '../../write/insert-rows.ts';
import { releaseBilledRecords } from '../invoices/billed-records.ts';
import { recordInvoiceEvent } from '../invoices/invoice-events.ts';
import { allocateNumber } from '../invoices/invoice-numbers.ts';
import { presentInvoice } from '../invoices/invoice-record.ts';
import { statusAfterCredit } from '../invoices/lifecycle.ts';
import { findInvoice, transitionInvoice } from '../invoices/transitions.ts';
import { paymentDateRangeYears } from '../payments/fields.ts';
import type { CreditNoteAmounts } from './amounts.ts';
import { computeCreditNoteAmounts, validateLineNames } from './amounts.ts';
import type { CreditNoteFields } from './fields.ts';
import { createCreditNoteInput } from './fields.ts';
import { creditPayments, refundPayments } from './return-payments.ts';

/**
 * Takes an issued invoice back, wholly, or by lines and quantities: never more than was invoiced and is not credited yet, however many
 * do so at once. It lowers what is due; what the client had paid of it is refunded, or becomes its credit, where `excess` says so. What the lines of which
 * nothing is left charged can be charged again. Its number is of a gapless sequence of its own.
 * @throws ActionError invalid_input, record_not_found for the invoice and its lines; conflicting_state where the invoice is
 * no issued one, where nothing is left of it, or where something was paid of what is credited and `excess` does not say what becomes of it
 */
export async function createCreditNote(
  context: Context,
  input: InputOf<typeof createCreditNoteInput>,
): Promise<CreditNote> {
  const fields = await parseOrCollectErrors(
    () => parseStrictInput(createCreditNoteInput, input),
    (rest) => [requireReferences(context, rest)],
  );
  const { date, excess, invoiceId, lines, reason } = fields;
  const insertCreditNote = async (tx: Context, invoice: Invoice): Promise<CreditNote> => {
    requireCreditDate(tx, date, invoice);
    const credit = await computeCreditNoteAmounts(tx, await findInvoice(tx, invoiceId), lines);
    const due = invoice.amountDue;
    const paid = Decimal.max(credit.total.minus(due), 0);
    if (paid.gt(0) && excess === 'REFUSE') throw invoicePaidError(tx, invoice, paid);
    const becomesCredit = excess === 'CREDIT';
    const [refundedAmount, keptAsCredit] = becomesCredit ? [zero, paid] : [paid, zero];
    const day = date ?? dateToDb(todayIn(tx.workspace.timeZone, tx.now));
    const { accountId } = tx;
    const { name: clientName } = presentInvoice(tx, invoice).clientInfo;
    const allocated = await allocateNumber(tx, 'CREDIT_NOTE', { clientName });
    const note = {
      ...{ accountId, version: 1, id: newRecordId(tx, 'CreditNote'), reason },
      ...{ refundedAmount, keptAsCredit },
      ...{
        number: allocated.invoiceNumber ?? 0,
        numberFormatted: allocated.invoiceNumberFormatted,
      },
      ...{ numberPeriod: allocated.numberPeriod },
      ...{ dateCreated: day, invoiceId },
      ...{ clientId: invoice.clientId, currency: invoice.currency },
      ...{ subTotal: credit.subTotal, discountAmount: credit.discountAmount },
      ...{ tax: credit.tax, total: credit.total },
    };
    const [created] = await insertRows(tx, 'CreditNote', [note]);
    await insertLinesAndTaxes(tx, note.id, credit, await findInvoice(tx, invoiceId));
    const returnPayments = becomesCredit ? creditPayments : refundPayments;
    await returnPayments(tx, invoice, { amount: paid, day, number: note.numberFormatted });
    await updateInvoice(tx, invoice, note);
    if (credit.wholeLineIds.length > 0)
      await releaseBilledRecords(tx, invoiceId, credit.wholeLineIds);
    return created as CreditNote;
  };
  return transitionInvoice(context, { id: invoiceId }, 'CREDIT', insertCreditNote, 'invoiceId');
}

/** Looks up the invoice and its lines while other fields are invalid. */
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

/** An imported invoice is issued here later than its own date. */
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

async function insertLinesAndTaxes(
  tx: Context,
  creditNoteId: string,
  { lines, taxes }: CreditNoteAmounts,
  { taxBreakdown }: { taxBreakdown: readonly { order: number; name: string; rate: Decimal }[] },
): Promise<void> {
  const shared = { accountId: tx.accountId, creditNoteId, version: 1 };
  await insertRows(
    tx,
    'CreditNoteLine',
    lines.map(({ line, lineTotal, quantity, unitPrice }, index) => ({
      ...shared,
      ...{ id: newId('CreditNoteLine'), position: index + 1, invoiceLineId: line.id },
      ...{ description: line.description, unit: line.unit },
      ...{ quantity, unitPrice, lineTotal },
    })),
  );
  const taxLines = taxes.flatMap((tax) => {
    const taxLine = taxBreakdown.find(({ order }) => order === tax.order);
    return taxLine && !(tax.amount.isZero() && tax.taxableAmount.isZero())
      ? [
          {
            ...shared,
            ...tax,
            id: newId('CreditNoteTaxLine'),
            name: taxLine.name,
            rate: taxLine.rate,
          },
        ]
      : [];
  });
  await insertRows(tx, 'CreditNoteTaxLine', taxLines);
}

/** Writes the credited totals and the history entry of the invoice. */
async function updateInvoice(
  tx: Context,
  invoice: Invoice,
  note: Pick<
    CreditNote,
    'dateCreated' | 'keptAsCredit' | 'numberFormatted' | 'reason' | 'refundedAmount' | 'total'
  >,
): Promise<void> {
  const { accountId, db } = tx;
  const { id, status } = invoice;
  const paymentTotal = invoice.paymentTotal.minus(note.refundedAmount).minus(note.keptAsCredit);
  const creditedTotal = invoice.creditedTotal.plus(note.total);
  const amountDue = invoice.total.minus(paymentTotal).minus(creditedTotal);
  const toStatus = statusAfterCredit(status, { amountDue, paymentTotal });
  const isPaid = toStatus === 'PAID' && !paymentTotal.isZero();
  const datePaid = isPaid ? (invoice.datePaid ?? note.dateCreated) : null;
  const data = { paymentTotal, creditedTotal, amountDue, status: toStatus, datePaid };
  await db.invoice.updateMany({ where: { accountId, id }, data });
  const withCurrency = (amount: Decimal) => `${amount} ${invoice.currency}`;
  const refundText = note.refundedAmount.isZero()
    ? null
    : `${withCurrency(note.refundedAmount)} refunded`;
  const creditText = note.keptAsCredit.isZero()
    ? null
    : `${withCurrency(note.keptAsCredit)} are credit of the client`;
  const noteParts = [
    note.numberFormatted,
    withCurrency(note.total),
    refundText,
    creditText,
    note.reason,
  ];
  await recordInvoiceEvent(tx, {
    ...{ invoiceId: id, kind: 'CREDITED', fromStatus: status, toStatus },
    note: noteParts.filter(Boolean).join(', '),
  });
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
