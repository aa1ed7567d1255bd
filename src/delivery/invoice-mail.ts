import type { LiquidError } from 'liquidjs';
import { visibleText } from '../documents/texts.ts';
import { documentValues } from '../documents/values.ts';
import type { InvoiceDelivery } from '../domain/invoices/index.ts';
import type { MailValues } from '../domain/invoices/liquid.ts';
import { explainLiquid, longestRendered, renderPlain, tooLong } from '../domain/invoices/liquid.ts';
import { ActionError } from '../domain/kernel/errors.ts';
import { renderMailHtml } from './mail-html.ts';

/**
 * Subject and body of the mail with which an invoice goes out, the body as text and as HTML. Placeholders: `invoice` with
 * number, total, amountDue, currency, dueDate, datePaid, description, paymentInstructions and viewOnlineUrl; `workspace.name`;
 * `client.name`; `contact`, the first of the `contacts` it goes to, with firstName, lastName and email. Unknown
 * placeholders stay empty. Amounts and dates are written as on the invoice itself. What stands in a field is text,
 * whatever it looks like.
 * @throws ActionError conflicting_state where the template is not well-formed Liquid, too costly to render, or comes to
 * more than {@link longestRendered}
 */
export function renderInvoiceMail(
  workspace: { name: string },
  delivery: InvoiceDelivery,
): { subject: string; body: string; html: string } {
  const values = mailValues(workspace, delivery);
  const render = (part: 'subject' | 'body') => renderPart(delivery.emailTemplate, part, values);
  const body = render('body');
  return {
    // A line break in a subject would start another header.
    subject: render('subject').replace(/\s+/g, ' ').trim(),
    body,
    html: renderMailHtml(body, values),
  };
}

function mailValues(
  workspace: { name: string },
  { invoice, recipients }: InvoiceDelivery,
): MailValues {
  const contacts = recipients.map(({ email, firstName, lastName }) => ({
    email,
    firstName: visibleText(firstName ?? lastName ?? invoice.clientInfo.name),
    lastName: lastName && visibleText(lastName),
  }));
  return { ...documentValues(workspace, invoice), contact: contacts[0], contacts };
}

function renderPart(
  template: InvoiceDelivery['emailTemplate'],
  part: 'subject' | 'body',
  values: MailValues,
): string {
  const refuse = (fault: string, cause?: unknown) =>
    new ActionError(
      'conflicting_state',
      `The ${part} of the e-mail template "${template.name}" ${fault}`,
      { cause },
    );
  let rendered: string;
  try {
    rendered = renderPlain(template[part], values);
  } catch (error) {
    throw refuse(`cannot be rendered, ${explainLiquid(error as LiquidError)}`, error);
  }
  const most = longestRendered[part];
  if (rendered.length > most) throw refuse(tooLong(rendered.length, most));
  return rendered;
}
