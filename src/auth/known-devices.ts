import { randomBytes } from 'node:crypto';
import type { Signer } from '../platform/encryption/signer.ts';
import { readCookie } from './credentials.ts';

const cookieLifetimeSeconds = 365 * 86_400;

/**
 * A cookie marks browsers with a previous sign-in. It grants no access, but a separate rate limit that strangers
 * cannot exhaust.
 */
export function createKnownDevices(isSecure: boolean, signer: Signer) {
  const name = `${isSecure ? '__Secure-' : ''}actiongraph.known_browser`;

  const signedText = (id: string, email: string) => `known browser ${id} ${email.toLowerCase()}`;

  return {
    /** Undefined unless a person with this address signed in there. */
    nameOf: async (headers: Headers, email: string): Promise<string | undefined> => {
      const [id = '', signature = ''] = (readCookie(headers, name) ?? '').split('.');
      if (id === '' || id.length > 40) return undefined;
      return (await signer.isSignatureOf(signature, signedText(id, email))) ? id : undefined;
    },
    cookieFor: async (email: string): Promise<string> => {
      const id = randomBytes(15).toString('base64url');
      const attributes = `Path=/auth; Max-Age=${cookieLifetimeSeconds}; HttpOnly; SameSite=Lax`;
      const signature = await signer.sign(signedText(id, email));
      return `${name}=${id}.${signature}; ${attributes}${isSecure ? '; Secure' : ''}`;
    },
  };
}

export type KnownDevices = ReturnType<typeof createKnownDevices>;
