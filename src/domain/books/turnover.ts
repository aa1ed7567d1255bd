import { Prisma } from '../../generated/prisma/client.ts';
import type { TaxCategory } from '../../generated/prisma/enums.ts';
import type { Context } from '../kernel/context.ts';
import { invalidInput } from '../kernel/errors.ts';
import type { InputOf } from '../kernel/fields.ts';
import { defaulted, inputObject, parseInput } from '../kernel/fields.ts';
import { oneOf } from '../kernel/kinds.ts';
import type { Decimal } from '../kernel/money.ts';
import { movedSql } from '../payments/moved.ts';
import { inOrder } from '../periods.ts';
import { digitsSql } from '../work-prices/digits.ts';
import type { Periods } from './periods.ts';
import { daysOf, periodsFields, type periodsInput, readPeriods, startOfPeriod } from './periods.ts';

/**
 * What was invoiced, paid and taxed, by period and currency (decision 58). Invoices count by their day of issue, payments by
 * the day on which the money came; drafts never, and nothing is summed up over two currencies.
 */

const { sql, raw } = Prisma;

/** What was issued and stands. What was written off stands: it was owed, and its tax with it. */
const stands = sql`i.status <> 'VOIDED'`;

export interface InvoicedOfPeriod {
  /** First day of the month, quarter or year. */
  start: Date;
  currency: string;
  /** How many invoices stand. */
  invoices: number;
  /** Their sum without tax: what they charge, less discounts. */
  net: Decimal;
  tax: Decimal;
  total: Decimal;
  /** How many of those that were issued in the period are void today, and their sum. */
  voidedInvoices: number;
  voided: Decimal;
  /** What of the total was given up. */
  writtenOff: Decimal;
  /** Sum of the credit notes of the period, which the other sums are less by. */
  credited: Decimal;
}

/**
 * What was invoiced, by the day of issue (accrual). A voided invoice never was to be paid: it is part of no sum but `voided`,
 * of the period in which it was issued, so that a period whose books were closed can be seen to have changed. One that was
 * written off stays in all sums, since it was earned and taxed; what was given up of it is told as `writtenOff`. Credit notes lower the
 * sums of the period of their own day, not those of their invoices.
 * @throws ActionError invalid_input
 */
export function invoicedByPeriod(
  context: Context,
  input: InputOf<typeof periodsInput>,
): Promise<InvoicedOfPeriod[]> {
  return invoicedOf(context, readPeriods(context, input));
}

/** {@link invoicedByPeriod} of days that were read already, also day by day. */
export function invoicedOf(
  context: Context,
  periods: Omit<Periods, 'by'> & { by: Periods['by'] | 'DAY' },
): Promise<InvoicedOfPeriod[]> {
  const sumOf = (amount: string, condition: Prisma.Sql) =>
    sql`coalesce(sum(${raw(amount)}) FILTER (WHERE ${condition}), 0)`;
  const isVoid = sql`kind = 'VOIDED'`;
  const counts = sql`kind <> 'VOIDED'`;
  return context.db.$queryRaw<InvoicedOfPeriod[]>`
    SELECT ${startOfPeriod(periods, 'date')} AS start, currency,
      count(*) FILTER (WHERE kind = 'STANDS')::int AS invoices,
      ${sumOf('net', counts)} AS net, ${sumOf('tax', counts)} AS tax, ${sumOf('total', counts)} AS total,
      count(*) FILTER (WHERE ${isVoid})::int AS "voidedInvoices", ${sumOf('total', isVoid)} AS voided,
      coalesce(sum("givenUp"), 0) AS "writtenOff", ${sumOf('- total', sql`kind = 'CREDIT'`)} AS credited
    FROM (
      SELECT i."dateIssued" AS date, i.currency, CASE WHEN ${stands} THEN 'STANDS' ELSE 'VOIDED' END AS kind,
        ${raw(withTax)} - i.tax AS net, i.tax, ${raw(withTax)} AS total,
        CASE WHEN i.status = 'WRITE_OFF' THEN i.total - i."paymentTotal" - i."creditedTotal" END AS "givenUp"
      FROM "Invoice" i WHERE ${issuedIn(context, periods)}
      UNION ALL
      SELECT c."dateCreated", c.currency, 'CREDIT', c."discountAmount" - c."subTotal", - c.tax, - c.total, NULL
      FROM "CreditNote" c WHERE ${creditedIn(context, periods)}
    ) AS issued
    GROUP BY 1, 2 ORDER BY 1, 2`;
}

