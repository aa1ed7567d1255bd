import type { InvoiceTotals } from '../../src/domain/invoices/invoice-totals.ts';
import { computeTotals } from '../../src/domain/invoices/invoice-totals.ts';
import type { TaxComponent } from '../../src/domain/invoices/tax-components.ts';
import type { TotalsInput } from '../../src/domain/invoices/totals-input.ts';

type Line = TotalsInput['lines'][number];

/** A line of an invoice. */
export function charge(quantity: string, unitPrice: string, taxable = true): Line {
  return { quantity, unitPrice, taxable };
}

/** A tax component named after its order. */
export function tax(
  rate: string,
  order = 1,
  compound = false,
  compoundOnOrder: number | null = null,
): TaxComponent {
  return { name: `Tax ${order}`, rate, order, compound, compoundOnOrder };
}

/** The totals of an invoice in a currency of two decimals, by default without discount or tax. */
export function totalsOf(input: Partial<TotalsInput> & Pick<TotalsInput, 'lines'>): InvoiceTotals {
  return computeTotals({ currency: 'CAD', discountPercent: '0', components: [], ...input });
}
