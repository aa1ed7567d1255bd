import { createTransport } from 'nodemailer';
import type { MailSettings } from '../config/mail-settings.ts';

/** A mail with everything that goes over the wire. */
export interface OutgoingMail {
  /** With its angle brackets. */
  messageId: string;
  /** The workspace, in whose name it comes. */
  fromName: string;
  replyTo: string | null;
  recipients: string[];
  /** Who gets a copy that the others do not see. */
  bcc?: string | null;
  subject: string;
  text: string;
  html: string | null;
  attachments: { filename: string; contentType: string; content: Buffer }[];
}

/** What became of an attempt to hand a mail to the mail server. */
export type DeliveryOutcome =
  /** The server took it; `reason` tells of the recipients that it refused. */
  | { state: 'sent'; reason: string | null }
  /** It was certainly not sent, and may be tried again. */
  | { state: 'deferred'; reason: string }
  /** It was not sent, and never will be. */
  | { state: 'refused'; reason: string }
  /** The server had all of it, and did not say whether it took it. */
  | { state: 'unconfirmed'; reason: string };

/** The way to the mail server. */
export interface SmtpTransport {
  /** Hands a mail over, once; never throws for what the server or the network do. */
  send(outgoing: OutgoingMail): Promise<DeliveryOutcome>;
}

/** How long the server may take for a connection, for a greeting, and for each answer. */
const usualPatience = 20_000;

/** Opens the way to the mail server; each mail has a connection of its own. */
export function openSmtpTransport(
  { url, from }: MailSettings,
  patienceMillis = usualPatience,
): SmtpTransport {
  const transport = createTransport({
    url,
    connectionTimeout: patienceMillis,
    greetingTimeout: patienceMillis,
    dnsTimeout: patienceMillis,
    socketTimeout: patienceMillis,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const handedOver = new Set<string>();
  transport.use('stream', (mail, done) => {
    const { messageId = '' } = mail.data;
    const { message } = mail;
    const createReadStream = message.createReadStream.bind(message);
    // It is read once the server has agreed to take the message, and ends before the line that tells the server so.
    message.createReadStream = (options) =>
      createReadStream(options).once('end', () => handedOver.add(messageId));
    done();
  });
  return {
    send: async ({ bcc, fromName, recipients, replyTo, ...outgoing }) => {
      try {
        const info = await transport.sendMail({
          ...outgoing,
          html: outgoing.html ?? undefined,
          from: { name: fromName, address: from },
          to: recipients,
          bcc: bcc ?? undefined,
          replyTo: replyTo ?? undefined,
          // Vacation notices and the like are for persons, not for what was sent by a machine.
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { state: 'sent', reason: refusedOf(info) };
      } catch (error) {
        return outcomeOf(error, handedOver.has(outgoing.messageId));
      } finally {
        handedOver.delete(outgoing.messageId);
      }
    },
  };
}

/** What nodemailer tells of a recipient. */
interface Refusal {
  message: string;
  recipient?: string | undefined;
  response?: string | undefined;
}

/** Which recipients the server refused while it took the mail for others; null where it took it for all. */
function refusedOf({
  rejectedErrors = [],
}: {
  rejectedErrors?: Refusal[] | undefined;
}): string | null {
  if (rejectedErrors.length === 0) return null;
  const each = rejectedErrors.map(
    ({ message, recipient, response }) => `${recipient}: ${oneLine(response ?? message)}`,
  );
  return `Rejected for ${each.join('; ')}`;
}

/** What nodemailer tells of a failure. */
interface Failure {
  code?: string;
  message: string;
  response?: string;
  responseCode?: number;
}

/**
 * 5xx is the server's last word on a mail, but not on a password, which is mended here. Without any answer, what counts
 * is whether the server had the whole mail: until then it cannot have taken it.
 */
function outcomeOf(error: unknown, wasHandedOver: boolean): DeliveryOutcome {
  const { code, message, response, responseCode } = error as Failure;
  const reason = oneLine(response ?? message);
  if (responseCode !== undefined) {
    const isFinal = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
    return { state: isFinal ? 'refused' : 'deferred', reason };
  }
  if (wasHandedOver) return { state: 'unconfirmed', reason };
  // Nothing that the network did: the mail itself cannot be sent, a wrong address say.
  return { state: code === 'EENVELOPE' || code === 'EMESSAGE' ? 'refused' : 'deferred', reason };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 1_000);
}
