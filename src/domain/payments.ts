import type { z } from 'zod';
import type { Invoice, Payment } from '../generated/prisma/client.ts';
import type { InvoiceStatus } from '../generated/prisma/enums.ts';
import { PaymentProviderType } from '../generated/prisma/enums.ts';
import { validatePrecision, withoutCurrency } from './invoices/amounts.ts';
import { eventActor } from './invoices/history.ts';
import { lostByPayment, possibilitiesOf } from './invoices/lifecycle.ts';
import { openStatuses } from './invoices/records.ts';
import type { Context } from './kernel/context.ts';
import { inTransaction } from './kernel/context.ts';
import { formatDate, todayIn } from './kernel/dates.ts';
import type { FieldError } from './kernel/errors.ts';
import { ActionError, invalidInput } from './kernel/errors.ts';
import type { InputOf } from './kernel/fields.ts';
import { defaulted, inputObject, nullable, parseInput, required } from './kernel/fields.ts';
import { newId } from './kernel/ids.ts';
import { date, flag, longText, money, oneOf, recordId, text } from './kernel/kinds.ts';
import type { Decimal } from './kernel/money.ts';
import { currenciesCoarserThan } from './kernel/money.ts';
import { resolveReference } from './kernel/names.ts';
import { mayRead } from './kernel/rights.ts';
import { literal } from './reader/conditions.ts';

export type PaymentRecord = Payment;

export const paymentTypes = Object.values(PaymentProviderType);

/** How money came (decisions, "PaymentProviderType"). */
const paymentType = oneOf('PaymentProviderType', paymentTypes, { Cheque: 'CHECK' });

export const recordPaymentInput = inputObject('RecordPayment', 'A payment of an open invoice.', {
  invoiceNumber: required(text(100), 'The formatted number, exactly, or the plain number.'),
  clientName: nullable(text(), 'The invoice’s client, needed where the number is ambiguous.'),
  clientId: nullable(recordId, 'The invoice’s client by id.'),
  date: nullable(date, 'The day the money came; left out: today.'),
  amount: required(money({ min: 0.0001 }), 'In the invoice’s currency; at most what is due.'),
  paymentType: defaulted(paymentType, 'OTHER'),
  referenceNumber: nullable(text()),
  memo: nullable(longText()),
  allowDuplicate: defaulted(
    flag,
    false,
    'Apply it although the invoice has a payment with the same referenceNumber, amount and date.',
  ),
});

type PaymentFields = z.output<typeof recordPaymentInput>;

/** An invoice that goes by the number of a payment, as it was before. */
interface Named {
  number: string;
  statusBefore: InvoiceStatus;
  currencyBefore: string;
  dueBefore: Decimal;
  /** Whether the invoice has the same payment already. */
  isDuplicate: boolean;
  /** Whether the invoice changed while the statement waited for it, so that it may have missed the same payment. */
  isStale: boolean;
}

/** What a payment changes of its invoice. */
type PaidInvoice = Pick<Invoice, 'id' | 'status' | 'paymentTotal' | 'amountDue' | 'datePaid'>;

/** What became of a payment at it: the invoice as it is now, where the payment was applied. */
type Outcome = Named & (PaidInvoice | { id: null });

/**
 * Applies a payment to the open invoice that goes by the number (spec part 4, "Apply Payment to Invoice"; decisions,
 * "payment/create"): the formatted number exactly, else the plain one. A payment that covers what is due makes the
 * invoice PAID, a smaller one PARTIAL; the invoice's history tells of it. A draft is issued by a payment, though it was not
 * sent: its history says so, and what it can no longer do (decisions, "A draft that is paid"). However many payments come
 * at once, never more than the total is taken, and nothing is applied when an error is answered. A payment with the
 * referenceNumber, amount and date of one that the invoice has is not applied either, unless it says `allowDuplicate`; this is
 * told before anything else, so that who sends the payment again that closed the invoice hears what it is. One statement.
 * @throws ActionError duplicate_payment; invalid_input, also for an amount finer than the currency's minor unit; name_not_found and
 * record_not_found for the client, record_not_found for the invoice; number_ambiguous; invoice_closed;
 * payment_exceeds_amount_due
 */
export async function recordPayment(
  context: Context,
  input: InputOf<typeof recordPaymentInput>,
): Promise<PaidInvoice> {
  const payment = parseInput(recordPaymentInput, input);
  const outcomes = await applyOnce(context, payment);
  const [outcome] = outcomes;
  if (outcome === undefined) throw await invoiceNotFound(context, payment);
  if (outcomes.length > 1) throw numberAmbiguous(context, payment, outcomes);
  if (outcome.id === null) throw refusal(context, payment, outcome);
  return outcome;
}

