import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import { findInvoiceView } from '../domain/invoices/invoice-view.ts';
import { statusesAllowing } from '../domain/invoices/lifecycle.ts';
import type { DeliveryResult } from '../domain/outbox-mails/delivery-attempts.ts';
import {
  claimMail,
  findSenderName,
  isBeingSent,
  recordDeliveryResult,
} from '../domain/outbox-mails/delivery-attempts.ts';
import type { MailJob } from '../domain/outbox-mails/mail-jobs.ts';
import { maxDeliveryAttempts } from '../domain/outbox-mails/mail-jobs.ts';
import type { OutboxMail, PrismaClient } from '../generated/prisma/client.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { databaseUnavailableErrorOf } from '../platform/errors/database-unavailable.ts';
import { attachedFiles } from './attached-files.ts';
import { refreshMailText } from './refresh-mail-text.ts';
import { type RecipientSelection, selectRecipients } from './select-recipients.ts';
import type { DeliveryOutcome, OutgoingMail, SmtpTransport } from './smtp-transport.ts';

export interface MailSender extends RecipientSelection {
  transport: SmtpTransport;
  /** Sender address. */
  from: string;
}

const interruptedReason = 'The service stopped while it delivered the e-mail';

interface Deferral {
  mail: string;
  /** Counted from 1. */
  attempt: number;
  nextAttemptAt: Date | undefined;
  reason: string | null;
}

/** The e-mail is sent again later. Only a defect has a cause. */
export class MailDeferredError extends Error {
  override readonly name = 'MailDeferredError';
  readonly deferral: Deferral;

  constructor(deferral: Deferral, options: { cause?: unknown }) {
    super(deferral.reason ?? '', options);
    this.deferral = deferral;
  }
}

/** Includes the workspace, because a copy of it has the same e-mail ids. */
const lockNameOf = ({ accountId, id }: MailJob): string => `${accountId}/${id}`;

/**
 * Sends at most once. An attempt with unknown result becomes UNCONFIRMED. An advisory lock shows that the sender
 * is alive.
 * @throws MailDeferredError
 */
export async function sendMail(
  sender: MailSender,
  job: MailJob,
  client: ClientBase,
): Promise<void> {
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [lockNameOf(job)]);
  try {
    const mail = await claimMail(sender.prisma, job, messageIdOf(job, sender.from));
    if (mail) await sendAttempt(sender, job, mail);
    // The lock was free, so the former sender died without a result.
    else await markUnconfirmed(sender.prisma, job);
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lockNameOf(job)]);
  }
}

export async function settleAbandonedMail(
  prisma: PrismaClient,
  job: MailJob,
  client: ClientBase,
): Promise<void> {
  const { rows } = await client.query(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS free',
    [lockNameOf(job)],
  );
  if (!rows[0].free) return;
  try {
    await markUnconfirmed(prisma, job);
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lockNameOf(job)]);
  }
}

async function markUnconfirmed(prisma: PrismaClient, job: MailJob): Promise<void> {
  if (await isBeingSent(prisma, job))
    await recordDeliveryResult(prisma, job, unconfirmed(interruptedReason));
}

const unconfirmed = (reason: string): DeliveryResult => ({
  status: 'UNCONFIRMED',
  reason: `${reason} (it may have been delivered)`,
});

async function sendAttempt(sender: MailSender, job: MailJob, mail: OutboxMail): Promise<void> {
  let defect: { cause?: unknown } = {};
  const outgoing = await buildOutgoingMail(sender, mail).catch((error: Error): DeliveryOutcome => {
    if (isDefect(error)) defect = { cause: error };
    if (needsOwner(error)) return { state: 'refused', reason: `${error.message}. ${retryHint}` };
    return { state: 'deferred', reason: error.message };
  });
  const outcome = 'state' in outgoing ? outgoing : await sender.transport.send(outgoing);
  const result = deliveryResultOf(outcome, mail.attempts);
  await persistWithRetry(() => recordDeliveryResult(sender.prisma, job, result));
  const { nextAttemptAt, reason, status } = result;
  if (status !== 'QUEUED') return;
  const deferral = { mail: mail.id, attempt: mail.attempts, nextAttemptAt, reason };
  throw new MailDeferredError(deferral, defect);
}

