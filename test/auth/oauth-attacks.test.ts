import { describe, expect, test } from 'vitest';
import { deactivateUser, reactivateUser, updateUser } from '../../src/domain/workspaces/users.ts';
import { useTestApi } from '../support/api.ts';
import {
  callMcp,
  decide,
  oauthPublicUrl,
  openConsent,
  postForm,
  RawApp,
  redirectUri,
  register,
  signedIn,
  submit,
} from '../support/oauth.ts';
import { TestBrowser } from '../support/persons.ts';
import { addPortalContact } from '../support/portal.ts';

const api = useTestApi({ publicUrl: oauthPublicUrl, sendsMail: true });

const authorize = async (url: string) => {
  const { browser } = await signedIn(api);
  return openConsent(browser, url);
};

const target = (headers: Headers) => new URL(headers.get('location') ?? '', oauthPublicUrl);

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('registration', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://evil.example/callback',
    'http://localhost.evil.example/callback',
    'https://user:secret@app.example/callback',
    'https://app.example/callback#fragment',
    'evil://callback',
    'evil:/callback',
    'JavaScript://app.example/%0aalert(1)',
    'file://app.example/etc',
    'blob:https://app.example/x',
    'view-source://app.example/',
    'wss://app.example/',
    'ms-word://app.example/',
    'https://a;sandbox;b/callback',
    'https://a,b/callback',
    'https://*/callback',
    'https://app.example/\u0000',
    'https://app.example/\ud800',
    'https://app.example/call\nback',
    `https://app.example/${'x'.repeat(500)}`,
  ])('refuses to redirect to %s', async (uri) => {
    const { body, status } = await register(api, { redirect_uris: [uri] });
    expect([uri, status, body.error]).toEqual([uri, 400, 'invalid_redirect_uri']);
  });

  test.each([
    'https://app.example/callback',
    'http://localhost:33418/',
    'com.example.app:/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'https://vscode.dev/redirect',
    'http://[::1]:33418/',
  ])('accepts %s', async (uri) => {
    const { body, status } = await register(api, { redirect_uris: [uri], scope: 'mcp:write' });
    expect([status, body.redirect_uris]).toEqual([201, [uri]]);
    expect(body).not.toHaveProperty('client_secret');
  });

  test('ignores what an app claims about itself besides its name and addresses', async () => {
    const claims = {
      ...{ skip_consent: true, token_endpoint_auth_method: 'client_secret_post' },
      ...{ jwks_uri: 'https://evil.example/jwks', grant_types: ['client_credentials'] },
      client_name: `${'x'.repeat(90)}\u202e\n${'y'.repeat(90)}`,
    };
    const { body } = await register(api, claims);
    expect(body).toMatchObject({
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      client_name: expect.stringMatching(/^x{90} y{8}…$/),
    });
    const form = { grant_type: 'client_credentials', client_id: body.client_id };
    const { headers } = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const { status } = await api.request('/auth/oauth2/token', {
      ...{ method: 'POST', headers, body: new URLSearchParams(form).toString() },
    });
    expect(status).toBe(400);
  });
});

test.each([
  ['no list', 'https://app.example/callback'],
  ['an empty list', []],
  ['numbers', [1]],
  ['eleven addresses', Array.from({ length: 11 }, (_, n) => `https://app.example/${n}`)],
])('a registration with %s is refused', async (_, redirect_uris) => {
  const { body, status } = await register(api, { redirect_uris });
  expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
});

test('texts that the database cannot store are no internal errors', async () => {
  const app = await RawApp.register(api, { client_name: 'Hel\u0000per\ud800' });
  const { page } = await authorize(app.authorizationUrl());
  expect(page).toContain('Helper\ufffd');
  const { headers } = await authorize(app.authorizationUrl({ client_id: 'x\u0000' }));
  expect(target(headers).pathname).toBe('/sign-in/refused');
  for (const [path, form] of [
    ['revoke', { client_id: 'x\u0000', token: 'x\u0000' }],
    ['token', { grant_type: 'refresh_token', client_id: 'x\u0000', refresh_token: 'x\u0000' }],
  ] as const)
    expect((await postForm(api, path, form)).status).toBe(400);
});

