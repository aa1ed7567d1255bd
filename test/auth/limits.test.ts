import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { defaultSignInRates } from '../../src/config/rate-limit-settings.ts';
import { deleteExpiredCounters } from '../../src/limits/counter-store.ts';
import type { TestApi } from '../support/api.ts';
import { createTestApp, testPublicUrl, useTestApi } from '../support/api.ts';
import { holdClock } from '../support/clock.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';

const api = useTestApi({ requestsPerMinute: 3 });
const password = 'correct horse battery';

/** A password attempt that is counted like any other and costs no hash: the password is read after the count. */
const passwordless = (email: string) => ({ email });

/** How many of many requests are let through, sent at once: one after the other might take longer than a limit counts. */
async function letThrough(request: (turn: number) => Promise<{ status: number }>, max = 60) {
  const answers = await Promise.all(Array.from({ length: max }, (_, turn) => request(turn)));
  return answers.filter(({ status }) => status !== 429).length;
}

test('each sign-in method has a limit for each network address', async () => {
  const ways: [path: string, body: object][] = [
    ['/auth/sign-in/email', {}],
    ['/auth/sign-in/email-otp', { otp: '12345678' }],
    ['/auth/email-otp/send-verification-otp', { type: 'sign-in' }],
    ['/auth/sign-in/magic-link', {}],
    ['/auth/two-factor/verify-totp', { code: '123456' }],
    ['/auth/two-factor/verify-backup-code', { code: 'x' }],
  ];
  for (const [path, body] of ways) {
    const browser = new TestBrowser(api);
    const times = await letThrough((turn) =>
      browser.post(path, { ...body, email: `${turn}@limits.example` }),
    );
    expect([path, times <= 30]).toEqual([path, true]);
  }
  for (const path of ['magic-link/verify?token=x', 'invitation?token=x']) {
    const browser = new TestBrowser(api);
    expect(await letThrough(() => browser.follow(`/auth/${path}`))).toBeLessThanOrEqual(30);
  }
});

test('passwords for one address are limited from anywhere, known or not, and so are mails', async () => {
  const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
  const counts = [];
  for (const address of [email, 'unknown@limits.example']) {
    const tried = await letThrough(() =>
      new TestBrowser(api).post('/auth/sign-in/email', passwordless(address)),
    );
    const mails = await letThrough(() =>
      new TestBrowser(api).post('/auth/sign-in/magic-link', { email: address.toUpperCase() }),
    );
    counts.push([tried, mails]);
  }
  expect(counts).toEqual([
    [20, 5],
    [20, 5],
  ]);
});

