import type { Decimal } from '../../platform/money/money.ts';
import type { DatevOptions } from './datev-fields.ts';
import type { DatevRow } from './datev-format.ts';
import type { LedgerTaxGroup } from './ledger-tax-groups.ts';

type RateAccount = DatevOptions['revenueAccounts'][number] & { expenseCategory?: string | null };

interface RateGroup extends Pick<LedgerTaxGroup, 'category' | 'rate'> {
  expenseCategory?: string | null;
}

/** Accounts of a category have precedence, first those of the category of expenses. */
export function accountOfRate<A extends RateAccount>(
  accounts: readonly A[],
  { category, expenseCategory = null, rate }: RateGroup,
): A | undefined {
  const precedence = (account: A) =>
    (account.expenseCategory ? 2 : 0) + (account.category === null ? 0 : 1);
  return accounts
    .filter(
      (account) =>
        account.rate.equals(rate) &&
        (account.category === null || account.category === category) &&
        (!account.expenseCategory || account.expenseCategory === expenseCategory),
    )
    .toSorted((one, other) => precedence(other) - precedence(one))[0];
}

/** Names the category if other categories of the rate have accounts. */
export function missingRate(
  { category, rate }: RateGroup,
  accounts: readonly RateAccount[],
): string {
  const hasOtherCategory = accounts.some((account) => account.rate.equals(rate));
  const categoryText =
    category === null ? 'without a category' : `with the category ${category}, or none`;
  return `must contain the rate ${rate}${hasOtherCategory ? ` ${categoryText}` : ''}`;
}

/** A negative amount is on the other side. 0 has no row. */
export function signed(row: Omit<DatevRow, 'amount' | 'side'>, amount: Decimal): DatevRow[] {
  if (amount.isZero()) return [];
  const digits = Math.max(2, amount.decimalPlaces());
  return [{ ...row, amount: amount.abs().toFixed(digits), side: amount.isNegative() ? 'H' : 'S' }];
}
