import type { Expense } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { TaxCategory } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import { Decimal, roundToCurrency } from '../../platform/money/money.ts';
import { selfAssessedCategories } from '../expenses/lines.ts';
import { taxBreakdownSql } from '../expenses/tax-breakdown.ts';
import { accountOfRate, missingRate, signed } from './datev-accounts.ts';
import type { DatevOptions } from './datev-fields.ts';
import type { DatevRow } from './datev-format.ts';
import { expenseDaysSql } from './expense-taxes.ts';

const { raw } = Prisma;

interface StoredTax {
  category: TaxCategory;
  rate: string;
  taxable: string;
  tax: string;
  deductible: string;
}

export interface DatevExpense
  extends Pick<
    Expense,
    'amount' | 'billNo' | 'category' | 'currency' | 'dueDate' | 'id' | 'kind' | 'vendorId'
  > {
  vendorName: string | null;
  /** Null if the document is of another period. */
  documentDate: Date | null;
  /** Null if it was not paid in the period. */
  datePaid: Date | null;
  /** Empty without a tax. */
  taxes: readonly StoredTax[];
}

/** The expenses of which the document or the payment is in the period, by document date. */
export function listDatevExpenses(
  context: Context,
  { from, to }: { from: string; to: string },
): Promise<DatevExpense[]> {
  const days = expenseDaysSql(context, { first: from, last: to });
  return context.db.$queryRaw<DatevExpense[]>`
    SELECT e.id, e.kind, e.currency, e.amount, e.category, e."billNo", e."dueDate", e."vendorId", v.name AS "vendorName",
      CASE WHEN ${days.isDocumentIn} THEN ${days.documentDate} END AS "documentDate",
      CASE WHEN ${days.isPaidIn} THEN ${days.datePaid} END AS "datePaid",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('category', b.category, 'rate', b.rate::text, 'taxable', b."taxableAmount"::text,
        'tax', b.amount::text, 'deductible', b."deductibleAmount"::text)), '[]') FROM (${raw(taxBreakdownSql('e'))}) b) AS taxes
    FROM "Expense" e LEFT JOIN "Vendor" v ON v."accountId" = e."accountId" AND v.id = e."vendorId"
    WHERE e."accountId" = ${context.accountId} AND (${days.isDocumentIn} OR ${days.isPaidIn})
    ORDER BY ${days.documentDate}, e.id`;
}

type AddError = (path: string, code: string, message: string) => void;

/** An expense has a row for each rate, and one for its payment. */
export function toExpenseRows(
  expenses: readonly DatevExpense[],
  options: DatevOptions,
  addError: AddError,
): DatevRow[] {
  const { bankAccount, bookedByHand, creditorAccount, creditors } = options;
  const accounts = new Map(creditors.map(({ account, vendorId }) => [vendorId, account]));
  const omitted = new Set(bookedByHand);
  return expenses.flatMap((expense) => {
    const { billNo, currency, datePaid, documentDate, dueDate, id, kind, vendorId } = expense;
    const creditor = accounts.get(vendorId ?? '') ?? creditorAccount ?? 0;
    const row = {
      ...{ currency, document: billNo ?? '', contraAccount: creditor, taxKey: null, dueDate: null },
      text: expense.vendorName ?? expense.category ?? billNo ?? id,
    };
    const parts = partsOf(expense);
    const sign = kind === 'CREDIT_NOTE' ? -1 : 1;
    const total = parts.reduce((sum, { gross }) => sum.plus(gross), new Decimal(0));
    const documentRows = () => {
      requirePossibleParts(expense, addError);
      return parts.flatMap(({ gross, ...group }) => {
        const found = accountOfRate(options.expenseAccounts, group);
        if (!found)
          addError('expenseAccounts', 'required', missingRate(group, options.expenseAccounts));
        const { account = 0, taxKey = null } = found ?? {};
        const date = formatDate(documentDate ?? new Date(0));
        const due = dueDate && formatDate(dueDate);
        return signed({ ...row, account, taxKey, date, dueDate: due }, gross.times(sign));
      });
    };
    return [
      ...(documentDate && !omitted.has(id) ? documentRows() : []),
      ...(datePaid
        ? signed({ ...row, account: bankAccount, date: formatDate(datePaid) }, total.times(-sign))
        : []),
    ];
  });
}

const isSelfAssessed = ({ category }: StoredTax) => selfAssessedCategories.includes(category);

interface ExpensePart {
  rate: Decimal;
  category: TaxCategory | null;
  expenseCategory: string | null;
  gross: Decimal;
}

/** The part whose tax is not deductible has rate 0. Together they are the gross amount. */
function partsOf({
  amount,
  category: expenseCategory,
  currency,
  taxes,
}: DatevExpense): ExpensePart[] {
  const untaxed = { rate: new Decimal(0), category: null, expenseCategory };
  if (taxes.length === 0) return [{ ...untaxed, gross: roundToCurrency(amount, currency) }];
  return taxes.flatMap((one) => {
    const [taxable, tax, deductible] = [one.taxable, one.tax, one.deductible].map(
      (value) => new Decimal(value),
    ) as [Decimal, Decimal, Decimal];
    const part = { rate: new Decimal(one.rate), category: one.category, expenseCategory };
    if (isSelfAssessed(one)) return [{ ...part, gross: taxable }];
    const gross = taxable.plus(tax);
    if (deductible.equals(tax)) return [{ ...part, gross }];
    const base = roundToCurrency(taxable.times(deductible).dividedBy(tax), currency);
    const own = base.plus(deductible);
    return [
      { ...part, gross: own },
      { ...untaxed, gross: gross.minus(own) },
    ];
  });
}

function requirePossibleParts({ id, taxes }: DatevExpense, addError: AddError): void {
  if (!taxes.some((one) => isSelfAssessed(one) && !new Decimal(one.tax).equals(one.deductible)))
    return;
  const message = `expense ${id} has a reverse-charge tax that is not fully deductible: book it manually and add its id to bookedByHand`;
  addError('expenseAccounts', 'not_by_rates', message);
}