/**
 * One statement, because a transaction of several would hold the invoice for as many round trips. The invoice's row is
 * locked first; a payment that has to wait for another then sees what that one left, in `named` as well as in the UPDATE,
 * which is what makes the decision safe under READ COMMITTED.
 */
const namedSql = `
    FROM "Invoice" i
    WHERE i."accountId" = $1
      AND (i."invoiceNumberFormatted" = $2 OR i."invoiceNumber" = $3::int)
      AND ($4::text IS NULL OR i."clientId" = $4)
      AND ($5::text IS NULL OR i."clientId" = (
        SELECT c.id FROM "Client" c WHERE c."accountId" = $1 AND c.name = $5 AND NOT c.archived))
    ORDER BY i.id FOR NO KEY UPDATE OF i`;

const applySql = `
  WITH named AS (
    SELECT i.id, i."invoiceNumberFormatted", i.status, i.currency, i."amountDue", i.version,
      i."invoiceNumberFormatted" = $2 AS exact
    ${namedSql}
  ), matching AS (
    SELECT *, count(*) OVER () AS matches,
      NOT $20::boolean AND $11::text IS NOT NULL AND EXISTS (SELECT FROM "Payment" p WHERE p."accountId" = $1
        AND p."invoiceId" = named.id AND p."referenceNumber" = $11 AND p.amount = $6::numeric
        AND p.date = $7::date) AS duplicate,
      NOT $20::boolean AND $11::text IS NOT NULL AND version <> (SELECT s.version FROM "Invoice" s
        WHERE s."accountId" = $1 AND s.id = named.id) AS stale
    FROM named WHERE exact OR NOT EXISTS (SELECT FROM named WHERE exact)
  ), paid AS (
    UPDATE "Invoice" i SET
      "paymentTotal" = i."paymentTotal" + $6::numeric,
      "amountDue" = i."amountDue" - $6::numeric,
      status = (CASE WHEN i."amountDue" = $6::numeric THEN 'PAID' ELSE 'PARTIAL' END)::"InvoiceStatus",
      "datePaid" = CASE WHEN i."amountDue" = $6::numeric THEN $7::date END
    FROM matching m
    WHERE i."accountId" = $1 AND i.id = m.id AND m.matches = 1
      AND NOT m.duplicate AND NOT m.stale
      AND m.status IN (${openStatuses.map(literal).join(', ')})
      AND m.currency <> ALL ($8::text[])
      AND m."amountDue" >= $6::numeric
    RETURNING i.id, i.status, i."paymentTotal", i."amountDue", i."datePaid"
  ), recorded AS (
    INSERT INTO "Payment"
      ("accountId", id, "invoiceId", amount, date, "paymentType", "referenceNumber", memo)
    SELECT $1, $9, paid.id, $6::numeric, $7::date, $10::"PaymentProviderType", $11, $12
    FROM paid
  ), told AS (
    INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, "fromStatus", "toStatus", actor, "keyName",
      "personName", note, "createdAt", "updatedAt")
    SELECT $1, $13, paid.id, 'PAYMENT_APPLIED', m.status, paid.status, $14::"InvoiceEventActor", $15, $19,
      concat_ws(', ', $16 || ' ' || m.currency, $11::text)
        || CASE WHEN m.status = 'DRAFT' THEN $17 ELSE '' END, $18, $18
    FROM paid JOIN matching m USING (id)
  )
  SELECT paid.*, m."invoiceNumberFormatted" AS number, m.status AS "statusBefore", m.currency AS "currencyBefore",
    m."amountDue" AS "dueBefore", m.duplicate AS "isDuplicate", m.stale AS "isStale"
  FROM matching m LEFT JOIN paid ON paid.id = m.id ORDER BY m.id`;

function applyPayment(context: Context, payment: PaymentFields): Promise<Outcome[]> {
  const { accountId, db, now, workspace } = context;
  const { amount, invoiceNumber: number } = payment;
  const { actor, keyName, personName } = eventActor(context);
  return db.$queryRawUnsafe<Outcome[]>(
    applySql,
    accountId,
    number,
    plainNumber(number),
    payment.clientId,
    payment.clientName,
    amount,
    payment.date ? formatDate(payment.date) : todayIn(workspace.timeZone, now),
    currenciesCoarserThan(amount.decimalPlaces()),
    newId('Payment'),
    payment.paymentType,
    payment.referenceNumber,
    payment.memo,
    newId('InvoiceEvent'),
    actor,
    keyName,
    amountText(amount),
    issuedByPayment,
    now,
    personName,
    payment.allowDuplicate,
  );
}

/**
 * Applies a payment that may be there already. A statement sees the payments of the moment at which it began, not those that came
 * while it waited for the invoice: where it did wait, the invoice is locked first, and the statement begins anew.
 */
