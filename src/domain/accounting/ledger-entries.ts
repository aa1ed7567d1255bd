import { Prisma } from '../../generated/prisma/client.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { reversedOnSql } from '../payments/money-movements.ts';
import { voidedInvoicesSql, writeOffsSql } from './write-offs-and-voids.ts';

/**
 * What happened between a workspace and its clients, as one list (decision 58): statements of account add it up, and booking formats write it.
 * Whatever else changes what a client owes has its place here.
 */

/** The kinds of bookings, each with what it is; on one day they come in this order. */
export const ledgerEntryKinds = {
  INVOICE: 'An invoice was issued.',
  VOIDED: 'An issued invoice was declared void.',
  CREDIT_NOTE: 'An invoice was credited, wholly or in part.',
  PAYMENT: 'The client paid.',
  PAYMENT_REVERSED: 'A payment was reversed: it bounced, or was recorded by mistake.',
  REFUND: 'A refund to the client.',
  WRITE_OFF: 'The rest of an invoice was written off.',
  REOPENED: 'A write-off was reversed because the client paid.',
} as const;

export type LedgerEntryKind = keyof typeof ledgerEntryKinds;

export interface LedgerEntry {
  kind: LedgerEntryKind;
  /** Of the invoice, the payment or the refund. */
  id: string;
  date: Date;
  clientId: string;
  currency: string;
  /** What the client owes more by it, less where it is negative. */
  amount: Decimal;
  invoiceId: string;
  /** The invoice's number. */
  number: string;
  /** By when an invoice is to be paid; null for all else. */
  dueDate: Date | null;
  /** Number of the transfer, cheque or receipt of a payment. */
  reference: string | null;
}

/** Whose bookings, up to which day. */
export interface LedgerEntryFilter {
  accountId: number;
  timeZone: string;
  clientId?: string;
  from?: string;
  to: string;
}

const { sql } = Prisma;

/** The place of a kind among those of one day, of a column. */
export const ledgerEntryKindOrderSql = Prisma.raw(
  `array_position(ARRAY[${Object.keys(ledgerEntryKinds).map((kind) => `'${kind}'`)}], kind)`,
);

/**
 * The rows of a workspace's bookings, each a {@link LedgerEntry}, in no order. Drafts are none, nor are payments made of credit, which was booked when it
 * came. What was voided or written off is booked on the day on which that was done, as the workspace's clocks have it (decision 85).
 */
export function ledgerEntriesSql(filter: LedgerEntryFilter): Prisma.Sql {
  const { accountId, clientId, from, timeZone, to } = filter;
  const ofClient = clientId === undefined ? Prisma.empty : sql`AND i."clientId" = ${clientId}`;
  const within = (day: Prisma.Sql) =>
    from === undefined
      ? sql`AND ${day} <= ${to}::date`
      : sql`AND ${day} BETWEEN ${from}::date AND ${to}::date`;
  const ofInvoice = sql`i."clientId", i.currency`;
  const its = sql`i.id AS "invoiceId", i."invoiceNumberFormatted" AS number`;
  return sql`
    SELECT 'INVOICE' AS kind, i.id, i."dateIssued" AS date, ${ofInvoice}, i.total AS amount, ${its}, i."dueDate", NULL::text AS reference
    FROM "Invoice" i
    WHERE i."accountId" = ${accountId} AND i."dateIssued" IS NOT NULL ${ofClient} ${within(sql`i."dateIssued"`)}
    UNION ALL
    SELECT 'CREDIT_NOTE', c.id, c."dateCreated", ${ofInvoice}, - c.total, ${its}, NULL, c."numberFormatted"
    FROM "CreditNote" c JOIN "Invoice" i ON i."accountId" = c."accountId" AND i.id = c."invoiceId"
    WHERE c."accountId" = ${accountId} ${ofClient} ${within(sql`c."dateCreated"`)}
    UNION ALL
    SELECT 'PAYMENT', p.id, p.date, ${ofInvoice}, - p.amount, ${its}, NULL, p."referenceNumber"
    FROM "Payment" p JOIN "Invoice" i ON i."accountId" = p."accountId" AND i.id = p."invoiceId"
    WHERE p."accountId" = ${accountId} AND NOT p."fromCredit" ${ofClient} ${within(sql`p.date`)}
    UNION ALL
    SELECT 'PAYMENT_REVERSED', p.id, b.date, ${ofInvoice}, p.amount, ${its}, NULL, p."referenceNumber"
    FROM "Payment" p JOIN "Invoice" i ON i."accountId" = p."accountId" AND i.id = p."invoiceId"
    CROSS JOIN LATERAL (SELECT ${reversedOnSql(timeZone)} AS date) b
    WHERE p."accountId" = ${accountId} AND p."reversedAt" IS NOT NULL AND NOT p."fromCredit" ${ofClient} ${within(sql`b.date`)}
    UNION ALL
    SELECT 'REFUND', r.id, r.date, ${ofInvoice}, r.amount, ${its}, NULL, r."referenceNumber"
    FROM "Refund" r JOIN "Payment" p ON p."accountId" = r."accountId" AND p.id = r."paymentId"
    JOIN "Invoice" i ON i."accountId" = p."accountId" AND i.id = p."invoiceId"
    WHERE r."accountId" = ${accountId} ${ofClient} ${within(sql`r.date`)}
    UNION ALL
    SELECT 'VOIDED', i.id, v.date, ${ofInvoice}, - i.total, ${its}, NULL, NULL
    FROM (${voidedInvoicesSql(filter)}) v JOIN "Invoice" i ON i."accountId" = ${accountId} AND i.id = v."invoiceId"
    WHERE TRUE ${ofClient} ${within(sql`v.date`)}
    UNION ALL
    SELECT CASE WHEN g.amount > 0 THEN 'WRITE_OFF' ELSE 'REOPENED' END, i.id, g.date, ${ofInvoice}, - g.amount, ${its}, NULL, NULL
    FROM (${writeOffsSql(filter)}) g JOIN "Invoice" i ON i."accountId" = ${accountId} AND i.id = g."invoiceId"
    WHERE TRUE ${ofClient} ${within(sql`g.date`)}`;
}
