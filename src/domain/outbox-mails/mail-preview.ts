import type { z } from 'zod';
import type { CreditNote, Payment } from '../../generated/prisma/client.ts';
import type { MailKind } from '../../generated/prisma/enums.ts';
import type { MailText } from '../../locales/mail-texts.ts';
import { defaultMailText } from '../../locales/mail-texts.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { enumOf, multilineText, recordIdType, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput, withDefault } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { templateRules } from '../../templates/liquid.ts';
import { templateUseByMailKind } from '../../templates/template-values.ts';
import { write } from '../../write/write.ts';
import { mailKinds } from '../invoices/email-templates.ts';
import { findMailTemplate } from '../invoices/find-mail-template.ts';
import type { Recipient } from '../invoices/recipients.ts';
import { enqueueMail } from './mail-queue.ts';

export interface MailRequest {
  kind: MailKind;
  /** Null: a sample invoice. */
  invoiceId: string | null;
  /** Default: the latest payment of the invoice that counts, or that of the sample. */
  payment?: Payment | undefined;
  /** Default: as for payments. */
  creditNote?: CreditNote | undefined;
  /** Default: those of the sample. */
  recipients?: readonly Recipient[];
  /** Null: the built-in text, in the client's language. */
  emailTemplate: (MailText & { name: string }) | null;
}

interface MailWords {
  subject: string;
  body: string;
  html: string;
}

declare module '../../platform/context/context.ts' {
  interface Services {
    /** @throws ActionError record_not_found; conflicting_state if the template cannot be rendered */
    writeMail(context: Context, order: MailRequest): Promise<MailWords>;
  }
}

const wordsFields = {
  kind: withDefault(enumOf('MailKind', mailKinds), 'INVOICE'),
  emailTemplateName: nullable(
    text(),
    'The e-mail template. Default: the default template of its kind, or the built-in text.',
  ),
  emailTemplateId: nullable(recordIdType, 'Id of the e-mail template.'),
  subject: nullable(text(1_000), 'A subject line to try, in place of the template’s.'),
  body: nullable(multilineText(), 'A text to try, in place of the template’s.'),
  invoiceId: nullable(recordIdType, 'The invoice of the e-mail. Default: a sample invoice.'),
};

export const previewMailInput = inputObject(
  'PreviewMail',
  'An e-mail to preview.',
  wordsFields,
  'EmailTemplate',
);

export const sendTestMailInput = inputObject(
  'SendTestMail',
  'A test e-mail.',
  wordsFields,
  'EmailTemplate',
);

export type MailPreview = MailWords;

/**
 * Texts are validated like those of a template.
 * @throws ActionError invalid_input, name_not_found, record_not_found; conflicting_state if the template cannot be
 * rendered
 */
export async function previewMail(
  context: Context,
  input: InputOf<typeof previewMailInput>,
): Promise<MailPreview> {
  return context.services.writeMail(context, await buildMailRequest(context, input));
}

/**
 * To the signed-in user, or to the workspace owner for an API key.
 * @throws ActionError as {@link previewMail}
 */
export const sendTestMail = (
  context: Context,
  input: InputOf<typeof sendTestMailInput>,
): Promise<{ id: string }> =>
  write(context, async (tx) => {
    const { accountId, actor, db, services, workspace } = tx;
    const order = await buildMailRequest(tx, input);
    const { subject, ...words } = await services.writeMail(tx, order);
    const id = actor.person?.userId ?? workspace.ownerId;
    const user = await db.user.findUniqueOrThrow({ where: { accountId_id: { accountId, id } } });
    return enqueueMail(tx, {
      ...words,
      subject: `Test: ${subject}`,
      kind: order.kind,
      invoiceId: null,
      emailTemplateId: null,
      recipients: [user.email],
    });
  });

async function buildMailRequest(
  context: Context,
  input: InputOf<typeof previewMailInput>,
): Promise<MailRequest> {
  const requestedKind = mailKinds.find((one) => one === input.kind) ?? 'INVOICE';
  const uses = {
    subject: templateUseByMailKind[requestedKind],
    body: templateUseByMailKind[requestedKind],
  };
  const rules = await templateRules(context.accountId, previewMailInput, uses, input);
  const startLookups = (references: Partial<z.output<typeof previewMailInput>>) => {
    const { emailTemplateId = null, emailTemplateName = null, invoiceId = null } = references;
    const template = { emailTemplateId, emailTemplateName };
    return [
      findMailTemplate(context, template, references.kind ?? requestedKind),
      invoiceId === null ? null : requireInvoice(context, invoiceId),
    ] as const;
  };
  const fields = await parseOrCollectErrors(
    () => parseInput(previewMailInput, input, rules),
    (rest) => startLookups(rest),
  );
  const { body, kind, subject, invoiceId } = fields;
  const [template] = await awaitLookups<[Awaited<ReturnType<typeof findMailTemplate>>, unknown]>(
    startLookups(fields),
  );
  const hasCustomText = subject !== null || body !== null;
  const emailTemplate = hasCustomText
    ? {
        ...defaultMailText(kind, 'en'),
        ...template,
        name: template?.name ?? 'tried',
        ...(subject !== null && { subject }),
        ...(body !== null && { body }),
      }
    : template;
  return { kind, invoiceId, emailTemplate };
}

async function requireInvoice({ accountId, db }: Context, id: string): Promise<void> {
  const found = await db.invoice.count({ where: { accountId, id } });
  if (found > 0) return;
  throw new ActionError('record_not_found', `There is no invoice with id "${id}".`, {
    errors: [{ path: 'invoiceId', code: 'record_not_found', message: 'no such record' }],
  });
}
