import type { DocumentValues } from '../domain/invoices/liquid-values.ts';
import type { InvoiceHeader } from '../domain/invoices/records.ts';
import { sellerOf } from '../domain/invoices/seller.ts';
import { speechOfInvoice } from './document.ts';
import { dateText, moneyText, visibleText } from './texts.ts';

const orNull = (text: string | null) => text && visibleText(text);

/** What templates can say of an invoice, written as on the invoice itself. */
export function documentValues(
  workspace: { name: string; language?: string | null },
  invoice: InvoiceHeader,
): DocumentValues {
  const { clientInfo, currency } = invoice;
  const { language } = speechOfInvoice(workspace, invoice);
  return {
    invoice: {
      number: visibleText(invoice.invoiceNumberFormatted),
      total: moneyText(invoice.total, currency, language),
      amountDue: moneyText(invoice.amountDue, currency, language),
      currency,
      dueDate: dateText(invoice.dueDate, language),
      datePaid: invoice.datePaid && dateText(invoice.datePaid, language),
      description: orNull(invoice.description),
      paymentInstructions: orNull(invoice.paymentInstructions),
      viewOnlineUrl: invoice.viewOnlineUrl,
    },
    workspace: { name: visibleText(sellerOf(workspace, invoice).name) },
    client: { name: visibleText(clientInfo.name) },
  };
}
