import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deactivateUser, updateUser } from '../../src/domain/workspaces/users.ts';
import { testPublicUrl, useTestApi } from '../support/api.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import type { TestProcess } from '../support/streams.ts';
import { recordChanges, startProcess, useStreams } from '../support/streams.ts';

const api = useTestApi({ corsOrigins: ['https://app.studio.example'] });
const subscribe = useStreams();
const whoami = '{ workspace { name } }';
const create = 'mutation { createClient(input: { name: "X" }) { __typename } }';
let service: TestProcess;

beforeAll(async () => {
  service = await startProcess(api);
});
afterAll(() => service?.close());

async function signedIn(role: 'OWNER' | 'ADMIN' | 'ACCOUNTANT' | 'VIEWER' = 'ADMIN') {
  const person = await addPerson(api, [[api.ours, role]]);
  const browser = new TestBrowser(api);
  await browser.signIn(person.email);
  return { ...person, browser };
}

const userOf = (personId: string) =>
  api.database.prisma.user.findFirstOrThrow({
    where: { personId, accountId: api.ours.accountId },
  });

/** A request with a token alone. */
const withToken = (token: string, headers: Record<string, string> = {}) =>
  api.request('/public/action/clients/search?query=a', {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

describe('an empty header', () => {
  test.each(['', ' '])('X-API-KEY: %j is ignored, so that the session is valid', async (key) => {
    const { browser } = await signedIn();
    Object.assign(browser.headers, { 'x-api-key': key });
    expect((await browser.get('/public/action/clients/list')).status).toBe(200);
    expect((await browser.gql(whoami)).body.data.workspace.name).toBe('Ours');
  });

  test.each(['Bearer', 'Bearer ', ''])('Authorization: %j is ignored', async (authorization) => {
    const { browser } = await signedIn();
    Object.assign(browser.headers, { authorization, 'x-workspace': '', 'x-contact': '' });
    expect((await browser.get('/public/action/clients/list')).status).toBe(200);
    const none = await api.request('/public/action/clients/list', { headers: { authorization } });
    expect(none).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
  });
});

describe('a cookie', () => {
  test('is accepted only from pages of the service and of allowed origins', async () => {
    const { browser } = await signedIn();
    const rejection = async (headers: Record<string, string>, path = '/graphql') => {
      browser.origin = null;
      const sent = { ...browser.headers };
      Object.assign(browser.headers, headers);
      const { status, body } = await browser.post(path, { query: create, name: 'X' });
      browser.headers = sent;
      return [status, body.code ?? body.errors?.[0]?.extensions.code];
    };
    const before = await api.database.prisma.client.count();
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://app.studio.example.evil.example' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      {},
      { origin: 'https://evil.example', 'content-type': 'text/plain' },
      { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    ]) {
      expect(await rejection(headers)).toEqual([403, 'origin_not_allowed']);
      expect(await rejection(headers, '/public/action/clients/create')).toEqual([
        403,
        'origin_not_allowed',
      ]);
      expect(await rejection(headers, '/auth/sign-out')).toEqual([403, 'origin_not_allowed']);
    }
    expect(await api.database.prisma.client.count()).toBe(before);
    browser.origin = 'https://app.studio.example';
    expect((await browser.gql(whoami)).status).toBe(200);
    browser.origin = null;
    browser.headers['sec-fetch-site'] = 'same-origin';
    expect((await browser.gql(whoami)).status).toBe(200);
  });

  test('causes no read for a page of an origin that is not allowed, unless a link is followed', async () => {
    const { browser } = await signedIn('OWNER');
    browser.origin = null;
    const get = async (path: string, headers: Record<string, string>) => {
      const sent = { ...browser.headers };
      Object.assign(browser.headers, headers);
      const { body, status } = await browser.get(path);
      browser.headers = sent;
      return [status, body?.code ?? body?.errors?.[0]?.extensions.code];
    };
    const paths = ['/public/action/clients/list', '/books/csv/clients.csv', '/auth/get-session'];
    for (const path of paths) {
      for (const site of ['cross-site', 'same-site']) {
        const embedded = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' };
        const rejectedStatus = [403, 'origin_not_allowed'];
        expect(await get(path, embedded)).toEqual(rejectedStatus);
        const other = { origin: 'https://evil.example', 'sec-fetch-mode': 'cors' };
        expect(await get(path, { ...embedded, ...other })).toEqual(rejectedStatus);
        const followed = { ...embedded, 'sec-fetch-mode': 'navigate' };
        expect((await get(path, followed))[0]).toBe(200);
        const allowed = { origin: 'https://app.studio.example', 'sec-fetch-mode': 'cors' };
        expect((await get(path, { ...embedded, ...allowed }))[0]).toBe(200);
      }
      for (const site of ['same-origin', 'none']) {
        expect((await get(path, { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' }))[0]).toBe(
          200,
        );
      }
      expect((await get(path, {}))[0]).toBe(200);
    }
    const jwks = await api.request('/auth/jwks', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(jwks.status).toBe(200);
  });

  test('is not set by a form of another page', async () => {
    const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
    const browser = new TestBrowser(api);
    const otp = await browser.codeFor(email);
    browser.origin = 'https://evil.example';
    expect((await browser.post('/auth/sign-in/email-otp', { email, otp })).status).toBe(403);
    const form = await api.request('/auth/sign-in/email-otp', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email, otp }).toString(),
    });
    expect(form.status).toBe(415);
  });

  test('is ignored if the request has a key, whose permissions apply', async () => {
    const { browser } = await signedIn('OWNER');
    browser.headers['x-api-key'] = api.theirs.key;
    const { body } = await browser.gql(whoami);
    expect(body).toEqual({ data: { workspace: { name: 'Theirs' } } });
  });
});

describe('a token', () => {
  test('is issued to a signed-in user, and valid for a few minutes', async () => {
    const { browser } = await signedIn();
    const { token } = (await browser.get('/auth/token')).body;
    expect((await withToken(token)).status).toBe(200);
    const [, claims = ''] = token.split('.');
    const { aud, exp, iat, iss, ...others } = JSON.parse(String(Buffer.from(claims, 'base64url')));
    expect({ aud, iss, seconds: exp - iat }).toEqual({
      aud: testPublicUrl,
      iss: testPublicUrl,
      seconds: 300,
    });
    // A token contains only ids of the person, because its holder can read it.
    expect(Object.keys(others).sort()).toEqual(['sid', 'sub']);
    await browser.post('/auth/sign-out');
    expect((await withToken(token)).body.code).toBe('not_signed_in');
  });

  test('is issued to a page of another site with the session as a header, and to no other page', async () => {
    const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
    const app = new TestBrowser(api);
    const entered = await app.signIn(email);
    const session = entered.headers.get('set-auth-token');
    const { body } = await api.request('/auth/token', {
      headers: { authorization: `Bearer ${session}` },
    });
    expect((await withToken(body.token)).status).toBe(200);
    expect((await withToken(String(session))).status).toBe(401);
    const page = new TestBrowser(api);
    page.headers['sec-fetch-site'] = 'same-origin';
    expect((await page.signIn(email)).headers.get('set-auth-token')).toBeNull();
  });

  test('with another signature or audience, or that has expired, is rejected', async () => {
    const { browser, personId } = await signedIn();
    const { token } = (await browser.get('/auth/token')).body;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [head = '', claims = '', signature = ''] = token.split('.');
    const { kid } = JSON.parse(String(Buffer.from(head, 'base64url')));
    const payload = JSON.parse(String(Buffer.from(claims, 'base64url')));
    const { body: jwks } = await browser.get('/auth/jwks');
    const stranger = await generateKeyPair('EdDSA', { extractable: true });
    const sign = (alg: string, key: Parameters<SignJWT['sign']>[0], text: object = {}) =>
      new SignJWT({ ...payload, ...text }).setProtectedHeader({ alg, kid }).sign(key);
    const jwk = jwks.keys.find((one: { kid: string }) => one.kid === kid);
    const tokens = [
      `${part({ alg: 'none', kid })}.${claims}.`,
      `${part({ alg: 'none' })}.${claims}.${signature}`,
      `${head}.${part({ ...payload, sub: 'prs_other' })}.${signature}`,
      `${head}.${claims}.`,
      await sign('EdDSA', stranger.privateKey),
      // The public key, as everybody can read it, as the secret of a symmetric algorithm.
      await sign('HS256', Buffer.from(JSON.stringify(jwk))),
      await sign('HS256', Buffer.from(jwk.x, 'base64url')),
      await new SignJWT(payload)
        .setProtectedHeader({ alg: 'EdDSA', kid, jwk: await exportJWK(stranger.publicKey) })
        .sign(stranger.privateKey),
      'x.y.z',
      'x',
    ];
    for (const forged of tokens) {
      expect([forged, (await withToken(forged)).body.code]).toEqual([forged, 'not_signed_in']);
    }
    const own = await ownKey(kid);
    expect((await withToken(await sign('EdDSA', own))).status).toBe(200);
    const wrong = [
      { aud: 'https://other.example' },
      { iss: 'https://other.example' },
      { exp: Math.floor(Date.now() / 1_000) - 60 },
      { nbf: Math.floor(Date.now() / 1_000) + 600 },
      { sid: 'ses_other' },
      { sub: 'prs_other' },
      { exp: undefined },
    ];
    for (const printed of wrong) {
      const { status } = await withToken(await sign('EdDSA', own, printed));
      expect([printed, status]).toEqual([printed, 401]);
    }
    expect(personId).toBe(payload.sub);
  });
});

/** A test key that replaces the unreadable private key of the service. */
async function ownKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const row = await api.database.prisma.signingKey.findUniqueOrThrow({ where: { id: kid } });
  await api.database.prisma.signingKey.update({
    where: { id: kid },
    data: { publicKey: JSON.stringify(await exportJWK(publicKey)) },
  });
  expect(JSON.parse(row.publicKey).d).toBeUndefined();
  api.signIn.clearKeyCache();
  return privateKey;
}

describe('a person', () => {
  test('of several workspaces selects one, and has the role of that workspace', async () => {
    const { email } = await addPerson(api, [
      [api.ours, 'ACCOUNTANT'],
      [api.theirs, 'OWNER'],
    ]);
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    expect((await browser.get('/auth/workspaces')).body).toMatchObject([
      { accountId: api.ours.accountId, name: 'Ours', role: 'ACCOUNTANT' },
      { accountId: api.theirs.accountId, name: 'Theirs', role: 'OWNER' },
    ]);
    const requested = await browser.gql(whoami);
    expect(requested.body.errors[0].extensions.code).toBe('workspace_required');
    browser.headers['x-workspace'] = String(api.theirs.accountId);
    expect((await browser.gql(whoami)).body).toEqual({ data: { workspace: { name: 'Theirs' } } });
    browser.headers['x-workspace'] = String(api.ours.accountId);
    const lacking = await browser.gql(create);
    expect(lacking.body.errors[0].message).toContain('Your role lacks the scope "clients:write"');
    const rest = await browser.post('/public/action/clients/create', { name: 'X' });
    expect(rest.body).toMatchObject({ code: 'missing_scope', status: 403 });
    expect(rest.body.message).toContain('Your role lacks');
    for (const other of ['999999', '0', 'Ours', '-1', `${api.ours.accountId} `.repeat(2)]) {
      browser.headers['x-workspace'] = other;
      const { body } = await browser.gql(whoami);
      expect([other, body.errors[0].extensions.code]).toEqual([other, 'wrong_workspace']);
    }
  });

  test('without a user gets an error that explains it', async () => {
    const { email } = await addPerson(api);
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    expect((await browser.gql(whoami)).body.errors[0]).toMatchObject({
      message: expect.stringContaining('you are not an active user of any workspace'),
      extensions: { code: 'wrong_workspace' },
    });
    expect((await browser.get('/auth/workspaces')).body).toEqual([]);
  });

  test('without the owner role cannot create, change or remove owners', async () => {
    const { browser } = await signedIn('ADMIN');
    const owner = await signedIn('OWNER');
    const { id } = await userOf(owner.personId);
    const attempts = [
      'createUser(input: { email: "new@owner.example", role: OWNER })',
      `updateUser(input: { id: "usr_${id}", firstName: "X" })`,
      `deactivateUser(input: { id: "usr_${id}" })`,
    ];
    for (const tried of attempts) {
      const { body } = await browser.gql(`mutation { ${tried} { __typename } }`);
      expect([tried, JSON.stringify(body)]).toEqual([
        tried,
        expect.stringContaining('not_for_role'),
      ]);
    }
    const { body } = await owner.browser.gql(`mutation { ${attempts[1]} { __typename } }`);
    expect(body.errors).toBeUndefined();
    expect(await userOf(owner.personId)).toMatchObject({ active: true, role: 'OWNER' });
  });

  test('has no access from its deactivation on, and gets no events', async () => {
    const { browser, personId } = await signedIn();
    const caller = { headers: { cookie: browser.cookie, origin: testPublicUrl } };
    const stream = await subscribe(service, caller, recordChanges, { types: ['EXPENSE'] });
    expect((await browser.gql(whoami)).status).toBe(200);
    await deactivateUser(api.ours.context, { id: (await userOf(personId)).id });
    const after = await browser.gql(whoami);
    expect(after.body.errors[0].extensions.code).toBe('wrong_workspace');
    const reported = await stream.rest();
    expect(reported.at(-1)).toMatchObject({ errors: [{ extensions: { code: 'not_signed_in' } }] });
  });

  test('whose user gets another address has no access as that user; another letter case changes nothing', async () => {
    const { browser, email, personId } = await signedIn();
    const { id } = await userOf(personId);
    await updateUser(api.ours.context, { id, email: email.toUpperCase() }, 'patch');
    expect((await browser.gql(whoami)).status).toBe(200);
    await updateUser(api.ours.context, { id, email: 'next@persons.example' }, 'patch');
    const { body } = await browser.gql(whoami);
    expect(body.errors[0].extensions.code).toBe('wrong_workspace');
    await browser.signIn(email);
    expect((await browser.get('/auth/workspaces')).body).toEqual([]);
  });

  test('keeps the address as the last owner that signs in, until there is another owner', async () => {
    const { context, accountId } = api.theirs;
    const { personId } = await addPerson(api, [[api.theirs, 'OWNER']]);
    const { id } = await api.database.prisma.user.findFirstOrThrow({ where: { personId } });
    const change = () => updateUser(context, { id, email: 'other@persons.example' }, 'patch');
    const owners = { accountId, role: 'OWNER', active: true, NOT: { id } } as const;
    await api.database.prisma.user.updateMany({ where: owners, data: { personId: null } });
    await expect(change()).rejects.toMatchObject({
      code: 'conflicting_state',
      message: expect.stringContaining('invite another owner first'),
    });
    await addPerson(api, [[api.theirs, 'OWNER']]);
    expect(await change()).toMatchObject({ email: 'other@persons.example', personId: null });
  });

  test('with a changed role has its permissions from then on, also in open subscriptions', async () => {
    const { browser, personId } = await signedIn('VIEWER');
    expect((await browser.gql('{ users(first: 1) { totalCount } }')).body.errors).toBeUndefined();
    const caller = { headers: { cookie: browser.cookie, origin: testPublicUrl } };
    const stream = await subscribe(service, caller, recordChanges, { types: ['EXPENSE'] });
    const other = await signedIn('VIEWER');
    const theirs = { headers: { cookie: other.browser.cookie, origin: testPublicUrl } };
    const going = await subscribe(service, theirs, recordChanges, { types: ['CLIENT'] });
    const { id } = await userOf(personId);
    await updateUser(api.ours.context, { id, role: 'ACCOUNTANT' }, 'patch');
    const { body } = await browser.gql('{ users(first: 1) { totalCount } }');
    expect(body.errors[0].extensions.code).toBe('missing_scope');
    await browser.post('/auth/sign-out');
    const received = await stream.rest();
    expect(received.at(-1)).toMatchObject({ errors: [{ extensions: { code: 'not_signed_in' } }] });
    const made = await api.ours.post('clients/create', { name: 'Still told' });
    expect(await going.nextChange()).toMatchObject({ id: made.body.id });
  });
});
