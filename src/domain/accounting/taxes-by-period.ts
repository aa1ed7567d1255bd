import { Prisma } from '../../generated/prisma/client.ts';
import type { TaxCategory } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { rangeOrderRule } from '../../platform/input/date-ranges.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';
import { requireUnrestrictedAccess } from '../../platform/permissions/permissions.ts';
import { cashBasisTaxSql, hasReportableAmountSql } from './cash-basis-tax.ts';
import { convertAmount, findExchangeRates } from './exchange-rates-by-day.ts';
import { expenseTaxesSql } from './expense-taxes.ts';
import type { ReportingPeriods } from './reporting-periods.ts';
import {
  firstDayOfPeriod,
  resolveReportingPeriods,
  startOfPeriodSql,
} from './reporting-periods.ts';
import { creditedIn, issuedIn, voidedIn } from './revenue.ts';
import type { TaxBasis, TaxDirection } from './tax-fields.ts';
import { taxDirections, taxPeriodsInput, taxSummaryInput } from './tax-fields.ts';

const { sql, raw } = Prisma;

const zero = new Decimal(0);

/** The CSV files have no limit. */
const maxTotals = 1_000;

export interface PeriodTax {
  start: Date;
  currency: string;
  direction: TaxDirection;
  name: string;
  /** Null for invoices of releases without categories. */
  category: TaxCategory | null;
  rate: Decimal;
  /** The tax base. */
  taxable: Decimal;
  tax: Decimal;
  /** Null for output tax. */
  deductibleTax: Decimal | null;
}

export interface TaxSummary {
  start: Date;
  currency: string;
  outputTax: Decimal;
  deductibleTax: Decimal;
  /** outputTax − deductibleTax */
  payable: Decimal;
  taxes: PeriodTax[];
}

interface TaxSelection {
  basis: TaxBasis;
  periods: ReportingPeriods;
  /** Null: only the taxes of invoices. */
  directions: readonly TaxDirection[] | null;
  /** Null: no conversion. */
  targetCurrency: string | null;
}

/**
 * A write-off does not lower the accrued tax: correcting it is a separate entry under local law.
 * @throws ActionError missing_scope, not_for_role, invalid_input
 */
export async function listTaxesByPeriod(
  context: Context,
  input: InputOf<typeof taxPeriodsInput>,
): Promise<PeriodTax[]> {
  return listTaxes(context, parseInput(taxPeriodsInput, input, rangeOrderRule));
}

/** @throws ActionError missing_scope, not_for_role, invalid_input */
export async function listTaxSummary(
  context: Context,
  input: InputOf<typeof taxSummaryInput>,
): Promise<TaxSummary[]> {
  const parsed = parseInput(taxSummaryInput, input, rangeOrderRule);
  const found = new Map<string, TaxSummary>();
  for (const tax of await listTaxes(context, { ...parsed, directions: [...taxDirections] })) {
    const { currency, start } = tax;
    const key = `${formatDate(start)} ${currency}`;
    const sums = found.get(key) ?? { outputTax: zero, deductibleTax: zero, taxes: [] };
    const isOutput = tax.direction === 'OUTPUT';
    const outputTax = sums.outputTax.plus(isOutput ? tax.tax : 0);
    const deductibleTax = sums.deductibleTax.plus(tax.deductibleTax ?? 0);
    const payable = outputTax.minus(deductibleTax);
    const taxes = [...sums.taxes, tax];
    found.set(key, { start, currency, outputTax, deductibleTax, payable, taxes });
  }
  return [...found.values()];
}

async function listTaxes(
  context: Context,
  parsed: Pick<
    ReturnType<typeof taxPeriodsInput.parse>,
    'basis' | 'by' | 'directions' | 'from' | 'in' | 'to'
  >,
): Promise<PeriodTax[]> {
  const { basis, directions, in: targetCurrency, ...periodInput } = parsed;
  if (directions) requireUnrestrictedAccess(context, 'invoices', 'expenses');
  const periods = resolveReportingPeriods(context, periodInput);
  if (targetCurrency) requireUnrestrictedAccess(context, 'settings');
  const selection = { basis, periods, directions, targetCurrency };
  const rows = await context.db.$queryRaw<PeriodTax[]>(taxesSql(context, selection));
  const taxes = targetCurrency
    ? await convertTaxes(context, rows, { by: periods.by, targetCurrency })
    : rows;
  if (taxes.length <= maxTotals) return taxes;
  const message = `has more than ${maxTotals} totals: choose longer periods or fewer days`;
  throw invalidInputError([{ path: 'by', code: 'too_many', message }]);
}

