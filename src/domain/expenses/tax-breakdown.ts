import type { TaxCategory } from '../../generated/prisma/enums.ts';
import { currencyDigitsSql } from '../../platform/money/currency-digits.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { jsonArraySql } from '../../query/json-columns.ts';

export interface ExpenseTax {
  category: TaxCategory;
  rate: Decimal;
  taxableAmount: Decimal;
  amount: Decimal;
  deductibleAmount: Decimal;
}

/**
 * The columns `category`, `rate`, `taxable`, `tax` and `deductible` of an expense `e`, which is joined to its lines `l` or to no line.
 * An expense without lines has one tax.
 */
export function expenseTaxColumnsSql(e: string, l: string): string {
  const digits = currencyDigitsSql(`${e}.currency`);
  const expenseTax = `round(${e}.amount * ${e}."taxRate" / CASE WHEN ${e}."taxInclusive" THEN 100 + ${e}."taxRate" ELSE 100 END, ${digits})`;
  const lineOrExpense = (line: string, expense: string) =>
    `CASE WHEN ${l}.id IS NULL THEN ${expense} ELSE ${line} END`;
  const expenseTaxable = `round(${e}.amount, ${digits}) - CASE WHEN ${e}."taxInclusive" THEN ${expenseTax} ELSE 0 END`;
  const deductible = `round(${l}.tax * ${l}."deductiblePercent" / 100, ${digits})`;
  return `${lineOrExpense(`${l}."taxCategory"`, `(CASE WHEN ${e}."taxRate" > 0 THEN 'STANDARD' ELSE 'ZERO' END)::"TaxCategory"`)} AS category,
      ${lineOrExpense(`${l}."taxRate"`, `${e}."taxRate"`)} AS rate, ${lineOrExpense(`${l}.net`, expenseTaxable)} AS taxable,
      ${lineOrExpense(`${l}.tax`, expenseTax)} AS tax, ${lineOrExpense(deductible, expenseTax)} AS deductible`;
}

/** A negative rate is withheld tax, which is no input tax. */
export const hasTaxSql = (e: string, l: string): string =>
  `(${l}.id IS NOT NULL OR ${e}."taxRate" >= 0)`;

export const taxBreakdownSql = (alias: string): string => `
  SELECT category, rate, sum(taxable) AS "taxableAmount", sum(tax) AS amount, sum(deductible) AS "deductibleAmount"
  FROM (SELECT ${expenseTaxColumnsSql(alias, 'l')}
    FROM (SELECT) o LEFT JOIN "ExpenseLine" l ON l."accountId" = ${alias}."accountId" AND l."expenseId" = ${alias}.id
    WHERE ${hasTaxSql(alias, 'l')}) x
  GROUP BY 1, 2 ORDER BY rate DESC, category`;

export const taxBreakdownJsonSql = (alias: string): string =>
  jsonArraySql(
    `SELECT category, trim_scale(rate) AS rate, trim_scale("taxableAmount") AS "taxableAmount",
      trim_scale(amount) AS amount, trim_scale("deductibleAmount") AS "deductibleAmount" FROM (${taxBreakdownSql(alias)}) y`,
  );
