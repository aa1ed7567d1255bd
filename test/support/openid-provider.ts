import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { testPublicUrl } from './api.ts';
import type { TestBrowser } from './persons.ts';

export const openIdClient = { clientId: 'actiongraph', clientSecret: 'secret: of/the client+' };

/** The claims of a provider about a person. */
interface ProviderAccount {
  email?: string;
  email_verified?: boolean;
}

/** A real OpenID Connect provider on this machine, at which whoever is asked for signs in at once. */
export interface OpenIdProvider {
  url: string;
  accounts: Map<string, ProviderAccount>;
  /** The next person who signs in. Null: the provider rejects. */
  next: string | null;
  /** How often it was asked to describe itself. */
  described: number;
  close(): Promise<void>;
}

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started: OpenIdProvider = {
    url,
    accounts: new Map(),
    next: null,
    described: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const provider = await createProvider(started);
  const answer = provider.callback();
  server.on('request', async (request, response) => {
    if (request.url?.includes('openid-configuration')) started.described += 1;
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    const result =
      started.next === null
        ? { error: 'access_denied', error_description: 'Not <b>today</b>' }
        : { login: { accountId: started.next } };
    await provider.interactionFinished(request, response, result);
  });
  return started;
}

async function createProvider(started: OpenIdProvider): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(started.url, {
    clients: [
      {
        client_id: openIdClient.clientId,
        client_secret: openIdClient.clientSecret,
        redirect_uris: [`${testPublicUrl}/auth/callback/openid`],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...started.accounts.get(id) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const { Grant } = provider;
      const grant = new Grant({
        clientId: String(oidc.client?.clientId),
        accountId: String(oidc.session?.accountId),
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

/** Follows the provider's own pages, until they lead back to the service; answers that address, as a path. */
export async function walkThrough(url: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = url;
  for (let step = 0; step < 10; step += 1) {
    if (at.startsWith(testPublicUrl)) return at.slice(testPublicUrl.length);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${at} leads nowhere: ${await answer.text()}`);
    at = new URL(location, at).href;
  }
  throw new Error('The provider leads nowhere.');
}

/** Goes to the provider and back, like a browser, and returns the response of the service. */
export async function signInElsewhere(browser: TestBrowser, callbackURL = '/docs') {
  const { body } = await browser.post('/auth/sign-in/openid', { callbackURL });
  return browser.get(await walkThrough(body.url));
}
