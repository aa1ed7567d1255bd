import type { Db } from '../../database/client/db.ts';
import type { EmailTemplate, OutboxMail } from '../../generated/prisma/client.ts';
import type { InvoiceDelivery } from '../invoices/invoice-delivery.ts';

export type RecipientsAndTemplate = Pick<InvoiceDelivery, 'recipients'> & {
  emailTemplate: EmailTemplate | null;
};

/** For rendering a mail again. */
export async function findRecipientsAndTemplate(
  { accountId, db }: { accountId: number; db: Db },
  { emailTemplateId, recipients }: Pick<OutboxMail, 'emailTemplateId' | 'recipients'>,
  clientId: string,
): Promise<RecipientsAndTemplate> {
  const contacts = await db.contact.findMany({
    where: { accountId, clientId, email: { in: recipients } },
    orderBy: { id: 'asc' },
  });
  const emailTemplate =
    emailTemplateId === null
      ? null
      : await db.emailTemplate.findUnique({
          where: { accountId_id: { accountId, id: emailTemplateId } },
        });
  const byAddress = new Map(contacts.map((contact) => [contact.email, contact]));
  return {
    emailTemplate,
    recipients: recipients.map((email) => {
      const { firstName = null, lastName = null } = byAddress.get(email) ?? {};
      return { firstName, lastName, email };
    }),
  };
}
