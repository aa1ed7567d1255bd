import { Prisma } from '../../generated/prisma/client.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { reversedOnSql } from '../payments/money-movements.ts';
import { voidedInvoicesSql, writeOffsSql } from './write-offs-and-voids.ts';

/** All changes of the amounts that clients owe. New kinds of changes belong here. */

/** In their order within a day. */
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
  id: string;
  date: Date;
  clientId: string;
  currency: string;
  /** The change of the amount owed. */
  amount: Decimal;
  invoiceId: string;
  number: string;
  /** Only of an invoice. */
  dueDate: Date | null;
  /** Reference of a payment, or number of a credit note. */
  reference: string | null;
}

export interface LedgerEntryFilter {
  accountId: number;
  timeZone: string;
  clientId?: string;
  from?: string;
  to: string;
}

const { sql } = Prisma;

export const ledgerEntryKindOrderSql = Prisma.raw(
  `array_position(ARRAY[${Object.keys(ledgerEntryKinds).map((kind) => `'${kind}'`)}], kind)`,
);

/**
 * The entries in no order. Payments from credit are omitted, because the credit was booked when the money arrived.
 * Voids and write-offs are booked on the day of the action, so closed periods do not change.
 */
export function ledgerEntriesSql(filter: LedgerEntryFilter): Prisma.Sql {
  const { accountId, clientId, from, timeZone, to } = filter;
  const clientCondition =
    clientId === undefined ? Prisma.empty : sql`AND i."clientId" = ${clientId}`;
  const isInRangeSql = (day: Prisma.Sql) =>
    from === undefined
      ? sql`AND ${day} <= ${to}::date`
      : sql`AND ${day} BETWEEN ${from}::date AND ${to}::date`;
  const clientAndCurrency = sql`i."clientId", i.currency`;
  const invoiceColumns = sql`i.id AS "invoiceId", i."invoiceNumberFormatted" AS number`;
  return sql`
    SELECT 'INVOICE' AS kind, i.id, i."dateIssued" AS date, ${clientAndCurrency}, i.total AS amount, ${invoiceColumns}, i."dueDate", NULL::text AS reference
    FROM "Invoice" i
    WHERE i."accountId" = ${accountId} AND i."dateIssued" IS NOT NULL ${clientCondition} ${isInRangeSql(sql`i."dateIssued"`)}
    UNION ALL
    SELECT 'CREDIT_NOTE', c.id, c."dateCreated", ${clientAndCurrency}, - c.total, ${invoiceColumns}, NULL, c."numberFormatted"
    FROM "CreditNote" c JOIN "Invoice" i ON i."accountId" = c."accountId" AND i.id = c."invoiceId"
    WHERE c."accountId" = ${accountId} ${clientCondition} ${isInRangeSql(sql`c."dateCreated"`)}
    UNION ALL
    SELECT 'PAYMENT', p.id, p.date, ${clientAndCurrency}, - p.amount, ${invoiceColumns}, NULL, p."referenceNumber"
    FROM "Payment" p JOIN "Invoice" i ON i."accountId" = p."accountId" AND i.id = p."invoiceId"
    WHERE p."accountId" = ${accountId} AND NOT p."fromCredit" ${clientCondition} ${isInRangeSql(sql`p.date`)}
    UNION ALL
    SELECT 'PAYMENT_REVERSED', p.id, b.date, ${clientAndCurrency}, p.amount, ${invoiceColumns}, NULL, p."referenceNumber"
    FROM "Payment" p JOIN "Invoice" i ON i."accountId" = p."accountId" AND i.id = p."invoiceId"
    CROSS JOIN LATERAL (SELECT ${reversedOnSql(timeZone)} AS date) b
    WHERE p."accountId" = ${accountId} AND p."reversedAt" IS NOT NULL AND NOT p."fromCredit" ${clientCondition} ${isInRangeSql(sql`b.date`)}
    UNION ALL
    SELECT 'REFUND', r.id, r.date, ${clientAndCurrency}, r.amount, ${invoiceColumns}, NULL, r."referenceNumber"
    FROM "Refund" r JOIN "Payment" p ON p."accountId" = r."accountId" AND p.id = r."paymentId"
    JOIN "Invoice" i ON i."accountId" = p."accountId" AND i.id = p."invoiceId"
    WHERE r."accountId" = ${accountId} ${clientCondition} ${isInRangeSql(sql`r.date`)}
    UNION ALL
    SELECT 'VOIDED', i.id, v.date, ${clientAndCurrency}, - i.total, ${invoiceColumns}, NULL, NULL
    FROM (${voidedInvoicesSql(filter)}) v JOIN "Invoice" i ON i."accountId" = ${accountId} AND i.id = v."invoiceId"
    WHERE TRUE ${clientCondition} ${isInRangeSql(sql`v.date`)}
    UNION ALL
    SELECT CASE WHEN g.amount > 0 THEN 'WRITE_OFF' ELSE 'REOPENED' END, i.id, g.date, ${clientAndCurrency}, - g.amount, ${invoiceColumns}, NULL, NULL
    FROM (${writeOffsSql(filter)}) g JOIN "Invoice" i ON i."accountId" = ${accountId} AND i.id = g."invoiceId"
    WHERE TRUE ${clientCondition} ${isInRangeSql(sql`g.date`)}`;
}
