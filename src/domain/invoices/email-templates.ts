import { MailKind } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { booleanType, enumOf, multilineText, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  parseInput,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import { isStorableText } from '../../platform/input/text-types.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { templateRules } from '../../templates/liquid.ts';
import { placeholdersFor } from '../../templates/template-samples.ts';
import { addedPlaceholders, templateUseByMailKind } from '../../templates/template-values.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { createTemplate, deleteTemplate, updateTemplate } from './default-templates.ts';

export const mailKinds = Object.values(MailKind);

const defaultDescription = 'Whether it becomes the default template of its kind.';
const placeholders = `with placeholders in double braces (Liquid): ${placeholdersFor('mail')}; of a receipt ${addedPlaceholders.receipt}, of a cancellation ${addedPlaceholders.cancellation}, of a reminder ${addedPlaceholders.reminder}, of a credit note ${addedPlaceholders.creditNote}. A template that cannot be rendered is an error.`;
const subjectDescription = `Subject line, ${placeholders}`;
const bodyDescription = `Text of the e-mail, ${placeholders}`;

export const createEmailTemplateInput = inputObject(
  'CreateEmailTemplate',
  'A new e-mail template.',
  {
    name: required(text()),
    kind: withDefault(enumOf('MailKind', mailKinds), 'INVOICE'),
    isDefault: withDefault(booleanType, false, defaultDescription),
    subject: required(text(1_000), subjectDescription),
    body: required(multilineText(), bodyDescription),
  },
);

export const updateEmailTemplateInput = inputObject(
  'UpdateEmailTemplate',
  'Fields of an e-mail template.',
  {
    name: requiredOnCreate(text()),
    isDefault: requiredOnCreate(booleanType, defaultDescription),
    subject: requiredOnCreate(text(1_000), subjectDescription),
    body: requiredOnCreate(multilineText(), bodyDescription),
  },
);

const usesOf = (kind: MailKind) => ({
  subject: templateUseByMailKind[kind],
  body: templateUseByMailKind[kind],
});

/** An unknown template is reported later. */
async function kindOf({ accountId, db }: Context, { id }: { id?: unknown }): Promise<MailKind> {
  if (typeof id !== 'string' || !isStorableText(id)) return 'INVOICE';
  const where = { accountId_id: { accountId, id } };
  return (await db.emailTemplate.findUnique({ where }))?.kind ?? 'INVOICE';
}

/** @throws ActionError invalid_input, name_taken */
export async function createEmailTemplate(
  context: Context,
  input: InputOf<typeof createEmailTemplateInput>,
): Promise<InsertedRow<'EmailTemplate'>> {
  const schema = createEmailTemplateInput;
  const kind = mailKinds.find((one) => one === input.kind) ?? 'INVOICE';
  const rules = await templateRules(context.accountId, schema, usesOf(kind), input);
  const fields = parseInput(schema, input, rules);
  return createTemplate(context, 'EmailTemplate', fields);
}

/**
 * Mails that were sent stay as they are.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken; conflicting_state if the workspace would
 * have no default
 */
export async function updateEmailTemplate(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateEmailTemplateInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  const schema = updateEmailTemplateInput;
  const uses = usesOf(await kindOf(context, input));
  const rules = await templateRules(context.accountId, schema, uses, input);
  return updateTemplate(context, { model: 'EmailTemplate', schema, input, mode, rules });
}

/**
 * @throws ActionError id_missing, record_not_found; conflicting_state if it is the default or mails were written from
 * it
 */
export async function deleteEmailTemplate(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  return deleteTemplate(context, 'EmailTemplate', input);
}
