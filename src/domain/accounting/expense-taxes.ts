import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { selfAssessedCategories } from '../expenses/lines.ts';
import { expenseTaxColumnsSql, hasTaxSql } from '../expenses/tax-breakdown.ts';
import { defaultTaxLabel } from '../invoices/tax.ts';
import type { ReportingPeriods } from './reporting-periods.ts';
import type { TaxBasis, TaxDirection } from './tax-fields.ts';

const { sql, raw } = Prisma;

interface ExpenseTaxSelection {
  basis: TaxBasis;
  directions: readonly TaxDirection[];
  periods: ReportingPeriods;
}

const selfAssessed = raw(selfAssessedCategories.map((category) => `'${category}'`).join(', '));

/** SQL of the days of an expense `e`, and of conditions that they are in a range. */
export function expenseDaysSql(
  { workspace }: Pick<Context, 'workspace'>,
  { first, last }: Pick<ReportingPeriods, 'first' | 'last'>,
) {
  // Expenses that the previous release entered during an upgrade have no document date.
  const createdOn = sql`(e."dateCreated" AT TIME ZONE ${workspace.timeZone})::date`;
  const isIn = (day: Prisma.Sql) => sql`${day} BETWEEN ${first}::date AND ${last}::date`;
  const documentDate = sql`coalesce(e."documentDate", ${createdOn})`;
  const isDocumentIn = sql`(${isIn(sql`e."documentDate"`)} OR e."documentDate" IS NULL AND ${isIn(createdOn)})`;
  return {
    documentDate,
    isDocumentIn,
    datePaid: sql`coalesce(e."datePaid", ${documentDate})`,
    isPaidIn: sql`(e.paid AND (${isIn(sql`e."datePaid"`)} OR e."datePaid" IS NULL AND ${isDocumentIn}))`,
  };
}

/**
 * Rows of the report of taxes. Expenses count on their document date, or on the day of their payment. The tax that the
 * workspace owes for a purchase is also an output tax.
 */
export function expenseTaxesSql(
  context: Context,
  { basis, directions, periods }: ExpenseTaxSelection,
): Prisma.Sql {
  const { accountId } = context;
  const { datePaid, documentDate, isDocumentIn, isPaidIn } = expenseDaysSql(context, periods);
  const [date, condition] =
    basis === 'ACCRUAL' ? [documentDate, isDocumentIn] : [datePaid, isPaidIn];
  return sql`
      SELECT d.direction, 'MONEY' AS kind, x.date, x.currency, x.name, x.category, x.rate,
        x.sign * x.taxable AS taxable, x.sign * x.tax AS tax, x.sign * x.deductible AS deductible
      FROM (
        SELECT ${date} AS date, e.currency, coalesce(nullif(trim(w."taxLabel"), ''), ${defaultTaxLabel}) AS name,
          CASE e.kind WHEN 'CREDIT_NOTE' THEN -1 ELSE 1 END AS sign, ${raw(expenseTaxColumnsSql('e', 'l'))}
        FROM "Expense" e JOIN "Workspace" w ON w."accountId" = e."accountId"
        LEFT JOIN "ExpenseLine" l ON l."accountId" = ${accountId} AND l."expenseId" = e.id
        WHERE e."accountId" = ${accountId} AND ${raw(hasTaxSql('e', 'l'))} AND ${condition}
      ) x CROSS JOIN (VALUES ('OUTPUT'), ('INPUT')) d(direction)
      WHERE d.direction = ANY (${directions}::text[]) AND (d.direction = 'INPUT' OR x.rate > 0 AND x.category IN (${selfAssessed}))`;
}
