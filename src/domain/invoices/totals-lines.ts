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

/** A line as an invoice is computed of it: what it charges or takes off, and how it is taxed. */
export interface TotalsLine {
  quantity: DecimalInput;
  /** Price of `baseQuantity` units, with tax in it where the prices of the invoice include it. */
  unitPrice: DecimalInput;
  /** How many units the price is for; left out: one. */
  baseQuantity?: DecimalInput | null;
  /** What the line is made of instead of a price: of the item before it, of all items, or of the invoice before tax. */
  percent?: DecimalInput | null;
  /** Whether the line contributes to the taxable base of the invoice's own tax. */
  taxable: boolean;
  /** Its tax, where it names one. */
  tax?: LineTax | null;
  /** Left out: an item. */
  role?: LineRole | undefined;
  /** What is charged; an explanation names the line by it. */
  description?: string | null;
}

/** What is settled below the taxes: it is part of the total, and neither taxed nor discounted. */
const settlements: readonly (LineRole | undefined)[] = ['WITHHOLDING', 'PREPAID', 'ROUNDING'];

/** What a discount on the whole invoice is taken of. */
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

/** Whether what a role says in percent is taken off. */
const isTakenOff = (role: LineRole | undefined) =>
  role === 'ITEM_ALLOWANCE' || role === 'ALLOWANCE' || role === 'WITHHOLDING';

/**
 * The amount of each line as it is quoted, rounded: quantity × price ÷ base quantity, or a percentage. 0 for what is
 * settled below the taxes.
 */
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

/** A percentage as the amount has its sign: one that is taken off is negative. */
export function signedPercent(percent: DecimalInput, role: LineRole | undefined): Decimal {
  const rate = new Decimal(percent);
  return isTakenOff(role) ? rate.negated() : rate;
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

/** How many decimals a price of one unit has at most: of as many as there can be, it is exact to the minor unit. */
const mostDecimals = 12;

/**
 * The price of one unit, of which quantity × price is the amount of the line once it is rounded: as it was quoted where it
 * was quoted so, and otherwise with as few digits as do.
 * @param exact what one unit costs, with every digit
 */
export function computeUnitPrice(
  exact: Decimal,
  quantity: Decimal,
  amount: Decimal,
  currency: string,
): Decimal {
  const digits = minorUnitDigits(currency);
  const fits = (price: Decimal) => roundToCurrency(quantity.times(price), currency).equals(amount);
  // Where a cent was given to another line, no price near the exact one fits; the amount by itself tells one that does.
  const sources = quantity.isZero() ? [exact] : [exact, amount.dividedBy(quantity)];
  for (const source of sources) {
    for (let decimals = digits; decimals <= mostDecimals; decimals += 1) {
      const price = source.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);
      if (fits(price)) return price.isZero() ? new Decimal(0) : price;
    }
  }
  throw new RangeError(`no price of ${mostDecimals} decimals × ${quantity} is ${amount}`);
}
