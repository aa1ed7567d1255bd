import { createHmac } from 'node:crypto';
import { signingKeyOf } from './secrets.ts';

interface SignedMessage {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: Uint8Array;
}

function sign(secret: string, { body, id, timestamp }: SignedMessage): string {
  const hmac = createHmac('sha256', signingKeyOf(secret));
  return `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

/** The headers of Standard Webhooks, with a signature of each secret. */
export const signatureHeaders = (secrets: readonly string[], message: SignedMessage) => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => sign(secret, message)).join(' '),
});
