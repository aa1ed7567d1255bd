import type { TaxCategory } from '../../generated/prisma/enums.ts';

/** An exact decimal number as written, for example "-12.50". */
type DecimalText = string;

/** For example "2026-11-29". */
type IsoDate = string;

export interface ReceivedTax {
  category: TaxCategory | null;
  rate: DecimalText | null;
}

export interface ReceivedLine extends ReceivedTax {
  description: string | null;
  quantity: DecimalText | null;
  /** Code of UN/ECE Recommendation 20. */
  unit: string | null;
  /** Net price of `baseQuantity` units. */
  price: DecimalText | null;
  baseQuantity: DecimalText | null;
  net: DecimalText;
  /** Allowances and charges in the line, without sign. */
  allowances: { isCharge: boolean; amount: DecimalText }[];
}

export interface ReceivedAllowance extends ReceivedTax {
  isCharge: boolean;
  reason: string | null;
  amount: DecimalText;
}

export interface ReceivedTaxTotal extends ReceivedTax {
  taxable: DecimalText;
  tax: DecimalText;
}

export interface ReceivedSeller {
  name: string;
  vatId: string | null;
  /** Without blanks. */
  legalId: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  countryCode: string | null;
}

export interface ReceivedTotals {
  lines: DecimalText | null;
  allowances: DecimalText | null;
  charges: DecimalText | null;
  withoutTax: DecimalText | null;
  tax: DecimalText | null;
  withTax: DecimalText;
  prepaid: DecimalText | null;
  rounding: DecimalText | null;
  amountDue: DecimalText | null;
}

/** An invoice or credit note of a vendor, with the amounts of its document. */
export interface ReceivedInvoice {
  syntax: 'UBL' | 'CII';
  number: string;
  /** UNTDID 1001. */
  typeCode: string | null;
  isCreditNote: boolean;
  issueDate: IsoDate;
  dueDate: IsoDate | null;
  currency: string;
  seller: ReceivedSeller;
  payment: { iban: string | null; accountHolder: string | null; reference: string | null };
  /** Empty in the profiles MINIMUM and BASIC WL. */
  lines: ReceivedLine[];
  allowances: ReceivedAllowance[];
  taxes: ReceivedTaxTotal[];
  totals: ReceivedTotals;
}

/** A difference that does not prevent the creation of the expense. */
export interface ReceivedInvoiceWarning {
  path: string;
  code: string;
  message: string;
}
