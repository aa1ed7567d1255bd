import type { InvoiceRecord } from './invoice-record.ts';
import type { InvoiceTax } from './tax.ts';
import { defaultTaxFromJson } from './tax-json.ts';

export interface StoredTax
  extends Pick<
    InvoiceRecord,
    'taxCategory' | 'taxPercentage' | 'taxReason' | 'taxReasonCode' | 'taxRule' | 'usualTax'
  > {
  taxBreakdown: readonly StoredComponent[];
}

type StoredComponent = Pick<
  InvoiceRecord['taxBreakdown'][number],
  'compound' | 'compoundOnOrder' | 'name' | 'order' | 'rate'
>;

export function invoiceTaxOf(invoice: StoredTax): InvoiceTax {
  const { taxBreakdown, taxCategory: category, taxPercentage, taxReason: reason } = invoice;
  const { taxReasonCode: reasonCode } = invoice;
  if (invoice.usualTax !== null)
    return { ...defaultTaxFromJson(invoice.usualTax), category, reason, reasonCode };
  const components = taxBreakdown.map(({ name, rate, order, compound, compoundOnOrder }) => ({
    name,
    rate,
    order,
    compound,
    compoundOnOrder,
  }));
  return {
    rule: invoice.taxRule,
    percentage: taxPercentage,
    components,
    category,
    reason,
    reasonCode,
  };
}
