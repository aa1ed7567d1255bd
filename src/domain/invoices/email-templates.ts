import type { EmailTemplate } from '../../generated/prisma/client.ts';
import type { UpdateMode } from '../kernel/changes.ts';
import type { Context } from '../kernel/context.ts';
import type { InputOf } from '../kernel/fields.ts';
import { defaulted, inputObject, kept, parseInput, required } from '../kernel/fields.ts';
import { flag, longText, text } from '../kernel/kinds.ts';
import { createTemplate, deleteTemplate, updateTemplate } from './defaulted-templates.ts';
import { templateRules } from './liquid.ts';
import { placeholdersFor } from './liquid-values.ts';

const defaultDescription = 'The template of mails that name none; takes that from the former one.';
const placeholders = `with placeholders in {{ }} (Liquid): ${placeholdersFor('mail')}; refused where it cannot be rendered.`;
const subjectDescription = `Subject line, ${placeholders}`;
const bodyDescription = `Text of the mail, ${placeholders}`;

export const createEmailTemplateInput = inputObject(
  'CreateEmailTemplate',
  'A new e-mail template.',
  {
    name: required(text()),
    isDefault: defaulted(flag, false, defaultDescription),
    subject: required(text(1_000), subjectDescription),
    body: required(longText(), bodyDescription),
  },
);

export const updateEmailTemplateInput = inputObject(
  'UpdateEmailTemplate',
  'An e-mail template’s fields.',
  {
    name: kept(text()),
    isDefault: kept(flag, defaultDescription),
    subject: kept(text(1_000), subjectDescription),
    body: kept(longText(), bodyDescription),
  },
);

const uses = { subject: 'mail', body: 'mail' } as const;

/**
 * Makes an e-mail template, unless it could not be rendered.
 * @throws ActionError invalid_input, name_taken
 */
export async function createEmailTemplate(
  context: Context,
  input: InputOf<typeof createEmailTemplateInput>,
): Promise<EmailTemplate> {
  const schema = createEmailTemplateInput;
  const rules = await templateRules(context.accountId, schema, uses, input);
  const fields = parseInput(schema, input, rules);
  return createTemplate(context, 'EmailTemplate', fields, (tx, data) =>
    tx.db.emailTemplate.create({ data }),
  );
}

/**
 * Changes an e-mail template; mails that are out stay as they are.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken; conflicting_state where no template would
 * be the default one
 */
export async function updateEmailTemplate(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateEmailTemplateInput>,
  mode: UpdateMode,
): Promise<EmailTemplate> {
  const schema = updateEmailTemplateInput;
  const rules = await templateRules(context.accountId, schema, uses, input);
  const change = { type: 'EmailTemplate', schema, input, mode, rules } as const;
  return updateTemplate(context, change, (tx, update) =>
    tx.db.emailTemplate.updateManyAndReturn(update),
  );
}

/**
 * Deletes an e-mail template that no mail was written from and that is not the default one.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deleteEmailTemplate(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  return deleteTemplate(context, 'EmailTemplate', input);
}