async function convertTaxes(
  context: Context,
  rows: readonly PeriodTax[],
  { by, targetCurrency }: { by: ReportingPeriods['by']; targetCurrency: string },
): Promise<PeriodTax[]> {
  const rateOf = await findExchangeRates(context, targetCurrency, rows, 'in');
  const found = new Map<string, PeriodTax>();
  for (const row of rows) {
    const rate = rateOf(row.start, row.currency);
    const converted = (amount: Decimal) => convertAmount(amount, rate, targetCurrency);
    const start = firstDayOfPeriod(by, row.start);
    const { category, deductibleTax, direction, name } = row;
    const key = JSON.stringify([formatDate(start), direction, name, category, row.rate]);
    const sum = found.get(key);
    const deductible = deductibleTax === null ? null : converted(deductibleTax);
    found.set(key, {
      ...{ ...row, start, currency: targetCurrency },
      taxable: converted(row.taxable).plus(sum?.taxable ?? 0),
      tax: converted(row.tax).plus(sum?.tax ?? 0),
      deductibleTax: deductible?.plus(sum?.deductibleTax ?? 0) ?? null,
    });
  }
  return [...found.values()];
}

/** Amounts to convert are sums of days, without a limit, because their sums are fewer. */
function taxesSql(
  context: Context,
  { basis, directions, periods, targetCurrency }: TaxSelection,
): Prisma.Sql {
  const by = targetCurrency === null ? periods.by : 'DAY';
  const isCash = basis === 'CASH';
  const parts = [
    ...(directions?.includes('OUTPUT') === false
      ? []
      : [isCash ? paidTaxesSql(periods) : accruedTaxesSql(context, periods)]),
    ...(directions ? [expenseTaxesSql(context, { basis, directions, periods })] : []),
  ];
  const having = isCash
    ? sql`HAVING ${hasReportableAmountSql('l.kind', 'l.taxable', 'l.tax')}`
    : Prisma.empty;
  const currencyOrder = targetCurrency === null ? 't.currency, ' : '';
  const limit = by === 'DAY' ? '' : `LIMIT ${maxTotals + 1}`;
  return sql`${isCash ? sql`WITH ${cashBasisTaxSql(context, periods)}` : Prisma.empty}
    SELECT t.* FROM (
      SELECT ${startOfPeriodSql({ by }, 'l.date')} AS start, l.currency, l.direction, l.name, l.category, l.rate,
        sum(l.taxable) AS taxable, sum(l.tax) AS tax, CASE l.direction WHEN 'INPUT' THEN sum(l.deductible) END AS "deductibleTax"
      FROM (${Prisma.join(parts, ' UNION ALL ')}) l
      GROUP BY 1, 2, 3, l.name, l.category, l.rate ${having}) t
    ORDER BY ${startOfPeriodSql(periods, 't.start')}, ${raw(currencyOrder)} t.direction DESC, t.rate DESC, t.category, t.name ${raw(limit)}`;
}

const paidTaxesSql = ({ first }: ReportingPeriods): Prisma.Sql => sql`
      SELECT 'OUTPUT' AS direction, s.kind, s.date, s.currency, s.name, s.category, s.rate, s.taxable, s.tax, NULL::numeric AS deductible
      FROM shares s WHERE s.date >= ${first}::date`;

function accruedTaxesSql(context: Context, periods: ReportingPeriods): Prisma.Sql {
  const output = raw(`'OUTPUT' AS direction, 'MONEY' AS kind`);
  return sql`
      SELECT ${output}, i."dateIssued" AS date, i.currency, t.name, t.category, t.rate, t."taxableAmount" AS taxable, t.amount AS tax, NULL::numeric AS deductible
      FROM "Invoice" i JOIN "InvoiceTaxLine" t ON t."accountId" = i."accountId" AND t."invoiceId" = i.id
      WHERE ${issuedIn(context, periods)}
      UNION ALL
      SELECT ${output}, d.date, i.currency, t.name, t.category, t.rate, - t."taxableAmount", - t.amount, NULL
      FROM ${voidedIn(context, periods)} JOIN "InvoiceTaxLine" t ON t."accountId" = i."accountId" AND t."invoiceId" = i.id
      UNION ALL
      SELECT ${output}, c."dateCreated", c.currency, t.name, x.category, t.rate, - t."taxableAmount", - t.amount, NULL
      FROM "CreditNote" c JOIN "CreditNoteTaxLine" t ON t."accountId" = c."accountId" AND t."creditNoteId" = c.id
      LEFT JOIN "InvoiceTaxLine" x ON x."accountId" = c."accountId" AND x."invoiceId" = c."invoiceId" AND x."order" = t."order"
      WHERE ${creditedIn(context, periods)}`;
}
