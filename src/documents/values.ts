import type { DocumentValues } from '../domain/invoices/liquid-values.ts';
import type { InvoiceHeader } from '../domain/invoices/records.ts';
import { sellerOf } from '../domain/invoices/seller.ts';
import { dateText, moneyText, visibleText } from './texts.ts';

const orNull = (text: string | null) => text && visibleText(text);

/** What templates can say of an invoice, written as on the invoice itself. */
export function documentValues(
  workspace: { name: string },
  invoice: InvoiceHeader,
): DocumentValues {
  const { clientInfo, currency } = invoice;
  return {
    invoice: {
      number: visibleText(invoice.invoiceNumberFormatted),
      total: moneyText(invoice.total, currency),
      amountDue: moneyText(invoice.amountDue, currency),
      currency,
      dueDate: dateText(invoice.dueDate),
      datePaid: invoice.datePaid && dateText(invoice.datePaid),
      description: orNull(invoice.description),
      paymentInstructions: orNull(invoice.paymentInstructions),
      viewOnlineUrl: invoice.viewOnlineUrl,
    },
    workspace: { name: visibleText(sellerOf(workspace, invoice).name) },
    client: { name: visibleText(clientInfo.name) },
  };
}
