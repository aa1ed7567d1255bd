/**
 * The caller for all pages. This module alone stores, sends and deletes credentials. A caller is an
 * API key or a session. The browser sends the session cookie itself.
 */

const keyName = 'actiongraph:key';

/** Marks a tab with a session. Only the cookie grants access. */
const personName = 'actiongraph:person';

/** The other tabs of this browser. */
const channel = new BroadcastChannel('actiongraph:credentials');

type Message = { ask: 'who' } | { ask: 'forget' } | { key: string };

/** Other tabs respond within this time. */
const timeoutMs = 200;

const listeners = new Set<() => void>();

/** Storage of the key and of GraphiQL's data: the device, or the tab. */
export function currentStore(): Storage {
  return localStorage.getItem(keyName) === null ? sessionStorage : localStorage;
}

/** The credentials may have become invalid. */
export const hasCredentials = (): boolean =>
  currentStore().getItem(keyName) !== null || isSignedIn();

export const isSignedIn = (): boolean =>
  currentStore().getItem(keyName) === null && sessionStorage.getItem(personName) !== null;

export const isKeyStoredOnDevice = (): boolean => currentStore() === localStorage;

/** Empty for a session, which the cookie identifies. */
export function callerHeaders(): Record<string, string> {
  const key = currentStore().getItem(keyName);
  return key === null ? {} : { 'x-api-key': key };
}

export interface Caller {
  /** Name of the workspace, otherwise of the key. Undefined if the caller may read neither. */
  name?: string;
  errorMessage?: string;
}

const originalFetch = window.fetch.bind(window);

/** Requests the caller of the current credentials, or of other headers. */
export async function fetchCaller(
  headers: Record<string, string> = callerHeaders(),
): Promise<Caller> {
  try {
    const response = await originalFetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ viewer { key { name } workspace { name } } }' }),
    });
    if (response.status === 401) {
      sessionStorage.removeItem(personName);
      return { errorMessage: invalidKeyMessage };
    }
    const { data, errors } = (await response.json()) as ViewerResponse;
    // A key without read permission may still write.
    if (response.ok || response.status === 403) return callerOf(data?.viewer);
    return { errorMessage: errors?.[0]?.message ?? 'The service did not respond.' };
  } catch {
    return { errorMessage: 'The service is unreachable. Is it running?' };
  }
}

interface ViewerResponse {
  data?: { viewer: Viewer } | null;
  errors?: { message: string }[];
}

interface Viewer {
  key: { name: string } | null;
  workspace: { name: string | null };
}

/** Not every key may read the workspace. */
function callerOf(viewer: Viewer | undefined): Caller {
  const name = viewer?.workspace.name ?? viewer?.key?.name;
  return name ? { name } : {};
}

export const invalidKeyMessage = 'This API key is invalid, was revoked or has expired.';

/** To test a key before it is stored. */
export const apiKeyHeaders = (key: string): Record<string, string> => ({ 'x-api-key': key });

/** Stores a key for all pages on the device or in the tab, and moves GraphiQL's data there. */
export function storeKey(key: string, onThisDevice: boolean): void {
  moveGraphiqlData(onThisDevice ? localStorage : sessionStorage);
  (onThisDevice ? localStorage : sessionStorage).setItem(keyName, key);
  notifyListeners();
}

/** Gets a key from another open tab, or finds the session. Returns whether there is a caller. */
export async function restoreCaller(): Promise<boolean> {
  if (hasCredentials()) return true;
  broadcast({ ask: 'who' });
  await new Promise<void>((resolve) => {
    onCallerChanged(resolve);
    setTimeout(resolve, timeoutMs);
  });
  if (hasCredentials()) return true;
  const session = await originalFetch('/auth/get-session').catch(() => undefined);
  if (session?.ok && (await session.json()) !== null) markSignedIn();
  return hasCredentials();
}

export function markSignedIn(): void {
  sessionStorage.setItem(personName, 'signed in');
  notifyListeners();
}

