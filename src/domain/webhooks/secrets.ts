import { createHmac, randomBytes } from 'node:crypto';
import type { SecretBox } from '../../platform/encryption/secret-box.ts';
import { webhookSecretId } from './ids.ts';

/** The prefix of Standard Webhooks. The rest is base64. */
const secretPrefix = 'whsec_';

export const generateSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`;

const signingKeyOf = (secret: string): Buffer =>
  Buffer.from(secret.slice(secretPrefix.length), 'base64');

/** A secret that was copied to another endpoint cannot be decrypted. */
export const newSecretRow = (box: SecretBox, endpointId: string, secret: string) => ({
  id: webhookSecretId(),
  endpointId,
  secret: box.encrypt(secret, endpointId),
  expiresAt: null,
});

export const decryptSecret = (box: SecretBox, endpointId: string, stored: string): string =>
  box.decrypt(stored, endpointId);

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

export const signatureHeaders = (secrets: readonly string[], message: SignedMessage) => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => sign(secret, message)).join(' '),
});
