import fc from 'fast-check';
import type { LineTax } from '../../src/domain/invoices/tax.ts';
import type { TotalsInput } from '../../src/domain/invoices/totals-input.ts';
import type { TotalsLine } from '../../src/domain/invoices/totals-lines.ts';
import type {
  ComponentModel,
  DepositModel,
  DocumentModel,
  ShareModel,
  TaxedModel,
} from './integer-documents.ts';
import { adjustmentsOf, nameOfComponent } from './integer-documents.ts';
import { decimalText } from './integer-totals.ts';

const micro = 1_000_000n;
const currencies = [
  { currency: 'JPY', digits: 0 },
  { currency: 'EUR', digits: 2 },
  { currency: 'KWD', digits: 3 },
];

const steps = (sizes: readonly bigint[], least: bigint, max: bigint) =>
  fc
    .tuple(fc.constantFrom(...sizes), fc.bigInt({ min: least, max: max }))
    .map(([size, count]) => size * count);

const percent = fc.oneof(
  fc.constantFrom(10n * micro, 33_333_333n, 50n * micro, 2_500_000n),
  fc.bigInt({ min: 1n, max: 100n * micro }),
);
const share: fc.Arbitrary<ShareModel> = fc.oneof(
  percent.map((one) => ({ percent: one, amount: 0n })),
  fc.bigInt({ min: 1n, max: 5_000n }).map((amount) => ({ percent: null, amount })),
);
const adjusting = fc.tuple(share, fc.boolean()).map(([one, isCharge]) => ({ ...one, isCharge }));
const alone = (rate: bigint): ComponentModel[] => [{ rate, on: 'BASE' }];
/** Taxes of several components: independent, on all before, and on one of them. */
const compound: ComponentModel[][] = [
  [...alone(9_975_000n), ...alone(5n * micro)],
  [...alone(5n * micro), { rate: 9_500_000n, on: 'ALL' }],
  [...alone(10n * micro), ...alone(-15n * micro), { rate: 2_500_000n, on: 0 }],
];
const ownTaxes = [
  { category: 'STANDARD', components: alone(19n * micro) },
  { category: 'STANDARD', components: alone(5_500_000n) },
  { category: 'REDUCED', components: alone(7n * micro) },
  ...['ZERO', 'EXEMPT', 'REVERSE_CHARGE', 'OUTSIDE_SCOPE', 'INTRA_COMMUNITY', 'EXPORT'].map(
    (category) => {
      return { category, components: alone(0n) };
    },
  ),
  ...compound.map((components) => ({ category: 'STANDARD', components })),
  // One component of the others, alone.
  { category: 'STANDARD', components: [{ rate: 9_975_000n, on: 'BASE', name: 'Tax 1' } as const] },
  { category: 'REDUCED', components: [{ rate: 5n * micro, on: 'BASE', name: 'Tax 2' } as const] },
  { category: 'STANDARD', components: [{ rate: 10n * micro, on: 'BASE', name: 'Tax 1' } as const] },
];
const standardTaxes = [[], alone(20n * micro), alone(0n), alone(-15n * micro), ...compound];
// Taxes that have components in common are rare among all.
const own = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ownTaxes) },
  { weight: 1, arbitrary: fc.constantFrom(...ownTaxes.slice(-6)) },
);
const taxed: fc.Arbitrary<TaxedModel> = fc.record({
  taxable: fc.boolean(),
  tax: fc.option(own, { freq: 2 }),
});
const item = fc
  .tuple(
    taxed,
    fc.record({
      quantity: steps([micro, 250_000n, 1_000n], -20n, 60n),
      price: steps([micro, 10_000n, 1_000n], -500n, 20_000n),
      baseQuantity: fc.constantFrom(micro, micro, 3n * micro, 1_000n * micro),
      adjustments: fc.array(adjusting, { maxLength: 2 }),
    }),
  )
  .map(([tax, { adjustments, ...rest }]) => {
    const of = (expected: boolean) => adjustments.filter(({ isCharge }) => isCharge === expected);
    return { ...tax, ...rest, adjustments: [...of(false), ...of(true)] };
  });
const adjustment = fc.tuple(taxed, adjusting).map(([tax, rest]) => ({ ...tax, ...rest }));

const deposit = fc
  .tuple(fc.bigInt({ min: 1n, max: 3_000n }), fc.option(own))
  .map(([amount, tax]): DepositModel => ({ amount, tax, taxable: true }));
const rounding = fc.oneof(
  fc.constantFrom(
    ...[0n, 5n, 50n].map((roundTo) => ({ roundTo, rounding: 0n })),
    ...[-3n, 0n, 2n].map((one) => ({ roundTo: 0n, rounding: one })),
  ),
);

