import { documentLocaleOfInvoice } from '../documents/build-invoice-document.ts';
import { documentValues } from '../documents/document-values.ts';
import { visibleText } from '../documents/text-formatting.ts';
import type { InvoiceHeader, InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import type { Recipient } from '../domain/invoices/recipients.ts';
import type { MailKind } from '../generated/prisma/enums.ts';
import type { MailText } from '../locales/mails/invoice-mails.ts';
import { defaultMailText } from '../locales/mails/invoice-mails.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { renderTemplate } from '../templates/liquid.ts';
import type { MailValues } from '../templates/template-values.ts';
import {
  maxRenderedCharacters,
  renderedTooLongMessage,
  usesLinesOrTaxes,
} from '../templates/template-values.ts';
import { renderMailHtml } from './mail-html.ts';

/** A mail's words, as text and as HTML. */
export interface RenderedMail {
  subject: string;
  body: string;
  html: string;
}

/** The words that a mail is written from. */
interface Template extends MailText {
  accountId: number;
  name: string;
}

/** What a mail is written of. */
export interface InvoiceMailInput {
  kind?: MailKind;
  invoice: InvoiceHeader & Partial<InvoiceRecord>;
  recipients: readonly Recipient[];
  /** Null where the workspace has none of its kind: then it says the usual, in the customer's language. */
  emailTemplate: Template | null;
  /** What its kind has besides, of a receipt the payment say. */
  added?: Record<string, unknown>;
}

/**
 * Subject and body of a mail about an invoice, the body as text and as HTML. What placeholders there are, `templates/template-values.ts` says:
 * unknown ones stay empty. Amounts and dates are written as on the invoice itself. What stands in a field is text,
 * whatever it looks like. A template that nobody has changed since the workspace was made speaks the customer's language.
 * @throws ActionError conflicting_state where the template is not well-formed Liquid, too costly to render, or comes to
 * more than {@link maxRenderedCharacters}; too_many_requests where too many templates wait to be rendered
 */
export async function renderInvoiceMail(
  workspace: { name: string; language?: string | null; taxLabel?: string | null },
  mail: InvoiceMailInput,
): Promise<RenderedMail> {
  const { added, emailTemplate, invoice, kind = 'INVOICE' } = mail;
  const speech = documentLocaleOfInvoice(workspace, invoice);
  const template = resolveMailText(kind, emailTemplate, speech.language);
  const values = { ...mailValues(workspace, mail, template), ...added };
  const of = { accountId: invoice.accountId, name: kind, ...emailTemplate, ...template };
  return renderMailFromValues(kind, of, values, speech);
}

/** The same of values that are known, those of a sample say. */
export async function renderMailFromValues(
  kind: MailKind,
  template: Template,
  values: MailValues,
  speech: Parameters<typeof renderMailHtml>[2],
): Promise<RenderedMail> {
  const body = await renderPart(template, 'body', values);
  const subject = await renderPart(template, 'subject', values);
  return {
    // A line break in a subject would start another header.
    subject: subject.replace(/\s+/g, ' ').trim(),
    body,
    html: renderMailHtml(body, values, speech, kind),
  };
}

/** The template's words, or the usual ones where there is none, or it says nothing else in English. */
export function resolveMailText(
  kind: MailKind,
  template: MailText | null,
  language: string,
): MailText {
  const english = defaultMailText(kind, 'en');
  const isUsual =
    template === null || (template.subject === english.subject && template.body === english.body);
  return isUsual ? defaultMailText(kind, language) : template;
}

function mailValues(
  workspace: { name: string; language?: string | null; taxLabel?: string | null },
  { invoice, recipients }: InvoiceMailInput,
  { body, subject }: MailText,
): MailValues {
  const contacts = recipients.map(({ email, firstName, lastName }) => ({
    email,
    firstName: visibleText(firstName ?? lastName ?? invoice.clientInfo.name),
    lastName: lastName && visibleText(lastName),
  }));
  const asked = { namesParts: usesLinesOrTaxes(`${subject}${body}`) };
  return { ...documentValues(workspace, invoice, asked), contact: contacts[0], contacts };
}

async function renderPart(
  template: Template,
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
  const most = maxRenderedCharacters[part];
  const { text } = rendered;
  if (text.length > most) throw refuse(renderedTooLongMessage(text.length, most));
  return text;
}
