import type { EmailTemplate } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { recordIdType } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import type { ListQuery } from '../../query/record-list.ts';

export const templatesByName: ListQuery = { orderBy: [{ column: 'name' }] };

export type EmailTemplateRecord = EmailTemplate;

export type EmailTemplateName = Pick<EmailTemplate, 'id' | 'name'>;

export const emailTemplatePathInput = inputObject('EmailTemplatePath', 'Which template to read.', {
  templateId: required(recordIdType, 'Id of the e-mail template.'),
});

/**
 * Returns the texts with their placeholders.
 * @throws ActionError invalid_input, record_not_found
 */
export async function getEmailTemplate(
  context: Context,
  input: InputOf<typeof emailTemplatePathInput>,
): Promise<EmailTemplateRecord> {
  const { accountId, db } = context;
  const { templateId: id } = parseInput(emailTemplatePathInput, input);
  const template = await db.emailTemplate.findUnique({
    where: { accountId_id: { accountId, id } },
  });
  if (template === null) throw recordNotFoundError('EmailTemplate', id);
  return template;
}
