import type { z } from 'zod';
import type { Invoice } from '../generated/prisma/client.ts';
import type { InvoiceStatus } from '../generated/prisma/enums.ts';
import { PaymentProviderType } from '../generated/prisma/enums.ts';
import { validatePrecision } from './invoices/amounts.ts';
import { eventActor } from './invoices/history.ts';
import { lostByPayment, possibilitiesOf } from './invoices/lifecycle.ts';
import type { InvoiceHeader } from './invoices/records.ts';
import { openStatuses, presentInvoice } from './invoices/records.ts';
import type { Context } from './kernel/context.ts';
import { mayRead } from './kernel/context.ts';
import { formatDate, todayIn } from './kernel/dates.ts';
import { ActionError, invalidInput } from './kernel/errors.ts';
import type { InputOf } from './kernel/fields.ts';
import { defaulted, inputObject, nullable, parseInput, required } from './kernel/fields.ts';
import { newId } from './kernel/ids.ts';
import { date, longText, money, oneOf, recordId, text } from './kernel/kinds.ts';
import type { Decimal } from './kernel/money.ts';
import { currenciesCoarserThan } from './kernel/money.ts';
import { resolveReference } from './kernel/names.ts';

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
});

type PaymentFields = z.output<typeof recordPaymentInput>;

/** An invoice that goes by the number of a payment, as it was before. */
interface Named {
  number: string;
  statusBefore: InvoiceStatus;
  currencyBefore: string;
  dueBefore: Decimal;
}

/** What became of a payment at it: its row where the payment was applied. */
type Outcome = Named & (Invoice | { id: null });

/**
 * Applies a payment to the open invoice that goes by the number (spec part 4, "Apply Payment to Invoice"; decisions,
 * "payment/create"): the formatted number exactly, else the plain one. A payment that covers what is due makes the
 * invoice PAID, a smaller one PARTIAL; the invoice's history tells of it. A draft is issued by a payment, though it was not
 * sent: its history says so, and what it can no longer do (decisions, "A draft that is paid"). However many payments come
 * at once, never more than the total is taken, and nothing is applied when an error is answered. One statement.
 * @throws ActionError invalid_input, also for an amount finer than the currency's minor unit; name_not_found and
 * record_not_found for the client, record_not_found for the invoice; number_ambiguous; invoice_closed;
 * payment_exceeds_amount_due
 */
export async function recordPayment(
  context: Context,
  input: InputOf<typeof recordPaymentInput>,
): Promise<InvoiceHeader> {
  const payment = parseInput(recordPaymentInput, input);
  const outcomes = await applyPayment(context, payment);
  const [outcome] = outcomes;
  if (outcome === undefined) throw await invoiceNotFound(context, payment);
  if (outcomes.length > 1) throw numberAmbiguous(context, payment, outcomes);
  if (outcome.id === null) throw refusal(context, payment, outcome);
  return presentInvoice(context, outcome);
}

/**
 * One statement, because a transaction of several would hold the invoice for as many round trips. The invoice's row is
 * locked first; a payment that has to wait for another then sees what that one left, in `named` as well as in the UPDATE,
 * which is what makes the decision safe under READ COMMITTED.
 */
