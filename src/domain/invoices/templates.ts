import type { EmailTemplate } from '../../generated/prisma/client.ts';
import type { Context } from '../kernel/context.ts';
import type { InputOf } from '../kernel/fields.ts';
import { inputObject, parseInput, required } from '../kernel/fields.ts';
import { recordId } from '../kernel/kinds.ts';
import { recordNotFound } from '../kernel/records.ts';

const byName = { orderBy: { name: 'asc' as const } };

/** The names of the workspace's invoice templates, in alphabetical order. */
export async function listInvoiceTemplateNames({ accountId, db }: Context): Promise<string[]> {
  const rows = await db.invoiceTemplate.findMany({
    where: { accountId },
    select: { name: true },
    ...byName,
  });
  return rows.map(({ name }) => name);
}

/** An e-mail template as both doors answer it. */
export type EmailTemplateRecord = EmailTemplate;

/** The id and the name of an e-mail template. */
export type EmailTemplateName = Pick<EmailTemplate, 'id' | 'name'>;

/** The workspace's e-mail templates by name, without their texts. */
export async function listEmailTemplates({ accountId, db }: Context): Promise<EmailTemplateName[]> {
  return db.emailTemplate.findMany({
    where: { accountId },
    select: { id: true, name: true },
    ...byName,
  });
}

/** The names of the workspace's e-mail templates, in alphabetical order. */
export async function listEmailTemplateNames(context: Context): Promise<string[]> {
  return (await listEmailTemplates(context)).map(({ name }) => name);
}

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
