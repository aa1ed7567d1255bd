import type { DocumentModel, DocumentTotals, ItemModel } from './integer-documents.ts';
import { divide, documentTotals } from './integer-documents.ts';

/** Computes credit notes a second time, in integers: what an invoice comes to without what was credited. */

const million = 1_000_000n;

/** Of an item: quantities in millionths, amounts in minor units. */
export interface Credited {
  quantity: bigint;
  amount: bigint;
}

/** Of each item: all credits, and those that include the discounts and charges of the document. */
export interface CreditState {
  all: Credited[];
  withAdjustments: Credited[];
}

export const noCredit = ({ items }: DocumentModel): CreditState => {
  const none = () => items.map(() => ({ quantity: 0n, amount: 0n }));
  return { all: none(), withAdjustments: none() };
};

const quotedAmount = ({ price, quantity }: ItemModel, digits: number) =>
  divide(quantity * price * 10n ** BigInt(digits), million * million);

const lesser = (one: bigint, other: bigint) => (one < other ? one : other);

/** The rest of an item; its credited amount, which is at most that rest, as a discount. */
function restOf(item: ItemModel, credited: Credited, digits: number): ItemModel | undefined {
  const rest = { ...item, quantity: item.quantity - credited.quantity };
  if (rest.quantity === 0n) return undefined;
  const amount = lesser(credited.amount, quotedAmount(rest, digits));
  return { ...rest, adjustments: [{ isCharge: false, percent: null, amount }] };
}

const amountOf = (item: ItemModel | undefined, digits: number) =>
  item ? quotedAmount(item, digits) - (item.adjustments[0]?.amount ?? 0n) : 0n;

/** What remains of each item. */
export const remainingAmounts = ({ digits, items }: DocumentModel, credited: readonly Credited[]) =>
  items.map((item, index) => amountOf(restOf(item, credited[index] as Credited, digits), digits));

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

const nothing: DocumentTotals = {
  ...{ lineTotals: [], taxes: [], subTotal: 0n, discountAmount: 0n, tax: 0n, total: 0n },
};

/** Items have no discounts and charges. Undefined if a share of an amount lies exactly between two amounts. */
export function restTotals(
  document: DocumentModel,
  { all, withAdjustments }: CreditState,
): DocumentTotals | undefined {
  const { digits, items } = document;
  const rest = items.map((item, index) => restOf(item, withAdjustments[index] as Credited, digits));
  const amounts = remainingAmounts(document, withAdjustments);
  if (amounts.every((amount) => amount === 0n)) return nothing;
  const whole = sum(items.map((item) => quotedAmount(item, digits)));
  const taken = remainingAmounts(document, all);
  const deductions = items.flatMap(({ tax, taxable }, index) => {
    const amount = (amounts[index] as bigint) - (taken[index] as bigint);
    return rest[index] ? [{ tax, taxable, percent: null, isCharge: false, amount }] : [];
  });
  const isTie = (amount: bigint) => (2n * amount * sum(amounts)) % whole === 0n;
  const isBetween = (amount: bigint) => isTie(amount) && (amount * sum(amounts)) % whole !== 0n;
  if (document.adjustments.some(({ amount }) => isBetween(amount))) return undefined;
  const adjustments = document.adjustments.map((one) => ({
    ...one,
    amount: divide(one.amount * sum(amounts), whole),
  }));
  return documentTotals({
    ...document,
    items: rest.filter((item) => item !== undefined),
    adjustments: [...adjustments, ...deductions],
  });
}
