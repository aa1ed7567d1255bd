import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { totpOf } from '../support/totp.ts';

const api = useTestApi({ corsOrigins: ['https://app.example.com'] });
const whoami = '{ workspace { name } }';
const ours = { data: { workspace: { name: 'Ours' } } };
const password = 'correct horse battery';

async function someone(role: 'OWNER' | 'ADMIN' | 'VIEWER' = 'ADMIN') {
  return { ...(await addPerson(api, [[api.ours, role]])), browser: new TestBrowser(api) };
}

/** The link in the newest mail, as a path. */
async function linkFor(browser: TestBrowser, email: string, body: object = {}): Promise<string> {
  await browser.post('/auth/sign-in/magic-link', { email, ...body });
  const [url = ''] = /http\S+/.exec((await browser.mailTo(email)) ?? '') ?? [];
  return url.replace('http://actiongraph.test', '');
}

describe('a mailed code', () => {
  test('signs a person in once, with the permissions of the role', async () => {
    const { browser, email, personId } = await someone();
    const otp = await browser.codeFor(email);
    const entered = await browser.post('/auth/sign-in/email-otp', { email, otp });
    expect(entered.body).toMatchObject({ user: { email } });
    const [cookie] = entered.headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-actiongraph\.session_token=/);
    for (const attribute of [/HttpOnly/i, /SameSite=Lax/i, /Secure/i, /Path=\//i]) {
      expect(cookie).toMatch(attribute);
    }
    expect((await browser.gql(whoami)).body).toEqual(ours);
    expect((await browser.get('/public/action/clients/search?query=a')).status).toBe(200);
    const person = await api.database.prisma.person.findUniqueOrThrow({ where: { id: personId } });
    expect(person.lastSignInAt).not.toBeNull();
    const again = await new TestBrowser(api).post('/auth/sign-in/email-otp', { email, otp });
    expect([again.status, again.body.code]).toEqual([401, 'sign_in_refused']);
  });

  test('is not guessed: after five wrong ones the right one counts no more', async () => {
    const { browser, email } = await someone();
    const otp = await browser.codeFor(email);
    const wrong = otp === '00000000' ? '11111111' : '00000000';
    for (let turn = 0; turn < 5; turn += 1) {
      const rejected = await browser.post('/auth/sign-in/email-otp', { email, otp: wrong });
      expect(rejected.body.code).toBe('sign_in_refused');
    }
    const late = await browser.post('/auth/sign-in/email-otp', { email, otp });
    expect(late.body.code).toBe('sign_in_refused');
    expect(browser.cookies.size).toBe(0);
  });

  test('is not ended by wrong guesses of strangers, also if they request codes themselves', async () => {
    const { browser, email } = await someone();
    const ask = (by: TestBrowser) => by.post('/auth/email-otp/send-verification-otp', { email });
    const guess = async (by: TestBrowser, otp: string, asked?: string) =>
      (await by.post('/auth/sign-in/email-otp', { email, otp, asked })).body.code;
    const { asked } = (await ask(browser)).body;
    await api.signIn.waitForMails();
    const stranger = new TestBrowser(api);
    const theirs = (await ask(stranger)).body.asked;
    const [, first, last] = /^(\d{4}) (\d{4})$/m.exec((await browser.mailTo(email)) ?? '') ?? [];
    const otp = `${first}${last}`;
    const wrong = otp === '00000000' ? '11111111' : '00000000';
    const handles = [
      undefined,
      theirs,
      asked.replace(/^.{6}/, 'xxxxxx'),
      `x.${Number.MAX_VALUE}.x`,
    ];
    for (const [index, handle] of handles.entries()) {
      for (let turn = 0; turn < 5; turn += 1) await guess(stranger, wrong, handle);
      // None of them is let in by the right one any more: each has had five guesses.
      expect(await guess(stranger, otp, handle)).toBe('sign_in_refused');
      stranger.headers['x-forwarded-for'] = `10.99.0.${index + 1}`;
    }
    for (let turn = 0; turn < 4; turn += 1) await guess(browser, wrong, asked);
    expect(await guess(browser, otp, asked)).toBeUndefined();
    expect((await browser.gql(whoami)).body).toEqual(ours);
  });

  test('that is too old counts no more', async () => {
    const { browser, email } = await someone();
    const otp = await browser.codeFor(email);
    await api.database.prisma.signInVerification.updateMany({
      where: { identifier: { contains: email } },
      data: { expiresAt: new Date('2000-01-01') },
    });
    const late = await browser.post('/auth/sign-in/email-otp', { email, otp });
    expect(late.body.code).toBe('sign_in_refused');
    expect(browser.cookies.size).toBe(0);
  });
});

