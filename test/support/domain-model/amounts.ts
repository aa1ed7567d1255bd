import { documentTotals } from '../integer-documents.ts';
import type { Input } from './operations.ts';
import type { Invoice } from './records.ts';
import { require } from './state.ts';

/** What invoices of the model come to. */

const million = 1_000_000n;

/** The digits after the point that a currency has. */
export const digitsOf = (currency: string): number => ({ JPY: 0, KWD: 3 })[currency] ?? 2;

/** Text of a decimal as a whole number of 10^−digits; undefined where it is finer than that. */
export function wholeOf(text: unknown, digits: number): bigint | undefined {
  const [, sign = '', whole = '0', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+?)0*)?$/.exec(String(text)) ?? [];
  if (fraction.length > digits) return undefined;
  return BigInt(`${sign}${whole}${fraction.padEnd(digits, '0')}`);
}

export const micro = (text: unknown): bigint => wholeOf(text, 6) as bigint;

/** What an amount that a deposit has charged is taxed at; null: not at all. */
export interface DepositPart {
  amount: bigint;
  rate: number | null;
}

type Sums = Pick<Invoice, 'currency' | 'discountPercent' | 'lines' | 'taxPercentage'>;

const taxed = (rate: number | null, standard: number | null) => {
  if (rate === null) return { taxable: false, tax: null };
  // Amounts taxed like the invoice are taxed and rounded with it.
  if (rate === standard) return { taxable: true, tax: null };
  return { taxable: true, tax: { category: 'other', components: taxOf(rate) } };
};

const taxOf = (rate: number) => [{ rate: BigInt(rate) * million, on: 'BASE' as const }];

const totalsOf = (
  { currency, discountPercent, lines, taxPercentage }: Sums,
  deposits: readonly DepositPart[],
) =>
  documentTotals({
    digits: digitsOf(currency),
    ...{ taxIncluded: false, withholding: null, prepaid: 0n, roundTo: 0n, rounding: 0n },
    discountPercent: BigInt(discountPercent) * million,
    usual: taxPercentage === null ? [] : taxOf(taxPercentage),
    items: lines.map(({ quantity, taxable, unitPrice: price }) => ({
      ...{ quantity, price, taxable },
      ...{ baseQuantity: million, tax: null, adjustments: [] },
    })),
    deposits: [],
    adjustments: deposits.map(({ amount, rate }) => ({
      ...{ amount, percent: null, isCharge: false },
      ...taxed(rate, taxPercentage),
    })),
  });

/** The sums of an invoice, by its lines, discount and tax, and what deposits take off. */
export function amountsOf(of: Sums, deposits: readonly DepositPart[]) {
  const { discountAmount, subTotal, tax, total } = totalsOf(of, deposits);
  return { subTotal, discountAmount, tax, total };
}

/** What a new invoice comes to. @throws Rejected where its total is negative */
export function sumsOf(of: Sums, deposits: readonly DepositPart[]) {
  const amounts = amountsOf(of, deposits);
  require(amounts.total >= 0n, 'invalid_input');
  return { ...amounts, amountDue: amounts.total };
}

/** The amount of a deposit with its tax, and without. */
export function chargedBy(deposit: Invoice): DepositPart[] {
  const { taxPercentage: rate, total } = deposit;
  if (rate === null) return total === 0n ? [] : [{ amount: total, rate: null }];
  const [{ amount: tax, taxableAmount } = { amount: 0n, taxableAmount: 0n }] = totalsOf(
    deposit,
    [],
  ).taxes;
  const rest = total - taxableAmount - tax;
  const untaxed = { amount: rest, rate: null };
  return [{ amount: taxableAmount, rate }, ...(rest === 0n ? [] : [untaxed])];
}

export const lineOf = ({
  description = null,
  quantity = '1',
  taxable = true,
  unitPrice,
}: Input) => ({
  description: description as string | null,
  quantity: micro(quantity),
  unitPrice: micro(unitPrice),
  taxable: taxable as boolean,
});
