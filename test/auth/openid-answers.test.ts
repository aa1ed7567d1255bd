import { createHmac } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import type { FakeIssuer } from '../support/fake-issuer.ts';
import { newKey, startFakeIssuer } from '../support/fake-issuer.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';

const clientId = 'actiongraph';
const issuer = await startFakeIssuer();
const described = '/.well-known/openid-configuration';
const standard = { ...issuer.answers };
afterAll(() => issuer.close());
beforeEach(() => {
  issuer.answers = { ...standard };
});

const openIdAt = ({ url }: FakeIssuer, more: object = {}) => ({
  openId: { issuer: url, clientId, clientSecret: 'secret', name: 'X', emailDomains: [], ...more },
});
const api = useTestApi(openIdAt(issuer));
const seconds = (ms = 0) => Math.floor((Date.now() + ms) / 1_000);

/** The service, answered by another app on the same database. */
const at = (app: typeof api.app): TestApi => ({
  ...api,
  request: async (path, init) => {
    const answer = await app.request(path, init);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
  },
});

const without = (claims: JWTPayload, name: string): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

/** Starts the sign-in. Returns the required claims and the redirect back. */
async function leave(service: TestApi = api) {
  const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
  const browser = new TestBrowser(service);
  const { body } = await browser.post('/auth/sign-in/openid', {});
  const sent = new URL(body.url).searchParams;
  const claims: JWTPayload = {
    sub: `subject of ${email}`,
    aud: clientId,
    nonce: sent.get('nonce') ?? '',
    iat: seconds(),
    exp: seconds(60_000),
    email,
    email_verified: true,
  };
  const comeBack = async (more = '') => {
    const back = await browser.get(
      `/auth/callback/openid?code=x&state=${sent.get('state')}${more}`,
    );
    return back.headers.get('location')?.replace(/^.*refused\?error=/, '');
  };
  return { browser, claims, comeBack, email };
}

describe('an ID token', () => {
  const wrong: [
    string,
    (claims: JWTPayload) => Promise<string | undefined> | string | undefined,
  ][] = [
    ['is missing', () => undefined],
    ['is no token', () => 'x.y.z'],
    ['is of another audience', (claims) => issuer.sign({ ...claims, aud: 'other' })],
    ['is for another party', (claims) => issuer.sign({ ...claims, azp: 'other' })],
    ['is of another issuer', (claims) => issuer.sign({ ...claims, iss: 'https://evil.example' })],
    ['is of another sign-in', (claims) => issuer.sign({ ...claims, nonce: 'other' })],
    ['is of no sign-in', (claims) => issuer.sign({ ...claims, nonce: undefined })],
    ['is over', (claims) => issuer.sign({ ...claims, exp: seconds(-120_000) })],
    ['has no end', (claims) => issuer.sign(without(claims, 'exp'))],
    ['is about nobody', (claims) => issuer.sign(without(claims, 'sub'))],
    [
      'is signed by a stranger',
      async (claims) => issuer.sign(claims, { ...(await newKey()), kid: issuer.key.kid }),
    ],
    [
      'is not signed',
      (claims) => {
        const parts = [{ alg: 'none' }, { iss: issuer.url, ...claims }];
        return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
      },
    ],
    [
      'is signed with the client’s secret',
      (claims) => {
        const parts = [{ alg: 'HS256' }, { iss: issuer.url, ...claims }];
        const text = parts
          .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
          .join('.');
        return `${text}.${createHmac('sha256', 'secret').update(text).digest('base64url')}`;
      },
    ],
  ];
  test.each(wrong)('that %s does not sign anyone in', async (_, make) => {
    const { browser, claims, comeBack } = await leave();
    // The address in the userinfo does not replace the missing claim.
    issuer.answers['/userinfo'] = claims;
    issuer.answers['/token'] = { access_token: 'x', id_token: await make(claims) };
    expect(await comeBack()).toBe('invalid_answer');
    expect(browser.cookie).not.toContain('session_token');
  });

  test('that is valid signs in; the code was redeemed with the secret and the verifier', async () => {
    const { browser, claims, comeBack } = await leave();
    issuer.answers['/token'] = { id_token: await issuer.sign(claims) };
    expect(await comeBack(`&iss=${encodeURIComponent(issuer.url)}`)).toBe('/');
    expect(browser.cookie).toContain('session_token');
    expect(issuer.sent.find((body) => body !== '')).toMatch(/code_verifier=[\w-]{128}&/);
  });

  test('without an address gets it only from the userinfo of the same account', async () => {
    for (const [sub, result] of [
      ['somebody else', 'email_not_verified'],
      [undefined, '/'],
    ]) {
      const { claims, comeBack, email } = await leave();
      const { email: _, email_verified: __, ...bare } = claims;
      issuer.answers['/token'] = { access_token: 'x', id_token: await issuer.sign(bare) };
      issuer.answers['/userinfo'] = { sub: sub ?? bare.sub, email, email_verified: 'true' };
      expect(await comeBack()).toBe(result);
    }
  });

  test.each([
    ['false', false],
    ['"false"', 'false'],
    ['not said', undefined],
    ['1', 1],
  ])('with email_verified %s does not sign anyone in by the address', async (_, isVerified) => {
    const { claims, comeBack } = await leave();
    const printed = { ...claims, email_verified: isVerified };
    issuer.answers['/token'] = { id_token: await issuer.sign(printed) };
    expect(await comeBack()).toBe('email_not_verified');
  });

  test('in a response with the issuer of another provider does not sign anyone in', async () => {
    const { claims, comeBack } = await leave();
    issuer.answers['/token'] = { id_token: await issuer.sign(claims) };
    expect(await comeBack('&iss=https://evil.example')).toBe('issuer_mismatch');
  });
});

