import type { Invoice, Payment } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import { Decimal } from '../../platform/money/money.ts';
import { creditChangeOnReversal } from './client-credit.ts';

/**
 * Finds the payments that used the credit of a reversed payment.
 * Credit is one sum per client, so its use is derived from the order of changes: first in, first out.
 */

export interface CreditPayment
  extends Pick<Payment, 'id' | 'invoiceId' | 'amount' | 'creditedAmount' | 'fromCredit'> {
  /** Id of the change that added the credit. Ids sort by time. */
  creditChangeId: string | null;
}

/** Of the invoice's client and currency, without reversed payments. */
export const findCreditPayments = (
  { accountId, db }: Context,
  { clientId, currency }: Pick<Invoice, 'clientId' | 'currency'>,
): Promise<CreditPayment[]> =>
  unfilteredClient(db).$queryRaw<CreditPayment[]>`
    SELECT p.id, p."invoiceId", p.amount, p."creditedAmount", p."fromCredit", c."creditChangeId"
    FROM (SELECT "accountId", "paymentId", min(id) FILTER (WHERE kind IN ('OVERPAID', 'CREDIT_NOTE')) AS "creditChangeId"
      FROM "ClientCredit" WHERE "accountId" = ${accountId} AND "clientId" = ${clientId} AND currency = ${currency} GROUP BY 1, 2) c
    JOIN "Payment" p ON p."accountId" = c."accountId" AND p.id = c."paymentId"
    WHERE p."accountId" = ${accountId} AND p."reversedAt" IS NULL`;

/**
 * To keep the credit from becoming negative, it selects as few payments as possible: first those that used the credit of
 * reversed payments, the latest first.
 */
export function selectCreditPaymentsToReverse(
  payments: readonly CreditPayment[],
  reversedIds: readonly string[],
): CreditPayment[] {
  const creditRanges = amountRanges(
    payments,
    'creditChangeId',
    ({ creditedAmount }) => creditedAmount,
  );
  const useRanges = amountRanges(
    payments.filter(({ fromCredit }) => fromCredit),
    'id',
    ({ amount }) => amount,
  ).reverse();
  const reversed = new Set(reversedIds);
  const isReversed = ({ payment: { id } }: AmountRange) => reversed.has(id);
  const usesReversedCredit = (use: AmountRange) =>
    creditRanges.some(
      (range) => isReversed(range) && use.from.lt(range.to) && range.from.lt(use.to),
    );
  const selected: CreditPayment[] = [];
  while (remainingCredit(payments, reversed).isNegative()) {
    const unreversedUses = useRanges.filter((use) => !isReversed(use));
    const nextUse = unreversedUses.find(usesReversedCredit) ?? unreversedUses[0];
    if (!nextUse) break;
    selected.push(nextUse.payment);
    reversed.add(nextUse.payment.id);
  }
  return selected;
}

interface AmountRange {
  payment: CreditPayment;
  from: Decimal;
  to: Decimal;
}

function amountRanges(
  payments: readonly CreditPayment[],
  idKey: 'creditChangeId' | 'id',
  amountOf: (payment: CreditPayment) => Decimal,
): AmountRange[] {
  let end = new Decimal(0);
  return payments
    .filter((payment) => payment[idKey] !== null && !amountOf(payment).isZero())
    .sort((left, right) => ((left[idKey] ?? '') < (right[idKey] ?? '') ? -1 : 1))
    .map((payment) => {
      const from = end;
      end = from.plus(amountOf(payment));
      return { payment, from, to: end };
    });
}

const remainingCredit = (
  payments: readonly CreditPayment[],
  reversed: ReadonlySet<string>,
): Decimal =>
  payments
    .filter(({ id }) => !reversed.has(id))
    .reduce((sum, payment) => sum.minus(creditChangeOnReversal(payment)), new Decimal(0));