/** What an invoice charges with its tax: what of it is withheld, was paid before or is rounded is no less invoiced. */
const withTax = 'i.total + i."withholdingAmount" + i."prepaidAmount" - i."roundingAmount"';

/** A draft has no day of issue, nor has one that was voided. */
const issuedIn = ({ accountId }: Context, { first, last }: Omit<Periods, 'by'>) =>
  sql`i."accountId" = ${accountId} AND i."dateIssued" BETWEEN ${first}::date AND ${last}::date`;

const creditedIn = ({ accountId }: Context, { first, last }: Omit<Periods, 'by'>) =>
  sql`c."accountId" = ${accountId} AND c."dateCreated" BETWEEN ${first}::date AND ${last}::date`;

export interface PaidOfPeriod {
  start: Date;
  currency: string;
  payments: number;
  /** What came, tax included. */
  amount: Decimal;
  /** What of it is tax. */
  tax: Decimal;
  net: Decimal;
}

/**
 * What was paid, by the day on which the money came, less what was refunded, by the day on which it went, and what was reversed, by the day on
 * which that was done (cash): no closed period changes. What of a payment is tax is the share that the tax has in its
 * invoice's total, see {@link taxShares}.
 * @throws ActionError invalid_input
 */
export function paidByPeriod(
  context: Context,
  input: InputOf<typeof periodsInput>,
): Promise<PaidOfPeriod[]> {
  const periods = readPeriods(context, input);
  return context.db.$queryRaw<PaidOfPeriod[]>`
    WITH ${paidUpTo(context, periods)}
    SELECT ${startOfPeriod(periods, 'r.date')} AS start, r.currency, sum(r.payments)::int AS payments,
      sum(r.amount) AS amount, coalesce(sum(t.tax), 0) AS tax, sum(r.amount) - coalesce(sum(t.tax), 0) AS net
    FROM running r CROSS JOIN LATERAL (
      SELECT sum(${taxShares('amount')}) AS tax FROM "InvoiceTaxLine" l
      WHERE l."accountId" = ${context.accountId} AND l."invoiceId" = r."invoiceId"
    ) t
    WHERE r.date >= ${periods.first}::date
    GROUP BY 1, 2 ORDER BY 1, 2`;
}

/**
 * Payments that came up to the last day, and what was refunded and reversed of them, on invoices that were paid something in the periods, each with what had been paid of its
 * invoice by then.
 */
function paidUpTo(context: Context, { first, last }: Periods): Prisma.Sql {
  const { accountId } = context;
  return sql`running AS (
    SELECT m."invoiceId", m.date, m.amount, m.payments, i.currency, i.total,
      sum(m.amount) OVER (PARTITION BY m."invoiceId" ORDER BY m.date, m.id) AS paid
    FROM (${movedSql(context, { last })}) m JOIN "Invoice" i ON i."accountId" = ${accountId} AND i.id = m."invoiceId"
    WHERE m."invoiceId" IN (SELECT o."invoiceId" FROM (${movedSql(context, { first, last })}) o)
  )`;
}

/**
 * What of a payment is an amount of a tax line: its share of all that was paid so far, rounded, less that of what was paid before.
 * So the shares of all payments of an invoice that is paid in full are the tax to the cent.
 */
function taxShares(column: 'amount' | 'taxableAmount'): Prisma.Sql {
  const upTo = (paid: string) =>
    `round(l."${column}" * ${paid} / nullif(r.total, 0), ${digitsSql('r.currency')})`;
  return raw(`(${upTo('r.paid')} - ${upTo('(r.paid - r.amount)')})`);
}

