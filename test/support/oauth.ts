import { createHash, randomBytes } from 'node:crypto';
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { UserRole } from '../../src/platform/permissions/roles.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import { addPerson, nextAddress, TestBrowser } from './persons.ts';

/** Clients accept plain HTTP only on this machine. */
export const oauthPublicUrl = 'http://localhost:4000';

export const redirectUri = 'http://127.0.0.1:7777/callback';

const formType = 'application/x-www-form-urlencoded';

/** A browser in which a person is signed in. */
export async function signedIn(
  api: TestApi,
  users: readonly [TestWorkspace, UserRole][] = [[api.ours, 'OWNER']],
) {
  const person = await addPerson(api, users);
  const browser = new TestBrowser(api);
  browser.origin = oauthPublicUrl;
  await browser.signIn(person.email);
  return { ...person, browser };
}

/** A form of a page, as a browser submits it. */
export const submit = (
  api: TestApi,
  browser: TestBrowser,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  api.request(path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      ...{ cookie: browser.cookie, origin: oauthPublicUrl, 'content-type': formType },
      ...headers,
    },
    body: new URLSearchParams(form).toString(),
  });

const hiddenFields = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    ),
  );

export interface Decision {
  decision?: 'allow' | 'deny';
  workspace?: TestWorkspace;
  writes?: boolean;
}

/** Opens the consent page. */
export async function openConsent(browser: TestBrowser, url: string | URL) {
  const { pathname, search } = new URL(url, oauthPublicUrl);
  const answer = await browser.get(pathname + search);
  return { ...answer, page: String(answer.text), fields: hiddenFields(String(answer.text)) };
}

/** Decides on the consent page, and returns the parameters that the app gets. */
export async function decide(
  api: TestApi,
  browser: TestBrowser,
  url: string | URL,
  { decision = 'allow', workspace, writes = false }: Decision = {},
): Promise<URLSearchParams> {
  const { fields } = await openConsent(browser, url);
  const answer = await submit(api, browser, '/auth/oauth2/consent', {
    ...fields,
    decision,
    ...(workspace && { workspace: String(workspace.accountId) }),
    ...(writes && { write: 'on' }),
  });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`The form was refused: ${answer.status} ${answer.text}`);
  return new URL(location).searchParams;
}

export const postForm = (api: TestApi, path: string, form: Record<string, string>) =>
  api.request(`/auth/oauth2/${path}`, {
    method: 'POST',
    headers: { 'content-type': formType },
    body: new URLSearchParams(form).toString(),
  });

export const register = (api: TestApi, metadata: Record<string, unknown> = {}) =>
  api.request('/auth/oauth2/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': nextAddress() },
    body: JSON.stringify({ client_name: 'Helper', redirect_uris: [redirectUri], ...metadata }),
  });

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** An app that makes each request by hand, for requests that the official client does not send. */
export class RawApp {
  readonly verifier = randomBytes(32).toString('base64url');
  readonly #api: TestApi;
  readonly clientId: string;

  private constructor(api: TestApi, clientId: string) {
    this.#api = api;
    this.clientId = clientId;
  }

  static async register(api: TestApi, metadata: Record<string, unknown> = {}): Promise<RawApp> {
    const { body } = await register(api, metadata);
    return new RawApp(api, body.client_id);
  }

  authorizationUrl(changes: Record<string, string | undefined> = {}): string {
    const parameters = Object.entries({
      ...{ response_type: 'code', client_id: this.clientId, redirect_uri: redirectUri },
      ...{ state: 'state', scope: 'read mcp:write' },
      ...{ code_challenge: sha256(this.verifier), code_challenge_method: 'S256' },
      ...changes,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return `/auth/oauth2/authorize?${new URLSearchParams(parameters)}`;
  }

  exchange(code: string, changes: Record<string, string> = {}) {
    return postForm(this.#api, 'token', {
      ...{ grant_type: 'authorization_code', client_id: this.clientId, code },
      ...{ code_verifier: this.verifier, redirect_uri: redirectUri },
      ...changes,
    });
  }

  refresh(token: string) {
    return postForm(this.#api, 'token', {
      ...{ grant_type: 'refresh_token', client_id: this.clientId, refresh_token: token },
    });
  }

  /** Tokens that a person gives. */
  async connect(
    browser: TestBrowser,
    decision: Decision = {},
  ): Promise<{ access: string; refresh: string; code: string }> {
    const given = await decide(this.#api, browser, this.authorizationUrl(), decision);
    const code = given.get('code') ?? '';
    const { body } = await this.exchange(code);
    return { access: body.access_token, refresh: body.refresh_token, code };
  }
}

/** A message to `/mcp` with a bearer token. */
export const callMcp = (
  { app }: Pick<TestApi, 'app'>,
  token: string,
  method = 'tools/list',
  params: object = {},
  headers: Record<string, string> = {},
) =>
  app.request(`${oauthPublicUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });

/** What the official client stores. A person decides in `browser`. */
class StoredProvider implements OAuthClientProvider {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata = { client_name: 'Official client', redirect_uris: [redirectUri] };
  client: StoredOAuthClientInformation | undefined;
  saved: StoredOAuthTokens | undefined;
  authorizationUrl: URL | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  clientInformation = () => this.client;
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.client = client;
  }
  tokens = () => this.saved;
  saveTokens(tokens: StoredOAuthTokens) {
    this.saved = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.authorizationUrl = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier = () => this.#verifier;
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovered = state;
  }
  discoveryState = () => this.#discovered;
}

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** The official client: it finds the server, registers, and asks the person. */
export class OfficialApp {
  readonly provider = new StoredProvider();
  readonly #fetch: Fetch;
  readonly #url: string;

  constructor(fetch: Fetch, url = oauthPublicUrl) {
    this.#fetch = fetch;
    this.#url = url;
  }

  #transport() {
    return new StreamableHTTPClientTransport(new URL(`${this.#url}/mcp`), {
      authProvider: this.provider,
      fetch: (url, init) => this.#fetch(String(url), init as RequestInit),
    });
  }

  async open(): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(this.#transport());
    return client;
  }

  /** The URL that the client opens in the browser. */
  async begin(): Promise<URL> {
    await this.open().catch(() => undefined);
    if (!this.provider.authorizationUrl) throw new Error('The client did not ask the person.');
    return this.provider.authorizationUrl;
  }

  finish(parameters: URLSearchParams): Promise<void> {
    return this.#transport().finishAuth(parameters);
  }
}
