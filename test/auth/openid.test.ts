import { afterAll, describe, expect, test } from 'vitest';
import { deactivateUser } from '../../src/domain/workspaces/users.ts';
import { useTestApi } from '../support/api.ts';
import {
  openIdClient,
  signInElsewhere,
  startOpenIdProvider,
  walkThrough,
} from '../support/openid-provider.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { totpOf } from '../support/totp.ts';

const provider = await startOpenIdProvider();
afterAll(() => provider.close());

const api = useTestApi({
  openId: { ...openIdClient, issuer: provider.url, name: 'Example Ltd', emailDomains: [] },
  corsOrigins: ['https://app.example.com'],
});
const whoami = '{ workspace { name } }';
const ours = { data: { workspace: { name: 'Ours' } } };

/** A person with an account at the provider. The next sign-in is by this person. */
async function someone({ verified = true, email = undefined as string | undefined } = {}) {
  const person = await addPerson(api, [[api.ours, 'ADMIN']]);
  const subject = `subject of ${person.personId}`;
  const account = { email: email ?? person.email.toUpperCase(), email_verified: verified };
  provider.accounts.set(subject, account);
  provider.next = subject;
  return { ...person, subject, account, browser: new TestBrowser(api) };
}

/** The text of the error page. No user is signed in then. */
async function rejection(browser: TestBrowser, answer: { status: number; headers: Headers }) {
  expect(answer.status).toBe(302);
  const location = answer.headers.get('location') ?? '';
  expect(location).toMatch(/^http:\/\/actiongraph\.test\/sign-in\/refused\?error=/);
  expect((await browser.gql(whoami)).status).toBe(401);
  const page = await browser.get(location.replace('http://actiongraph.test', ''));
  expect(page.status).toBe(403);
  expect(page.headers.get('content-type')).toContain('text/html');
  return /role="alert">([^<]*)</.exec(page.body)?.[1];
}

const methodsOf = (personId: string) =>
  api.database.prisma.signInMethod.findMany({ where: { personId } });