describe('an authorization request', () => {
  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['for another API', { resource: `${oauthPublicUrl}/graphql` }],
    ['for a token in the URL', { response_type: 'token' }],
  ])('%s is refused', async (_, changes) => {
    const app = await RawApp.register(api);
    const { headers, page } = await authorize(app.authorizationUrl(changes));
    expect(page).toBe('');
    const { hash, search } = target(headers);
    expect(search + hash).toMatch(/[?#]error=/);
    expect(search + hash).not.toMatch(/code=|token=/);
  });

  test.each([
    'https://evil.example/callback',
    'http://127.0.0.1:7777/callback/other',
    'http://127.0.0.1:7777/callback?next=1',
    'http://localhost:7777/callback',
  ])('with the address %s goes to no app', async (uri) => {
    const app = await RawApp.register(api);
    const { headers } = await authorize(app.authorizationUrl({ redirect_uri: uri }));
    expect(target(headers).pathname).toBe('/sign-in/refused');
    expect(target(headers).origin).toBe(oauthPublicUrl);
  });

  test('may use another port on the same machine, with which the code is exchanged', async () => {
    const { browser } = await signedIn(api);
    const app = await RawApp.register(api);
    const redirect_uri = 'http://127.0.0.1:50123/callback';
    const given = await decide(api, browser, app.authorizationUrl({ redirect_uri }));
    const code = given.get('code') ?? '';
    expect((await app.exchange(code, { redirect_uri: redirectUri })).status).toBe(400);
    const again = await decide(api, browser, app.authorizationUrl({ redirect_uri }));
    expect((await app.exchange(again.get('code') ?? '', { redirect_uri })).status).toBe(200);
  });
});

