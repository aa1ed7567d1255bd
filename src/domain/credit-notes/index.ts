import type { CreditNote, Invoice, Payment } from '../../generated/prisma/client.ts';
import { freeCharged } from '../invoices/charged-work.ts';
import { recordInvoiceEvent } from '../invoices/history.ts';
import { statusOnceCredited } from '../invoices/lifecycle.ts';
import { drawNumber } from '../invoices/numbers.ts';
import { presentInvoice } from '../invoices/records.ts';
import { changing, findInvoice } from '../invoices/transitions.ts';
import type { Context } from '../kernel/context.ts';
import { dateToDb, todayIn } from '../kernel/dates.ts';
import { ActionError } from '../kernel/errors.ts';
import type { InputOf } from '../kernel/fields.ts';
import { parseInput } from '../kernel/fields.ts';
import { idFor } from '../kernel/given-ids.ts';
import { newId } from '../kernel/ids.ts';
import { Decimal } from '../kernel/money.ts';
import { insertRows } from '../kernel/records.ts';
import { mayRead } from '../kernel/rights.ts';
import { countedOf } from '../payments/take-back.ts';
import type { Credit } from './amounts.ts';
import { computeCredit } from './amounts.ts';
import { createCreditNoteInput } from './fields.ts';

export { createCreditNoteInput } from './fields.ts';

/** Credit notes: documents that take issued invoices back, wholly or in part (decision 55). */

/**
 * Takes an issued invoice back, wholly, or by lines and quantities: never more than was invoiced and is not credited yet, however many
 * do so at once. It lowers what is due; what the client had paid of it is refunded, where `excess` says so. What the lines of which
 * nothing is left charged can be charged again. Its number is of a gapless sequence of its own.
 * @throws ActionError invalid_input, record_not_found for the invoice and its lines; conflicting_state where the invoice is
 * no issued one, where nothing is left of it, or where something was paid of what is credited and `excess` does not say what becomes of it
 */
export async function createCreditNote(
  context: Context,
  input: InputOf<typeof createCreditNoteInput>,
): Promise<CreditNote> {
  const { date, excess, invoiceId, lines, reason } = parseInput(createCreditNoteInput, input);
  return changing(context, { id: invoiceId }, 'CREDIT', async (tx, invoice) => {
    const credit = await computeCredit(tx, await findInvoice(tx, invoiceId), lines);
    const due = invoice.amountDue;
    const refundedAmount = Decimal.max(credit.total.minus(due), 0);
    if (refundedAmount.gt(0) && excess === 'REFUSE') throw wasPaid(tx, invoice, refundedAmount);
    const day = date ?? dateToDb(todayIn(tx.workspace.timeZone, tx.now));
    const { accountId } = tx;
    const { name: clientName } = presentInvoice(tx, invoice).clientInfo;
    const drawn = await drawNumber(tx, 'CREDIT_NOTE', { clientName });
    const note = {
      ...{ accountId, version: 1, id: idFor(tx, 'CreditNote'), reason, refundedAmount },
      ...{ number: drawn.invoiceNumber ?? 0, numberFormatted: drawn.invoiceNumberFormatted },
      ...{ dateCreated: day, invoiceId },
      ...{ clientId: invoice.clientId, currency: invoice.currency },
      ...{ subTotal: credit.subTotal, discountAmount: credit.discountAmount },
      ...{ tax: credit.tax, total: credit.total },
    };
    const [made] = await insertRows(tx, 'CreditNote', [note]);
    await insertParts(tx, note.id, credit, await findInvoice(tx, invoiceId));
    await refundPaid(tx, invoiceId, { amount: refundedAmount, day, number: note.numberFormatted });
    await writeInvoice(tx, invoice, note);
    if (credit.wholeLineIds.length > 0) await freeCharged(tx, invoiceId, credit.wholeLineIds);
    return made as CreditNote;
  });
}

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
    lines.map(({ line, lineTotal, quantity }, index) => ({
      ...part,
      ...{ id: newId('CreditNoteLine'), position: index + 1, invoiceLineId: line.id },
      ...{ description: line.description, unit: line.unit, unitPrice: line.unitPrice },
      ...{ quantity, lineTotal },
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

interface Refunded {
  amount: Decimal;
  day: Date;
  number: string;
}

/** Refunds what was paid of an invoice, which is locked by now: of the last payments first. */
async function refundPaid(
  tx: Context,
  invoiceId: string,
  { amount, day, number }: Refunded,
): Promise<void> {
  if (amount.isZero()) return;
  const { accountId, db } = tx;
  const payments = await db.$queryRaw<Payment[]>`
    SELECT * FROM "Payment" WHERE "accountId" = ${accountId} AND "invoiceId" = ${invoiceId}
    ORDER BY id DESC FOR NO KEY UPDATE`;
  let left = amount;
  for (const payment of payments) {
    const part = Decimal.min(left, countedOf(payment));
    if (part.isZero()) continue;
    await insertRows(tx, 'Refund', [
      {
        ...{ accountId, id: newId('Refund'), paymentId: payment.id, version: 1, amount: part },
        ...{ date: day, paymentType: payment.paymentType, referenceNumber: number, memo: null },
      },
    ]);
    const data = { refundedTotal: payment.refundedTotal.plus(part) };
    await db.payment.updateMany({ where: { accountId, id: payment.id }, data });
    left = left.minus(part);
  }
}

/** Writes of an invoice that so much of it is credited, and what its history tells of that. */
async function writeInvoice(
  tx: Context,
  invoice: Invoice,
  note: Pick<CreditNote, 'dateCreated' | 'numberFormatted' | 'reason' | 'refundedAmount' | 'total'>,
): Promise<void> {
  const { accountId, db } = tx;
  const { id, status } = invoice;
  const paymentTotal = invoice.paymentTotal.minus(note.refundedAmount);
  const creditedTotal = invoice.creditedTotal.plus(note.total);
  const amountDue = invoice.total.minus(paymentTotal).minus(creditedTotal);
  const toStatus = statusOnceCredited(status, { amountDue, paymentTotal });
  const datePaid = toStatus === 'PAID' ? (invoice.datePaid ?? note.dateCreated) : null;
  const data = { paymentTotal, creditedTotal, amountDue, status: toStatus, datePaid };
  await db.invoice.updateMany({ where: { accountId, id }, data });
  const inMoney = (amount: Decimal) => `${amount} ${invoice.currency}`;
  const refunded = note.refundedAmount.isZero() ? null : `${inMoney(note.refundedAmount)} refunded`;
  const told = [note.numberFormatted, inMoney(note.total), refunded, note.reason];
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
    `${what} paid: send excess REFUND where that is given back. Nothing was credited.`,
  );
}
