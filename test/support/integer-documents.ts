/**
 * Documents with every feature of lines and taxes, computed a second time in whole numbers only, from the rules as they are written
 * down (decision 56). It shares nothing with the service's own calculation, so that a mistake would have to be made twice.
 */

/** Quantities, prices and percentages are in millionths. */
export interface DocumentModel {
  /** Digits after the point of the currency. */
  digits: number;
  taxIncluded: boolean;
  discountPercent: bigint;
  /** Rates of the invoice's own tax, each of the same base. */
  usual: readonly bigint[];
  items: ItemModel[];
  adjustments: AdjustmentModel[];
  withholding: ShareModel | null;
  /** In minor units. */
  prepaid: bigint;
  roundTo: bigint;
}

export interface ShareModel {
  percent: bigint | null;
  /** In minor units. */
  amount: bigint;
}

export interface TaxedModel {
  taxable: boolean;
  /** A rate and its category, by which lines stand together; null: the invoice's own. */
  tax: { category: string; rate: bigint } | null;
}

interface ItemModel extends TaxedModel {
  quantity: bigint;
  price: bigint;
  baseQuantity: bigint;
  adjustments: (ShareModel & { isCharge: boolean })[];
}

type AdjustmentModel = TaxedModel & ShareModel & { isCharge: boolean };

/** Amounts are in minor units of the currency. */
export interface DocumentTotals {
  /** By line: items with what belongs to them, adjustments, withholding, what was paid before, rounding. */
  lineTotals: bigint[];
  subTotal: bigint;
  discountAmount: bigint;
  taxes: { taxableAmount: bigint; amount: bigint }[];
  tax: bigint;
  total: bigint;
}

const million = 1_000_000n;
const wholePercent = 100n * million;

interface Row {
  amount: bigint;
  isItem: boolean;
  group: Group | null;
}

interface Group {
  key: string;
  rates: readonly bigint[];
  rows: Row[];
  share: bigint;
  /** The lost part of its share, of the whole percent. */
  lost: bigint;
}

/** The amounts of a document by decision 56. */
export function documentTotals(document: DocumentModel): DocumentTotals {
  const { digits, discountPercent, taxIncluded, usual } = document;
  const minor = 10n ** BigInt(digits);
  const groups: Group[] = [];
  const groupOf = ({ taxable, tax }: TaxedModel): Group | null => {
    if (!tax && (!taxable || usual.length === 0)) return null;
    const rates = tax ? [tax.rate] : usual;
    const key = tax ? `${tax.category} ${tax.rate}` : 'usual';
    const known = groups.find((group) => group.key === key);
    if (known) return known;
    const made = { key, rates, rows: [], share: 0n, lost: 0n };
    groups.push(made);
    return made;
  };
  const all = [...document.items, ...document.adjustments];
  const isUsual = (one: TaxedModel) => !one.tax && one.taxable && usual.length > 0;
  if (usual.length > 0 && (all.some(isUsual) || !all.some(({ tax }) => tax))) {
    groupOf({ taxable: true, tax: null });
  }

  const rows: Row[] = [];
  const add = (amount: bigint, isItem: boolean, of: TaxedModel) => {
    const group = groupOf(of);
    const row = { amount, isItem, group };
    rows.push(row);
    group?.rows.push(row);
    return amount;
  };
  const shareOf = (
    { amount, percent, isCharge }: ShareModel & { isCharge: boolean },
    whole: bigint,
  ) => {
    const value = percent === null ? amount : divide(whole * percent, wholePercent);
    return isCharge ? value : -value;
  };
  for (const item of document.items) {
    const product = item.quantity * item.price * minor;
    const amount = add(divide(product, million * item.baseQuantity), true, item);
    for (const one of item.adjustments) add(shareOf(one, amount), true, item);
  }
  const items = sum(rows.map(({ amount }) => amount));
  for (const one of document.adjustments) add(shareOf(one, items), false, one);

  const discount = divide(items * discountPercent, wholePercent);
  const sumOfItems = (of: readonly Row[]) =>
    sum(of.filter(({ isItem }) => isItem).map(({ amount }) => amount));
  for (const group of groups) {
    const exact = sumOfItems(group.rows) * discountPercent;
    group.share = divide(exact, wholePercent);
    group.lost = exact - group.share * wholePercent;
  }
  let rest = discount - sum(groups.map(({ share }) => share));
  const untaxed = rows.filter(({ group, isItem }) => !group && isItem);
  const sign = rest < 0n ? -1n : 1n;
  if (untaxed.length === 0) {
    const order = [...groups].sort((a, b) => Number(sign) * compare(b.lost, a.lost));
    for (const group of order) {
      if (rest === 0n) break;
      group.share += sign;
      rest -= sign;
    }
  }

  const lineTotals = new Map(rows.map((row) => [row, row.amount]));
  const taxes: DocumentTotals['taxes'] = [];
  let discountAmount = rest;
  for (const group of groups) {
    const rate = sum(group.rates);
    let net = 0n;
    let gross = 0n;
    if (taxIncluded) {
      for (const row of group.rows) {
        gross += row.amount;
        const soFar = divide(gross * wholePercent, wholePercent + rate);
        lineTotals.set(row, soFar - net);
        net = soFar;
      }
    }
    const left = sum(group.rows.map(({ amount }) => amount)) - group.share;
    const base = taxIncluded ? divide(left * wholePercent, wholePercent + rate) : left;
    discountAmount += taxIncluded ? net - base : group.share;
    const last = group.rates.findLastIndex((one) => one !== 0n);
    let taken = 0n;
    for (const [index, one] of group.rates.entries()) {
      const isRest = taxIncluded && index === last;
      const amount = isRest ? left - base - taken : divide(base * one, wholePercent);
      taken += amount;
      taxes.push({ taxableAmount: base, amount });
    }
  }

  const tax = sum(taxes.map(({ amount }) => amount));
  const charged = sum([...lineTotals.values()]);
  const { prepaid, roundTo, withholding } = document;
  const settled: bigint[] = [];
  if (withholding)
    settled.push(shareOf({ ...withholding, isCharge: false }, charged - discountAmount));
  if (prepaid !== 0n) settled.push(-prepaid);
  if (roundTo !== 0n) {
    const due = charged - discountAmount + tax + sum(settled);
    settled.push(divide(due, roundTo) * roundTo - due);
  }
  const subTotal = charged + sum(settled);
  return {
    lineTotals: [...rows.map((row) => lineTotals.get(row) as bigint), ...settled],
    subTotal,
    discountAmount,
    taxes,
    tax,
    total: subTotal - discountAmount + tax,
  };
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const compare = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0);

/** Division to the nearest whole number, halves away from zero; the divisor is positive. */
function divide(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const quotient = size / divisor + (2n * (size % divisor) >= divisor ? 1n : 0n);
  return dividend < 0n ? -quotient : quotient;
}