function applyPayment(context: Context, payment: PaymentFields): Promise<Outcome[]> {
  const { accountId, db, now, workspace } = context;
  const { amount, clientId, clientName, invoiceNumber: number, memo, referenceNumber } = payment;
  const day = payment.date ? formatDate(payment.date) : todayIn(workspace.timeZone, now);
  const { actor, keyName } = eventActor(context);
  const tooCoarse = currenciesCoarserThan(amount.decimalPlaces());
  return db.$queryRaw<Outcome[]>`
    WITH named AS (
      SELECT i.id, i."invoiceNumberFormatted", i.status, i.currency, i."amountDue",
        i."invoiceNumberFormatted" = ${number} AS exact
      FROM "Invoice" i
      WHERE i."accountId" = ${accountId}
        AND (i."invoiceNumberFormatted" = ${number} OR i."invoiceNumber" = ${plainNumber(number)}::int)
        AND (${clientId}::text IS NULL OR i."clientId" = ${clientId})
        AND (${clientName}::text IS NULL OR i."clientId" = (
          SELECT c.id FROM "Client" c WHERE c."accountId" = ${accountId} AND c.name = ${clientName} AND NOT c.archived))
      ORDER BY i.id FOR NO KEY UPDATE OF i
    ), matching AS (
      SELECT *, count(*) OVER () AS matches FROM named
      WHERE exact OR NOT EXISTS (SELECT FROM named WHERE exact)
    ), paid AS (
      UPDATE "Invoice" i SET
        "paymentTotal" = i."paymentTotal" + ${amount}::numeric,
        "amountDue" = i."amountDue" - ${amount}::numeric,
        status = (CASE WHEN i."amountDue" = ${amount}::numeric THEN 'PAID' ELSE 'PARTIAL' END)::"InvoiceStatus",
        "datePaid" = CASE WHEN i."amountDue" = ${amount}::numeric THEN ${day}::date END
      FROM matching m
      WHERE i."accountId" = ${accountId} AND i.id = m.id AND m.matches = 1
        AND m.status = ANY (${openStatuses}::"InvoiceStatus"[])
        AND m.currency <> ALL (${tooCoarse}::text[])
        AND m."amountDue" >= ${amount}::numeric
      RETURNING i.*
    ), recorded AS (
      INSERT INTO "Payment"
        ("accountId", id, "invoiceId", amount, date, "paymentType", "referenceNumber", memo)
      SELECT ${accountId}, ${newId('Payment')}, paid.id, ${amount}::numeric, ${day}::date,
        ${payment.paymentType}::"PaymentProviderType", ${referenceNumber}, ${memo}
      FROM paid
    ), told AS (
      INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, "fromStatus", "toStatus", actor, "keyName",
        note, "createdAt", "updatedAt")
      SELECT ${accountId}, ${newId('InvoiceEvent')}, paid.id, 'PAYMENT_APPLIED', m.status, paid.status,
        ${actor}::"InvoiceEventActor", ${keyName},
        concat_ws(', ', ${amountText(amount)} || ' ' || m.currency, ${referenceNumber}::text)
          || CASE WHEN m.status = 'DRAFT' THEN ${issuedByPayment} ELSE '' END, ${now}, ${now}
      FROM paid JOIN matching m USING (id)
    )
    SELECT paid.*, m."invoiceNumberFormatted" AS number, m.status AS "statusBefore", m.currency AS "currencyBefore",
      m."amountDue" AS "dueBefore"
    FROM matching m LEFT JOIN paid ON paid.id = m.id ORDER BY m.id`;
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
  const told = mayRead(context) ? `: ${numbers}` : '';
  return new ActionError(
    'number_ambiguous',
    `${outcomes.length} invoices go by the number ${invoiceNumber}${told}. Name the client or write the formatted number.`,
    {
      errors: [
        { path: 'invoiceNumber', code: 'number_ambiguous', message: 'names several invoices' },
      ],
    },
  );
}

/** Why a payment was not applied to the one invoice that goes by its number. */
function refusal(context: Context, { amount }: PaymentFields, named: Named): ActionError {
  const { currencyBefore: currency, dueBefore, number, statusBefore: status } = named;
  const faults = validatePrecision(amount, currency, 'amount');
  if (faults.length > 0) return invalidInput(faults);
  if (!mayRead(context)) return refusalUntold(status);
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

/** {@link refusal} for a key that may not read: the invoice's status, number and what is due on it are stored data. */
function refusalUntold(status: InvoiceStatus): ActionError {
  if (!openStatuses.includes(status)) {
    return new ActionError('invoice_closed', 'The invoice is closed and takes no payment.');
  }
  const errors = [{ path: 'amount', code: 'out_of_range', message: 'is more than what is due' }];
  const message = 'The amount is more than what is due on the invoice; nothing was applied.';
  return new ActionError('payment_exceeds_amount_due', message, { errors });
}
