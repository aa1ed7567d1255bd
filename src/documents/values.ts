import { LiquidError } from 'liquidjs';
import type { DocumentValues } from '../domain/invoices/liquid.ts';
import { renderPlain } from '../domain/invoices/liquid.ts';
import type { InvoiceRecord } from '../domain/invoices/records.ts';
import { dateText, moneyText, visibleText } from './texts.ts';

const orNull = (text: string | null) => text && visibleText(text);

/** What templates can say of an invoice, written as on the invoice itself. */
export function documentValues(
  workspace: { name: string },
  invoice: InvoiceRecord,
): DocumentValues {
  const { clientInfo, currency } = invoice;
  return {
    invoice: {
      number: visibleText(invoice.invoiceNumberFormatted),
      total: moneyText(invoice.total, currency),
      amountDue: moneyText(invoice.amountDue, currency),
      currency,
      dueDate: dateText(invoice.dateDue),
      datePaid: invoice.datePaid && dateText(invoice.datePaid),
      description: orNull(invoice.description),
      paymentInstructions: orNull(invoice.paymentInstructions),
      viewOnlineUrl: invoice.viewOnlineUrl,
    },
    workspace: { name: visibleText(workspace.name) },
    client: { name: visibleText(clientInfo.name) },
  };
}

/**
 * The text at the foot, its placeholders filled in. A template is checked when it is saved; one that cannot be rendered
 * all the same is shown as it stands, because a customer has to get the invoice.
 */
export function footerText(
  footer: string | null,
  workspace: { name: string },
  invoice: InvoiceRecord,
): string | null {
  if (footer === null) return null;
  try {
    return renderPlain(footer, documentValues(workspace, invoice));
  } catch (error) {
    if (LiquidError.is(error)) return footer;
    throw error;
  }
}
