import type { Context } from '../../platform/context/context.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { isOwedSql } from '../invoices/invoice-record.ts';

/** Figures of single records, for as many of them at once as a page has: one grouped statement each. */

/** An amount in a currency. */
export interface Money {
  currency: string;
  amount: Decimal;
}

/** What clients owe on open invoices that were issued, by currency; clients that owe nothing are left out. */
export async function findOutstandingByClient(
  { accountId, db }: Context,
  ids: readonly string[],
): Promise<Map<string, Money[]>> {
  return groupByRecord(
    await db.$queryRaw<(Money & { id: string })[]>`
    SELECT "clientId" AS id, currency, sum("amountDue") AS amount FROM "Invoice"
    WHERE "accountId" = ${accountId} AND "clientId" = ANY (${ids}::text[]) AND ${isOwedSql}
    GROUP BY "clientId", currency ORDER BY "clientId", currency`,
  );
}

/** What clients have paid that no invoice needs yet, by currency; clients without any are left out. */
export async function findCreditByClient(
  { accountId, db }: Context,
  ids: readonly string[],
): Promise<Map<string, Money[]>> {
  return groupByRecord(
    await db.$queryRaw<(Money & { id: string })[]>`
    SELECT "clientId" AS id, currency, sum(amount) AS amount FROM "ClientCredit"
    WHERE "accountId" = ${accountId} AND "clientId" = ANY (${ids}::text[])
    GROUP BY "clientId", currency HAVING sum(amount) <> 0 ORDER BY "clientId", currency`,
  );
}

function groupByRecord(rows: readonly (Money & { id: string })[]): Map<string, Money[]> {
  const amounts = new Map<string, Money[]>();
  for (const { id, currency, amount } of rows) {
    amounts.set(id, [...(amounts.get(id) ?? []), { currency, amount }]);
  }
  return amounts;
}
