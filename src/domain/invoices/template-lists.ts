import type { EmailTemplate } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { recordId } from '../../platform/input/field-types.ts';
import { recordNotFound } from '../../write/records.ts';
import type { Listing } from '../../query/record-list.ts';

/** Every template of a kind, by name. */
export const templatesByName: Listing = { orderBy: [{ column: 'name' }] };

/** An e-mail template as both doors answer it. */
export type EmailTemplateRecord = EmailTemplate;

/** The id and the name of an e-mail template. */
export type EmailTemplateName = Pick<EmailTemplate, 'id' | 'name'>;

export const emailTemplatePath = inputObject('EmailTemplatePath', 'Which template to read.', {
  templateId: required(recordId, 'Id of the e-mail template.'),
});

/**
 * An e-mail template with its texts as they are stored, placeholders and all.
 * @throws ActionError invalid_input, record_not_found
 */
export async function getEmailTemplate(
  context: Context,
  input: InputOf<typeof emailTemplatePath>,
): Promise<EmailTemplateRecord> {
  const { accountId, db } = context;
  const { templateId: id } = parseInput(emailTemplatePath, input);
  const template = await db.emailTemplate.findUnique({
    where: { accountId_id: { accountId, id } },
  });
  if (template === null) throw recordNotFound('EmailTemplate', id);
  return template;
}
