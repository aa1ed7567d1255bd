import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currentDate } from '../../platform/dates/dates.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseStrictInput } from '../../platform/input/strict-input.ts';
import { redactCurrency, validatePrecision } from '../../platform/money/amount-precision.ts';
import { Decimal } from '../../platform/money/money.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { planIssue } from '../invoices/draft-dates.ts';
import type { InvoiceHeader } from '../invoices/invoice-record.ts';
import { transitionInvoice, writeTransition } from '../invoices/transitions.ts';
import {
  creditExceededError,
  insertCreditChanges,
  lockClientCredit,
} from '../payments/client-credit.ts';
import { applyCreditInput } from '../payments/fields.ts';
import {
  describeStatusChange,
  formatPaymentAmount,
  insertPayment,
  writeOffReversalFields,
} from '../payments/pay-invoice.ts';
import { payableAmount } from '../payments/payment-target.ts';

/**
 * Default amount: as much as is due and available. Like any payment, it issues a draft and reopens a written-off
 * invoice.
 * @throws ActionError id_missing, record_not_found, version_mismatch, invalid_input, payment_exceeds_amount_due,
 * credit_exceeded; conflicting_state if the invoice takes no payment
 */
export async function applyCredit(
  context: Context,
  input: { id?: unknown } & InputOf<typeof applyCreditInput>,
): Promise<InvoiceHeader> {
  return transitionInvoice(context, input, 'PAY', async (tx, found) => {
    const { amount: requestedAmount, dateIssued } = parseStrictInput(applyCreditInput, input);
    const invoice = dateIssued === null ? found : planIssue(tx, found, dateIssued);
    const due = payableAmount(invoice);
    const available = await lockClientCredit(tx, invoice);
    const amount = requestedAmount ?? Decimal.min(due, available);
    requireSufficientCredit(tx, invoice, { amount, due, available });
    const date = currentDate(tx);
    const id = newId('Payment');
    insertPayment(tx, invoice, { ...creditPayment, id, amount, date }, { fromCredit: true });
    const used = { kind: 'APPLIED', paymentId: id, amount: amount.negated(), date } as const;
    insertCreditChanges(tx, invoice, [used]);
    const isPaid = amount.equals(due);
    const toStatus = isPaid ? ('PAID' as const) : ('PARTIAL' as const);
    const note = `${formatPaymentAmount(amount)} ${invoice.currency} of the client’s credit${describeStatusChange(invoice.status)}`;
    return writeTransition(
      tx,
      found,
      {
        ...{ paymentTotal: invoice.paymentTotal.plus(amount), amountDue: due.minus(amount) },
        ...{ status: toStatus, datePaid: isPaid ? date : null },
        plannedIssueDate: invoice.plannedIssueDate,
      },
      {
        ...{ kind: 'PAYMENT_APPLIED', fromStatus: invoice.status, toStatus, note },
        ...writeOffReversalFields(tx, invoice.status, due),
      },
    );
  });
}

const creditPayment = {
  ...{ paymentType: 'OTHER' as const, referenceNumber: null, memo: null },
  ...{ externalId: null, source: null },
};

interface CreditApplication {
  amount: Decimal;
  due: Decimal;
  available: Decimal;
}

/**
 * Messages contain amounts only if the caller may read invoices.
 * @throws ActionError invalid_input, payment_exceeds_amount_due, credit_exceeded
 */
function requireSufficientCredit(
  context: Context,
  { currency, invoiceNumberFormatted: number }: Invoice,
  { amount, due, available }: CreditApplication,
): void {
  const canReadAmounts = canRead(context, 'invoices');
  const precisionErrors = validatePrecision(amount, currency, 'amount');
  if (precisionErrors.length > 0)
    throw invalidInputError(canReadAmounts ? precisionErrors : precisionErrors.map(redactCurrency));
  if (amount.lte(0) || amount.gt(available))
    throw creditExceededError(context, { credit: available, currency });
  if (amount.lte(due)) return;
  const [message, limit] = canReadAmounts
    ? [
        `${amount} ${currency} exceeds the amount due of ${due} ${currency} on invoice ${number}. Nothing was applied.`,
        `must be at most ${due}`,
      ]
    : [
        'The amount exceeds the amount due of the invoice. Nothing was applied.',
        'exceeds the amount due',
      ];
  const errors = [{ path: 'amount', code: 'out_of_range', message: limit }];
  throw new ActionError('payment_exceeds_amount_due', message, { errors });
}
