/** The business terms of EN 16931 that the checker knows, as the XML has them. Null: missing. */
export interface Terms {
  specification: string | null;
  number: string | null;
  issueDate: string | null;
  typeCode: string | null;
  currency: string | null;
  buyerReference: string | null;
  orderNumber: string | null;
  dueDate: string | null;
  paymentTerms: string | null;
  precedingNumbers: (string | null)[];
  seller: PartyTerms;
  buyer: PartyTerms;
  deliveryDate: string | null;
  period: PeriodTerms | null;
  /** Country of each place of delivery. */
  deliveryCountries: (string | null)[];
  payments: { code: string | null; accounts: (string | null)[] }[];
  lines: LineTerms[];
  allowances: (AllowanceTerms & TaxTerms)[];
  taxes: BreakdownTerms[];
  totals: Record<TotalName, string | null>;
  /** The currency of every amount that names one. */
  amountCurrencies: string[];
  /** Names of elements without content. */
  emptyElements: string[];
}

export type TotalName =
  | 'allowances'
  | 'amountDue'
  | 'charges'
  | 'lines'
  | 'prepaid'
  | 'rounding'
  | 'tax'
  | 'withTax'
  | 'withoutTax';

export interface PartyTerms {
  name: string | null;
  vatId: string | null;
  taxNumber: string | null;
  legalId: string | null;
  legalIdScheme: string | null;
  address: { countryCode: string | null } | null;
  electronicAddress: { id: string | null; scheme: string | null } | null;
}

export interface PeriodTerms {
  start: string | null;
  end: string | null;
}

export interface TaxTerms {
  taxCode: string | null;
  taxRate: string | null;
}

export interface AllowanceTerms {
  isCharge: boolean;
  amount: string | null;
  baseAmount: string | null;
  percent: string | null;
  reason: string | null;
}

export interface LineTerms extends TaxTerms {
  id: string | null;
  quantity: string | null;
  unit: string | null;
  netAmount: string | null;
  price: string | null;
  baseQuantity: string | null;
  name: string | null;
  period: PeriodTerms | null;
  allowances: AllowanceTerms[];
}

export interface BreakdownTerms {
  code: string | null;
  rate: string | null;
  taxableAmount: string | null;
  amount: string | null;
  reason: string | null;
  reasonCode: string | null;
}

/** Digits of the integers below. Prices have at most twelve decimals. */
const scale = 12;
export const one = 10n ** BigInt(scale);
export const cent = one / 100n;

/**
 * A number as an integer. Missing numbers are zero.
 * @throws Error if the text is no number of XML Schema's type decimal
 */
export function integerOf(text: string | null): bigint {
  if (text === null) return 0n;
  const [, sign, whole = '', decimals = ''] = text.match(/^([+-]?)(\d*)(?:\.(\d*))?$/) ?? [];
  if (whole + decimals === '' || decimals.length > scale) throw new Error(`${text} is no decimal`);
  const value = BigInt(whole + decimals.padEnd(scale, '0'));
  return sign === '-' ? -value : value;
}

export const sumOf = (texts: readonly (string | null)[]): bigint =>
  texts.reduce((sum, text) => sum + integerOf(text), 0n);

export const difference = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

const sizeOf = (value: bigint) => (value < 0n ? -value : value);

/** As the rules BR-S-09 and BR-CO-17: without signs, in cents, with a difference below one unit of the currency. */
export function isTaxOfRow({ amount, rate, taxableAmount }: BreakdownTerms): boolean {
  const exact = sizeOf(integerOf(taxableAmount) * integerOf(rate)) / (100n * one);
  const rounded = ((exact + cent / 2n) / cent) * cent;
  return difference(sizeOf(integerOf(amount)), rounded) < one;
}
