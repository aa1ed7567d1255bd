import type { Decimal } from '../../platform/money/money.ts';

/** Document type codes of UNTDID 1001: invoice, credit note, partial invoice, prepayment invoice. */
type EInvoiceTypeCode = '326' | '380' | '381' | '386';

/** Tax category codes of UNTDID 5305. */
export type EInvoiceTaxCode = 'AE' | 'E' | 'G' | 'K' | 'O' | 'S' | 'Z';

/** A calendar date, for example "2026-11-29". */
type IsoDate = string;

/** `start` or `end` is set, or both. */
export type EInvoicePeriod = { start: IsoDate | null; end: IsoDate | null };

export type EInvoiceAddress = {
  address1: string | null;
  address2: string | null;
  city: string | null;
  postal: string | null;
  locality: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
};

export type EInvoiceParty = EInvoiceAddress & {
  name: string;
  vatId: string | null;
  legalId: string | null;
  /** ISO 6523, four digits. */
  legalIdScheme: string | null;
  electronicAddress: string | null;
  /** Code of the list Electronic Address Scheme, for example "0204" or "EM". */
  electronicAddressScheme: string | null;
};

export type EInvoiceSeller = EInvoiceParty & {
  /** Tax number of the tax office, no VAT identifier. */
  taxNumber: string | null;
  contactName: string | null;
  contactPhone: string | null;
  contactEmail: string | null;
};

/** A discount or a surcharge. The amounts are positive. */
export type EInvoiceAllowance = {
  isCharge: boolean;
  amount: Decimal;
  percent: Decimal | null;
  baseAmount: Decimal | null;
  reason: string;
};

/** Null for a line without a tax category, which is a fault. */
export type EInvoiceLineTax = {
  taxCode: EInvoiceTaxCode | null;
  /** Null for `O`. */
  taxRate: Decimal | null;
};

export type EInvoiceDocumentAllowance = EInvoiceAllowance & EInvoiceLineTax;

export type EInvoiceLine = EInvoiceLineTax & {
  /** Position, from 1. */
  id: string;
  quantity: Decimal;
  /** UN/ECE Recommendation 20. */
  unitCode: string;
  /** Never negative. */
  unitPrice: Decimal;
  /** Number of units that `unitPrice` pays for. Null: one. */
  baseQuantity: Decimal | null;
  /** Includes allowances and charges, excludes tax. */
  netAmount: Decimal;
  name: string;
  description: string | null;
  period: EInvoicePeriod | null;
  allowances: EInvoiceAllowance[];
};

export type EInvoiceTax = {
  code: EInvoiceTaxCode;
  /** 0 for `O`. */
  rate: Decimal;
  taxableAmount: Decimal;
  amount: Decimal;
  reason: string | null;
  /** VATEX. */
  reasonCode: string | null;
  /** Names of the components. Several are a fault. */
  names: string[];
};

/** An invoice or a credit note in the terms of EN 16931. Texts are not escaped. */
export type EInvoice = {
  number: string;
  typeCode: EInvoiceTypeCode;
  issueDate: IsoDate;
  /** Null on credit notes. */
  dueDate: IsoDate | null;
  /** ISO 4217. */
  currency: string;
  buyerReference: string | null;
  orderNumber: string | null;
  note: string | null;
  paymentTerms: string | null;
  precedingInvoices: { number: string; issueDate: IsoDate | null }[];
  seller: EInvoiceSeller;
  buyer: EInvoiceParty;
  deliveryDate: IsoDate | null;
  period: EInvoicePeriod | null;
  deliverTo: EInvoiceAddress | null;
  payment: {
    /** UNTDID 4461: 58 SEPA transfer, 30 transfer, 1 not defined, 97 clearing. */
    meansCode: '1' | '30' | '58' | '97';
    reference: string;
    iban: string | null;
    accountHolder: string | null;
    bic: string | null;
  } | null;
  lines: EInvoiceLine[];
  allowances: EInvoiceDocumentAllowance[];
  taxes: EInvoiceTax[];
  totals: {
    lines: Decimal;
    allowances: Decimal;
    charges: Decimal;
    withoutTax: Decimal;
    tax: Decimal;
    withTax: Decimal;
    prepaid: Decimal;
    rounding: Decimal;
    amountDue: Decimal;
  };
};