test('the number of attempts is a setting, and the error contains it', async () => {
  const { signInRates } = readConfig({
    SIGN_IN_LIMITS: 'attemptsPerEmail=3,mailsPerEmail=2',
  });
  expect(signInRates).toEqual({ ...defaultSignInRates, attemptsPerEmail: 3, mailsPerEmail: 2 });
  const app = createTestApp(api.database, { signInRates });
  const send = async (path: string) =>
    app.request(`/auth/sign-in/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: testPublicUrl },
      body: JSON.stringify({ email: 'few@limits.example' }),
    });
  expect(await letThrough(() => send('email'), 6)).toBe(3);
  expect(await letThrough(() => send('magic-link'), 6)).toBe(2);
  expect(await (await send('email')).json()).toMatchObject({
    message: expect.stringContaining('The limit is 3 in 15 minutes.'),
  });
});

describe('a stranger who uses all attempts for an address', () => {
  const exhaust = async (email: string) => {
    for (const [path, body] of [
      ['/auth/sign-in/email', {}],
      ['/auth/email-otp/send-verification-otp', {}],
      ['/auth/sign-in/email-otp', { otp: '1' }],
    ] as const) {
      const stranger = new TestBrowser(api);
      expect(await letThrough(() => stranger.post(path, { ...body, email }))).toBeLessThan(31);
    }
  };

  test('does not block a browser in which that person signed in before', async () => {
    const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    await browser.post('/auth/password', { password });
    await browser.post('/auth/sign-out');
    await exhaust(email);
    const entered = await browser.post('/auth/sign-in/email', { email, password });
    expect(entered.status).toBe(200);
    await browser.post('/auth/sign-out');
    expect((await browser.signIn(email)).status).toBe(200);
    const wrong = () => browser.post('/auth/sign-in/email', passwordless(email));
    expect(await letThrough(wrong)).toBeLessThan(20);
  });

  test('does not block a mailed code in another browser, and gains nothing from another person’s cookie', async () => {
    const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
    const other = await addPerson(api, [[api.ours, 'VIEWER']]);
    const stranger = new TestBrowser(api);
    await stranger.signIn(other.email);
    const wrong = passwordless(email);
    expect(await letThrough(() => stranger.post('/auth/sign-in/email', wrong))).toBe(20);
    expect((await new TestBrowser(api).post('/auth/sign-in/email', wrong)).status).toBe(429);
    const forged = new TestBrowser(api);
    for (const [name, value] of stranger.cookies) {
      if (name.includes('known')) forged.cookies.set(name, value.replace(/^./, 'x'));
    }
    expect(forged.cookies.size).toBe(1);
    expect((await forged.post('/auth/sign-in/email', wrong)).status).toBe(429);
    expect((await new TestBrowser(api).signIn(email)).status).toBe(200);
  });
});

describe('the counted attempts', () => {
  const tryAt = async (app: TestApi['app'], email: string, address: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const body = JSON.stringify(passwordless(email));
    return app.request('/auth/sign-in/email', { method: 'POST', headers, body });
  };

  test('is counted by all processes of a database together, also after a restart', async () => {
    const apps = [api.app, createTestApp(api.database)];
    const at = (turn: number) => apps[turn % 2] ?? api.app;
    const shared = '203.0.113.7';
    expect(await letThrough((turn) => tryAt(at(turn), `${turn}@two.example`, shared))).toBe(30);
    const about = (turn: number) => tryAt(at(turn), 'two@two.example', `10.77.0.${turn + 1}`);
    expect(await letThrough(about)).toBe(20);
    const rejected = await tryAt(createTestApp(api.database), 'two@two.example', '10.78.0.1');
    expect([rejected.status, (await rejected.json()).message]).toEqual([
      429,
      expect.stringMatching(/^Too many sign-in attempts\. The limit is 20 in 15 minutes\./),
    ]);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(600);
  });

  test('contain neither address nor e-mail address in the database, and are deleted after they expire', async () => {
    await tryAt(api.app, 'hidden@two.example', '203.0.113.99');
    const { pool, prisma } = api.database;
    const { rows } = await pool.query('SELECT r::text AS row FROM "RateCount" r');
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ row }) => /example|\d+\.\d+\.\d+/.test(row.slice(0, 90)))).toEqual([]);
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const left = () => prisma.rateCount.count();
    await deleteExpiredCounters(prisma, later(-20));
    expect(await left()).toBe(rows.length);
    await deleteExpiredCounters(prisma, later(16));
    expect(await left()).toBe(0);
  });

  test('reject sign-in if they cannot be counted', async () => {
    const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    await browser.post('/auth/password', { password });
    const enter = async () =>
      (await new TestBrowser(api).post('/auth/sign-in/email', { email, password })).status;
    expect(await enter()).toBe(200);
    await api.owner.query('ALTER TABLE "RateCount" RENAME TO "NoCount"');
    expect(await enter()).toBe(500);
    await api.owner.query('ALTER TABLE "NoCount" RENAME TO "RateCount"');
    expect(await enter()).toBe(200);
  });
});

test('addresses of one network of IPv6 are one', async () => {
  const times = await letThrough((turn) => {
    const browser = new TestBrowser(api);
    browser.headers['x-forwarded-for'] = `2001:db8:0:1::${turn.toString(16)}`;
    return browser.post('/auth/sign-in/email', passwordless(`${turn}@six.example`));
  });
  expect(times).toBe(30);
});

test('a person has one limit for all its sessions and keys', async () => {
  const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
  const browser = new TestBrowser(api);
  await browser.signIn(email);
  holdClock();
  const ask = () => browser.gql('{ workspace { name } }');
  expect(await letThrough(ask)).toBe(3);
  expect((await ask()).body.errors[0].message).toMatch(
    /^Your account has a limit of 3 requests per minute, and none are left\. Try again in \d+ s\.$/,
  );
  expect((await api.ours.gql('{ workspace { name } }')).status).toBe(200);
});

test('a session outlives the process, and another secret ends it', async () => {
  const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
  const browser = new TestBrowser(api);
  await browser.signIn(email);
  const ask = async (settings: object) => {
    const app = createTestApp(api.database, settings);
    const headers = { cookie: browser.cookie };
    return (await app.request('/public/action/clients/search?query=a', { headers })).status;
  };
  expect(await ask({})).toBe(200);
  expect(await ask({ authSecret: 'x'.repeat(32) })).toBe(401);
});
