/**
 * Who asks, for all of our pages: the one place that knows what a browser sends with a request, keeps it, and forgets it.
 * That is an API key, or somebody who signed in: the browser itself sends a cookie then, and {@link callerHeaders} has
 * nothing to add.
 */

const keyName = 'actiongraph:key';

/** Set in a tab that knows of somebody who signed in; what lets them in is the cookie alone. */
const personName = 'actiongraph:person';

/** The other tabs of this browser, which keep what they know by themselves: they are asked for it, and told to forget it. */
const others = new BroadcastChannel('actiongraph:credentials');

type Message = { ask: 'who' } | { ask: 'forget' } | { key: string };

/** For so long another tab is waited for, which answers at once where there is one. */
const patienceMillis = 200;

const listeners = new Set<() => void>();

/** Where the key, and what is typed beside it, are kept: on this device, or until the browser's tab is closed. */
export function currentStore(): Storage {
  return localStorage.getItem(keyName) === null ? sessionStorage : localStorage;
}

/** Whether it is known who asks; not whether the service still lets them in. */
export const hasCredentials = (): boolean =>
  currentStore().getItem(keyName) !== null || isSignedIn();

/** Whether it is a person who asks, and not a key. */
export const isSignedIn = (): boolean =>
  currentStore().getItem(keyName) === null && sessionStorage.getItem(personName) !== null;

/** Whether the key stays on this device when the browser is closed. */
export const isKeyStoredOnDevice = (): boolean => currentStore() === localStorage;

/** What is sent with a request to the service; nothing where nobody is known, or a cookie says it. */
export function callerHeaders(): Record<string, string> {
  const key = currentStore().getItem(keyName);
  return key === null ? {} : { 'x-api-key': key };
}

/** What the service says of who asks. */
export interface Caller {
  /** The name of the workspace, or where that may not be read of the key; none where nothing may be read. */
  name?: string;
  /** Why the service does not let them in. */
  refusal?: string;
}

const plainFetch = window.fetch.bind(window);

/** Asks the service who somebody is that sends these headers: those of whoever is known, unless others are to be tried. */
export async function fetchCaller(
  headers: Record<string, string> = callerHeaders(),
): Promise<Caller> {
  try {
    const answer = await plainFetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ viewer { key { name } workspace { name } } }' }),
    });
    if (answer.status === 401) {
      sessionStorage.removeItem(personName);
      return { refusal: invalidKeyMessage };
    }
    const { data, errors } = (await answer.json()) as Answer;
    // A key that may read nothing still writes.
    if (answer.ok || answer.status === 403) return named(data?.viewer);
    return { refusal: errors?.[0]?.message ?? 'The service did not respond.' };
  } catch {
    return { refusal: 'The service is unreachable. Is it running?' };
  }
}

interface Answer {
  data?: { viewer: Viewer } | null;
  errors?: { message: string }[];
}

interface Viewer {
  key: { name: string } | null;
  workspace: { name: string | null };
}

/** A key that may not read settings is known by its own name. */
function named(viewer: Viewer | undefined): Caller {
  const name = viewer?.workspace.name ?? viewer?.key?.name;
  return name ? { name } : {};
}

/** What is said of a key that is not let in. */
export const invalidKeyMessage = 'This API key is invalid, was revoked or has expired.';

/** The headers with which a key is tried before it is kept. */
export const apiKeyHeaders = (key: string): Record<string, string> => ({ 'x-api-key': key });

/** Keeps a key for all pages: on this device, or in this tab. What GraphiQL keeps goes to where the key is. */
export function storeKey(key: string, onThisDevice: boolean): void {
  moveTo(onThisDevice ? localStorage : sessionStorage);
  (onThisDevice ? localStorage : sessionStorage).setItem(keyName, key);
  tellListeners();
}

/**
 * Finds out who asks where this tab does not know it: a key that was entered in another tab of this browser, which is open
 * still, counts here too. Answers whether it is known.
 */
export async function restoreCaller(): Promise<boolean> {
  if (hasCredentials()) return true;
  tell({ ask: 'who' });
  await new Promise<void>((resolve) => {
    onCallerChanged(resolve);
    setTimeout(resolve, patienceMillis);
  });
  if (hasCredentials()) return true;
  const session = await plainFetch('/auth/get-session').catch(() => undefined);
  if (session?.ok && (await session.json()) !== null) markSignedIn();
  return hasCredentials();
}

