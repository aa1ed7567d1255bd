import { detectSubjectLanguage } from '../domain/identities/sign-in-mail-texts.ts';
import type { SignInMailJob } from '../domain/identities/sign-in-mails.ts';
import {
  claimSignInMail,
  findWorkspaceSender,
  recordSignInMailResult,
} from '../domain/identities/sign-in-mails.ts';
import { signInMailHtml } from './mail-layout.ts';
import type { MailSender } from './send-mail.ts';
import { MailDeferredError } from './send-mail.ts';

/** Sender of e-mails without a workspace: a user may belong to several. */
const serviceSender = { fromName: 'Actiongraph', replyTo: null };

/**
 * Sends at most once and deletes the text.
 * @throws MailDeferredError
 */
export async function sendSignInMail(
  { from, prisma, transport }: MailSender,
  job: SignInMailJob,
): Promise<void> {
  const mail = await claimSignInMail(prisma, job, new Date());
  if (mail === null) return;
  const { contactIn: workspaceId } = mail;
  const sender =
    workspaceId === null ? serviceSender : await findWorkspaceSender(prisma, workspaceId);
  const outcome = await transport.send({
    messageId: `<${job.id}@${from.split('@')[1]}>`,
    ...sender,
    recipients: [mail.recipient],
    subject: mail.subject,
    text: mail.body,
    html: signInMailHtml({
      language: detectSubjectLanguage(mail.subject),
      title: mail.subject,
      name: sender.fromName,
      body: mail.body,
    }),
    attachments: [],
  });
  const { reason, state } = outcome;
  const statuses = {
    sent: 'SENT',
    deferred: 'QUEUED',
    refused: 'FAILED',
    unconfirmed: 'UNCONFIRMED',
  };
  await recordSignInMailResult(prisma, job, statuses[state] as 'SENT', reason);
  if (state !== 'deferred') return;
  throw new MailDeferredError({ mail: job.id, attempt: 0, nextAttemptAt: undefined, reason }, {});
}