/** Any document, with whatever there is of features. */
export const anyDocument = fc
  .record({
    kind: fc.constantFrom(...currencies),
    taxIncluded: fc.boolean(),
    discountPercent: fc.oneof(fc.constant(0n), fc.constant(100n * micro), percent),
    usual: fc.constantFrom(...standardTaxes),
    items: fc.array(item, { maxLength: 8 }),
    adjustments: fc.array(adjustment, { maxLength: 3 }),
    deposits: fc.oneof(fc.constant<DepositModel[]>([]), fc.array(deposit, { maxLength: 2 })),
    withholding: fc.option(share),
    prepaid: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10_000n })),
    rounding,
  })
  .map(({ kind, rounding, ...rest }) => withoutDefaults({ ...kind, ...rounding, ...rest }));

export type Document = DocumentModel & { currency: string };

/** A line that names the tax that the invoice has names none: the service takes both alike. */
function withoutDefaults(document: Document): Document {
  const asText = (of: readonly ComponentModel[]) => JSON.stringify(componentsOf(of));
  const standard = asText(document.usual);
  const category = document.usual.every(({ rate }) => rate === 0n) ? 'ZERO' : 'STANDARD';
  const isDefault = ({ tax }: TaxedModel) =>
    tax?.category === category && asText(tax.components) === standard;
  const named = <T extends TaxedModel>(of: T): T =>
    isDefault(of) ? { ...of, tax: null, taxable: true } : of;
  const { adjustments, deposits, items } = document;
  return {
    ...document,
    items: items.map(named),
    adjustments: adjustments.map(named),
    deposits: deposits.map(named),
  };
}

const text = (value: bigint) => decimalText(value, 6);

/** The components of a tax as a rule has them. */
export const componentsOf = (of: readonly ComponentModel[]) =>
  of.map(({ on, rate }, index) => ({
    name: nameOfComponent(of, index),
    rate: text(rate),
    order: index + 1,
    compound: on !== 'BASE',
    compoundOnOrder: typeof on === 'number' ? on + 1 : null,
  }));

function taxOf({ tax }: TaxedModel): LineTax | null {
  if (!tax) return null;
  const category = tax.category as LineTax['category'];
  return {
    category,
    reason: null,
    reasonCode: null,
    percentage: null,
    components: componentsOf(tax.components),
  };
}

/** The same document as the service takes it. */
export function toTotalsInput(document: Document): TotalsInput {
  const { digits } = document;
  const shared = ({ amount, percent: of }: ShareModel, isCharge: boolean) => ({
    quantity: '1',
    unitPrice: of === null ? decimalText(isCharge ? amount : -amount, digits) : '0',
    percent: of === null ? null : text(of),
  });
  const lines: TotalsLine[] = document.items.flatMap((one) => {
    const tax = taxOf(one);
    return [
      {
        role: 'ITEM' as const,
        quantity: text(one.quantity),
        unitPrice: text(one.price),
        baseQuantity: text(one.baseQuantity),
        taxable: one.taxable,
        tax,
      },
      ...one.adjustments.map((adjusted) => ({
        role: adjusted.isCharge ? ('ITEM_CHARGE' as const) : ('ITEM_ALLOWANCE' as const),
        ...shared(adjusted, adjusted.isCharge),
        taxable: one.taxable,
        tax,
      })),
    ];
  });
  const { prepaid, rounding, roundTo, usual, withholding } = document;
  const untaxed = { quantity: '1', taxable: false };
  const made = roundTo !== 0n;
  return {
    currency: document.currency,
    taxIncluded: document.taxIncluded,
    discountPercent: text(document.discountPercent),
    components: componentsOf(usual),
    roundTo: made ? decimalText(roundTo, digits) : null,
    lines: [
      ...lines,
      ...adjustmentsOf(document).map((one) => ({
        role: one.isCharge ? ('CHARGE' as const) : ('ALLOWANCE' as const),
        ...shared(one, one.isCharge),
        taxable: one.taxable,
        tax: taxOf(one),
      })),
      ...(withholding
        ? [{ role: 'WITHHOLDING' as const, ...shared(withholding, false), taxable: false }]
        : []),
      ...(prepaid === 0n
        ? []
        : [{ role: 'PREPAID' as const, ...untaxed, unitPrice: decimalText(-prepaid, digits) }]),
      ...(made || rounding !== 0n
        ? [{ role: 'ROUNDING' as const, ...untaxed, unitPrice: decimalText(rounding, digits) }]
        : []),
    ],
  };
}
