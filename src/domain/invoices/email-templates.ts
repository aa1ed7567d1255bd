import type { EmailTemplate } from '../../generated/prisma/client.ts';
import { changeRecord } from '../kernel/change-record.ts';
import type { UpdateMode } from '../kernel/changes.ts';
import { requireId } from '../kernel/changes.ts';
import type { Context } from '../kernel/context.ts';
import { inTransaction } from '../kernel/context.ts';
import { refusingTaken } from '../kernel/database-errors.ts';
import { defaultNeeded, takeDefault } from '../kernel/defaults.ts';
import type { InputOf } from '../kernel/fields.ts';
import { defaulted, inputObject, kept, parseInput, required } from '../kernel/fields.ts';
import { newId } from '../kernel/ids.ts';
import { flag, longText, text } from '../kernel/kinds.ts';
import { deleteRecord, lockRecord, lockWorkspace } from '../kernel/records.ts';
import { placeholdersFor, templatesFit } from './liquid.ts';

const nameDescription = 'Name, unique in the workspace.';
const defaultDescription = 'The template of mails that name none; takes that from the former one.';
const placeholders = `with placeholders in {{ }} (Liquid): ${placeholdersFor('mail')}; refused where it cannot be rendered.`;
const subjectDescription = `Subject line, ${placeholders}`;
const bodyDescription = `Text of the mail, ${placeholders}`;

export const createEmailTemplateInput = inputObject(
  'CreateEmailTemplate',
  'A new e-mail template.',
  {
    name: required(text(), nameDescription),
    isDefault: defaulted(flag, false, defaultDescription),
    subject: required(text(1_000), subjectDescription),
    body: required(longText(), bodyDescription),
  },
);

export const updateEmailTemplateInput = inputObject(
  'UpdateEmailTemplate',
  'An e-mail template’s fields.',
  {
    name: kept(text(), nameDescription),
    isDefault: kept(flag, defaultDescription),
    subject: kept(text(1_000), subjectDescription),
    body: kept(longText(), bodyDescription),
  },
);

const textsFit = templatesFit({ subject: 'mail', body: 'mail' });

const nameTaken = 'There is already an e-mail template of this name.';

/**
 * Makes an e-mail template, unless it could not be rendered.
 * @throws ActionError invalid_input, name_taken
 */
export async function createEmailTemplate(
  context: Context,
  input: InputOf<typeof createEmailTemplateInput>,
): Promise<EmailTemplate> {
  const fields = parseInput(createEmailTemplateInput, input, textsFit);
  return refusingTaken('name', nameTaken, () =>
    inTransaction(context, async (tx) => {
      if (fields.isDefault) await takeDefault(tx, 'EmailTemplate');
      const row = { ...fields, accountId: tx.accountId, id: newId('EmailTemplate') };
      return tx.db.emailTemplate.create({ data: row });
    }),
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
  const lockFirst = lockWorkspace;
  const rules = textsFit;
  const update = { type: 'EmailTemplate', schema, input, mode, rules, lockFirst } as const;
  return refusingTaken('name', nameTaken, () =>
    changeRecord(context, update, async (tx, data, current: EmailTemplate) => {
      if (data.isDefault) await takeDefault(tx, 'EmailTemplate');
      else if (data.isDefault === false && current.isDefault) throw defaultNeeded('EmailTemplate');
      const where = { accountId: tx.accountId, id: current.id };
      return tx.db.emailTemplate.updateManyAndReturn({ where, data });
    }),
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
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    await lockWorkspace(tx);
    const template = await lockRecord<EmailTemplate>(tx, 'EmailTemplate', id);
    if (template.isDefault) throw defaultNeeded('EmailTemplate');
    await deleteRecord(tx, 'EmailTemplate', id);
    return id;
  });
}
