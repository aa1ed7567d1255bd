import type { CreditNote, Invoice, Payment } from '../../generated/prisma/client.ts';
import { freeCharged } from '../invoices/billed-records.ts';
import { recordInvoiceEvent } from '../invoices/invoice-events.ts';
import { statusOnceCredited } from '../invoices/lifecycle.ts';
import { drawNumber } from '../invoices/invoice-numbers.ts';
import { presentInvoice } from '../invoices/invoice-record.ts';
import { changing, findInvoice } from '../invoices/transitions.ts';
import { allFound } from '../../platform/errors/collect-lookup-errors.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { parseExactly } from '../../platform/input/strict-input.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { idFor } from '../../write/client-generated-ids.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { readOrAll } from '../../platform/input/input-errors.ts';
import { Decimal } from '../../platform/money/money.ts';
import { firstDayAfter, laterOf, requireNear, requireNotBefore } from '../../platform/input/date-checks.ts';
import { insertRows, recordNotFound } from '../../write/records.ts';
import { mayRead } from '../../platform/permissions/permissions.ts';
import { changeCredit } from '../payments/client-credit.ts';
import { daysOfPayments } from '../payments/fields.ts';
import { countedOf } from '../payments/reversals.ts';
import type { Credit } from './amounts.ts';
import { computeCredit, unknownLines } from './amounts.ts';
import type { CreditNoteFields } from './fields.ts';
import { createCreditNoteInput } from './fields.ts';

export { createCreditNoteInput } from './fields.ts';

/** Credit notes: documents that take issued invoices back, wholly or in part (decision 55). */

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
  const fields = await readOrAll(
    () => parseExactly(createCreditNoteInput, input),
    (rest) => [requireNamed(context, rest)],
  );
  const { date, excess, invoiceId, lines, reason } = fields;
  const crediting = async (tx: Context, invoice: Invoice): Promise<CreditNote> => {
    requireDay(tx, date, invoice);
    const credit = await computeCredit(tx, await findInvoice(tx, invoiceId), lines);
    const due = invoice.amountDue;
    const paid = Decimal.max(credit.total.minus(due), 0);
    if (paid.gt(0) && excess === 'REFUSE') throw wasPaid(tx, invoice, paid);
    const isKept = excess === 'CREDIT';
    const [refundedAmount, keptAsCredit] = isKept ? [nothing, paid] : [paid, nothing];
    const day = date ?? dateToDb(todayIn(tx.workspace.timeZone, tx.now));
    const { accountId } = tx;
    const { name: clientName } = presentInvoice(tx, invoice).clientInfo;
    const drawn = await drawNumber(tx, 'CREDIT_NOTE', { clientName });
    const note = {
      ...{ accountId, version: 1, id: idFor(tx, 'CreditNote'), reason },
      ...{ refundedAmount, keptAsCredit },
      ...{ number: drawn.invoiceNumber ?? 0, numberFormatted: drawn.invoiceNumberFormatted },
      ...{ numberPeriod: drawn.numberPeriod },
      ...{ dateCreated: day, invoiceId },
      ...{ clientId: invoice.clientId, currency: invoice.currency },
      ...{ subTotal: credit.subTotal, discountAmount: credit.discountAmount },
      ...{ tax: credit.tax, total: credit.total },
    };
    const [made] = await insertRows(tx, 'CreditNote', [note]);
    await insertParts(tx, note.id, credit, await findInvoice(tx, invoiceId));
    const giveBack = isKept ? creditPaid : refundPaid;
    await giveBack(tx, invoice, { amount: paid, day, number: note.numberFormatted });
    await writeInvoice(tx, invoice, note);
    if (credit.wholeLineIds.length > 0) await freeCharged(tx, invoiceId, credit.wholeLineIds);
    return made as CreditNote;
  };
  return changing(context, { id: invoiceId }, 'CREDIT', crediting, 'invoiceId');
}

/** Looks up the invoice and its lines, of an input that is at fault elsewhere. */
async function requireNamed(
  { accountId, db }: Context,
  { invoiceId, lines }: Partial<CreditNoteFields>,
): Promise<void> {
  if (!invoiceId) return;
  const where = { accountId_id: { accountId, id: invoiceId } };
  const found = await db.invoice.findUnique({
    where,
    select: { lineItems: { select: { id: true } } },
  });
  if (!found) throw recordNotFound('Invoice', invoiceId, 'invoiceId');
  const lineIds = found.lineItems.map(({ id }) => id);
  await allFound(unknownLines(lineIds, lines).map((unknown) => Promise.reject(unknown)));
}

/** An invoice that was taken over from another system is issued here later than its own day. */
function requireDay(tx: Context, date: Date | null, { dateCreated, dateIssued }: Invoice): void {
  const day = dateIssued && dateIssued < dateCreated ? dateIssued : dateCreated;
  requireNear(tx, { date }, daysOfPayments);
  requireNotBefore(tx, { date }, { day, what: 'the day of the invoice' });
}

const nothing = new Decimal(0);