async function applyOnce(context: Context, payment: PaymentFields): Promise<Outcome[]> {
  const outcomes = await applyPayment(context, payment);
  if (!outcomes.some(({ isStale }) => isStale)) return outcomes;
  return inTransaction(context, async (tx) => {
    const { accountId, db } = tx;
    const { clientId, clientName, invoiceNumber: number } = payment;
    const named = [accountId, number, plainNumber(number), clientId, clientName];
    await db.$queryRawUnsafe(`SELECT i.id ${namedSql}`, ...named);
    return applyPayment(tx, payment);
  });
}

/** What the history says besides of a payment that was applied to a draft. */
const issuedByPayment = `. This payment issued the draft, which was not sent: it can no longer be ${lostByPayment()}.`;

/** Two decimals at least, unless the amount is whole: only the statement knows the currency. */
function amountText(amount: Decimal): string {
  return amount.isInteger()
    ? amount.toFixed()
    : amount.toFixed(Math.max(2, amount.decimalPlaces()));
}

/** The number that text stands for, if it is one that an invoice can have. */
function plainNumber(number: string): number | null {
  return /^\d+$/.test(number) && Number(number) <= 2_147_483_647 ? Number(number) : null;
}

async function invoiceNotFound(
  { names }: Context,
  { clientId, clientName, invoiceNumber }: PaymentFields,
): Promise<ActionError> {
  // Says so itself where it is the client that does not exist.
  await resolveReference(names, 'client', {
    name: clientName,
    id: clientId,
    nameField: 'clientName',
    idField: 'clientId',
  });
  const owner = clientName === null && clientId === null ? '' : ' of this client';
  return new ActionError(
    'record_not_found',
    `There is no invoice${owner} with the number "${invoiceNumber}".`,
    { errors: [{ path: 'invoiceNumber', code: 'record_not_found', message: 'no such invoice' }] },
  );
}

function numberAmbiguous(
  context: Context,
  { invoiceNumber }: PaymentFields,
  outcomes: Named[],
): ActionError {
  const numbers = outcomes.map(({ number }) => number).join(', ');
  const [which, told] = mayRead(context, 'invoices')
    ? [String(outcomes.length), `: ${numbers}`]
    : ['Several', ''];
  return new ActionError(
    'number_ambiguous',
    `${which} invoices go by the number ${invoiceNumber}${told}. Name the client or write the formatted number.`,
    {
      errors: [
        { path: 'invoiceNumber', code: 'number_ambiguous', message: 'names several invoices' },
      ],
    },
  );
}

/** Why a payment was not applied to the one invoice that goes by its number. */
function refusal(context: Context, payment: PaymentFields, named: Named): ActionError {
  if (named.isDuplicate) return duplicatePayment(context, payment, named);
  const { amount } = payment;
  const { currencyBefore: currency, dueBefore, number, statusBefore: status } = named;
  const faults = validatePrecision(amount, currency, 'amount');
  if (!mayRead(context, 'invoices')) return refusalUntold(status, faults);
  if (faults.length > 0) return invalidInput(faults);
  if (!openStatuses.includes(status)) {
    return new ActionError(
      'invoice_closed',
      `Invoice ${number} is ${status} and takes no payment.`,
      { possibleActions: possibilitiesOf(status) },
    );
  }
  return new ActionError(
    'payment_exceeds_amount_due',
    `${amount} ${currency} is more than the ${dueBefore} ${currency} due on invoice ${number}; nothing was applied.`,
    { errors: [{ path: 'amount', code: 'out_of_range', message: `must be at most ${dueBefore}` }] },
  );
}

function duplicatePayment(
  context: Context,
  { amount, referenceNumber }: PaymentFields,
  { currencyBefore: currency, number }: Named,
): ActionError {
  const which = mayRead(context, 'invoices')
    ? `Invoice ${number} has a payment of ${amount} ${currency}`
    : 'The invoice has a payment of this amount';
  return new ActionError(
    'duplicate_payment',
    `${which} with the reference "${referenceNumber}" of that day already; nothing was applied. Send allowDuplicate where it is another one.`,
    {
      errors: [
        {
          path: 'referenceNumber',
          code: 'duplicate_payment',
          message: 'is that of a payment there is',
        },
      ],
    },
  );
}

/** {@link refusal} for a key that may not read invoices: the status, number, currency and what is due are stored data. */
function refusalUntold(status: InvoiceStatus, faults: readonly FieldError[]): ActionError {
  if (faults.length > 0) return invalidInput(faults.map(withoutCurrency));
  if (!openStatuses.includes(status)) {
    return new ActionError('invoice_closed', 'The invoice is closed and takes no payment.');
  }
  const errors = [{ path: 'amount', code: 'out_of_range', message: 'is more than what is due' }];
  const message = 'The amount is more than what is due on the invoice; nothing was applied.';
  return new ActionError('payment_exceeds_amount_due', message, { errors });
}
