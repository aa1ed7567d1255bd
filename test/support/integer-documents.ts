/** Computes documents with every feature of lines and taxes a second time, in integers. It shares no code with the service. */

/** Quantities, prices and percentages are in millionths. */
export interface DocumentModel {
  /** Digits after the point of the currency. */
  digits: number;
  taxIncluded: boolean;
  discountPercent: bigint;
  /** The tax of the lines that name none. */
  usual: readonly ComponentModel[];
  items: ItemModel[];
  adjustments: AdjustmentModel[];
  deposits: DepositModel[];
  withholding: ShareModel | null;
  /** In minor units. */
  prepaid: bigint;
  roundTo: bigint;
  /** What rounding adds, in minor units, where it is given and not made. */
  rounding: bigint;
}

/** One tax: of the base, with all taxes before it or the one of that place. */
export interface ComponentModel {
  rate: bigint;
  on: 'BASE' | 'ALL' | number;
  /** Left out: named by its place. */
  name?: string;
}

/** An earlier payment: an amount before tax, in minor units, and its tax. */
export interface DepositModel extends TaxedModel {
  amount: bigint;
}

export interface ShareModel {
  percent: bigint | null;
  /** In minor units. */
  amount: bigint;
}

export interface TaxedModel {
  taxable: boolean;
  /** Its taxes and their category, which group lines. Null: those of the invoice. */
  tax: { category: string; components: readonly ComponentModel[] } | null;
}

export interface ItemModel extends TaxedModel {
  quantity: bigint;
  price: bigint;
  baseQuantity: bigint;
  adjustments: (ShareModel & { isCharge: boolean })[];
}

type AdjustmentModel = TaxedModel & ShareModel & { isCharge: boolean };

/** Amounts are in minor units of the currency. */
export interface DocumentTotals {
  /** By line: items with their parts, adjustments, withholding, earlier payments, rounding. */
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
  components: readonly ComponentModel[];
  rows: Row[];
  share: bigint;
  /** The lost part of its share, of the whole percent. */
  lost: bigint;
}

