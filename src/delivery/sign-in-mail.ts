import type { SignInMailJob } from '../domain/persons/sign-in-mails.ts';
import { claimSignInMail, settleSignInMail } from '../domain/persons/sign-in-mails.ts';
import type { MailSender } from './send-mail.ts';
import { MailDeferredError } from './send-mail.ts';

/** In whose name these mails come: a person may belong to several workspaces. */
const fromName = 'Actiongraph';

/**
 * Sends a mail by which somebody signs in, at most once, and keeps nothing of its words. One that has expired is not sent.
 * @throws MailDeferredError where it is to be tried again
 */
export async function sendSignInMail(
  { from, prisma, transport }: MailSender,
  job: SignInMailJob,
): Promise<void> {
  const mail = await claimSignInMail(prisma, job, new Date());
  if (mail === null) return;
  const outcome = await transport.send({
    messageId: `<${job.id}@${from.split('@')[1]}>`,
    fromName,
    replyTo: null,
    recipients: [mail.recipient],
    subject: mail.subject,
    text: mail.body,
    html: null,
    attachments: [],
  });
  const { reason, state } = outcome;
  const statuses = {
    sent: 'SENT',
    deferred: 'QUEUED',
    refused: 'FAILED',
    unconfirmed: 'UNCONFIRMED',
  };
  await settleSignInMail(prisma, job, statuses[state] as 'SENT', reason);
  if (state !== 'deferred') return;
  throw new MailDeferredError({ mail: job.id, attempt: 0, nextAttemptAt: undefined, reason }, {});
}
