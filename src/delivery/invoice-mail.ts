import { Liquid, type LiquidError } from 'liquidjs';
import type { InvoiceDelivery } from '../domain/invoices/index.ts';
import { formatDate } from '../domain/kernel/dates.ts';
import { ActionError } from '../domain/kernel/errors.ts';
import type { Decimal } from '../domain/kernel/money.ts';
import { minorUnitDigits } from '../domain/kernel/money.ts';

/**
 * Templates are a workspace's own text: they see plain values only, read no file (`templates` replaces the file system),
 * and cannot keep the service busy. Nothing is escaped, because the mail is plain text.
 */
const engine = new Liquid({
  templates: {},
  ownPropertyOnly: true,
  parseLimit: 100_000,
  renderLimit: 500,
  memoryLimit: 5_000_000,
});

/**
 * Subject and body of the mail with which an invoice goes out. Placeholders: `invoice` with number, total, amountDue,
 * dueDate, description, paymentInstructions and viewOnlineUrl; `workspace.name`; `client.name`; `contact`, the first of
 * the `contacts` it goes to, with firstName, lastName and email. Unknown placeholders stay empty.
 * @throws ActionError conflicting_state where the template is not well-formed Liquid or too costly to render
 */
export function renderInvoiceMail(
  workspace: { name: string },
  { emailTemplate, invoice, recipients }: InvoiceDelivery,
): { subject: string; body: string } {
  const contacts = recipients.map(({ email, firstName, lastName }) => ({
    email,
    firstName: firstName ?? lastName ?? invoice.clientInfo.name,
    lastName,
  }));
  const values = {
    invoice: {
      number: invoice.invoiceNumberFormatted,
      total: amountText(invoice.total, invoice.currency),
      amountDue: amountText(invoice.amountDue, invoice.currency),
      dueDate: formatDate(invoice.dateDue),
      description: invoice.description,
      paymentInstructions: invoice.paymentInstructions,
      viewOnlineUrl: invoice.viewOnlineUrl,
    },
    workspace: { name: workspace.name },
    client: { name: invoice.clientInfo.name },
    contact: contacts[0],
    contacts,
  };
  const render = (part: 'subject' | 'body') => renderPart(emailTemplate, part, values);
  // A line break in a subject would start another header.
  return { subject: render('subject').replace(/\s+/g, ' ').trim(), body: render('body') };
}

function renderPart(
  template: InvoiceDelivery['emailTemplate'],
  part: 'subject' | 'body',
  values: object,
): string {
  try {
    return String(engine.parseAndRenderSync(template[part], values));
  } catch (error) {
    throw new ActionError(
      'conflicting_state',
      `The ${part} of the e-mail template "${template.name}" cannot be rendered: ${(error as LiquidError).message}`,
      { cause: error },
    );
  }
}

/** "1190.00 EUR": every digit of the currency's minor unit, no rounding. */
function amountText(amount: Decimal, currency: string): string {
  return `${amount.toFixed(minorUnitDigits(currency))} ${currency}`;
}
