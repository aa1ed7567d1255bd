import type { InvoiceLine, InvoiceTaxLine } from '../../generated/prisma/client.ts';
import type { TaxCategory } from '../../generated/prisma/enums.ts';
import { Decimal } from '../../platform/money/money.ts';
import { computeEffectiveRate, sumAmounts } from '../invoices/tax-components.ts';
import type { EInvoiceLineTax, EInvoiceTax, EInvoiceTaxCode } from './e-invoice.ts';

const codes: Readonly<Record<TaxCategory, EInvoiceTaxCode>> = {
  STANDARD: 'S',
  REDUCED: 'S',
  ZERO: 'Z',
  EXEMPT: 'E',
  REVERSE_CHARGE: 'AE',
  INTRA_COMMUNITY: 'K',
  EXPORT: 'G',
  OUTSIDE_SCOPE: 'O',
};

/** VATEX codes of categories with only one possible reason. */
const defaultReasonCodes: Partial<Record<EInvoiceTaxCode, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

const formatTaxKey = (code: EInvoiceTaxCode, rate: Decimal | null): string =>
  `${code} ${(rate ?? new Decimal(0)).toFixed()}`;

/** Lines with the same key belong to one row of the tax breakdown. */
export const lineTaxKeyOf = ({ taxCode, taxRate }: EInvoiceLineTax): string | null =>
  taxCode && formatTaxKey(taxCode, taxRate);

export const breakdownKeyOf = ({ code, rate }: EInvoiceTax): string => formatTaxKey(code, rate);

/** Tax rows of old invoices have no category. */
const categoryOf = (row: Pick<InvoiceTaxLine, 'category'>, rate: Decimal): TaxCategory =>
  row.category ?? (rate.isZero() ? 'ZERO' : 'STANDARD');

export function lineTaxOf(
  line: Pick<InvoiceLine, 'taxCategory' | 'taxRate' | 'taxable'>,
  taxes: readonly EInvoiceTax[],
  rows: readonly InvoiceTaxLine[],
): EInvoiceLineTax {
  const [only, ...others] = taxes;
  const lacksCategory = rows.some(({ category }) => category === null) && others.length === 0;
  if (line.taxCategory === null && lacksCategory && line.taxable && only)
    return { taxCode: only.code, taxRate: only.code === 'O' ? null : only.rate };
  if (line.taxCategory === null) return { taxCode: null, taxRate: null };
  const taxCode = codes[line.taxCategory];
  return { taxCode, taxRate: taxCode === 'O' ? null : (line.taxRate ?? new Decimal(0)) };
}

/** STANDARD and REDUCED have the same code. */
export function buildTaxes(rows: readonly InvoiceTaxLine[]): EInvoiceTax[] {
  const taxes = new Map<string, EInvoiceTax>();
  for (const taxGroup of new Set(rows.map((row) => row.taxGroup))) {
    const tax = taxOfGroup(rows.filter((row) => row.taxGroup === taxGroup));
    const same = taxes.get(breakdownKeyOf(tax));
    taxes.set(breakdownKeyOf(tax), same ? mergeTaxes(same, tax) : tax);
  }
  return [...taxes.values()];
}

function taxOfGroup(group: readonly InvoiceTaxLine[]): EInvoiceTax {
  const [first] = group as [InvoiceTaxLine, ...InvoiceTaxLine[]];
  const rate = group.length === 1 ? first.rate : computeEffectiveRate(group);
  const code = codes[categoryOf(first, rate)];
  const hasReason = code !== 'S' && code !== 'Z';
  const [reasonCode] = first.reasonCode?.split('; ') ?? [];
  return {
    code,
    rate,
    taxableAmount: first.taxableAmount,
    amount: sumAmounts(group.map(({ amount }) => amount)),
    reason: hasReason ? first.reason : null,
    reasonCode: hasReason ? (reasonCode ?? defaultReasonCodes[code] ?? null) : null,
    names: group.map(({ name }) => name),
  };
}

function mergeTaxes(tax: EInvoiceTax, other: EInvoiceTax): EInvoiceTax {
  const reasons = new Set([tax.reason, other.reason].filter((reason) => reason !== null));
  return {
    ...(tax.names.length > 1 ? tax : other),
    taxableAmount: tax.taxableAmount.plus(other.taxableAmount),
    amount: tax.amount.plus(other.amount),
    reason: [...reasons].join('; ') || null,
    reasonCode: tax.reasonCode ?? other.reasonCode,
  };
}
