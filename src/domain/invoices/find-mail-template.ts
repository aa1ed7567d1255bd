import type { EmailTemplate } from '../../generated/prisma/client.ts';
import type { MailKind } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';

type Named = { [K in `emailTemplate${'Id' | 'Name'}`]: string | null };

/**
 * The named template, otherwise the default one of that kind of mail.
 * @throws ActionError name_not_found, record_not_found, invalid_input
 */
export async function findMailTemplate(
  { accountId, db, names }: Pick<Context, 'accountId' | 'db' | 'names'>,
  { emailTemplateId, emailTemplateName }: Named,
  kind: MailKind,
): Promise<EmailTemplate | null> {
  const id = await resolveReference(names, 'emailTemplate', {
    name: emailTemplateName,
    id: emailTemplateId,
    nameField: 'emailTemplateName',
    idField: 'emailTemplateId',
  });
  const which = id === null ? { isDefault: true, kind } : { id };
  const template = await db.emailTemplate.findFirst({ where: { accountId, ...which } });
  const path = emailTemplateName === null ? 'emailTemplateId' : 'emailTemplateName';
  if (template) requireMailKind(template, kind, path);
  return template;
}

/** @throws ActionError invalid_input */
export function requireMailKind(
  { kind }: EmailTemplate,
  requiredKind: MailKind,
  path: string,
): void {
  if (kind === requiredKind) return;
  const message = 'is a template for another kind of e-mail';
  throw invalidInputError([{ path, code: 'disagrees', message }]);
}
