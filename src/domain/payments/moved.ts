import { Prisma } from '../../generated/prisma/client.ts';

const { sql } = Prisma;

/** Which days, both included; without a first one all up to the last. */
export interface MovedDays {
  first?: string;
  last: string;
}

/**
 * Money that came and went, as rows of `"invoiceId"`, `date`, `id`, `amount` and `payments` (how many payments the row is): payments that
 * count, and what was refunded of them as negative amounts. What was reversed never came, and what was given back of it
 * is no invoice's: the client owes it. A payment that was all credit when it came paid none. What is credit of the client counts once it
 * pays an invoice, on the day on which it does: until then nobody knows what it is paid for, nor with which tax.
 */
export function movedSql(accountId: number, { first, last }: MovedDays): Prisma.Sql {
  const within = (day: Prisma.Sql) =>
    first === undefined
      ? sql`${day} <= ${last}::date`
      : sql`${day} BETWEEN ${first}::date AND ${last}::date`;
  // Of what came when nothing was due any more, no invoice was paid.
  const isAllCredit = sql`(p."creditedAmount" + p."refundedTotal" = p.amount AND EXISTS (SELECT FROM "ClientCredit" c
      WHERE c."accountId" = p."accountId" AND c."paymentId" = p.id AND c.kind = 'OVERPAID' AND c.amount = p.amount))`;
  return sql`
    SELECT p."invoiceId", p.date, p.id, p.amount, CASE WHEN p."fromCredit" OR ${isAllCredit} THEN 0 ELSE 1 END AS payments FROM "Payment" p
    WHERE p."accountId" = ${accountId} AND p."reversedAt" IS NULL AND ${within(sql`p.date`)}
    UNION ALL
    SELECT p."invoiceId", r.date, r.id, - r.amount, 0 FROM "Refund" r
    JOIN "Payment" p ON p."accountId" = r."accountId" AND p.id = r."paymentId"
    WHERE r."accountId" = ${accountId} AND p."reversedAt" IS NULL AND ${within(sql`r.date`)}
    UNION ALL
    SELECT p."invoiceId", c.date, c.id, - c.amount, 0 FROM "ClientCredit" c
    JOIN "Payment" p ON p."accountId" = c."accountId" AND p.id = c."paymentId"
    WHERE c."accountId" = ${accountId} AND c.kind IN ('OVERPAID', 'CREDIT_NOTE', 'REFUNDED') AND p."reversedAt" IS NULL
      AND ${within(sql`c.date`)}`;
}
