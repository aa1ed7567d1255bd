import type { Payment, Refund } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { redactCurrency, validatePrecision } from '../invoices/amount-precision.ts';
import { normalizedReferenceSql } from './payable-invoice.ts';

type NewRefund = Pick<Refund, 'date' | 'referenceNumber'> & { amount: Decimal | null };

/**
 * Prevents a repeated refund, for example after a lost response.
 * @throws ActionError duplicate_refund
 */
export async function requireNewRefund(
  { accountId, db }: Context,
  { id }: Payment,
  { amount, date, referenceNumber }: NewRefund,
): Promise<void> {
  if (referenceNumber === null || amount === null) return;
  const [twice] = await unfilteredClient(db).$queryRaw<object[]>`
    SELECT r.id FROM "Refund" r CROSS JOIN (SELECT ${referenceNumber}::text AS reference) asked
    WHERE r."accountId" = ${accountId} AND r."paymentId" = ${id} AND r.amount = ${amount} AND r.date = ${date}
      AND ${normalizedReferenceSql(Prisma.sql`r."referenceNumber"`)} = ${normalizedReferenceSql(Prisma.sql`asked.reference`)} LIMIT 1`;
  if (!twice) return;
  const errors = [
    {
      path: 'referenceNumber',
      code: 'duplicate_refund',
      message: 'is the number of an existing refund',
    },
  ];
  throw new ActionError(
    'duplicate_refund',
    `The same amount of the payment was already refunded with the reference "${referenceNumber}" on that day. Nothing was refunded. Send allowDuplicate to record another refund.`,
    { errors },
  );
}

interface Asked {
  amount: Decimal;
  counted: Decimal;
  currency: string;
}

/** @throws ActionError invalid_input, refund_exceeds_payment */
export function requireRefundable(context: Context, { amount, counted, currency }: Asked): void {
  const canReadAmounts = canRead(context, 'invoices');
  const faults = validatePrecision(amount, currency, 'amount');
  if (faults.length > 0)
    throw invalidInputError(canReadAmounts ? faults : faults.map(redactCurrency));
  if (amount.gt(0) && amount.lte(counted)) return;
  const [message, limit] = canReadAmounts
    ? [
        `${amount} ${currency} exceeds the rest of the payment, ${counted} ${currency}. Nothing was refunded.`,
        `must be at most ${counted}`,
      ]
    : [
        'The amount exceeds the rest of the payment. Nothing was refunded.',
        'exceeds the rest of the payment',
      ];
  const errors = [{ path: 'amount', code: 'out_of_range', message: limit }];
  throw new ActionError('refund_exceeds_payment', message, { errors });
}
