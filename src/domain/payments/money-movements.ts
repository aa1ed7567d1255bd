import { Prisma } from '../../generated/prisma/client.ts';

const { sql } = Prisma;

/** Both days included. Without `first`, all days up to `last`. */
export interface MovementRange {
  first?: string;
  last: string;
}

export interface MovementScope {
  accountId: number;
  workspace: { timeZone: string };
}

/** Payments that an earlier release reversed have no stored date. */
export const reversedOnSql = (timeZone: string): Prisma.Sql =>
  sql`coalesce(p."reversedOn", greatest(p.date, (p."reversedAt" AT TIME ZONE ${timeZone})::date))`;

const startOf = (day: Prisma.Sql) => sql`(${day})::timestamp AT TIME ZONE 'UTC'`;

/**
 * Rows of `"invoiceId"`, `date`, `id`, `amount` and `payments` (1 for a payment, -1 for a reversal, otherwise 0).
 * - Refunds and reversals have their own dates, so that closed periods do not change.
 * - Credit of the client belongs to no invoice. It is subtracted when it becomes credit, and counts when it pays an
 * invoice.
 * The sum of an invoice's rows is its paid amount.
 */
export function moneyMovementsSql(
  { accountId, workspace: { timeZone } }: MovementScope,
  { first, last }: MovementRange,
): Prisma.Sql {
  const isInRangeSql = (day: Prisma.Sql) =>
    first === undefined
      ? sql`${day} <= ${last}::date`
      : sql`${day} BETWEEN ${first}::date AND ${last}::date`;
  const reversedOn = reversedOnSql(timeZone);
  // One day more, because the date of an instant depends on the time zone. The conditions can use indexes.
  const isReversed =
    first === undefined
      ? sql`p."reversedAt" IS NOT NULL`
      : sql`(p."reversedAt" >= ${startOf(sql`${first}::date - 1`)} OR p."reversedAt" IS NOT NULL AND p.date >= ${first}::date)`;
  // A payment that arrived when nothing was due paid no invoice.
  const isAllCredit = sql`(p."creditedAmount" + p."refundedTotal" = p.amount AND EXISTS (SELECT FROM "ClientCredit" c
      WHERE c."accountId" = ${accountId} AND c."paymentId" = p.id AND c.kind = 'OVERPAID' AND c.amount = p.amount))`;
  return sql`
    SELECT p."invoiceId", p.date, p.id, p.amount, CASE WHEN ${isAllCredit} THEN 0 ELSE 1 END AS payments FROM "Payment" p
    WHERE p."accountId" = ${accountId} AND NOT p."fromCredit" AND ${isInRangeSql(sql`p.date`)}
    UNION ALL
    SELECT p."invoiceId", ${reversedOn}, p.id || ' reversed', - p.amount, CASE WHEN ${isAllCredit} THEN 0 ELSE -1 END FROM "Payment" p
    WHERE p."accountId" = ${accountId} AND NOT p."fromCredit" AND ${isReversed}
      AND p."reversedAt" < ${startOf(sql`${last}::date + 2`)} AND ${isInRangeSql(reversedOn)}
    UNION ALL
    SELECT p."invoiceId", r.date, r.id, - r.amount, 0 FROM "Refund" r
    JOIN "Payment" p ON p."accountId" = r."accountId" AND p.id = r."paymentId"
    WHERE r."accountId" = ${accountId} AND ${isInRangeSql(sql`r.date`)}
    UNION ALL
    SELECT p."invoiceId", c.date, c.id, - c.amount, 0 FROM "ClientCredit" c
    JOIN "Payment" p ON p."accountId" = c."accountId" AND p.id = c."paymentId"
    WHERE c."accountId" = ${accountId} AND ${isInRangeSql(sql`c.date`)}`;
}