describe('an OpenID Connect provider', () => {
  test('signs in the user with the verified address, with the permissions of the role', async () => {
    const { browser, personId } = await someone();
    const requested = await browser.post('/auth/sign-in/openid', { callbackURL: '/docs' });
    const sent = new URL(requested.body.url).searchParams;
    expect(sent.get('code_challenge_method')).toBe('S256');
    expect(sent.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    for (const name of ['state', 'nonce']) expect(sent.get(name)).toMatch(/^[\w-]{32}$/);
    expect(sent.get('scope')).toBe('openid email');
    const back = await browser.get(await walkThrough(requested.body.url));
    expect([back.status, back.headers.get('location')]).toEqual([302, '/docs']);
    expect((await browser.gql(whoami)).body).toEqual(ours);
    expect((await browser.get('/auth/token')).status).toBe(200);
    const [method, ...others] = await methodsOf(personId);
    expect(others).toEqual([]);
    expect(method).toMatchObject({ accessToken: null, refreshToken: null, idToken: null });
  });

  test('that redirects too often gets an error page', async () => {
    const browser = new TestBrowser(api);
    browser.headers.accept = 'text/html';
    const back = () => browser.get('/auth/callback/openid?error=access_denied&state=x');
    const answers = await Promise.all(Array.from({ length: 40 }, back));
    const pages = answers.map(({ headers }) => headers.get('location') ?? '');
    const over = pages.find((page) => page.includes('too_many_requests')) ?? '';
    const { body, status } = await browser.get(over.replace('http://actiongraph.test', ''));
    expect([status, body]).toEqual([403, expect.stringContaining('Too many sign-ins from')]);
    expect(answers.filter(({ status: was }) => was !== 302)).toEqual([]);
  });

  test('serves its discovery document once, when it is first needed', async () => {
    const before = provider.described;
    for (const _ of [1, 2]) {
      const { browser } = await someone();
      await signInElsewhere(browser);
    }
    expect(provider.described).toBe(Math.max(before, 1));
  });

  test('signs in a known account after its address changed, and creates no user', async () => {
    const { account, browser, email, personId, subject } = await someone();
    await signInElsewhere(browser);
    const before = await api.database.prisma.person.count();
    account.email = 'married@persons.example';
    account.email_verified = false;
    const again = new TestBrowser(api);
    await signInElsewhere(again);
    expect((await again.get('/auth/get-session')).body.user).toMatchObject({ id: personId, email });
    expect(await methodsOf(personId)).toMatchObject([{ subject: `${provider.url} ${subject}` }]);
    expect(await api.database.prisma.person.count()).toBe(before);
    // That the account became a way in is in the log once, without its name there.
    const received = await api.database.prisma.logEntry.findMany({
      where: { actorName: email, operation: 'GET auth/callback/openid' },
      orderBy: { place: 'asc' },
    });
    expect(received.map(({ kind }) => kind)).toEqual(['ACCOUNT_LINKED', 'SIGNED_IN', 'SIGNED_IN']);
    expect(JSON.stringify(received.map(({ after, recordId }) => [after, recordId]))).not.toContain(
      subject,
    );
  });

  test('does not ask for our second factor', async () => {
    const { browser, email } = await someone();
    await browser.signIn(email);
    const { body } = await browser.post('/auth/two-factor/enable');
    const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
    await browser.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
    const next = new TestBrowser(api);
    await signInElsewhere(next);
    expect((await next.gql(whoami)).body).toEqual(ours);
    expect((await new TestBrowser(api).signIn(email)).body).toMatchObject({
      twoFactorRedirect: true,
    });
  });

  test('with an unverified address does not sign anyone in, and the page explains it', async () => {
    const { browser, personId } = await someone({ verified: false });
    const answer = await signInElsewhere(browser);
    expect(await rejection(browser, answer)).toContain('has not verified your e-mail address');
    expect(await methodsOf(personId)).toEqual([]);
  });

  test('creates no user: the page explains to an unknown person how to get an invitation', async () => {
    const { browser } = await someone({ email: 'stranger@persons.example' });
    const { prisma } = api.database;
    await prisma.user.create({
      data: { accountId: api.ours.accountId, email: 'stranger@persons.example', role: 'OWNER' },
    });
    const before = [await prisma.person.count(), await prisma.signInSession.count()];
    const answer = await signInElsewhere(browser);
    expect(await rejection(browser, answer)).toContain('Ask for an invitation');
    expect([await prisma.person.count(), await prisma.signInSession.count()]).toEqual(before);
  });

  test('does not sign in a deactivated user', async () => {
    const { browser, personId } = await someone();
    await signInElsewhere(browser);
    const user = await api.database.prisma.user.findFirstOrThrow({ where: { personId } });
    await deactivateUser(api.ours.context, { id: user.id });
    const next = new TestBrowser(api);
    expect(await rejection(next, await signInElsewhere(next))).toContain('not an active user');
  });

  test('does not assign a person to the account that now has its address', async () => {
    const { account, browser, personId } = await someone();
    await signInElsewhere(browser);
    provider.accounts.set('the next one', account);
    provider.next = 'the next one';
    const next = new TestBrowser(api);
    expect(await rejection(next, await signInElsewhere(next))).toContain('is unknown here');
    expect(await methodsOf(personId)).toHaveLength(1);
  });

  test('that rejects the sign-in is reported with a message of the service', async () => {
    const { browser } = await someone();
    provider.next = null;
    expect(await rejection(browser, await signInElsewhere(browser))).toContain('denied access');
    const forged = await browser.get('/sign-in/refused?error=%3Cb%3ECall%200123%3C/b%3E');
    expect(forged.body).not.toContain('0123');
  });
});

describe('coming back from the provider', () => {
  test('is valid once, in the browser that started the sign-in', async () => {
    const { browser } = await someone();
    const { body } = await browser.post('/auth/sign-in/openid', {});
    const back = await walkThrough(body.url);
    const other = new TestBrowser(api);
    await other.post('/auth/sign-in/openid', {});
    const begunElsewhere = 'started in another browser';
    expect(await rejection(other, await other.get(back))).toContain(begunElsewhere);
    const none = new TestBrowser(api);
    expect(await rejection(none, await none.get(back))).toContain(begunElsewhere);
    expect((await browser.get(back)).headers.get('location')).toBe('/');
    const stored = browser.cookie;
    await browser.post('/auth/sign-out');
    browser.headers.cookie = stored;
    expect(await rejection(browser, await browser.get(back))).toContain(begunElsewhere);
  });

  test('redirects only to pages of the service and of allowed origins', async () => {
    const { browser } = await someone();
    for (const callbackURL of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      1,
      {},
    ]) {
      const queries = await browser.post('/auth/sign-in/openid', { callbackURL });
      expect([callbackURL, queries.status >= 400 && queries.status < 500]).toEqual([
        callbackURL,
        true,
      ]);
      expect(queries.body.url).toBeUndefined();
    }
    const back = await signInElsewhere(browser, 'https://app.example.com/start');
    expect(back.headers.get('location')).toBe('https://app.example.com/start');
  });

  test('reads only the redirect target from the body', async () => {
    const { browser, subject } = await someone();
    const { body } = await browser.post('/auth/sign-in/openid', {
      idToken: { token: 'x' },
      scopes: ['offline_access'],
      additionalParams: { prompt: 'none', acr_values: subject },
      errorCallbackURL: 'https://app.example.com/',
      requestSignUp: true,
    });
    const { searchParams } = new URL(body.url);
    expect([...searchParams.keys()].sort()).toEqual(
      'client_id code_challenge code_challenge_method nonce redirect_uri response_type scope state'.split(
        ' ',
      ),
    );
    for (const path of ['sign-in/social', 'callback/openid', 'link-social', 'sign-in/oauth2']) {
      expect([path, (await browser.post(`/auth/${path}`, { provider: 'openid' })).status]).toEqual([
        path,
        404,
      ]);
    }
    expect((await browser.get('/auth/callback/google?state=x&code=x')).status).toBe(404);
    browser.origin = 'https://evil.example';
    const forged = await browser.post('/auth/sign-in/openid', {});
    expect([forged.status, forged.body.code]).toEqual([403, 'origin_not_allowed']);
  });
});
