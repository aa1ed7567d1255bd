import { amountsOf, wholeOf } from './amounts.ts';
import type { Choices } from './choices.ts';
import { sumOf } from './credits.ts';
import { isTakenOff, partsOf } from './deposits.ts';
import type { Movement } from './movements.ts';
import { anyDay, dayOf, firstAfter, laterOf } from './movements.ts';
import type { Input, Operation } from './operations.ts';
import { anyId } from './operations.ts';
import type { CreditNote, Invoice } from './records.ts';
import { countedOf } from './reversals.ts';
import type { Model } from './state.ts';
import { require } from './state.ts';

/** Credit notes of the model: what of an invoice is taken back, wholly or by lines. */

/** So many days before an invoice it was not issued, however the clock jumped. */
const beforeIssue = 60;

/** How much of each line is credited now; all that is left where no lines are named. @throws Rejected */
function takenOf(
  model: Model,
  left: readonly bigint[],
  { lines, invoice }: { lines: Input[] | undefined; invoice: Invoice },
): bigint[] {
  if (!lines) return [...left];
  // Deductions by deposits are below the items, and are credited with the last of them.
  const others = partsOf(model, invoice.deposits).length;
  const taken = left.map(() => 0n);
  let isWrong = false;
  const named = new Set<number>();
  for (const { lineId, quantity } of lines) {
    const position = model.placeOfLine.get(lineId);
    require(position !== undefined && position < left.length + others, 'record_not_found');
    const there = left[position] ?? 0n;
    const amount = quantity === undefined ? there : (wholeOf(quantity, 6) as bigint);
    // Quantities of the model are above nothing.
    if (named.has(position) || amount <= 0n || amount > there) isWrong = true;
    named.add(position);
    if (position < left.length) taken[position] = amount;
  }
  require(!isWrong, 'invalid_input');
  return taken;
}

const sumNames = ['subTotal', 'discountAmount', 'tax', 'total'] as const;

/** The invoiced and not yet credited amount, less the invoice with the remaining lines. @throws Rejected */
function creditedNow(model: Model, invoice: Invoice, left: readonly bigint[]) {
  const lines = invoice.lines
    .map((line, index) => ({ ...line, quantity: left[index] as bigint }))
    .filter(({ quantity }) => quantity > 0n);
  const deposits = lines.length === 0 ? [] : partsOf(model, invoice.deposits);
  const rest = amountsOf({ ...invoice, lines }, deposits);
  const before = model.all('CreditNote').filter(({ invoiceId }) => invoiceId === invoice.key);
  const sums = sumNames.map((name): [string, bigint] => [
    name,
    invoice[name] - sumOf(before.map((note) => note[name])) - rest[name],
  ]);
  const credit = Object.fromEntries(sums) as Pick<CreditNote, (typeof sumNames)[number]>;
  require(credit.total > 0n && rest.total >= 0n, 'conflicting_state');
  return credit;
}

/**
 * The paid part of the credited amount is refunded or becomes credit, from the last payments first, and on no day
 * before theirs.
 */
function giveBack(
  model: Model,
  invoice: Invoice,
  { day, isKept, paid }: { day: string; isKept: boolean; paid: bigint },
): void {
  let left = paid;
  const payments = model.all('Payment').filter(({ invoiceId }) => invoiceId === invoice.key);
  for (const payment of payments.sort((one, other) => other.key - one.key)) {
    const counted = countedOf(payment);
    const isAll = counted < left;
    const part = isAll ? counted : left;
    if (part === 0n) continue;
    left -= part;
    if (isKept) payment.cameAt ??= model.nextMoment();
    const date = laterOf(day, firstAfter(model, payment.date));
    const moved: Movement[] = [...payment.moved, [isKept ? 'CREDIT_NOTE' : 'REFUND', part, date]];
    model.change(
      'Payment',
      payment,
      isKept
        ? { creditedAmount: payment.creditedAmount + part, moved }
        : { refundedTotal: payment.refundedTotal + part, moved },
    );
  }
}

function createCreditNote(model: Model, input: Input): CreditNote {
  const invoice = model.byId('Invoice', input.invoiceId);
  require(['SENT', 'PARTIAL', 'PAID'].includes(invoice.status), 'conflicting_state');
  require(invoice.invoiceType !== 'DEPOSIT' || !isTakenOff(model, invoice), 'conflicting_state');
  const day = dayOf(model, input.date, invoice.dateCreated);
  const leftNow = invoice.lines.map(
    ({ quantity }, index) => quantity - (invoice.creditedLines[index] ?? 0n),
  );
  const taken = takenOf(model, leftNow, { lines: input.lines, invoice });
  const left = leftNow.map((quantity, index) => quantity - (taken[index] as bigint));
  const credit = creditedNow(model, invoice, left);
  const paid = credit.total > invoice.amountDue ? credit.total - invoice.amountDue : 0n;
  require(paid === 0n || input.excess, 'conflicting_state');
  const isKept = input.excess === 'CREDIT';
  const number = model.all('CreditNote').length + 1;
  const note = model.add('CreditNote', {
    ...{ ...credit, invoiceId: invoice.key, dateCreated: day },
    numberFormatted: `CN-${String(number).padStart(5, '0')}`,
    ...{ refundedAmount: isKept ? 0n : paid, keptAsCredit: isKept ? paid : 0n },
  });
  giveBack(model, invoice, { day, isKept, paid });
  const paymentTotal = invoice.paymentTotal - paid;
  const creditedTotal = invoice.creditedTotal + credit.total;
  const amountDue = invoice.total - paymentTotal - creditedTotal;
  const open = paymentTotal === 0n ? 'SENT' : 'PARTIAL';
  model.change('Invoice', invoice, {
    ...{ paymentTotal, creditedTotal, amountDue, status: amountDue === 0n ? 'PAID' : open },
    datePaid: amountDue === 0n && paymentTotal > 0n ? (invoice.datePaid ?? day) : null,
    creditedLines: invoice.lines.map(({ quantity }, index) => quantity - (left[index] as bigint)),
  });
  return note;
}

/** Entries of a credit note that name lines by their place; their ids are looked up before it is sent. */
const anyLines = (choices: Choices, { lines }: Invoice) =>
  Array.from({ length: 1 + choices.below(2) }, () => ({
    lineId: `${choices.below(lines.length + (choices.chance(5) ? 1 : 0))}`,
    ...choices.some(60, { quantity: () => choices.of(['1', '0.25', '0.1', '2', '0']) }),
  }));

const planCreditNote: Operation['plan'] = (model, choices, foreign) => {
  const issued = model.all('Invoice').filter(({ status }) => status !== 'DRAFT');
  const id = choices.chance(80)
    ? choices.any(issued)?.id
    : anyId(model, choices, 'Invoice', foreign);
  const invoice = model.find('Invoice', (one) => one.id === id);
  return id === undefined
    ? undefined
    : {
        invoiceId: id,
        ...choices.some(70, { excess: () => choices.of(['REFUND', 'CREDIT']) }),
        ...(invoice &&
          choices.some(60, {
            date: () => anyDay(model, choices, invoice.dateCreated, beforeIssue),
          })),
        ...(invoice && choices.some(60, { lines: () => anyLines(choices, invoice) })),
      };
};

export const creditNoteOperations: readonly Operation[] = [
  {
    ...{ name: 'createCreditNote', type: 'CreditNote', writes: ['invoices'] },
    rest: ['POST', 'creditNotes/create'],
    plan: planCreditNote,
    apply: createCreditNote,
  },
];
