import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { InvoiceFile } from '../documents/issued-files.ts';
import { loadCreditNoteFile, loadInvoiceFile } from '../documents/issued-files.ts';
import { findCreditNote } from '../domain/credit-notes/credit-note-view.ts';
import type { InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
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
import { refreshMailText } from './refresh-mail-text.ts';
import type { DeliveryOutcome, OutgoingMail, SmtpTransport } from './smtp-transport.ts';

/** What sending mails needs. */
export interface MailSender {
  prisma: PrismaClient;
  publicUrl: string;
  transport: SmtpTransport;
  /** The address that mail comes from. */
  from: string;
}

/** What is said of a mail whose sender was killed. */
const interrupted = 'The service stopped while it delivered the e-mail';

/** An attempt after which a mail is to be tried again. */
interface Deferral {
  /** The mail's id. */
  mail: string;
  /** Which attempt it was, from 1. */
  attempt: number;
  nextAttemptAt: Date | undefined;
  /** For a person. */
  reason: string | null;
}

/** A mail is to be tried again. It has a cause only where that is a defect of ours. */
export class MailDeferredError extends Error {
  override readonly name = 'MailDeferredError';
  readonly deferral: Deferral;

  constructor(deferral: Deferral, options: { cause?: unknown }) {
    super(deferral.reason ?? '', options);
    this.deferral = deferral;
  }
}

/** What the lock of a mail is called: of two workspaces, one of which was imported from the other, mails have the same ids. */
const lockNameOf = ({ accountId, id }: MailJob): string => `${accountId}/${id}`;

/**
 * Sends the mail of a job, at most once whatever happens: it is marked before it is handed over, and an attempt whose end
 * nobody saw is not repeated but told (UNCONFIRMED). While it goes on, the session of `client` holds a lock, by which
 * others see that its sender is alive.
 * @throws MailDeferredError where it is to be tried again
 */
export async function sendMail(
  sender: MailSender,
  job: MailJob,
  client: ClientBase,
): Promise<void> {
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [lockNameOf(job)]);
  try {
    const mail = await claimMail(sender.prisma, job, messageIdOf(job, sender.from));
    if (mail) await attempt(sender, job, mail);
    // Its former sender did not live to say what became of it: nobody else holds the lock.
    else await giveUp(sender.prisma, job);
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lockNameOf(job)]);
  }
}

/** Settles a mail whose sender is gone, unless one that is alive holds it; answers nothing, changes nothing else. */
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
    await giveUp(prisma, job);
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lockNameOf(job)]);
  }
}

async function giveUp(prisma: PrismaClient, job: MailJob): Promise<void> {
  if (await isBeingSent(prisma, job))
    await recordDeliveryResult(prisma, job, unconfirmed(interrupted));
}

const unconfirmed = (reason: string): DeliveryResult => ({
  status: 'UNCONFIRMED',
  reason: `${reason} (it may have been delivered)`,
});

async function attempt(sender: MailSender, job: MailJob, mail: OutboxMail): Promise<void> {
  let defect: { cause?: unknown } = {};
  const outgoing = await outgoingMailOf(sender, mail).catch((error: Error): DeliveryOutcome => {
    if (isDefect(error)) defect = { cause: error };
    if (isHeld(error)) return { state: 'refused', reason: `${error.message}. ${onceMended}` };
    return { state: 'deferred', reason: error.message };
  });
  const outcome = 'state' in outgoing ? outgoing : await sender.transport.send(outgoing);
  const settlement = settlementOf(outcome, mail.attempts);
  await persist(() => recordDeliveryResult(sender.prisma, job, settlement));
  const { nextAttemptAt, reason, status } = settlement;
  if (status !== 'QUEUED') return;
  const deferral = { mail: mail.id, attempt: mail.attempts, nextAttemptAt, reason };
  throw new MailDeferredError(deferral, defect);
}

/** Whether it waits for its owner: trying again mends no template. */
function isHeld(error: unknown): boolean {
  return error instanceof ActionError && error.code === 'conflicting_state';
}

