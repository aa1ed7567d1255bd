import type { Invoice } from '../../generated/prisma/client.ts';
import type { TotalsExplanation } from './explain-totals.ts';
import { explainTotals } from './explain-totals.ts';
import type { StoredLine } from './line-rows.ts';
import { lineContentsOfRows, totalsLinesOf } from './line-rows.ts';
import type { StoredTax } from './stored-tax.ts';
import { invoiceTaxOf } from './stored-tax.ts';
import { taxRuleFromJson } from './tax-json.ts';

type Explained = Pick<
  Invoice,
  | 'creditedTotal'
  | 'currency'
  | 'discountPercent'
  | 'paymentTotal'
  | 'roundTo'
  | 'status'
  | 'taxInclusive'
  | 'taxRuleSnapshot'
> &
  Omit<StoredTax, 'taxRule'> & { lineItems: readonly StoredLine[] };

export function explainInvoice(invoice: Explained): TotalsExplanation {
  const { creditedTotal, currency, discountPercent, paymentTotal, roundTo, status } = invoice;
  const tax = invoiceTaxOf({ ...invoice, taxRule: taxRuleFromJson(invoice.taxRuleSnapshot) });
  const { category, components, reason: exemptionReason, reasonCode } = tax;
  const lines = totalsLinesOf(lineContentsOfRows(invoice.lineItems, { roundTo }));
  const defaultTax = { category, components, reason: exemptionReason, reasonCode };
  const input = { currency, discountPercent, roundTo, ...defaultTax, lines };
  const isClosed = status === 'VOIDED' || status === 'WRITE_OFF';
  const settled = { paymentTotal, creditedTotal, isClosed };
  return explainTotals({ ...input, taxIncluded: invoice.taxInclusive }, settled);
}
