import fc from 'fast-check';
import type { InvoiceTotals } from '../../src/domain/invoices/invoice-totals.ts';
import type { TotalsInput } from '../../src/domain/invoices/totals-input.ts';
import type { Decimal } from '../../src/platform/money/money.ts';
import type { IntegerComponent, IntegerInvoice, IntegerTotals } from './integer-totals.ts';
import { decimalText } from './integer-totals.ts';

const micro = 1_000_000n;
const widest = 999_999_999_999_999n;

const currencies = [
  { currency: 'JPY', digits: 0 },
  { currency: 'USD', digits: 2 },
  { currency: 'KWD', digits: 3 },
];

/** Everyday values in steps that make halves likely, and now and then anything the columns hold. */
function millionths(steps: readonly bigint[], max: bigint, limit: bigint): fc.Arbitrary<bigint> {
  const everyday = fc
    .tuple(fc.constantFrom(...steps), fc.bigInt({ min: -max, max: max }))
    .map(([step, count]) => step * count);
  return fc.oneof(
    { weight: 6, arbitrary: everyday },
    { weight: 1, arbitrary: fc.bigInt({ min: -limit, max: limit }) },
  );
}

const line = fc.record({
  quantity: millionths([micro, 250_000n, 50_000n, 1_000n], 40n, widest),
  unitPrice: millionths([micro, 500_000n, 10_000n, 1_000n], 20_000n, widest),
  taxable: fc.boolean(),
});

const rate = fc.oneof(
  fc.constantFrom(5n * micro, 9_975_000n, 19n * micro, 12_500_000n, 50n * micro, -20n * micro),
  fc.bigInt({ min: -100n * micro, max: 100n * micro }),
);

const discountPercent = fc.oneof(
  fc.constantFrom(0n, 100n * micro, 50n * micro, 12_500_000n, 33_333_333n),
  fc.bigInt({ min: 0n, max: 100n * micro }),
);

const components: fc.Arbitrary<IntegerComponent[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 5 })
  .chain((orders) =>
    fc.tuple(
      ...orders.map((order) => {
        const earlier = orders.filter((other) => other < order);
        return fc
          .record({ rate, compound: fc.boolean(), on: fc.constantFrom(null, ...earlier) })
          .map(({ rate, compound, on }) => ({
            rate,
            order,
            compound,
            compoundOnOrder: compound ? on : null,
          }));
      }),
    ),
  );

const lines = fc.array(line, { maxLength: 12 });
/** Any invoice, in whole numbers, whose currency has no, two or three decimals. */
export const invoice = fc
  .record({ kind: fc.constantFrom(...currencies), lines, discountPercent, components })
  .map(({ kind, ...rest }) => ({ ...kind, ...rest }));

type Invoice = IntegerInvoice & { currency: string };

/** The same invoice as the service takes it. */
export function toInput(invoice: Invoice): TotalsInput {
  const text = (value: bigint) => decimalText(value, 6);
  return {
    currency: invoice.currency,
    lines: invoice.lines.map(({ quantity, unitPrice, taxable }) => ({
      quantity: text(quantity),
      unitPrice: text(unitPrice),
      taxable,
    })),
    discountPercent: text(invoice.discountPercent),
    components: invoice.components.map((component) => ({
      ...component,
      name: `Tax ${component.order}`,
      rate: text(component.rate),
    })),
  };
}

/** Every amount in full: `toFixed()` without digits rounds nothing, so an unrounded amount shows. */
export function asText(totals: InvoiceTotals) {
  const lineTotals = totals.lines.map(({ lineTotal }) => lineTotal);
  return amountsAsText({ ...totals, lineTotals }, (amount: Decimal) => amount.toFixed());
}

/** What the model computed, written as {@link asText} writes. */
export function modelAsText(totals: IntegerTotals, digits: number) {
  return amountsAsText(totals, (amount: bigint) => decimalText(amount, digits));
}

interface Amounts<Amount> {
  lineTotals: Amount[];
  subTotal: Amount;
  discountAmount: Amount;
  taxLines: { order: number; taxableAmount: Amount; amount: Amount }[];
  tax: Amount;
  total: Amount;
}

function amountsAsText<Amount>(totals: Amounts<Amount>, text: (amount: Amount) => string) {
  return {
    lineTotals: totals.lineTotals.map(text),
    subTotal: text(totals.subTotal),
    discountAmount: text(totals.discountAmount),
    taxLines: totals.taxLines.map(({ order, taxableAmount, amount }) => ({
      order,
      taxableAmount: text(taxableAmount),
      amount: text(amount),
    })),
    tax: text(totals.tax),
    total: text(totals.total),
  };
}