describe('a mailed link', () => {
  test('signs a person in once', async () => {
    const { browser, email } = await someone();
    const link = await linkFor(browser, email, { callbackURL: '/docs' });
    const followed = await browser.follow(link);
    expect(followed.status).toBe(302);
    expect(followed.headers.get('location')).toBe('http://actiongraph.test/docs');
    expect((await browser.gql(whoami)).body).toEqual(ours);
    const other = new TestBrowser(api);
    const again = await other.follow(link);
    expect(again.headers.get('location')).toBe(
      'http://actiongraph.test/sign-in?error=sign_in_refused',
    );
    expect(other.cookies.size).toBe(0);
  });

  test('redirects to no foreign page, when it is requested and when it is followed', async () => {
    const { browser, email } = await someone();
    for (const callbackURL of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const sent = await browser.post('/auth/sign-in/magic-link', { email, callbackURL });
      expect([callbackURL, sent.status]).toEqual([callbackURL, 403]);
      const link = await linkFor(new TestBrowser(api), (await someone()).email);
      const url = new URL(link, 'http://actiongraph.test');
      url.searchParams.set('callbackURL', callbackURL);
      const followed = await browser.follow(`${url.pathname}${url.search}`);
      expect([callbackURL, followed.status]).toEqual([callbackURL, 403]);
    }
    expect(browser.cookies.size).toBe(0);
  });
});

describe('a link, and a second factor after it', () => {
  test('redirect to the target of the link, and to no foreign page', async () => {
    const { browser, email } = await someone();
    await browser.signIn(email);
    const { body } = await browser.post('/auth/two-factor/enable');
    const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
    await browser.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
    const callbackURL = 'https://app.example.com/start?from=mail';
    const link = await linkFor(browser, email, { callbackURL });
    const other = new TestBrowser(api);
    other.headers.accept = 'text/html';
    const location = (await other.follow(link)).headers.get('location') ?? '';
    const page = new URL(location);
    expect(page.pathname).toBe('/sign-in');
    expect(Object.fromEntries(page.searchParams)).toEqual({
      step: 'second-factor',
      next: callbackURL,
    });
    const code = totpOf(secret, Date.now() + 30_000);
    const enter = (to: string) =>
      other.post('/auth/two-factor/verify-totp', { code, callbackURL: to });
    const strangers = [
      ...['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example'],
      ...['https://app.example.com.evil.example', 'https://app.example.com@evil.example'],
      ...['javascript:alert(1)', 'data:text/html,x', 'http://app.example.com/'],
    ];
    for (const to of strangers) {
      const { body: rejection } = await enter(to);
      expect([to, rejection.code, rejection.errors?.[0].path]).toEqual([
        to,
        expect.stringMatching(/origin_not_allowed|invalid_input/),
        'callbackURL',
      ]);
    }
    const entered = await enter(callbackURL);
    expect([entered.status, entered.body.callbackURL]).toEqual([200, callbackURL]);
    expect((await other.gql(whoami)).body).toEqual(ours);
  });
});

describe('a password', () => {
  test('is set after signing in, ends other sessions, and signs in', async () => {
    const { browser, email } = await someone();
    const other = new TestBrowser(api);
    await other.signIn(email);
    await browser.signIn(email);
    expect((await browser.post('/auth/password', { password: 'short' })).body).toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'password' }],
    });
    expect((await browser.post('/auth/password', { password })).status).toBe(200);
    expect((await other.gql(whoami)).status).toBe(401);
    const next = new TestBrowser(api);
    const wrong = await next.post('/auth/sign-in/email', { email, password: 'another password' });
    expect(wrong.status).toBe(401);
    expect((await next.post('/auth/sign-in/email', { email, password })).status).toBe(200);
    expect((await next.gql(whoami)).body).toEqual(ours);
  });

  test('is not set in a session that was left open', async () => {
    const { browser, email, personId } = await someone();
    await browser.signIn(email);
    const createdAt = new Date(Date.now() - 3_600_000);
    await api.database.prisma.signInSession.updateMany({
      where: { personId },
      data: { createdAt },
    });
    for (const path of ['password', 'two-factor/enable']) {
      const { body, status } = await browser.post(`/auth/${path}`, { password });
      expect([path, status, body.code]).toEqual([path, 403, 'sign_in_again']);
    }
  });
});

