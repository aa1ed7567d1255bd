import { Prisma } from '../../generated/prisma/client.ts';

const { sql } = Prisma;

interface ClosedInvoiceScope {
  accountId: number;
  timeZone: string;
}

/** Rows of `"invoiceId"` and `date`: issued invoices that are void, with the day of the void. */
export const voidedInvoicesSql = ({ accountId, timeZone }: ClosedInvoiceScope): Prisma.Sql => sql`
    SELECT x.id AS "invoiceId", w.date FROM "Invoice" x
    CROSS JOIN LATERAL (
      SELECT coalesce(max(e."bookedOn"), (coalesce(max(e."createdAt"), x."updatedAt") AT TIME ZONE ${timeZone})::date) AS date FROM "InvoiceEvent" e
      WHERE e."accountId" = x."accountId" AND e."invoiceId" = x.id AND e.kind = 'VOIDED'
    ) w
    WHERE x."accountId" = ${accountId} AND x.status = 'VOIDED' AND x."dateIssued" IS NOT NULL`;

const writtenOffAmountSql = sql`CASE WHEN x.status = 'WRITE_OFF' THEN x.total - x."paymentTotal" - x."creditedTotal" ELSE 0 END`;

/**
 * Rows of `"invoiceId"`, `date` and `amount`, negative for reopened invoices. Their sum is the amount that is written
 * off today. Older write-offs without an amount have the date of their event.
 */
export const writeOffsSql = ({ accountId, timeZone }: ClosedInvoiceScope): Prisma.Sql => sql`
    SELECT "invoiceId", date, sum(amount) AS amount FROM (
      SELECT e."invoiceId", e."bookedOn" AS date, e."givenUp" AS amount FROM "InvoiceEvent" e
      WHERE e."accountId" = ${accountId} AND e."givenUp" IS NOT NULL
      UNION ALL
      SELECT x.id, (coalesce(o.at, x."updatedAt") AT TIME ZONE ${timeZone})::date, ${writtenOffAmountSql} - o.recorded FROM "Invoice" x
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(e."givenUp"), 0) AS recorded, max(e."createdAt") FILTER (WHERE e.kind = 'WRITTEN_OFF' AND e."givenUp" IS NULL) AS at
        FROM "InvoiceEvent" e WHERE e."accountId" = x."accountId" AND e."invoiceId" = x.id
      ) o
      WHERE x."accountId" = ${accountId} AND ${writtenOffAmountSql} <> o.recorded AND (x.status = 'WRITE_OFF' OR x.id IN (
        SELECT e."invoiceId" FROM "InvoiceEvent" e WHERE e."accountId" = ${accountId} AND e."givenUp" IS NOT NULL))
    ) g GROUP BY 1, 2 HAVING sum(amount) <> 0`;
