import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readCookie } from './credentials.ts';

const cookieLifetimeSeconds = 365 * 86_400;

/**
 * A cookie marks browsers with a previous sign-in. It grants no access, but a separate rate limit that strangers
 * cannot exhaust.
 */
export function createKnownDevices(isSecure: boolean, secret: () => Promise<string>) {
  const name = `${isSecure ? '__Secure-' : ''}actiongraph.known_browser`;

  const signatureOf = async (id: string, email: string) =>
    createHmac('sha256', await secret())
      .update(`known browser ${id} ${email.toLowerCase()}`)
      .digest('base64url');

  return {
    /** Undefined unless a person with this address signed in there. */
    nameOf: async (headers: Headers, email: string): Promise<string | undefined> => {
      const [id = '', signature = ''] = (readCookie(headers, name) ?? '').split('.');
      if (id === '' || id.length > 40) return undefined;
      const expected = Buffer.from(await signatureOf(id, email));
      const actual = Buffer.from(signature);
      return actual.length === expected.length && timingSafeEqual(actual, expected)
        ? id
        : undefined;
    },
    cookieFor: async (email: string): Promise<string> => {
      const id = randomBytes(15).toString('base64url');
      const attributes = `Path=/auth; Max-Age=${cookieLifetimeSeconds}; HttpOnly; SameSite=Lax`;
      return `${name}=${id}.${await signatureOf(id, email)}; ${attributes}${isSecure ? '; Secure' : ''}`;
    },
  };
}

export type KnownDevices = ReturnType<typeof createKnownDevices>;
