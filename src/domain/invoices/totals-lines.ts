import type { LineRole } from '../../generated/prisma/enums.ts';
import type { DecimalInput } from '../../platform/money/money.ts';
import {
  Decimal,
  minorUnitDigits,
  percentOf,
  roundToCurrency,
} from '../../platform/money/money.ts';
import type { LineTax } from './tax.ts';
import { sumAmounts } from './tax-components.ts';
import type { RoundStep, TotalsStepKind } from './totals-steps.ts';

export interface TotalsLine {
  quantity: DecimalInput;
  /** Price of `baseQuantity` units, including tax if the invoice's prices do. */
  unitPrice: DecimalInput;
  /** Default: 1. */
  baseQuantity?: DecimalInput | null;
  /** Of the item before, of all items, or of the invoice before tax. */
  percent?: DecimalInput | null;
  /** Subject to the default tax. */
  taxable: boolean;
  tax?: LineTax | null;
  /** Default: ITEM. */
  role?: LineRole | undefined;
  /** Name of the line in explanations. */
  description?: string | null;
}

/** Settled after tax: part of the total, not taxed or discounted. */
const settlements: readonly (LineRole | undefined)[] = ['WITHHOLDING', 'PREPAID', 'ROUNDING'];

/** A discount on the whole invoice applies to these. */
const items: readonly (LineRole | undefined)[] = [
  undefined,
  'ITEM',
  'ITEM_ALLOWANCE',
  'ITEM_CHARGE',
];

export const isSettlement = ({ role }: Pick<TotalsLine, 'role'>) => settlements.includes(role);
export const isItemTotalsLine = ({ role }: Pick<TotalsLine, 'role'>) => items.includes(role);

const kinds: Partial<Record<LineRole, TotalsStepKind>> = {
  ITEM_ALLOWANCE: 'LINE_DISCOUNT',
  ITEM_CHARGE: 'LINE_CHARGE',
  ALLOWANCE: 'ALLOWANCE',
  CHARGE: 'CHARGE',
};

const isDeduction = (role: LineRole | undefined) =>
  role === 'ITEM_ALLOWANCE' || role === 'ALLOWANCE' || role === 'WITHHOLDING';

/** quantity × price ÷ base quantity, or a percentage, rounded. 0 for settlements. */
export function computeQuotedAmounts(lines: readonly TotalsLine[], step: RoundStep): Decimal[] {
  const amounts: Decimal[] = [];
  let item = new Decimal(0);
  for (const [index, line] of lines.entries()) {
    const { percent, role = 'ITEM' } = line;
    const subject = { line: index + 1 };
    const kind = kinds[role] ?? 'LINE_TOTAL';
    if (isSettlement(line)) {
      amounts.push(new Decimal(0));
    } else if (percent === undefined || percent === null) {
      const factors = factorsOf(line);
      const value = amountOf(factors);
      amounts.push(step(kind, role === 'ITEM' ? factors : [value], value, subject));
    } else {
      const whole = role.startsWith('ITEM_')
        ? item
        : sumAmounts(amounts.filter((_, at) => isItemTotalsLine(lines[at] as TotalsLine)));
      const rate = signedPercent(percent, role);
      amounts.push(step(kind, [rate, whole], percentOf(whole, rate), subject));
    }
    if (role === 'ITEM') item = amounts.at(-1) as Decimal;
  }
  return amounts;
}

/** Discounts are negative. */
export function signedPercent(percent: DecimalInput, role: LineRole | undefined): Decimal {
  const rate = new Decimal(percent);
  return isDeduction(role) ? rate.negated() : rate;
}

function factorsOf({ quantity, unitPrice, baseQuantity }: TotalsLine): Decimal[] {
  const factors = [new Decimal(quantity), new Decimal(unitPrice)];
  const base = new Decimal(baseQuantity ?? 1);
  return base.equals(1) ? factors : [...factors, base];
}

const amountOf = ([quantity, price, base]: readonly Decimal[]) => {
  const product = (quantity as Decimal).times(price as Decimal);
  return base ? product.dividedBy(base) : product;
};

/** Enough for a price that is exact to the minor unit. */
const maxDecimals = 12;

/**
 * The unit price with the fewest decimals for which quantity × price, rounded, is `amount`.
 * @param exact the exact unit price
 */
export function computeUnitPrice(
  exact: Decimal,
  quantity: Decimal,
  amount: Decimal,
  currency: string,
): Decimal {
  const digits = minorUnitDigits(currency);
  const fits = (price: Decimal) => roundToCurrency(quantity.times(price), currency).equals(amount);
  // If this line carries a rounding difference, no price near the exact one fits.
  const sources = quantity.isZero() ? [exact] : [exact, amount.dividedBy(quantity)];
  for (const source of sources) {
    for (let decimals = digits; decimals <= maxDecimals; decimals += 1) {
      const price = source.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);
      if (fits(price)) return price.isZero() ? new Decimal(0) : price;
    }
  }
  throw new RangeError(`no price of ${maxDecimals} decimals × ${quantity} is ${amount}`);
}