const onceMended = 'Correct the template, then send the e-mail again.';

/** Whether nobody but us can mend it: neither a template, nor a database that is away. */
export function isDefect(error: unknown): boolean {
  return !(error instanceof ActionError) && databaseUnavailableErrorOf(error) === undefined;
}

/** Everything that is sent; where the invoice is not to be sent any more, that it is not. */
async function outgoingMailOf(
  { from, prisma, publicUrl }: MailSender,
  mail: OutboxMail,
): Promise<OutgoingMail | DeliveryOutcome> {
  const { accountId, invoiceId } = mail;
  const keyless = { accountId, db: prisma, now: new Date(), publicUrl };
  const shown = invoiceId === null ? null : await findInvoiceView(keyless, { id: invoiceId });
  if (invoiceId !== null && shown === null) return { state: 'refused', reason: gone };
  const bringsInvoice = mail.kind === 'INVOICE';
  if (bringsInvoice && shown && !sendable.includes(shown.invoice.status))
    return noLongerSent(shown.invoice);
  const fromName = shown?.workspace.name ?? (await findSenderName(prisma, mail));
  // All others tell of what happened, whatever happened since.
  const brought = bringsInvoice ? shown : null;
  const file = shown && (await fileOf(prisma, mail, shown));
  const { body, html, subject } = brought ? await refreshMailText(keyless, mail, brought) : mail;
  return {
    messageId: mail.messageId ?? messageIdOf(mail, from),
    fromName,
    replyTo: mail.replyTo,
    recipients: mail.recipients,
    bcc: shown?.workspace.mailBcc ?? null,
    subject,
    text: body,
    html,
    attachments: file
      ? [
          {
            filename: file.fileName,
            contentType: 'application/pdf',
            content: file.pdf,
          },
        ]
      : [],
  };
}

/** What it brings: its invoice, its credit note, or nothing. */
async function fileOf(
  db: PrismaClient,
  { accountId, creditNoteId, kind }: OutboxMail,
  shown: InvoiceView,
): Promise<InvoiceFile | null> {
  if (kind === 'INVOICE') return loadInvoiceFile(db, shown);
  if (creditNoteId === null) return null;
  const of = { id: creditNoteId, invoiceId: shown.invoice.id };
  const note = await findCreditNote({ accountId, db }, of);
  return note && loadCreditNoteFile(db, shown, note);
}

const sendable = statusesAllowing('SEND');

/** An invoice has its mails, so that a workspace has neither any more. */
const gone = 'The workspace was deleted before the e-mail was sent.';

function noLongerSent({ status }: Pick<InvoiceRecord, 'status'>): DeliveryOutcome {
  const what = status === 'VOIDED' ? 'voided' : 'written off';
  return { state: 'refused', reason: `The invoice was ${what} before the e-mail was sent.` };
}

/** The same for every attempt, so that a mailbox that got two can tell that they are one. */
function messageIdOf({ id }: MailJob, from: string): string {
  return `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}

function settlementOf(outcome: DeliveryOutcome, attempts: number): DeliveryResult {
  const { reason, state } = outcome;
  if (state === 'sent') return { status: 'SENT', reason };
  if (state === 'unconfirmed') return unconfirmed(reason);
  if (state === 'refused') return { status: 'FAILED', reason };
  if (attempts >= maxDeliveryAttempts) {
    return { status: 'FAILED', reason: `Given up after ${attempts} attempts. ${reason}` };
  }
  return { status: 'QUEUED', reason, nextAttemptAt: nextAttempt(attempts) };
}

/** When graphile-worker will run the job again: e to the power of the attempts, in seconds. */
function nextAttempt(attempts: number): Date {
  return new Date(Date.now() + 1_000 * Math.exp(Math.min(attempts, 10)));
}

/** The mail is gone: a database that is away for a moment must not leave it unsaid. */
async function persist(write: () => Promise<void>): Promise<void> {
  for (let pause = 250; ; pause *= 2) {
    try {
      return await write();
    } catch (error) {
      if (pause > 4_000) throw error;
      await sleep(pause);
    }
  }
}
