/** How somebody is let in: by a code that is mailed, or with an API key. */

/** Where the service is: `ACTIONGRAPH_URL` when the page is built, else on this machine. */
export const serviceUrl: string = import.meta.env.ACTIONGRAPH_URL ?? 'http://localhost:4000';

/** Who asks, for each request. */
export interface Session {
  /** Asked for anew each time, since tokens are short-lived. */
  headers(): Promise<Record<string, string>>;
  /** Whether the browser's cookie says who asks. */
  credentials: RequestCredentials;
  end(): Promise<void>;
}

const storedKey = 'actiongraph-key';

/** A key, which this tab keeps until it is closed. */
export function withKey(key: string): Session {
  return {
    headers: async () => ({ 'x-api-key': key }),
    credentials: 'omit',
    end: async () => sessionStorage.removeItem(storedKey),
  };
}

export const keepKey = (key: string): void => sessionStorage.setItem(storedKey, key);
export const keptKey = (): string | null => sessionStorage.getItem(storedKey);

async function call(path: string, options: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`${serviceUrl}/auth${path}`, {
    credentials: 'include',
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
  }).catch(() => {
    throw new Error('The service does not answer.');
  });
  if (answer.ok) return answer;
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? `The service answered ${answer.status}.`);
}

const post = (path: string, body: object, options: RequestInit = {}): Promise<Response> =>
  call(path, { ...options, method: 'POST', body: JSON.stringify(body) });

/** Has a code mailed. The answer is the same for an address that nobody has. */
export async function mailCode(email: string): Promise<void> {
  await post('/email-otp/send-verification-otp', { email, type: 'sign-in' });
}

/** Signs in with a code. @throws Error in words where it does not count, or a second factor is needed */
export async function signIn(email: string, code: string): Promise<Session> {
  const answer = await post('/sign-in/email-otp', { email, otp: code.replaceAll(' ', '') });
  const { twoFactorRedirect } = (await answer.json()) as { twoFactorRedirect?: boolean };
  if (twoFactorRedirect) {
    throw new Error('You have a second factor: sign in on a page of the service first.');
  }
  // Pages of another site get no cookie; they are told the session itself, and keep it in memory only.
  const token = answer.headers.get('set-auth-token');
  return token === null ? withCookie() : withToken(token);
}

/** The session of a cookie that the browser has from before; undefined where it has none. */
export async function signedIn(): Promise<Session | undefined> {
  const answer = await call('/get-session').catch(() => undefined);
  return answer && (await answer.json()) !== null ? withCookie() : undefined;
}

function withCookie(): Session {
  return {
    headers: async () => ({}),
    credentials: 'include',
    end: async () => {
      await post('/sign-out', {});
    },
  };
}

/** A token is asked for again when it is about to end. */
const spareMillis = 30_000;

function withToken(session: string): Session {
  const options: RequestInit = {
    credentials: 'omit',
    headers: { authorization: `Bearer ${session}` },
  };
  let token = '';
  let endsAt = 0;
  return {
    headers: async () => {
      if (Date.now() > endsAt - spareMillis) {
        const answer = await call('/token', options);
        ({ token } = (await answer.json()) as { token: string });
        const [, payload = ''] = token.split('.');
        const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
        endsAt = exp * 1_000;
      }
      return { authorization: `Bearer ${token}` };
    },
    credentials: 'omit',
    end: async () => {
      await post('/sign-out', {}, options);
    },
  };
}
