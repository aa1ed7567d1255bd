import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../../platform/encryption/secret-box.ts';
import { webhookSecretId } from './ids.ts';

/** The prefix of Standard Webhooks. The rest is base64. */
const secretPrefix = 'whsec_';

export const generateSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`;

export const signingKeyOf = (secret: string): Buffer =>
  Buffer.from(secret.slice(secretPrefix.length), 'base64');

/** The secret of another endpoint cannot be decrypted for this one. */
export const newSecretRow = (box: SecretBox, endpointId: string, secret: string) => ({
  id: webhookSecretId(),
  endpointId,
  secret: box.encrypt(secret, endpointId),
  expiresAt: null,
});

export const decryptSecret = (box: SecretBox, endpointId: string, stored: string): string =>
  box.decrypt(stored, endpointId);