/** Notes that somebody signed in; what lets them in is the cookie. */
export function markSignedIn(): void {
  sessionStorage.setItem(personName, 'signed in');
  tellListeners();
}

/** Asks the service to let a person in; answers why it does not, in words. */
async function signingIn(path: string, body: object): Promise<string | undefined> {
  const answer = await plainFetch(`/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!answer) return 'The service is unreachable. Is it running?';
  const { message, twoFactorRedirect } = (await answer.json()) as Record<string, unknown>;
  if (twoFactorRedirect) return 'secondFactor';
  return answer.ok ? undefined : String(message);
}

/** Has a code mailed; the answer is the same for an address that nobody has. */
export const requestSignInCode = (email: string): Promise<string | undefined> =>
  signingIn('/email-otp/send-verification-otp', { email, type: 'sign-in' });

/** Signs in with a mailed code; answers `secondFactor` where that is asked for too, and otherwise why it is refused. */
export async function signIn(email: string, code: string): Promise<string | undefined> {
  const refusal = await signingIn('/sign-in/email-otp', { email, otp: code.replaceAll(' ', '') });
  if (refusal === undefined) markSignedIn();
  return refusal;
}

/** Signs in with the code of an app, where the mailed one was right. */
export async function verifySecondFactor(code: string): Promise<string | undefined> {
  const refusal = await signingIn('/two-factor/verify-totp', { code: code.replaceAll(' ', '') });
  if (refusal === undefined) markSignedIn();
  return refusal;
}

/** Leaves for the OpenID Connect provider, which sends the browser back to this page; answers why it does not, in words. */
export async function signInWithProvider(
  callbackURL: string = location.pathname,
): Promise<string | undefined> {
  const answer = await plainFetch('/auth/sign-in/openid', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ callbackURL }),
  }).catch(() => undefined);
  if (!answer) return 'The service is unreachable. Is it running?';
  const { message, url } = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok || typeof url !== 'string') return String(message);
  location.assign(url);
  return undefined;
}

const tell = (message: Message) => others.postMessage(message);

others.onmessage = ({ data }: MessageEvent<Message>) => {
  const key = currentStore().getItem(keyName);
  if ('key' in data) {
    if (key === null) storeKey(data.key, false);
  } else if (data.ask === 'forget') forgetHere();
  else if (key !== null) tell({ key });
};

/** Forgets the key in this tab, on this device, and in every other tab of this browser; who signed in is signed out. */
export async function forgetCredentials(): Promise<void> {
  if (isSignedIn()) await signingIn('/sign-out', {});
  tell({ ask: 'forget' });
  forgetHere();
}

function forgetHere(): void {
  moveTo(sessionStorage);
  for (const store of [localStorage, sessionStorage]) store.removeItem(keyName);
  sessionStorage.removeItem(personName);
  tellListeners();
}

function moveTo(store: Storage): void {
  const before = currentStore();
  if (store === before) return;
  for (const name of Object.keys(before)) {
    if (!/^(graphiql|actiongraph):/.test(name)) continue;
    store.setItem(name, before.getItem(name) ?? '');
    before.removeItem(name);
  }
}

/** Calls whenever another key is kept, or the key forgotten, here or in another tab. */
export function onCallerChanged(listener: () => void): void {
  listeners.add(listener);
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

// Another tab kept a key on this device.
addEventListener('storage', ({ key }) => {
  if (key === keyName) tellListeners();
});

/**
 * Has every request of the page to this service carry who asks, those too that somebody else's script makes; calls where
 * the service refuses. A header by that name that somebody typed counts, unless it is not to.
 */
export function attachCredentialsToFetch(refused: () => void, typedCounts = true): void {
  window.fetch = async (...request) => {
    const asked = new Request(...request);
    const isOurs = new URL(asked.url).origin === location.origin;
    if (isOurs) {
      for (const [name, value] of Object.entries(callerHeaders())) {
        if (!(typedCounts && asked.headers.has(name))) asked.headers.set(name, value);
      }
    }
    const answer = await plainFetch(asked);
    if (isOurs && answer.status === 401) refused();
    return answer;
  };
}
