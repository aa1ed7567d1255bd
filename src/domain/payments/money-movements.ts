import { Prisma } from '../../generated/prisma/client.ts';

const { sql } = Prisma;

/** Which days, both included; without a first one all up to the last. */
export interface MovementRange {
  first?: string;
  last: string;
}

/** Whose money, and in which time zone a moment is of a day. */
export interface MovementScope {
  accountId: number;
  workspace: { timeZone: string };
}

/**
 * The day on which a payment under `p` was taken back: the one that it keeps, wherever the workspace moves (decision 94); of what an earlier release
 * reversed, by the clocks of a time zone. One that was still to come was taken back on its own day, so that nothing goes before it came.
 */
export const reversedOnSql = (timeZone: string): Prisma.Sql =>
  sql`coalesce(p."reversedOn", greatest(p.date, (p."reversedAt" AT TIME ZONE ${timeZone})::date))`;

/** The moment at which a day begins by UTC. */
const startOf = (day: Prisma.Sql) => sql`(${day})::timestamp AT TIME ZONE 'UTC'`;

/**
 * Money that came and went, as rows of `"invoiceId"`, `date`, `id`, `amount` and `payments` (how many payments the row is, less than none where one was reversed): payments on the
 * day on which they came, what was refunded of them on the day on which it went, and what was reversed on the day on which that was done, so
 * that what happened in a period whose books are closed stays (decision 79). What is credit of the client is of no invoice: it comes off on
 * the day on which it became credit, and counts once it pays an invoice. So all rows up to a day are the money that came and went, less the credit
 * that clients have then, and those of an invoice are what is paid of it. A payment that was all credit when it came paid none.
 */
export function moneyMovementsSql(
  { accountId, workspace: { timeZone } }: MovementScope,
  { first, last }: MovementRange,
): Prisma.Sql {
  const within = (day: Prisma.Sql) =>
    first === undefined
      ? sql`${day} <= ${last}::date`
      : sql`${day} BETWEEN ${first}::date AND ${last}::date`;
  const reversedOn = reversedOnSql(timeZone);
  // Either of the two days is one of these: they are found by their indexes. A moment of a day, wherever that is, is of the same day by UTC or of one beside it.
  const isReversed =
    first === undefined
      ? sql`p."reversedAt" IS NOT NULL`
      : sql`(p."reversedAt" >= ${startOf(sql`${first}::date - 1`)} OR p."reversedAt" IS NOT NULL AND p.date >= ${first}::date)`;
  // Of what came when nothing was due any more, no invoice was paid.
  const isAllCredit = sql`(p."creditedAmount" + p."refundedTotal" = p.amount AND EXISTS (SELECT FROM "ClientCredit" c
      WHERE c."accountId" = ${accountId} AND c."paymentId" = p.id AND c.kind = 'OVERPAID' AND c.amount = p.amount))`;
  return sql`
    SELECT p."invoiceId", p.date, p.id, p.amount, CASE WHEN ${isAllCredit} THEN 0 ELSE 1 END AS payments FROM "Payment" p
    WHERE p."accountId" = ${accountId} AND NOT p."fromCredit" AND ${within(sql`p.date`)}
    UNION ALL
    SELECT p."invoiceId", ${reversedOn}, p.id || ' reversed', - p.amount, CASE WHEN ${isAllCredit} THEN 0 ELSE -1 END FROM "Payment" p
    WHERE p."accountId" = ${accountId} AND NOT p."fromCredit" AND ${isReversed}
      AND p."reversedAt" < ${startOf(sql`${last}::date + 2`)} AND ${within(reversedOn)}
    UNION ALL
    SELECT p."invoiceId", r.date, r.id, - r.amount, 0 FROM "Refund" r
    JOIN "Payment" p ON p."accountId" = r."accountId" AND p.id = r."paymentId"
    WHERE r."accountId" = ${accountId} AND ${within(sql`r.date`)}
    UNION ALL
    SELECT p."invoiceId", c.date, c.id, - c.amount, 0 FROM "ClientCredit" c
    JOIN "Payment" p ON p."accountId" = c."accountId" AND p.id = c."paymentId"
    WHERE c."accountId" = ${accountId} AND ${within(sql`c.date`)}`;
}
