import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currencyDigitsSql } from '../../platform/money/currency-digits.ts';
import { moneyMovementsSql } from '../payments/money-movements.ts';
import type { ReportingPeriods } from './reporting-periods.ts';

const { sql, raw } = Prisma;

/** A credit note moves no money. It is reported only if it changes earlier tax. */
export const hasReportableAmountSql = (kind: string, ...amounts: string[]): Prisma.Sql =>
  raw([...amounts.map((one) => `sum(${one}) <> 0`), `bool_or(${kind} = 'MONEY')`].join(' OR '));

/**
 * CTEs. `moved`: payments, refunds, reversals and credit notes up to the last day. `shares`: by how much each row of
 * `moved` changes each paid tax. Paid tax is the tax after credit notes × paid ÷ remaining total, so a paid invoice has
 * exactly its tax. After a full credit without refund, the original tax counts.
 */
export function cashBasisTaxSql(context: Context, { first, last }: ReportingPeriods): Prisma.Sql {
  const { accountId } = context;
  const notes = (days: Prisma.Sql) =>
    sql`SELECT c."invoiceId", c."dateCreated" AS date, c.id, c.total FROM "CreditNote" c WHERE c."accountId" = ${accountId} AND ${days}`;
  return sql`touched AS (
    SELECT m."invoiceId" FROM (${moneyMovementsSql(context, { first, last })}) m
    UNION SELECT n."invoiceId" FROM (${notes(sql`c."dateCreated" BETWEEN ${first}::date AND ${last}::date`)}) n
  ), moved AS (
    SELECT e.*, i.currency, i.total FROM (
      SELECT 'MONEY' AS kind, m."invoiceId", m.date, m.id, m.amount, m.payments, 0 AS credited FROM (${moneyMovementsSql(context, { last })}) m
      UNION ALL
      SELECT 'CREDITED', n."invoiceId", n.date, n.id, 0, 0, n.total FROM (${notes(sql`c."dateCreated" <= ${last}::date`)}) n
    ) e JOIN "Invoice" i ON i."accountId" = ${accountId} AND i.id = e."invoiceId"
    WHERE e."invoiceId" IN (SELECT "invoiceId" FROM touched)
  ), parts AS (
    SELECT m.kind, m."invoiceId", m.date, m.id, m.currency, l."order", l.name, l.category, l.rate,
      ${paidPartSql('taxableAmount')} AS taxable, ${paidPartSql('amount')} AS tax
    FROM moved m JOIN "InvoiceTaxLine" l ON l."accountId" = ${accountId} AND l."invoiceId" = m."invoiceId"
    LEFT JOIN "CreditNoteTaxLine" t ON t."accountId" = ${accountId} AND t."creditNoteId" = m.id AND t."order" = l."order"
    WINDOW upto AS (PARTITION BY m."invoiceId", l."order" ORDER BY m.date, m.id)
  ), shares AS (
    SELECT p.kind, p.date, p.currency, p.name, p.category, p.rate,
      p.taxable - coalesce(lag(p.taxable) OVER before, 0) AS taxable, p.tax - coalesce(lag(p.tax) OVER before, 0) AS tax
    FROM parts p
    WINDOW before AS (PARTITION BY p."invoiceId", p."order" ORDER BY p.date, p.id)
  )`;
}

/** The part of a tax line that is paid after a row of `moved`. */
function paidPartSql(column: 'amount' | 'taxableAmount'): Prisma.Sql {
  const paid = 'sum(m.amount) OVER upto';
  const remainingTotal = '(m.total - sum(m.credited) OVER upto)';
  const share = (amount: string, total: string) =>
    `round((${amount}) * ${paid} / nullif(${total}, 0), ${currencyDigitsSql('m.currency')})`;
  const all = share(`l."${column}"`, 'm.total');
  return raw(`coalesce(CASE WHEN ${remainingTotal} = 0 THEN ${all}
        ELSE ${share(`l."${column}" - sum(coalesce(t."${column}", 0)) OVER upto`, remainingTotal)} END, 0)`);
}
