import type { ComponentModel, ItemModel } from './integer-documents.ts';
import type { Document } from './random-documents.ts';

const million = 1_000_000n;

/** The features of documents, to show that a test covered them. */
const features: Record<string, (document: Document) => boolean> = {
  'a currency without decimals': ({ digits }) => digits === 0,
  'a currency of three decimals': ({ digits }) => digits === 3,
  'prices with tax': ({ taxIncluded }) => taxIncluded,
  'a discount': ({ discountPercent }) => discountPercent > 0n,
  'a discount of all': ({ discountPercent }) => discountPercent === 100n * million,
  'a tax of several components': ({ usual }) => usual.length > 1,
  'a compound tax': ({ usual }) => usual.some(({ on }) => on === 'ALL'),
  'a compound tax on one other': ({ usual }) => usual.some(({ on }) => typeof on === 'number'),
  'a negative tax': ({ usual }) => usual.some(({ rate }) => rate < 0n),
  'compound taxes of lines, prices with tax': ({ items, taxIncluded }) =>
    taxIncluded && items.some(({ tax }) => tax?.components.some(({ on }) => on !== 'BASE')),
  'one tax in several groups': ({ items, taxIncluded }) => !taxIncluded && items.some(sharesTax),
  'several rates': ({ items }) => new Set(items.map(({ tax }) => tax?.components)).size > 2,
  'lines without tax': ({ items }) => items.some(({ tax, taxable }) => !tax && !taxable),
  ...Object.fromEntries(
    [
      ...['STANDARD', 'REDUCED', 'ZERO', 'EXEMPT', 'REVERSE_CHARGE', 'OUTSIDE_SCOPE'],
      ...['INTRA_COMMUNITY', 'EXPORT'],
    ].map((category) => {
      const has = ({ items }: Document) => items.some(({ tax }) => tax?.category === category);
      return [`lines that are ${category}`, has];
    }),
  ),
  'negative quantities': ({ items }) => items.some(({ quantity }) => quantity < 0n),
  'negative prices': ({ items }) => items.some(({ price }) => price < 0n),
  'base quantities': ({ items }) => items.some(({ baseQuantity }) => baseQuantity !== million),
  'discounts on lines': ({ items }) => adjusts(items, false),
  'charges on lines': ({ items }) => adjusts(items, true),
  'discounts on the document': ({ adjustments }) => adjustments.some(({ isCharge }) => !isCharge),
  'charges on the document': ({ adjustments }) => adjustments.some(({ isCharge }) => isCharge),
  'percentages of the document': ({ adjustments }) =>
    adjustments.some((one) => one.percent !== null),
  'adjustments with a tax of their own': ({ adjustments }) => adjustments.some(({ tax }) => tax),
  deposits: ({ deposits }) => deposits.length > 0,
  'deposits, prices with tax': (one) => one.taxIncluded && one.deposits.length > 0,
  'withholding in percent': ({ withholding }) => (withholding?.percent ?? null) !== null,
  'withholding as an amount': ({ withholding }) => withholding?.percent === null,
  'paid before': ({ prepaid }) => prepaid > 0n,
  'rounding that is made': ({ roundTo }) => roundTo > 0n,
  'rounding that is given': ({ rounding }) => rounding !== 0n,
};

/** Whether an item has a tax alone that other items have with others. */
const sharesTax = ({ tax }: ItemModel, _: number, items: readonly ItemModel[]) => {
  const [own, ...more] = tax?.components ?? [];
  const isOwn = ({ on, rate }: ComponentModel) => on === 'BASE' && rate === own?.rate;
  const has = (one: ItemModel) => one.tax?.components.some(isOwn) && one.tax.components.length > 1;
  return own?.name !== undefined && more.length === 0 && items.some(has);
};

const adjusts = (items: readonly ItemModel[], expected: boolean) =>
  items.some(({ adjustments }) => adjustments.some(({ isCharge }) => isCharge === expected));

/** Counts how many documents have each feature. */
export function countFeatures() {
  const counts = Object.fromEntries(Object.keys(features).map((name) => [name, 0]));
  return {
    counts,
    count: (document: Document) => {
      for (const [name, has] of Object.entries(features)) {
        if (has(document)) counts[name] = (counts[name] ?? 0) + 1;
      }
    },
  };
}
