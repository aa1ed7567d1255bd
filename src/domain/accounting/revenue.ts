import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { cashBasisTaxSql, hasReportableAmountSql } from './cash-basis-tax.ts';
import type { ReportingPeriods } from './reporting-periods.ts';
import {
  parseReportingPeriods,
  type reportingPeriodsInput,
  startOfPeriodSql,
} from './reporting-periods.ts';
import { voidedInvoicesSql, writeOffsSql } from './write-offs-and-voids.ts';

/** Invoices count on their issue date, payments on their payment date. */

const { sql, raw } = Prisma;

export interface InvoicedRevenuePeriod {
  /** First day of the period. */
  start: Date;
  currency: string;
  /** Issued in the period, minus voided in the period. */
  invoices: number;
  /** After discounts, without tax. */
  net: Decimal;
  tax: Decimal;
  total: Decimal;
  /** Voided in the period. The other sums are already reduced by them. */
  voidedInvoices: number;
  voided: Decimal;
  /** Written off in the period, minus reopened. */
  writtenOff: Decimal;
  /** The other sums are already reduced by them. */
  credited: Decimal;
}

/**
 * Accrual. A void or credit note lowers the sums of the period of its date, so closed periods do not change. A write-off does
 * not lower revenue or tax.
 * @throws ActionError invalid_input
 */
export function listInvoicedRevenue(
  context: Context,
  input: InputOf<typeof reportingPeriodsInput>,
): Promise<InvoicedRevenuePeriod[]> {
  return sumInvoicedRevenue(context, parseReportingPeriods(context, input));
}

export function sumInvoicedRevenue(
  context: Context,
  periods: Omit<ReportingPeriods, 'by'> & { by: ReportingPeriods['by'] | 'DAY' },
): Promise<InvoicedRevenuePeriod[]> {
  const sumOf = (kind: string) =>
    sql`coalesce(sum(- total) FILTER (WHERE kind = ${raw(`'${kind}'`)}), 0)`;
  const amounts = raw(`${withTax} - i.tax AS net, i.tax, ${withTax} AS total`);
  return context.db.$queryRaw<InvoicedRevenuePeriod[]>`
    SELECT ${startOfPeriodSql(periods, 'date')} AS start, currency,
      (count(*) FILTER (WHERE kind = 'INVOICE') - count(*) FILTER (WHERE kind = 'VOIDED'))::int AS invoices,
      sum(net) AS net, sum(tax) AS tax, sum(total) AS total,
      count(*) FILTER (WHERE kind = 'VOIDED')::int AS "voidedInvoices", ${sumOf('VOIDED')} AS voided,
      coalesce(sum("givenUp"), 0) AS "writtenOff", ${sumOf('CREDIT')} AS credited
    FROM (
      SELECT 'INVOICE' AS kind, i."dateIssued" AS date, i.currency, ${amounts}, NULL::numeric AS "givenUp"
      FROM "Invoice" i WHERE ${issuedIn(context, periods)}
      UNION ALL
      SELECT 'VOIDED', v.date, v.currency, - v.net, - v.tax, - v.total, NULL
      FROM (SELECT d.date, i.currency, ${amounts} FROM ${voidedIn(context, periods)}) v
      UNION ALL
      SELECT 'CREDIT', c."dateCreated", c.currency, c."discountAmount" - c."subTotal", - c.tax, - c.total, NULL
      FROM "CreditNote" c WHERE ${creditedIn(context, periods)}
      UNION ALL
      SELECT 'GIVEN_UP', g.date, i.currency, 0, 0, 0, g.amount
      FROM (${writeOffsSql(filterOf(context))}) g JOIN "Invoice" i ON i."accountId" = ${context.accountId} AND i.id = g."invoiceId"
      WHERE g.date BETWEEN ${periods.first}::date AND ${periods.last}::date
    ) AS issued
    GROUP BY 1, 2 ORDER BY 1, 2`;
}

const filterOf = ({ accountId, workspace: { timeZone } }: Context) => ({ accountId, timeZone });

/** The date of the void is `d.date`. */
export const voidedIn = (context: Context, { first, last }: Omit<ReportingPeriods, 'by'>) =>
  sql`(${voidedInvoicesSql(filterOf(context))}) d JOIN "Invoice" i ON i."accountId" = ${context.accountId} AND i.id = d."invoiceId"
        AND d.date BETWEEN ${first}::date AND ${last}::date`;

/** The gross amount before settlements. */
const withTax = 'i.total + i."withholdingAmount" + i."prepaidAmount" - i."roundingAmount"';

/** Drafts, also voided ones, have no issue date. */
export const issuedIn = ({ accountId }: Context, { first, last }: Omit<ReportingPeriods, 'by'>) =>
  sql`i."accountId" = ${accountId} AND i."dateIssued" BETWEEN ${first}::date AND ${last}::date`;

export const creditedIn = ({ accountId }: Context, { first, last }: Omit<ReportingPeriods, 'by'>) =>
  sql`c."accountId" = ${accountId} AND c."dateCreated" BETWEEN ${first}::date AND ${last}::date`;

export interface PaidRevenuePeriod {
  start: Date;
  currency: string;
  payments: number;
  /** Gross. */
  amount: Decimal;
  tax: Decimal;
  net: Decimal;
}

/**
 * Cash. Refunds and reversals count on their own dates, so closed periods do not change. For tax see {@link
 * cashBasisTaxSql}.
 * @throws ActionError invalid_input
 */
export function listPaidRevenue(
  context: Context,
  input: InputOf<typeof reportingPeriodsInput>,
): Promise<PaidRevenuePeriod[]> {
  const periods = parseReportingPeriods(context, input);
  return context.db.$queryRaw<PaidRevenuePeriod[]>`
    WITH ${cashBasisTaxSql(context, periods)}
    SELECT ${startOfPeriodSql(periods, 'p.date')} AS start, p.currency, sum(p.payments)::int AS payments,
      sum(p.amount) AS amount, sum(p.tax) AS tax, sum(p.amount) - sum(p.tax) AS net
    FROM (
      SELECT date, currency, kind, payments, amount, 0 AS tax FROM moved
      UNION ALL
      SELECT date, currency, kind, 0, 0, tax FROM shares
    ) p
    WHERE p.date >= ${periods.first}::date
    GROUP BY 1, 2 HAVING ${hasReportableAmountSql('p.kind', 'p.tax')} ORDER BY 1, 2`;
}