describe('the consent page', () => {
  test('cannot be framed, and sends forms only to the service and the app', async () => {
    const app = await RawApp.register(api);
    const { headers } = await authorize(app.authorizationUrl());
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:7777");
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('shows the scheme of an app, whose host is not a website', async () => {
    const redirect_uri = 'cursor://bank.example/oauth/callback';
    const app = await RawApp.register(api, { redirect_uris: [redirect_uri] });
    const { browser } = await signedIn(api);
    const url = app.authorizationUrl({ redirect_uri });
    const { headers, page } = await openConsent(browser, url);
    expect(page).toContain('cursor://bank.example<');
    expect(headers.get('content-security-policy')).toContain("form-action 'self' cursor:;");
    const code = (await decide(api, browser, url)).get('code') ?? '';
    expect((await app.exchange(code, { redirect_uri })).status).toBe(200);
  });

  test('lets the form lead to an IPv6 address, which a source list cannot name', async () => {
    const redirect_uri = 'http://[::1]:33418/';
    const app = await RawApp.register(api, { redirect_uris: [redirect_uri] });
    const { headers } = await authorize(app.authorizationUrl({ redirect_uri }));
    expect(headers.get('content-security-policy')).toContain("form-action 'self' http:;");
  });

  test('that is sent twice at once gives the app one grant, which works', async () => {
    const { browser, personId } = await signedIn(api);
    const app = await RawApp.register(api);
    const { fields } = await openConsent(browser, app.authorizationUrl());
    const send = () =>
      submit(api, browser, '/auth/oauth2/consent', { ...fields, decision: 'allow' });
    const answers = await Promise.all([send(), send(), send()]);
    const codes = answers.flatMap(({ headers, status }) => {
      expect([303, 409]).toContain(status);
      return status === 303 ? [target(headers).searchParams.get('code') ?? ''] : [];
    });
    expect(await api.database.prisma.oAuthGrant.count({ where: { personId } })).toBe(1);
    const exchanged = await Promise.all(codes.map((code) => app.exchange(code)));
    expect(exchanged.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('escapes the name that an app chose', async () => {
    const app = await RawApp.register(api, { client_name: '<img src=x onerror=alert(1)>' });
    const { page } = await authorize(app.authorizationUrl());
    expect(page).toContain('&lt;img src=x');
    expect(page).not.toContain('<img');
  });

  test('is only accepted from the page, the session and the request for which it was shown', async () => {
    const { browser } = await signedIn(api);
    const app = await RawApp.register(api);
    const { prisma } = api.database;
    const before = await prisma.oAuthGrant.count();
    const { fields } = await openConsent(browser, app.authorizationUrl({ scope: 'read' }));
    const { browser: other } = await signedIn(api);
    const form = { ...fields, decision: 'allow' };
    const send = (changes: Record<string, string>, headers = {}, sender = browser) =>
      submit(api, sender, '/auth/oauth2/consent', { ...form, ...changes }, headers);
    expect((await send({}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({}, { origin: 'null' })).status).toBe(403);
    expect((await send({}, {}, other)).status).toBe(409);
    expect((await send({}, {}, new TestBrowser(api))).status).toBe(401);
    expect((await send({ token: 'x' })).status).toBe(409);
    const widened = fields.query?.replace('scope=read', 'scope=read+mcp%3Awrite') ?? '';
    expect(widened).not.toBe(fields.query);
    expect((await send({ query: widened })).status).toBe(409);
    expect((await send({ workspace: String(api.theirs.accountId) })).status).toBe(403);
    expect(await prisma.oAuthGrant.count()).toBe(before);
    // A box that was not offered allows nothing.
    const { headers } = await send({ write: 'on' });
    const { body } = await app.exchange(target(headers).searchParams.get('code') ?? '');
    expect(body.scope).toBe('read offline_access');
  });

  test('gives contacts of clients nothing', async () => {
    const { email } = await addPortalContact(api.ours);
    const browser = new TestBrowser(api);
    browser.origin = oauthPublicUrl;
    await browser.signIn(email);
    const app = await RawApp.register(api);
    const { fields, page } = await openConsent(browser, app.authorizationUrl());
    expect(page).not.toContain('value="allow"');
    const form = { ...fields, decision: 'allow', workspace: String(api.ours.accountId) };
    expect((await submit(api, browser, '/auth/oauth2/consent', form)).status).toBe(403);
  });
});

describe('a code', () => {
  test('needs the verifier, and is lost with a wrong one', async () => {
    const { browser } = await signedIn(api);
    const app = await RawApp.register(api);
    const code = (await decide(api, browser, app.authorizationUrl())).get('code') ?? '';
    expect((await app.exchange(code, { code_verifier: 'x'.repeat(43) })).status).toBe(401);
    expect((await app.exchange(code)).status).toBe(400);
  });

  test('of a grant that was replaced is refused', async () => {
    const { browser } = await signedIn(api);
    const app = await RawApp.register(api);
    const first = (await decide(api, browser, app.authorizationUrl())).get('code') ?? '';
    await decide(api, browser, app.authorizationUrl());
    const { body, status } = await app.exchange(first);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  test('is not accepted from another app', async () => {
    const { browser } = await signedIn(api);
    const app = await RawApp.register(api);
    const { clientId } = await RawApp.register(api);
    const code = (await decide(api, browser, app.authorizationUrl())).get('code') ?? '';
    expect((await app.exchange(code, { client_id: clientId })).status).toBe(400);
  });

  test('that is used twice ends the tokens that it gave', async () => {
    const { browser } = await signedIn(api);
    const app = await RawApp.register(api);
    const { access, code, refresh } = await app.connect(browser);
    expect((await callMcp(api, access)).status).toBe(200);
    expect((await app.exchange(code)).status).toBe(400);
    expect((await callMcp(api, access)).status).toBe(401);
    expect((await app.refresh(refresh)).status).toBe(400);
  });
});

test('a refresh token that is used twice ends all tokens of the app', async () => {
  const { browser } = await signedIn(api);
  const app = await RawApp.register(api);
  const { access, refresh } = await app.connect(browser);
  const { body } = await app.refresh(refresh);
  expect((await callMcp(api, access)).status).toBe(200);
  expect((await callMcp(api, body.access_token)).status).toBe(200);
  expect((await app.refresh(refresh)).status).toBe(400);
  expect((await callMcp(api, body.access_token)).status).toBe(401);
  expect((await app.refresh(body.refresh_token)).status).toBe(400);
});

test('a wrong hint does not keep a refresh token from being revoked, and another app cannot revoke it', async () => {
  const { browser } = await signedIn(api);
  const app = await RawApp.register(api);
  const { clientId } = await RawApp.register(api);
  const { access, refresh } = await app.connect(browser);
  const form = { token: refresh, token_type_hint: 'access_token' };
  await postForm(api, 'revoke', { ...form, client_id: clientId });
  expect((await callMcp(api, access)).status).toBe(200);
  expect((await postForm(api, 'revoke', { ...form, client_id: app.clientId })).status).toBe(200);
  expect((await callMcp(api, access)).status).toBe(401);
});

describe('an access token', () => {
  test('opens neither REST nor GraphQL nor an account', async () => {
    const { browser } = await signedIn(api);
    const { access } = await (await RawApp.register(api)).connect(browser, { writes: true });
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
    const query = {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: '{ viewer { name } }' }),
    };
    expect((await api.request('/graphql', query)).status).toBe(401);
    const create = { method: 'POST', headers, body: JSON.stringify({ name: 'X' }) };
    expect((await api.request('/public/action/clients/create', create)).status).toBe(401);
    for (const path of ['workspaces', 'sessions', 'apps', 'get-session', 'token'])
      expect((await api.request(`/auth/${path}`, { headers })).body).toSatisfy(
        (body: { code?: string } | null | '') => !body || body.code === 'not_signed_in',
      );
  });

  test('is not a session or a token of one, and not unsigned or changed', async () => {
    const { browser } = await signedIn(api);
    const { access } = await (await RawApp.register(api)).connect(browser);
    const { body } = await browser.get('/auth/token');
    const [header = '', payload = '', signature = ''] = access.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const unsigned = `${encoded({ alg: 'none', typ: 'at+jwt' })}.${payload}.`;
    const changed = `${header}.${encoded({ ...claims, scope: 'read mcp:write' })}.${signature}`;
    for (const token of [body.token, unsigned, changed, 'a.b.c', browser.cookie.split('=')[1]])
      expect((await callMcp(api, String(token))).status).toBe(401);
    expect((await callMcp(api, access)).status).toBe(200);
    expect(claims).toMatchObject({ aud: `${oauthPublicUrl}/mcp`, workspace: api.ours.accountId });
  });

  test('that may not write learns which scope is missing', async () => {
    const { browser } = await signedIn(api);
    const { access } = await (await RawApp.register(api)).connect(browser);
    const call = { name: 'create_record', arguments: { type: 'Client', data: { name: 'X' } } };
    const refused = await callMcp(api, access, 'tools/call', call);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="read mcp:write", resource_metadata="${oauthPublicUrl}/.well-known/oauth-protected-resource/mcp"`,
    );
    const invalid = await callMcp(api, 'a.b.c');
    expect(invalid.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="/);
  });
});

test.each(['deactivate', 'replace'])(
  'a user who returns after %s has to allow apps again',
  async (kind) => {
    const { browser, personId } = await signedIn(api, [
      [api.ours, 'MEMBER'],
      [api.theirs, 'MEMBER'],
    ]);
    const app = await RawApp.register(api);
    const { access, refresh } = await app.connect(browser, { workspace: api.ours });
    const other = await RawApp.register(api);
    const elsewhere = await other.connect(browser, { workspace: api.theirs });
    const { prisma } = api.database;
    const where = { personId, accountId: api.ours.accountId };
    const user = await prisma.user.findFirstOrThrow({ where });
    const id = String(user.id);
    if (kind === 'deactivate') {
      await deactivateUser(api.ours.context, { id });
      await reactivateUser(api.ours.context, { id });
    } else {
      await updateUser(api.ours.context, { id, email: `x${user.email}` }, 'patch');
      const key = { accountId_id: { accountId: user.accountId, id: user.id } };
      await prisma.user.update({ where: key, data: { personId } });
    }
    expect((await callMcp(api, access)).status).toBe(401);
    expect((await app.refresh(refresh)).status).toBe(400);
    expect((await callMcp(api, elsewhere.access)).status).toBe(200);
  },
);

test('registrations are limited by network', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      api.request('/auth/oauth2/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7' },
        body: JSON.stringify({ redirect_uris: [redirectUri] }),
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
});
