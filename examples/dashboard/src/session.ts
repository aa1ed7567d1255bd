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
    throw new Error('The service cannot be reached.');
  });
  if (answer.ok) return answer;
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? `The service answered ${answer.status}.`);
}

const post = (path: string, body: object, options: RequestInit = {}): Promise<Response> =>
  call(path, { ...options, method: 'POST', body: JSON.stringify(body) });

/** What the service said to this page when it asked for a code: guesses at it are its own, and nobody else uses them up. */
let asked: string | undefined;

/** Has a code mailed. The answer is the same for an address that nobody has. */
export async function mailCode(email: string): Promise<void> {
  const answer = await post('/email-otp/send-verification-otp', { email, type: 'sign-in' });
  ({ asked } = (await answer.json()) as { asked: string });
}

/** That a second factor is asked for, and what the service says of that step; pages of its own site have a cookie instead. */
export interface Step {
  twoFactorRedirect?: boolean;
  secondFactor?: string;
}

/** Signs in with a code. @throws Error in words where it does not count */
export async function signIn(email: string, code: string): Promise<Session | Step> {
  const given = { email, otp: withoutBlanks(code), ...(asked && { asked }) };
  const answer = await post('/sign-in/email-otp', given);
  const step = (await answer.clone().json()) as Step;
  return step.twoFactorRedirect ? step : sessionOf(answer);
}

/** Signs in with what an app shows, once a code was right. @throws Error in words where it does not count */
export async function proveStep({ secondFactor }: Step, code: string): Promise<Session> {
  const given = { code: withoutBlanks(code), ...(secondFactor && { secondFactor }) };
  return sessionOf(await post('/two-factor/verify-totp', given));
}

const withoutBlanks = (code: string) => code.replaceAll(' ', '');

function sessionOf(answer: Response): Session {
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
