import { documentLocaleOfInvoice } from '../documents/build-invoice-document.ts';
import { documentValues } from '../documents/document-values.ts';
import { visibleText } from '../documents/text-formatting.ts';
import type { InvoiceHeader, InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import type { Recipient } from '../domain/invoices/recipients.ts';
import type { MailKind } from '../generated/prisma/enums.ts';
import type { MailText } from '../locales/mail-texts.ts';
import { defaultMailText } from '../locales/mail-texts.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { renderTemplate } from '../templates/liquid.ts';
import type { MailValues } from '../templates/template-values.ts';
import {
  maxRenderedCharacters,
  renderedTooLongMessage,
  usesLinesOrTaxes,
} from '../templates/template-values.ts';
import { renderMailHtml } from './mail-html.ts';

export interface RenderedMail {
  subject: string;
  body: string;
  html: string;
}

interface Template extends MailText {
  accountId: number;
  name: string;
}

export interface InvoiceMailInput {
  kind?: MailKind;
  invoice: InvoiceHeader & Partial<InvoiceRecord>;
  recipients: readonly Recipient[];
  /** Null for the default text. */
  emailTemplate: Template | null;
  /** Extra values, for example the payment of a receipt. */
  added?: Record<string, unknown>;
}

/**
 * Field values are never markup. An unchanged default template uses the customer's language.
 * @throws ActionError conflicting_state, too_many_requests
 */
export async function renderInvoiceMail(
  workspace: { name: string; language?: string | null; taxLabel?: string | null },
  mail: InvoiceMailInput,
): Promise<RenderedMail> {
  const { added: extraValues, emailTemplate, invoice, kind = 'INVOICE' } = mail;
  const locale = documentLocaleOfInvoice(workspace, invoice);
  const template = resolveMailText(kind, emailTemplate, locale.language);
  const values = { ...mailValues(workspace, mail, template), ...extraValues };
  const namedTemplate = { accountId: invoice.accountId, name: kind, ...emailTemplate, ...template };
  return renderMailFromValues(kind, namedTemplate, values, locale);
}

export async function renderMailFromValues(
  kind: MailKind,
  template: Template,
  values: MailValues,
  locale: Parameters<typeof renderMailHtml>[2],
): Promise<RenderedMail> {
  const body = await renderPart(template, 'body', values);
  const subject = await renderPart(template, 'subject', values);
  return {
    // A line break would start another header.
    subject: subject.replace(/\s+/g, ' ').trim(),
    body,
    html: renderMailHtml(body, values, locale, kind),
  };
}

export function resolveMailText(
  kind: MailKind,
  template: MailText | null,
  language: string,
): MailText {
  const english = defaultMailText(kind, 'en');
  const isDefault =
    template === null || (template.subject === english.subject && template.body === english.body);
  return isDefault ? defaultMailText(kind, language) : template;
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
  const options = { includesParts: usesLinesOrTaxes(`${subject}${body}`) };
  return { ...documentValues(workspace, invoice, options), contact: contacts[0], contacts };
}

async function renderPart(
  template: Template,
  part: 'subject' | 'body',
  values: MailValues,
): Promise<string> {
  const templateError = (problem: string) =>
    new ActionError(
      'conflicting_state',
      `The ${part} of the e-mail template "${template.name}" ${problem}`,
    );
  const rendered = await renderTemplate(template.accountId, template[part], values);
  if ('fault' in rendered) throw templateError(`cannot be rendered, ${rendered.fault}`);
  const maxLength = maxRenderedCharacters[part];
  const { text } = rendered;
  if (text.length > maxLength) throw templateError(renderedTooLongMessage(text.length, maxLength));
  return text;
}
