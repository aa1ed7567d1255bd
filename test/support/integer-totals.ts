/**
 * An invoice computed a second time, in whole numbers only, from the rules as they are written down. It shares nothing
 * with the service's own calculation, so that a mistake would have to be made twice.
 */

/** Quantities, prices and percentages are in millionths. */
export interface IntegerInvoice {
  /** Digits after the point of the currency. */
  digits: number;
  lines: { quantity: bigint; unitPrice: bigint; taxable: boolean }[];
  discountPercent: bigint;
  components: IntegerComponent[];
}

export interface IntegerComponent {
  rate: bigint;
  order: number;
  compound: boolean;
  compoundOnOrder: number | null;
}

/** Amounts are in minor units of the currency. */
export interface IntegerTotals {
  lineTotals: bigint[];
  subTotal: bigint;
  discountAmount: bigint;
  taxLines: { order: number; taxableAmount: bigint; amount: bigint }[];
  tax: bigint;
  total: bigint;
}

const million = 1_000_000n;
const wholePercent = 100n * million;

/** The invoice's amounts by spec part 2, "taxBreakdown". */
export function integerTotals(invoice: IntegerInvoice): IntegerTotals {
  const minorUnits = 10n ** BigInt(invoice.digits);
  const lineTotals: bigint[] = [];
  let subTotal = 0n;
  let taxable = 0n;
  for (const line of invoice.lines) {
    const lineTotal = divide(line.quantity * line.unitPrice * minorUnits, million * million);
    lineTotals.push(lineTotal);
    subTotal += lineTotal;
    if (line.taxable) taxable += lineTotal;
  }
  const discountAmount = divide(subTotal * invoice.discountPercent, wholePercent);
  const base = taxable - divide(taxable * invoice.discountPercent, wholePercent);

  const taxLines: IntegerTotals['taxLines'] = [];
  let tax = 0n;
  const orders = invoice.components.map((component) => component.order).sort((a, b) => a - b);
  for (const order of orders) {
    const component = invoice.components.find((candidate) => candidate.order === order);
    if (!component) continue;
    let taxableAmount = base;
    if (component.compound) {
      for (const earlier of taxLines) {
        const only = component.compoundOnOrder;
        if (only === null || only === earlier.order) taxableAmount += earlier.amount;
      }
    }
    const amount = divide(taxableAmount * component.rate, wholePercent);
    taxLines.push({ order, taxableAmount, amount });
    tax += amount;
  }
  return {
    lineTotals,
    subTotal,
    discountAmount,
    taxLines,
    tax,
    total: subTotal - discountAmount + tax,
  };
}

/** A whole number of 10^−digits as a decimal without trailing zeros: 1050 with 2 digits is "10.5". */
export function decimalText(value: bigint, digits: number): string {
  const sign = value < 0n ? '-' : '';
  const text = `${value < 0n ? -value : value}`.padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits).replace(/0+$/, '');
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** Division to the nearest whole number, halves away from zero; the divisor is positive. */
function divide(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const quotient = size / divisor + (2n * (size % divisor) >= divisor ? 1n : 0n);
  return dividend < 0n ? -quotient : quotient;
}