/** Returns the error message. */
async function postSignIn(path: string, body: object): Promise<string | undefined> {
  const response = await originalFetch(`/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response) return 'The service is unreachable. Is it running?';
  const { message, twoFactorRedirect } = (await response.json()) as Record<string, unknown>;
  if (twoFactorRedirect) return 'secondFactor';
  return response.ok ? undefined : String(message);
}

/** The result does not reveal whether the address is known. */
export const requestSignInCode = (email: string): Promise<string | undefined> =>
  postSignIn('/email-otp/send-verification-otp', { email, type: 'sign-in' });

/** Returns `secondFactor` if one is required, or the error message. */
export async function signIn(email: string, code: string): Promise<string | undefined> {
  const errorMessage = await postSignIn('/sign-in/email-otp', {
    email,
    otp: code.replaceAll(' ', ''),
  });
  if (errorMessage === undefined) markSignedIn();
  return errorMessage;
}

export async function verifySecondFactor(code: string): Promise<string | undefined> {
  const errorMessage = await postSignIn('/two-factor/verify-totp', {
    code: code.replaceAll(' ', ''),
  });
  if (errorMessage === undefined) markSignedIn();
  return errorMessage;
}

/**
 * Redirects to the OpenID Connect provider, which returns to `callbackURL`. Returns the error
 * message.
 */
export async function signInWithProvider(
  callbackURL: string = location.pathname,
): Promise<string | undefined> {
  const response = await originalFetch('/auth/sign-in/openid', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ callbackURL }),
  }).catch(() => undefined);
  if (!response) return 'The service is unreachable. Is it running?';
  const { message, url } = (await response.json()) as Record<string, unknown>;
  if (!response.ok || typeof url !== 'string') return String(message);
  location.assign(url);
  return undefined;
}

const broadcast = (message: Message) => channel.postMessage(message);

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  const key = currentStore().getItem(keyName);
  if ('key' in data) {
    if (key === null) storeKey(data.key, false);
  } else if (data.ask === 'forget') clearThisTab();
  else if (key !== null) broadcast({ key });
};

/** Deletes the key in all tabs and on the device, or signs out. */
export async function forgetCredentials(): Promise<void> {
  if (isSignedIn()) await postSignIn('/sign-out', {});
  broadcast({ ask: 'forget' });
  clearThisTab();
}

function clearThisTab(): void {
  moveGraphiqlData(sessionStorage);
  for (const store of [localStorage, sessionStorage]) store.removeItem(keyName);
  sessionStorage.removeItem(personName);
  notifyListeners();
}

function moveGraphiqlData(store: Storage): void {
  const before = currentStore();
  if (store === before) return;
  for (const name of Object.keys(before)) {
    if (!/^(graphiql|actiongraph):/.test(name)) continue;
    store.setItem(name, before.getItem(name) ?? '');
    before.removeItem(name);
  }
}

/** Called for changes in any tab. */
export function onCallerChanged(listener: () => void): void {
  listeners.add(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

// Another tab stored a key on this device.
addEventListener('storage', ({ key }) => {
  if (key === keyName) notifyListeners();
});

/**
 * Adds credentials to all requests of the page to this service, also to those of third-party
 * scripts. A header that the user typed takes precedence with `typedCounts`. `refused` is called
 * for a 401.
 */
export function attachCredentialsToFetch(
  onUnauthorized: () => void,
  keepsTypedHeaders = true,
): void {
  window.fetch = async (...fetchArguments) => {
    const request = new Request(...fetchArguments);
    const isSameOrigin = new URL(request.url).origin === location.origin;
    if (isSameOrigin) {
      for (const [name, value] of Object.entries(callerHeaders())) {
        if (!(keepsTypedHeaders && request.headers.has(name))) request.headers.set(name, value);
      }
    }
    const response = await originalFetch(request);
    if (isSameOrigin && response.status === 401) onUnauthorized();
    return response;
  };
}
