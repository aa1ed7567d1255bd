import type { TestApi, TestWorkspace } from './api.ts';

/** What of invoices and payments contradicts itself, whatever was done with them: nothing ever should. */
const contradictions = `
  SELECT i.id, i.status, i.total, i."paymentTotal", i."amountDue", p.counted FROM "Invoice" i
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.amount - r.refunded) FILTER (WHERE p."reversedAt" IS NULL), 0) AS counted,
      count(*) FILTER (WHERE r.refunded <> p."refundedTotal") AS wrong
    FROM "Payment" p CROSS JOIN LATERAL (SELECT coalesce(sum(r.amount), 0) AS refunded FROM "Refund" r
      WHERE r."accountId" = p."accountId" AND r."paymentId" = p.id) r
    WHERE p."accountId" = i."accountId" AND p."invoiceId" = i.id) p
  CROSS JOIN LATERAL (SELECT coalesce(sum(c.total), 0) AS credited FROM "CreditNote" c
    WHERE c."accountId" = i."accountId" AND c."invoiceId" = i.id) c
  WHERE i."accountId" = $1 AND (
    i."paymentTotal" <> p.counted OR p.wrong > 0 OR i."creditedTotal" <> c.credited
    OR c.credited > i.total
    OR i."amountDue" <> CASE WHEN i.status IN ('VOIDED', 'WRITE_OFF') THEN 0 ELSE i.total - p.counted - c.credited END
    OR (i.status = 'PAID') <> (i."datePaid" IS NOT NULL)
    OR i.status = 'PAID' AND i."amountDue" <> 0
    OR (i.status = 'PARTIAL') <> (i."amountDue" > 0 AND p.counted > 0)
    OR i.status = 'VOIDED' AND p.counted <> 0)`;

/** The invoices of a workspace whose sums or status do not fit their payments, credits and refunds. */
export async function contradictingInvoices(
  { database }: TestApi,
  { accountId }: TestWorkspace,
): Promise<object[]> {
  return (await database.pool.query(contradictions, [accountId])).rows;
}