/** The owner must correct the template, so a retry does not help. */
function needsOwner(error: unknown): boolean {
  return error instanceof ActionError && error.code === 'conflicting_state';
}

const retryHint = 'Correct the template, then send the e-mail again.';

/** Neither a template error nor an unavailable database. */
export function isDefect(error: unknown): boolean {
  return !(error instanceof ActionError) && databaseUnavailableErrorOf(error) === undefined;
}

/** @returns the e-mail, or the reason not to send it */
async function buildOutgoingMail(
  sender: MailSender,
  mail: OutboxMail,
): Promise<OutgoingMail | DeliveryOutcome> {
  const { from, prisma, publicUrl } = sender;
  const { accountId, invoiceId } = mail;
  const addressed = await selectRecipients(sender, mail);
  if (addressed.recipients.length === 0)
    return { state: 'refused', reason: 'All recipients unsubscribed.' };
  const readContext = { accountId, db: prisma, now: new Date(), publicUrl };
  const view = invoiceId === null ? null : await findInvoiceView(readContext, { id: invoiceId });
  if (invoiceId !== null && view === null)
    return { state: 'refused', reason: workspaceDeletedReason };
  const isInvoiceMail = mail.kind === 'INVOICE';
  if (isInvoiceMail && view && !sendable.includes(view.invoice.status))
    return notSendableResult(view.invoice);
  const fromName = view?.workspace.name ?? (await findSenderName(prisma, mail));
  // Other kinds report a past event, so they keep their text.
  const currentInvoice = isInvoiceMail ? view : null;
  const files = view ? await attachedFiles(prisma, mail, view) : [];
  const { body, html, subject } = currentInvoice
    ? await refreshMailText(readContext, mail, currentInvoice)
    : mail;
  return {
    messageId: mail.messageId ?? messageIdOf(mail, from),
    fromName,
    replyTo: mail.replyTo,
    ...addressed,
    bcc: view?.workspace.mailBcc ?? null,
    subject,
    text: body,
    html,
    attachments: files,
  };
}

const sendable = statusesAllowing('SEND');

/** Deleting an invoice deletes its e-mails, so the whole workspace is gone. */
const workspaceDeletedReason = 'The workspace was deleted before the e-mail was sent.';

function notSendableResult({ status }: Pick<InvoiceRecord, 'status'>): DeliveryOutcome {
  const statusText = status === 'VOIDED' ? 'voided' : 'written off';
  return { state: 'refused', reason: `The invoice was ${statusText} before the e-mail was sent.` };
}

/** All attempts use the same id, so that a mailbox can detect a duplicate. */
function messageIdOf({ id }: MailJob, from: string): string {
  return `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}

function deliveryResultOf(outcome: DeliveryOutcome, attempts: number): DeliveryResult {
  const { reason, state } = outcome;
  if (state === 'sent') return { status: 'SENT', reason };
  if (state === 'unconfirmed') return unconfirmed(reason);
  if (state === 'refused') return { status: 'FAILED', reason };
  if (attempts >= maxDeliveryAttempts) {
    return { status: 'FAILED', reason: `Given up after ${attempts} attempts. ${reason}` };
  }
  return { status: 'QUEUED', reason, nextAttemptAt: nextAttempt(attempts) };
}

/** graphile-worker waits e^attempts seconds. */
function nextAttempt(attempts: number): Date {
  return new Date(Date.now() + 1_000 * Math.exp(Math.min(attempts, 10)));
}

/** A short outage of the database must not lose the result. */
async function persistWithRetry(write: () => Promise<void>): Promise<void> {
  for (let delayMs = 250; ; delayMs *= 2) {
    try {
      return await write();
    } catch (error) {
      if (delayMs > 4_000) throw error;
      await sleep(delayMs);
    }
  }
}
