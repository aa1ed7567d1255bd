import { speechOfInvoice } from '../documents/document.ts';
import { visibleText } from '../documents/texts.ts';
import { documentValues } from '../documents/values.ts';
import type { InvoiceDelivery } from '../domain/invoices/index.ts';
import { renderTemplate } from '../domain/invoices/liquid.ts';
import type { MailValues } from '../domain/invoices/liquid-values.ts';
import { longestRendered, tooLong } from '../domain/invoices/liquid-values.ts';
import { ActionError } from '../domain/kernel/errors.ts';
import { renderMailHtml } from './mail-html.ts';

/**
 * Subject and body of the mail with which an invoice goes out, the body as text and as HTML. Placeholders: `invoice` with
 * number, total, amountDue, currency, dueDate, datePaid, description, paymentInstructions and viewOnlineUrl; `workspace.name`;
 * `client.name`; `contact`, the first of the `contacts` it goes to, with firstName, lastName and email. Unknown
 * placeholders stay empty. Amounts and dates are written as on the invoice itself. What stands in a field is text,
 * whatever it looks like.
 * @throws ActionError conflicting_state where the template is not well-formed Liquid, too costly to render, or comes to
 * more than {@link longestRendered}; too_many_requests where too many templates wait to be rendered
 */
export async function renderInvoiceMail(
  workspace: { name: string; language?: string | null },
  delivery: InvoiceDelivery,
): Promise<{ subject: string; body: string; html: string }> {
  const values = mailValues(workspace, delivery);
  const render = (part: 'subject' | 'body') => renderPart(delivery.emailTemplate, part, values);
  const body = await render('body');
  const subject = await render('subject');
  return {
    // A line break in a subject would start another header.
    subject: subject.replace(/\s+/g, ' ').trim(),
    body,
    html: renderMailHtml(body, values, speechOfInvoice(workspace, delivery.invoice)),
  };
}

function mailValues(
  workspace: { name: string; language?: string | null },
  { invoice, recipients }: InvoiceDelivery,
): MailValues {
  const contacts = recipients.map(({ email, firstName, lastName }) => ({
    email,
    firstName: visibleText(firstName ?? lastName ?? invoice.clientInfo.name),
    lastName: lastName && visibleText(lastName),
  }));
  return { ...documentValues(workspace, invoice), contact: contacts[0], contacts };
}

async function renderPart(
  template: InvoiceDelivery['emailTemplate'],
  part: 'subject' | 'body',
  values: MailValues,
): Promise<string> {
  const refuse = (fault: string) =>
    new ActionError(
      'conflicting_state',
      `The ${part} of the e-mail template "${template.name}" ${fault}`,
    );
  const rendered = await renderTemplate(template.accountId, template[part], values);
  if ('fault' in rendered) throw refuse(`cannot be rendered, ${rendered.fault}`);
  const most = longestRendered[part];
  const { text } = rendered;
  if (text.length > most) throw refuse(tooLong(text.length, most));
  return text;
}
