import fc from 'fast-check';
import { expect } from 'vitest';
import type { OwnTax } from '../../src/domain/invoices/tax.ts';
import type { TotalsInput } from '../../src/domain/invoices/totals.ts';
import { computeTotals } from '../../src/domain/invoices/totals.ts';
import type { TotalsLine } from '../../src/domain/invoices/totals-lines.ts';
import { Decimal, roundToCurrency } from '../../src/domain/kernel/money.ts';
import type { DocumentModel, ShareModel, TaxedModel } from './integer-documents.ts';
import { documentTotals } from './integer-documents.ts';
import { decimalText } from './integer-totals.ts';

const micro = 1_000_000n;
const currencies = [
  { currency: 'JPY', digits: 0 },
  { currency: 'EUR', digits: 2 },
  { currency: 'KWD', digits: 3 },
];

const steps = (sizes: readonly bigint[], least: bigint, most: bigint) =>
  fc
    .tuple(fc.constantFrom(...sizes), fc.bigInt({ min: least, max: most }))
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
const categories = {
  STANDARD: 19n,
  REDUCED: 7n,
  ZERO: 0n,
  EXEMPT: 0n,
  REVERSE_CHARGE: 0n,
} as const;
const own = fc
  .constantFrom(...Object.entries(categories))
  .map(([category, rate]) => ({ category, rate: rate * micro }));
const taxed: fc.Arbitrary<TaxedModel> = fc.record({
  taxable: fc.boolean(),
  tax: fc.option(own, { freq: 1 }),
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
  .map(([tax, rest]) => ({ ...tax, ...rest }));
const adjustment = fc.tuple(taxed, adjusting).map(([tax, rest]) => ({ ...tax, ...rest }));

/** Any document, with whatever there is of features. */
const anyDocument = fc
  .record({
    kind: fc.constantFrom(...currencies),
    taxIncluded: fc.boolean(),
    discountPercent: fc.oneof(fc.constant(0n), percent),
    usual: fc.constantFrom([], [20n * micro], [9_975_000n, 5n * micro], [0n], [-15n * micro]),
    items: fc.array(item, { maxLength: 8 }),
    adjustments: fc.array(adjustment, { maxLength: 3 }),
    withholding: fc.option(share),
    prepaid: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10_000n })),
    roundTo: fc.constantFrom(0n, 0n, 5n, 50n),
  })
  .map(({ kind, ...rest }) => ({ ...kind, ...rest }));

type Document = DocumentModel & { currency: string };

const text = (value: bigint) => decimalText(value, 6);

function taxOf({ tax }: TaxedModel): OwnTax | null {
  if (!tax) return null;
  const component = { name: 'Tax', rate: text(tax.rate), order: 1, compound: false };
  const components = [{ ...component, compoundOnOrder: null }];
  const category = tax.category as OwnTax['category'];
  return { category, reason: null, percentage: null, components };
}

/** The same document as the service takes it. */
function toTotalsInput(document: Document): TotalsInput {
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
  const { adjustments, prepaid, roundTo, usual, withholding } = document;
  const untaxed = { quantity: '1', taxable: false };
  return {
    currency: document.currency,
    taxIncluded: document.taxIncluded,
    discountPercent: text(document.discountPercent),
    components: usual.map((rate, index) => {
      const order = index + 1;
      return {
        name: `Tax ${order}`,
        rate: text(rate),
        order,
        compound: false,
        compoundOnOrder: null,
      };
    }),
    roundTo: roundTo === 0n ? null : decimalText(roundTo, digits),
    lines: [
      ...lines,
      ...adjustments.map((one) => ({
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
      ...(roundTo === 0n ? [] : [{ role: 'ROUNDING' as const, ...untaxed, unitPrice: '0' }]),
    ],
  };
}

/** Compares so many documents with the model, and each with what the specification says of every invoice. */
export function compareDocuments(numRuns: number): void {
  let compared = 0;
  fc.assert(
    fc.property(anyDocument, (document) => {
      const input = toTotalsInput(document);
      const totals = computeTotals(input);
      const expected = documentTotals(document);
      const written = (amount: bigint) => decimalText(amount, document.digits);
      const asComputed = JSON.stringify([
        totals.lines.map(({ lineTotal }) => lineTotal.toFixed()),
        totals.taxLines.map(({ amount, taxableAmount }) => [
          taxableAmount.toFixed(),
          amount.toFixed(),
        ]),
        [totals.subTotal, totals.discountAmount, totals.tax, totals.total].map((one) =>
          one.toFixed(),
        ),
      ]);
      const { discountAmount, subTotal, tax, total } = expected;
      const asExpected = JSON.stringify([
        expected.lineTotals.map(written),
        expected.taxes.map(({ amount, taxableAmount }) => [
          written(taxableAmount),
          written(amount),
        ]),
        [subTotal, discountAmount, tax, total].map(written),
      ]);
      if (asComputed !== asExpected) expect(JSON.parse(asComputed)).toEqual(JSON.parse(asExpected));
      expectEquations(input, totals);
      compared += 1;
    }),
    { numRuns },
  );
  expect(compared).toBe(numRuns);
}

/** What the specification says of every invoice: a line is quantity × unitPrice, the total subTotal − discountAmount + tax. */
function expectEquations(
  { currency, lines }: TotalsInput,
  totals: ReturnType<typeof computeTotals>,
): void {
  let subTotal = new Decimal(0);
  for (const [index, { lineTotal, unitPrice }] of totals.lines.entries()) {
    const quantity = new Decimal(lines[index]?.quantity ?? 1);
    const product = roundToCurrency(quantity.times(unitPrice), currency);
    if (!product.equals(lineTotal)) expect(product.toFixed()).toBe(lineTotal.toFixed());
    if (unitPrice.decimalPlaces() > 12) expect(unitPrice.toFixed()).toBe('at most 12 decimals');
    subTotal = subTotal.plus(lineTotal);
  }
  expect(subTotal.toFixed()).toBe(totals.subTotal.toFixed());
  const total = subTotal.minus(totals.discountAmount).plus(totals.tax);
  expect(total.toFixed()).toBe(totals.total.toFixed());
}

/** That every price of so many cents that includes tax is paid as it stands, at each of these rates. */
export function expectGrossPrices(cents: Iterable<number>, rates: readonly string[]): void {
  let tried = 0;
  for (const rate of rates) {
    const components = [{ name: 'VAT', rate, order: 1, compound: false, compoundOnOrder: null }];
    for (const cent of cents) {
      const price = decimalText(BigInt(cent), 2);
      const line = { quantity: '1', unitPrice: price, taxable: true };
      const input = { currency: 'EUR', lines: [line], discountPercent: '0', components };
      const { tax, total } = computeTotals({ ...input, taxIncluded: true });
      if (total.toFixed() !== price) expect(`${price} at ${rate} %: ${total}`).toBe(price);
      const exact = new Decimal(price).times(rate).dividedBy(new Decimal(rate).plus(100));
      const lost = tax.minus(exact).abs();
      if (lost.gt('0.005')) expect(`${price} at ${rate} %: ${tax} of tax`).toBe(exact.toFixed());
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(1_000);
}
