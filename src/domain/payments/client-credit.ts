import type { ClientCredit, Invoice, Payment } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currentDate } from '../../platform/dates/dates.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { Decimal } from '../../platform/money/money.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { lockRecord } from '../../write/lock-records.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';

/**
 * Credit of a client is money received that pays no invoice yet: the sum of its rows in `ClientCredit`, by currency.
 */

type CreditOwner = Pick<Invoice, 'clientId' | 'currency'>;

/** A negative amount lowers the credit. */
type CreditChange = Pick<ClientCredit, 'kind' | 'paymentId' | 'amount'> & { date?: Date };

/** The credit is negative if the client owes money. Lock invoices and payments before the client, never after it. */
export async function lockClientCredit(
  tx: Context,
  { clientId, currency }: CreditOwner,
): Promise<Decimal> {
  await lockRecord(tx, 'Client', clientId);
  const [{ credit }] = await unfilteredClient(tx.db).$queryRaw<[{ credit: Decimal }]>`
    SELECT coalesce(sum(amount), 0) AS credit FROM "ClientCredit"
    WHERE "accountId" = ${tx.accountId} AND "clientId" = ${clientId} AND currency = ${currency}`;
  return credit;
}

/** Call {@link lockClientCredit} before changes that lower the credit. */
export function insertCreditChanges(
  tx: WriteContext,
  { clientId, currency }: CreditOwner,
  changes: readonly CreditChange[],
): void {
  const today = currentDate(tx);
  tx.insertAll(
    'ClientCredit',
    changes.map(({ date = today, ...change }) => ({
      ...{ id: newId('ClientCredit'), clientId, currency, date },
      ...change,
    })),
  );
}

/** A reversal removes the overpaid part and restores the credit that the payment used. */
export function creditChangeOnReversal({
  amount,
  creditedAmount,
  fromCredit,
}: Pick<Payment, 'amount' | 'creditedAmount' | 'fromCredit'>): Decimal {
  const usedCredit = fromCredit ? amount : new Decimal(0);
  return usedCredit.minus(creditedAmount);
}

/** The message contains amounts only if the caller may read invoices. */
export function creditExceededError(
  context: Context,
  { currency, credit }: { currency: string; credit: Decimal },
): ActionError {
  const canReadAmounts = canRead(context, 'invoices');
  const message = canReadAmounts
    ? `The client has ${credit} ${currency} of credit. Nothing was changed.`
    : 'The client has less credit than that. Nothing was changed.';
  const limit = canReadAmounts
    ? `must be at most ${Decimal.max(credit, 0)}`
    : 'is more than the client has';
  const errors = [{ path: 'amount', code: 'out_of_range', message: limit }];
  return new ActionError('credit_exceeded', message, { errors });
}

/** `alias` is the client's table, `$1` the workspace. */
export const clientCreditSql = (alias: string): string => `(
  SELECT coalesce(json_agg(json_build_object('currency', c.currency, 'amount', trim_scale(c.amount)) ORDER BY c.currency), '[]')
  FROM (SELECT t.currency, sum(t.amount) AS amount FROM "ClientCredit" t
    WHERE t."accountId" = $1 AND t."clientId" = ${alias}.id GROUP BY 1 HAVING sum(t.amount) <> 0) c)`;
