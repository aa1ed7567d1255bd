import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readCookie } from './credentials.ts';

/** A browser is known for this long after somebody signed in there. */
const knownSeconds = 365 * 86_400;

/**
 * Browsers in which somebody signed in before, by a cookie that lets nobody in: what is tried there about that person's address
 * is counted apart from what strangers try, so that they cannot use up what the person may.
 */
export function createKnownDevices(isSecure: boolean, secret: () => Promise<string>) {
  const name = `${isSecure ? '__Secure-' : ''}actiongraph.known_browser`;

  const markOf = async (id: string, email: string) =>
    createHmac('sha256', await secret())
      .update(`known browser ${id} ${email.toLowerCase()}`)
      .digest('base64url');

  return {
    /** A name for the browser, where somebody of that address signed in there; nobody else's browser has the same. */
    nameOf: async (headers: Headers, email: string): Promise<string | undefined> => {
      const [id = '', mark = ''] = (readCookie(headers, name) ?? '').split('.');
      if (id === '' || id.length > 40) return undefined;
      const expected = Buffer.from(await markOf(id, email));
      const given = Buffer.from(mark);
      return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
    },
    /** The cookie of a browser in which somebody of that address signed in. */
    cookieFor: async (email: string): Promise<string> => {
      const id = randomBytes(15).toString('base64url');
      const attributes = `Path=/auth; Max-Age=${knownSeconds}; HttpOnly; SameSite=Lax`;
      return `${name}=${id}.${await markOf(id, email)}; ${attributes}${isSecure ? '; Secure' : ''}`;
    },
  };
}

export type KnownDevices = ReturnType<typeof createKnownDevices>;