/** The amounts of a document. */
export function documentTotals(document: DocumentModel): DocumentTotals {
  const { digits, discountPercent, taxIncluded, usual } = document;
  const minor = 10n ** BigInt(digits);
  const groups: Group[] = [];
  const groupOf = ({ taxable, tax }: TaxedModel): Group | null => {
    if (!tax && (!taxable || usual.length === 0)) return null;
    const components = tax?.components ?? usual;
    const key = tax ? `${tax.category} ${components.map(textOf)}` : 'usual';
    const known = groups.find((group) => group.key === key);
    if (known) return known;
    const made = { key, components, rows: [], share: 0n, lost: 0n };
    groups.push(made);
    return made;
  };
  const adjustments = adjustmentsOf(document);
  const all = [...document.items, ...adjustments];
  const isDefault = (one: TaxedModel) => !one.tax && one.taxable && usual.length > 0;
  if (usual.length > 0 && (all.some(isDefault) || !all.some(({ tax }) => tax))) {
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
  for (const one of adjustments) add(shareOf(one, items), false, one);

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
  const sameTaxes = new Map<string, { base: bigint; amount: bigint }>();
  let discountAmount = rest;
  for (const group of groups) {
    const whole = withTaxes(group.components);
    let net = 0n;
    let gross = 0n;
    if (taxIncluded) {
      for (const row of group.rows) {
        gross += row.amount;
        const soFar = divide(gross * whole.divisor, whole.dividend);
        lineTotals.set(row, soFar - net);
        net = soFar;
      }
    }
    const left = sum(group.rows.map(({ amount }) => amount)) - group.share;
    const base = taxIncluded ? divide(left * whole.divisor, whole.dividend) : left;
    discountAmount += taxIncluded ? net - base : group.share;
    const own = taxesOf(group.components, base, taxIncluded ? left : null);
    taxes.push(...own);
    if (taxIncluded || group.components.some(({ on }) => on !== 'BASE')) continue;
    // A tax that other groups have too is rounded over the whole document.
    for (const [index, { rate }] of group.components.entries()) {
      const key = `${nameOfComponent(group.components, index)} ${rate}`;
      const before = sameTaxes.get(key) ?? { base: 0n, amount: 0n };
      const amount = divide((before.base + base) * rate, wholePercent);
      (own[index] as (typeof own)[number]).amount = amount - before.amount;
      sameTaxes.set(key, { base: before.base + base, amount });
    }
  }

  const tax = sum(taxes.map(({ amount }) => amount));
  const charged = sum([...lineTotals.values()]);
  const { prepaid, rounding, roundTo, withholding } = document;
  const settled: bigint[] = [];
  if (withholding)
    settled.push(shareOf({ ...withholding, isCharge: false }, charged - discountAmount));
  if (prepaid !== 0n) settled.push(-prepaid);
  if (roundTo !== 0n) {
    const due = charged - discountAmount + tax + sum(settled);
    settled.push(divide(due, roundTo) * roundTo - due);
  } else if (rounding !== 0n) settled.push(rounding);
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

const textOf = ({ name = '', on, rate }: ComponentModel) => `${name} ${rate} of ${on};`;

/** The name of a component; a tax alone is called as a percentage is. */
export const nameOfComponent = (of: readonly ComponentModel[], index: number): string =>
  of[index]?.name ?? (of.length === 1 ? 'Tax' : `Tax ${index + 1}`);

/** The parts outside items, in their order: deposits, discounts, charges. */
export function adjustmentsOf(document: DocumentModel): AdjustmentModel[] {
  const of = (expected: boolean) =>
    document.adjustments.filter(({ isCharge }) => isCharge === expected);
  const deposits = document.deposits.map((one) => takenOff(one, document));
  return [...deposits, ...of(false), ...of(true)];
}

/** What an invoice takes off of a deposit: with its taxes, where prices include them. */
function takenOff(deposit: DepositModel, { taxIncluded, usual }: DocumentModel): AdjustmentModel {
  const { amount, tax, taxable } = deposit;
  const components = tax?.components ?? (taxable ? usual : []);
  const taxes = taxesOf(components, amount, null).map((one) => one.amount);
  const whole = taxIncluded ? amount + sum(taxes) : amount;
  return { tax, taxable, percent: null, amount: whole, isCharge: false };
}

/** The taxes of a base, each rounded; of an amount with tax the last one that takes anything takes the rest. */
function taxesOf(components: readonly ComponentModel[], base: bigint, withTax: bigint | null) {
  const last = withTax === null ? -1 : components.findLastIndex(({ rate }) => rate !== 0n);
  const taxes: { taxableAmount: bigint; amount: bigint }[] = [];
  for (const [index, { on, rate }] of components.entries()) {
    const before = taxes.map(({ amount }) => amount);
    const added = on === 'BASE' ? 0n : on === 'ALL' ? sum(before) : (before[on] ?? 0n);
    const taxableAmount = base + added;
    const rest = (withTax ?? 0n) - base - sum(before);
    const amount = index === last ? rest : divide(taxableAmount * rate, wholePercent);
    taxes.push({ taxableAmount, amount });
  }
  return taxes;
}

/** The ratio of an amount with its taxes to the amount without, as a fraction without rounding. */
function withTaxes(components: readonly ComponentModel[]): { dividend: bigint; divisor: bigint } {
  const divisor = wholePercent ** BigInt(components.length);
  const taken: bigint[] = [];
  for (const { on, rate } of components) {
    const added = on === 'BASE' ? 0n : on === 'ALL' ? sum(taken) : (taken[on] ?? 0n);
    // Exact: a tax of so many taxes has at most so many factors of a whole percent below it.
    taken.push(((divisor + added) * rate) / wholePercent);
  }
  return { dividend: divisor + sum(taken), divisor };
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const compare = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0);

/** Division to the nearest whole number, halves away from zero; the divisor is positive. */
export function divide(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const quotient = size / divisor + (2n * (size % divisor) >= divisor ? 1n : 0n);
  return dividend < 0n ? -quotient : quotient;
}
