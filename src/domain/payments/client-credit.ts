import type { ClientCredit, Invoice, Payment } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { Decimal } from '../../platform/money/money.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { lockRecord } from '../../write/lock-records.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';

/**
 * Credit of clients: money that the workspace has and that no invoice needs yet (decision 62). Each change of it is a row that names
 * the payment it came of; what a client has is their sum, by currency.
 */

/** Whose credit, in which currency: those of an invoice. */
type Owner = Pick<Invoice, 'clientId' | 'currency'>;

/** Of which payment it came, and how much more the client has by it. */
type Change = Pick<ClientCredit, 'kind' | 'paymentId' | 'amount'> & { date?: Date };

/**
 * What credit a client has in a currency, less than nothing where it owes. Its row is locked from then on: whoever changes credit waits here, so that what is read stays
 * true. Invoices and payments are locked before it, never after it. Two statements.
 */
export async function lockClientCredit(
  tx: Context,
  { clientId, currency }: Owner,
): Promise<{ has: Decimal }> {
  await lockRecord(tx, 'Client', clientId);
  const [sums] = await unfilteredClient(tx.db).$queryRaw<[{ has: Decimal }]>`
    SELECT coalesce(sum(amount), 0) AS has FROM "ClientCredit"
    WHERE "accountId" = ${tx.accountId} AND "clientId" = ${clientId} AND currency = ${currency}`;
  return sums;
}

/** Queues changes of the credit of a client. Default date: today. Those that lower the credit need {@link lockClientCredit} before. */
export function insertCreditChanges(
  tx: WriteContext,
  { clientId, currency }: Owner,
  changes: readonly Change[],
): void {
  const today = dateToDb(todayIn(tx.workspace.timeZone, tx.now));
  tx.insertAll(
    'ClientCredit',
    changes.map(({ date = today, ...change }) => ({
      ...{ id: newId('ClientCredit'), clientId, currency, date },
      ...change,
    })),
  );
}

/** What reversing a payment changes of its client's credit: what it became is gone, what it was made of is back. */
export function creditChangeOnReversal({
  amount,
  creditedAmount,
  fromCredit,
}: Pick<Payment, 'amount' | 'creditedAmount' | 'fromCredit'>): Decimal {
  const madeOf = fromCredit ? amount : new Decimal(0);
  return madeOf.minus(creditedAmount);
}

/** That a client has less credit than is asked for; who may not read is told no amounts. */
export function creditExceededError(
  context: Context,
  { currency, has }: { currency: string; has: Decimal },
): ActionError {
  const isTold = canRead(context, 'invoices');
  const message = isTold
    ? `The client has ${has} ${currency} of credit. Nothing was changed.`
    : 'The client has less credit than that. Nothing was changed.';
  const limit = isTold ? `must be at most ${Decimal.max(has, 0)}` : 'is more than the client has';
  const errors = [{ path: 'amount', code: 'out_of_range', message: limit }];
  return new ActionError('credit_exceeded', message, { errors });
}

/** What a client has, by currency, as JSON, which a statement says of the client under an alias. The workspace is its first parameter. */
export const clientCreditSql = (alias: string): string => `(
  SELECT coalesce(json_agg(json_build_object('currency', c.currency, 'amount', trim_scale(c.amount)) ORDER BY c.currency), '[]')
  FROM (SELECT t.currency, sum(t.amount) AS amount FROM "ClientCredit" t
    WHERE t."accountId" = $1 AND t."clientId" = ${alias}.id GROUP BY 1 HAVING sum(t.amount) <> 0) c)`;
