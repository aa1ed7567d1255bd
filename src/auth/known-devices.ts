import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readCookie } from './credentials.ts';

const knownSeconds = 365 * 86_400;

/**
 * Marks browsers with a previous sign-in by a cookie, which grants no access. Attempts from such a
 * browser have their own rate limit, so that strangers cannot exhaust it.
 */
export function createKnownDevices(isSecure: boolean, secret: () => Promise<string>) {
  const name = `${isSecure ? '__Secure-' : ''}actiongraph.known_browser`;

  const markOf = async (id: string, email: string) =>
    createHmac('sha256', await secret())
      .update(`known browser ${id} ${email.toLowerCase()}`)
      .digest('base64url');

  return {
    /** Id of the browser if a person with this address signed in there before. */
    nameOf: async (headers: Headers, email: string): Promise<string | undefined> => {
      const [id = '', mark = ''] = (readCookie(headers, name) ?? '').split('.');
      if (id === '' || id.length > 40) return undefined;
      const expected = Buffer.from(await markOf(id, email));
      const given = Buffer.from(mark);
      return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
    },
    cookieFor: async (email: string): Promise<string> => {
      const id = randomBytes(15).toString('base64url');
      const attributes = `Path=/auth; Max-Age=${knownSeconds}; HttpOnly; SameSite=Lax`;
      return `${name}=${id}.${await markOf(id, email)}; ${attributes}${isSecure ? '; Secure' : ''}`;
    },
  };
}

export type KnownDevices = ReturnType<typeof createKnownDevices>;