describe('a second factor', () => {
  test('is required after a code, a link and a password, and grants no access before', async () => {
    const { browser, email } = await someone();
    await browser.signIn(email);
    await browser.post('/auth/password', { password });
    const { body } = await browser.post('/auth/two-factor/enable', { password });
    const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
    const confirmed = await browser.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
    expect(confirmed.status).toBe(200);
    const ways = [
      async (next: TestBrowser) => next.signIn(email),
      async (next: TestBrowser) => next.follow(await linkFor(next, email, { callbackURL: '/' })),
      async (next: TestBrowser) => next.post('/auth/sign-in/email', { email, password }),
    ];
    for (const enter of ways) {
      const next = new TestBrowser(api);
      const queries = await enter(next);
      expect(queries.body).toMatchObject({ twoFactorRedirect: true });
      expect((await next.gql(whoami)).status).toBe(401);
      expect((await next.get('/auth/token')).status).toBe(401);
      const wrong = await next.post('/auth/two-factor/verify-totp', { code: '000000' });
      expect(wrong.status).toBe(401);
      await next.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
      expect((await next.gql(whoami)).body).toEqual(ours);
    }
    const lost = new TestBrowser(api);
    await lost.post('/auth/sign-in/email', { email, password });
    await lost.post('/auth/two-factor/verify-backup-code', { code: body.backupCodes[0] });
    expect((await lost.gql(whoami)).body).toEqual(ours);
  });
});

describe('a session', () => {
  test('has no access after sign-out, also with a copy of its cookie', async () => {
    const { browser, email } = await someone();
    await browser.signIn(email);
    const { cookie } = browser;
    expect((await browser.post('/auth/sign-out')).status).toBe(200);
    browser.headers.cookie = cookie;
    expect((await browser.gql(whoami)).body.errors[0].extensions.code).toBe('not_signed_in');
    expect((await browser.get('/public/action/clients/search?query=a')).body).toMatchObject({
      status: 401,
      code: 'not_signed_in',
    });
  });

  test('is replaced at sign-in, also if the browser had one before', async () => {
    const attacker = await someone();
    await attacker.browser.signIn(attacker.email);
    const { browser, email } = await someone();
    for (const [name, value] of attacker.browser.cookies) browser.cookies.set(name, value);
    await browser.signIn(email);
    expect(browser.cookie).not.toBe(attacker.browser.cookie);
    const { body } = await attacker.browser.get('/auth/get-session');
    expect(body.user.email).toBe(attacker.email);
  });

  test('whose cookie was changed counts for nothing', async () => {
    const { browser, email } = await someone();
    await browser.signIn(email);
    const [[name, value = ''] = []] = browser.cookies;
    const [token = ''] = decodeURIComponent(value).split('.');
    const other = Buffer.alloc(32, 1).toString('base64');
    for (const forged of [token, `${token}.`, `${token}.${other}`, 'x', '%', '']) {
      browser.headers.cookie = `${name}=${forged}`;
      expect((await browser.gql(whoami)).status).toBe(401);
    }
  });
});

test('failed sign-ins create no person, and known and unknown addresses get the same response', async () => {
  const { email } = await someone();
  const before = await api.database.prisma.person.count();
  const answers = [];
  for (const address of [email, 'nobody@persons.example']) {
    const browser = new TestBrowser(api);
    const question = await browser.post('/auth/email-otp/send-verification-otp', {
      email: address,
      type: 'sign-in',
    });
    const linked = await browser.post('/auth/sign-in/magic-link', { email: address });
    const guessed = await browser.post('/auth/sign-in/email-otp', { email: address, otp: '1' });
    const tried = await browser.post('/auth/sign-in/email', { email: address, password });
    answers.push(
      [question, linked, guessed, tried].map(
        ({ status, body: { requestId: _, timestamp, asked: handle = '', ...body } }) => {
          return { status, body, handle: handle.length };
        },
      ),
    );
    expect((await browser.mailTo(address)) !== undefined).toBe(address === email);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(await api.database.prisma.person.count()).toBe(before);
});

test('endpoints of the library that the service does not use are not available', async () => {
  const { browser, email } = await someone();
  await browser.signIn(email);
  for (const path of [
    ...[
      'sign-up/email',
      'change-password',
      'request-password-reset',
      'update-user',
      'delete-user',
      'change-email',
    ],
    ...['email-otp/reset-password', 'link-social', 'send-verification-email', 'update-session'],
  ]) {
    const { status, body } = await browser.post(`/auth/${path}`, { email, password, name: 'x' });
    expect([path, status, body.code]).toEqual([path, 404, 'route_not_found']);
  }
});