async function insertParts(
  tx: Context,
  creditNoteId: string,
  { lines, taxes }: Credit,
  { taxBreakdown }: { taxBreakdown: readonly { order: number; name: string; rate: Decimal }[] },
): Promise<void> {
  const part = { accountId: tx.accountId, creditNoteId, version: 1 };
  await insertRows(
    tx,
    'CreditNoteLine',
    lines.map(({ line, lineTotal, quantity, unitPrice }, index) => ({
      ...part,
      ...{ id: newId('CreditNoteLine'), position: index + 1, invoiceLineId: line.id },
      ...{ description: line.description, unit: line.unit },
      ...{ quantity, unitPrice, lineTotal },
    })),
  );
  const named = taxes.flatMap((tax) => {
    const of = taxBreakdown.find(({ order }) => order === tax.order);
    return of && !(tax.amount.isZero() && tax.taxableAmount.isZero())
      ? [{ ...part, ...tax, id: newId('CreditNoteTaxLine'), name: of.name, rate: of.rate }]
      : [];
  });
  await insertRows(tx, 'CreditNoteTaxLine', named);
}

interface GivenBack {
  amount: Decimal;
  day: Date;
  /** The credit note's. */
  number: string;
}

/** What of a payment is taken back with a credit note, and on which day: the note's, but no money goes before it came. */
interface PartOfPaid {
  payment: Payment;
  part: Decimal;
  date: Date;
}

/** How much of which payments of an invoice, which is locked by now, is an amount: of the last ones first. */
async function partsOfPaid(
  context: Context,
  invoiceId: string,
  { amount, day }: GivenBack,
): Promise<PartOfPaid[]> {
  const { accountId, db } = context;
  if (amount.isZero()) return [];
  const payments = await db.$queryRaw<Payment[]>`
    SELECT * FROM "Payment" WHERE "accountId" = ${accountId} AND "invoiceId" = ${invoiceId}
    ORDER BY id DESC FOR NO KEY UPDATE`;
  let left = amount;
  return payments.flatMap((payment) => {
    const part = Decimal.min(left, countedOf(payment));
    left = left.minus(part);
    const date = laterOf(day, firstDayAfter(context, payment.date));
    return part.isZero() ? [] : [{ payment, part, date }];
  });
}

/** Refunds what was paid of an invoice, which is locked by now. */
async function refundPaid(tx: Context, { id }: Invoice, given: GivenBack): Promise<void> {
  const { accountId, db } = tx;
  for (const { date, part, payment } of await partsOfPaid(tx, id, given)) {
    await insertRows(tx, 'Refund', [
      {
        ...{ accountId, id: newId('Refund'), paymentId: payment.id, version: 1, amount: part },
        ...{ date, paymentType: payment.paymentType, referenceNumber: given.number, memo: null },
      },
    ]);
    const data = { refundedTotal: payment.refundedTotal.plus(part) };
    await db.payment.updateMany({ where: { accountId, id: payment.id }, data });
  }
}

/** Makes what was paid of an invoice, which is locked by now, credit of its client. */
async function creditPaid(tx: Context, invoice: Invoice, given: GivenBack): Promise<void> {
  const { accountId, db } = tx;
  const paid = await partsOfPaid(tx, invoice.id, given);
  for (const { part, payment } of paid) {
    const data = { creditedAmount: payment.creditedAmount.plus(part) };
    await db.payment.updateMany({ where: { accountId, id: payment.id }, data });
  }
  const kind = 'CREDIT_NOTE' as const;
  await changeCredit(
    tx,
    invoice,
    paid.map(({ date, part, payment }) => ({ kind, paymentId: payment.id, amount: part, date })),
  );
}

/** Writes of an invoice that so much of it is credited, and what its history tells of that. */
async function writeInvoice(
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
  const toStatus = statusOnceCredited(status, { amountDue, paymentTotal });
  const datePaid = toStatus === 'PAID' ? (invoice.datePaid ?? note.dateCreated) : null;
  const data = { paymentTotal, creditedTotal, amountDue, status: toStatus, datePaid };
  await db.invoice.updateMany({ where: { accountId, id }, data });
  const inMoney = (amount: Decimal) => `${amount} ${invoice.currency}`;
  const refunded = note.refundedAmount.isZero() ? null : `${inMoney(note.refundedAmount)} refunded`;
  const kept = note.keptAsCredit.isZero()
    ? null
    : `${inMoney(note.keptAsCredit)} are credit of the client`;
  const told = [note.numberFormatted, inMoney(note.total), refunded, kept, note.reason];
  await recordInvoiceEvent(tx, {
    ...{ invoiceId: id, kind: 'CREDITED', fromStatus: status, toStatus },
    note: told.filter(Boolean).join(', '),
  });
}

/** That something was paid of what is credited. */
function wasPaid(context: Context, { currency }: Invoice, amount: Decimal): ActionError {
  const what = mayRead(context, 'invoices') ? `${amount} ${currency} of it were` : 'Some of it was';
  return new ActionError(
    'conflicting_state',
    `${what} paid: send excess REFUND where that is given back, or CREDIT where it is to pay other invoices. Nothing was credited.`,
    { errors: [{ path: 'excess', code: 'required', message: 'must be REFUND or CREDIT' }] },
  );
}