describe('a provider', () => {
  test('that is unavailable is reported with a message, and other sign-in methods work', async () => {
    const away = await startFakeIssuer();
    const app = createTestApp(api.database, openIdAt(away));
    expect(away.asked.size).toBe(0);
    await away.close();
    const headers = { 'content-type': 'application/json' };
    const post = (path: string) => app.request(path, { method: 'POST', headers, body: '{}' });
    const rejection = await post('/auth/sign-in/openid');
    expect(rejection.status).toBe(503);
    expect(rejection.headers.get('retry-after')).toBe('5');
    expect(await rejection.json()).toMatchObject({
      code: 'issuer_unavailable',
      message: expect.stringContaining('unavailable'),
    });
    const back = await app.request('/auth/callback/openid?code=x&state=x');
    expect(back.headers.get('location')).toMatch(/refused\?error=issuer_unavailable$/);
    expect((await app.request('/auth/get-session')).status).toBe(200);
  });

  test('that does not respond times out, and gets no requests for a while', async () => {
    const silent = await startFakeIssuer();
    silent.answers[described] = 'nothing';
    const app = createTestApp(api.database, openIdAt(silent, { timeoutMs: 200 }));
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5_990_000);
    let expire = (): void => undefined;
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController();
      expire = () => controller.abort();
      return controller.signal;
    });
    const ask = async () =>
      (await app.request('/auth/sign-in/openid', { method: 'POST', body: '' })).status;
    /** Lets the time for an answer pass once the provider has received the nth question. */
    const expireAt = async (nth: number) => {
      await expect.poll(() => silent.asked.get(described)).toBe(nth);
      expire();
    };
    const first = [ask(), ask()];
    await expireAt(1);
    expect(await Promise.all(first)).toEqual([503, 503]);
    expect(await ask()).toBe(503);
    expect(silent.asked.get(described)).toBe(1);
    clock.mockReturnValue(6_000_000);
    const later = ask();
    await expireAt(2);
    expect(await later).toBe(503);
    expect(timeout.mock.calls).toEqual([[200], [200]]);
    timeout.mockRestore();
    clock.mockRestore();
    await silent.close();
  });

  test.each([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['an address without TLS', { token_endpoint: 'http://login.example/token' }],
    ['no keys', { jwks_uri: undefined }],
    ['no JSON', 'x'],
  ])('whose discovery document has %s is rejected', async (_, output) => {
    const odd = await startFakeIssuer();
    const right = odd.answers[described] as object;
    odd.answers[described] = typeof output === 'string' ? output : { ...right, ...output };
    const app = createTestApp(api.database, openIdAt(odd));
    const answer = await app.request('/auth/sign-in/openid', { method: 'POST', body: '' });
    expect(answer.status).toBe(503);
    await odd.close();
  });

  test('that fails during sign-in is reported on the page', async () => {
    const hasty = at(createTestApp(api.database, openIdAt(issuer, { timeoutMs: 4_000 })));
    const ways: [string, FakeIssuer['answers'][string], string][] = [
      ['/token', 500, 'issuer_unavailable'],
      ['/token', 'nothing', 'issuer_unavailable'],
      ['/token', 400, 'invalid_answer'],
      ['/token', '{', 'invalid_answer'],
      ['/userinfo', 500, 'issuer_unavailable'],
    ];
    for (const [path, answer, reason] of ways) {
      const { claims, comeBack } = await leave(answer === 'nothing' ? hasty : api);
      const { email: _, ...bare } = claims;
      issuer.answers['/token'] = { access_token: 'x', id_token: await issuer.sign(bare) };
      issuer.answers[path] = answer;
      expect([path, answer, await comeBack()]).toEqual([path, answer, reason]);
    }
  });

  test('can be restricted to the addresses of some domains', async () => {
    for (const [emailDomains, result] of [
      [['example.com', 'persons.example'], '/'],
      [['example'], 'email_domain_not_allowed'],
    ] as const) {
      const app = createTestApp(api.database, openIdAt(issuer, { emailDomains }));
      const { claims, comeBack } = await leave(at(app));
      issuer.answers['/token'] = { id_token: await issuer.sign(claims) };
      expect([emailDomains, await comeBack()]).toEqual([emailDomains, result]);
    }
  });
});