const taxBases = ['ACCRUAL', 'CASH'] as const;

/** Most rows of one answer: more of them are a matter for the CSV files. */
const mostTaxes = 1_000;

export const taxPeriodsInput = inputObject(
  'TaxPeriods',
  'Which taxes of which periods to sum up.',
  {
    basis: defaulted(
      oneOf('TaxBasis', taxBases),
      'ACCRUAL',
      'Whether a tax counts when it was invoiced or when it was paid.',
    ),
    ...periodsFields,
  },
);

export interface TaxOfPeriod {
  start: Date;
  currency: string;
  /** What the tax is called on the invoices. */
  name: string;
  /** Its category; null on invoices from before there were categories. */
  category: TaxCategory | null;
  /** Percentage. */
  rate: Decimal;
  /** What the tax was taken of. */
  taxable: Decimal;
  tax: Decimal;
}

/**
 * Taxes by their name and rate: of what was issued in a period and is not void, less what was credited in it, or of what was paid in it. What was written off
 * is taxed by accrual: taking its tax back is an entry of its own, which the law of the country allows or not.
 * @throws ActionError invalid_input, also where there are more than a thousand of them
 */
export async function taxByPeriod(
  context: Context,
  input: InputOf<typeof taxPeriodsInput>,
): Promise<TaxOfPeriod[]> {
  const { basis, ...given } = parseInput(taxPeriodsInput, input, inOrder);
  const periods = daysOf(context, given);
  const rows = await context.db.$queryRaw<TaxOfPeriod[]>(
    basis === 'ACCRUAL' ? accruedTaxes(context, periods) : paidTaxes(context, periods),
  );
  if (rows.length <= mostTaxes) return rows;
  const message = `has more than ${mostTaxes} sums: ask for longer periods, or for fewer days`;
  throw invalidInput([{ path: 'by', code: 'too_many', message }]);
}

const byTax = raw(
  `GROUP BY 1, 2, l.name, l.category, l.rate ORDER BY 1, 2, l.rate DESC, l.category, l.name LIMIT ${mostTaxes + 1}`,
);

function accruedTaxes(context: Context, periods: Periods): Prisma.Sql {
  return sql`
SELECT ${startOfPeriod(periods, 'l.date')} AS start, l.currency, l.name, l.category, l.rate,
      sum(l."taxableAmount") AS taxable, sum(l.amount) AS tax
    FROM (
      SELECT i."dateIssued" AS date, i.currency, t.name, t.category, t.rate, t."taxableAmount", t.amount
      FROM "Invoice" i JOIN "InvoiceTaxLine" t ON t."accountId" = i."accountId" AND t."invoiceId" = i.id
      WHERE ${issuedIn(context, periods)} AND ${stands}
      UNION ALL
      SELECT c."dateCreated", c.currency, t.name, x.category, t.rate, - t."taxableAmount", - t.amount
      FROM "CreditNote" c JOIN "CreditNoteTaxLine" t ON t."accountId" = c."accountId" AND t."creditNoteId" = c.id
      LEFT JOIN "InvoiceTaxLine" x ON x."accountId" = c."accountId" AND x."invoiceId" = c."invoiceId" AND x."order" = t."order"
      WHERE ${creditedIn(context, periods)}
    ) l ${byTax}`;
}

function paidTaxes(context: Context, periods: Periods): Prisma.Sql {
  return sql`
    WITH ${paidUpTo(context, periods)}
    SELECT ${startOfPeriod(periods, 'r.date')} AS start, r.currency, l.name, l.category, l.rate,
      sum(${taxShares('taxableAmount')}) AS taxable, sum(${taxShares('amount')}) AS tax
    FROM running r JOIN "InvoiceTaxLine" l ON l."accountId" = ${context.accountId} AND l."invoiceId" = r."invoiceId"
    WHERE r.date >= ${periods.first}::date ${byTax}`;
}
