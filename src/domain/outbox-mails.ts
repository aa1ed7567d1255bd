import type { OutboxMail } from '../generated/prisma/client.ts';
import type { Context } from './kernel/context.ts';
import { newId } from './kernel/ids.ts';

/** A mail to a workspace's customer, written out. */
export interface Mail {
  invoiceId: string;
  emailTemplateId: string;
  /** E-mail addresses. */
  recipients: string[];
  /** One line. */
  subject: string;
  body: string;
}

/** Keeps a mail, in the transaction that is open: it is there exactly if what it tells of is. One statement. */
export async function keepMail(context: Context, mail: Mail): Promise<OutboxMail> {
  return context.db.outboxMail.create({
    data: { ...mail, accountId: context.accountId, id: newId('OutboxMail'), status: 'KEPT' },
  });
}
