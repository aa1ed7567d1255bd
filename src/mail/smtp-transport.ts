import { createTransport } from 'nodemailer';
import type { MailSettings } from '../config/mail-settings.ts';

export interface OutgoingMail {
  /** With angle brackets. */
  messageId: string;
  fromName: string;
  replyTo: string | null;
  recipients: string[];
  /** Recipients of the record that are left out, because they unsubscribed. */
  unsubscribed?: string[];
  /** Of the only recipient. */
  unsubscribeUrl?: string | null;
  /** Blind copy. */
  bcc?: string | null;
  subject: string;
  text: string;
  html: string | null;
  attachments: { filename: string; contentType: string; content: Buffer }[];
}

export type DeliveryOutcome =
  /** The server accepted it. `reason` lists rejected recipients. */
  | { state: 'sent'; reason: string | null }
  /** Not sent. It may be tried again. */
  | { state: 'deferred'; reason: string }
  /** Not sent, and a retry does not help. */
  | { state: 'refused'; reason: string }
  /** The server received all of it and did not confirm it. */
  | { state: 'unconfirmed'; reason: string };

export interface SmtpTransport {
  /** Makes one attempt. Errors of server and network are in the outcome. */
  send(outgoing: OutgoingMail): Promise<DeliveryOutcome>;
}

/** Timeout for connection, greeting, and each response. */
const defaultTimeoutMs = 20_000;

/** Each e-mail has its own connection. */
export function openSmtpTransport(
  { url, from }: MailSettings,
  timeoutMs = defaultTimeoutMs,
): SmtpTransport {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sentMessageIds = new Set<string>();
  transport.use('stream', (mail, done) => {
    const { messageId = '' } = mail.data;
    const { message } = mail;
    const createReadStream = message.createReadStream.bind(message);
    // From here the server may have accepted the message: only the final line of DATA follows.
    message.createReadStream = (options) =>
      createReadStream(options).once('end', () => sentMessageIds.add(messageId));
    done();
  });
  /** Has no unsubscribe header: its reader would unsubscribe the recipient. */
  const sendCopy = (outgoing: OutgoingMail, bcc: string) => {
    const copy = messageOf({ ...outgoing, unsubscribeUrl: null }, from);
    return transport
      .sendMail({ ...copy, envelope: { from, to: [bcc] } })
      .then(rejectedRecipients, (error) => `Rejected for ${bcc}: ${textOf(error)}`);
  };
  return {
    send: async (outgoing) => {
      const { bcc, messageId, unsubscribed = [] } = outgoing;
      try {
        const problems = [
          rejectedRecipients(await transport.sendMail(messageOf(outgoing, from))),
          bcc ? await sendCopy(outgoing, bcc) : null,
          unsubscribed.length > 0 ? `Not sent to ${unsubscribed.join(', ')}: unsubscribed` : null,
        ];
        return { state: 'sent', reason: problems.filter(Boolean).join('. ') || null };
      } catch (error) {
        return outcomeOfError(error, sentMessageIds.has(messageId));
      } finally {
        sentMessageIds.delete(messageId);
      }
    },
  };
}

const messageOf = (mail: OutgoingMail, from: string) => ({
  attachments: mail.attachments,
  messageId: mail.messageId,
  subject: mail.subject,
  text: mail.text,
  html: mail.html ?? undefined,
  from: { name: mail.fromName, address: from },
  to: mail.recipients,
  replyTo: mail.replyTo ?? undefined,
  headers: {
    // Suppresses automatic replies.
    'Auto-Submitted': 'auto-generated',
    ...(mail.unsubscribeUrl && oneClickHeaders(mail.unsubscribeUrl)),
  },
});

/** RFC 8058. */
const oneClickHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

interface RecipientError {
  message: string;
  recipient?: string | undefined;
  response?: string | undefined;
}

function rejectedRecipients({
  rejectedErrors = [],
}: {
  rejectedErrors?: RecipientError[] | undefined;
}): string | null {
  if (rejectedErrors.length === 0) return null;
  const lines = rejectedErrors.map((error) => `${error.recipient}: ${textOf(error)}`);
  return `Rejected for ${lines.join('; ')}`;
}

interface TransportError {
  code?: string;
  message: string;
  response?: string;
  responseCode?: number;
}

/** A 5xx response to the message is final, one to the password is not. */
function outcomeOfError(error: unknown, wasSentCompletely: boolean): DeliveryOutcome {
  const { code, responseCode } = error as TransportError;
  const reason = textOf(error as TransportError);
  if (responseCode !== undefined) {
    const isFinal = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
    return { state: isFinal ? 'refused' : 'deferred', reason };
  }
  if (wasSentCompletely) return { state: 'unconfirmed', reason };
  // Without a network error, the message itself is invalid, for example an address.
  return { state: code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'deferred', reason };
}

const textOf = ({ message, response }: Omit<RecipientError, 'recipient'>): string =>
  toSingleLine(response ?? message);

function toSingleLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 1_000);
}
