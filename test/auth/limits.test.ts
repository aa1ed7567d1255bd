import { describe, expect, test } from 'vitest';
import { createTestApp, useTestApi } from '../support/api.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';

const api = useTestApi({ rateLimitPerMinute: 3 });
const password = 'correct horse battery';

/** A try at a password that is counted as every other, and costs no hash: what is tried is read after it is counted. */
const passwordless = (email: string) => ({ email });

/** How many of many requests are let through, sent at once: one after the other might take longer than a limit counts. */
async function letThrough(request: (turn: number) => Promise<{ status: number }>, most = 60) {
  const answers = await Promise.all(Array.from({ length: most }, (_, turn) => request(turn)));
  return answers.filter(({ status }) => status !== 429).length;
}

test('every way in is limited, by where it is tried from', async () => {
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
    expect(await letThrough(() => browser.get(`/auth/${path}`))).toBeLessThanOrEqual(30);
  }
});

test('passwords for one address are limited from anywhere, known or not, and so are mails', async () => {
  const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
  const counts = [];
  for (const address of [email, 'unknown@limits.example']) {
    const tries = await letThrough(() =>
      new TestBrowser(api).post('/auth/sign-in/email', passwordless(address)),
    );
    const mails = await letThrough(() =>
      new TestBrowser(api).post('/auth/sign-in/magic-link', { email: address.toUpperCase() }),
    );
    counts.push([tries, mails]);
  }
  expect(counts).toEqual([
    [20, 5],
    [20, 5],
  ]);
});

describe('a stranger who uses up what may be tried about an address', () => {
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

  test('keeps nobody out of a browser in which that person signed in before', async () => {
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

  test('keeps nobody from using a mailed code elsewhere, and gains nothing by another’s cookie', async () => {
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

test('addresses of one network of IPv6 are one', async () => {
  const times = await letThrough((turn) => {
    const browser = new TestBrowser(api);
    browser.headers['x-forwarded-for'] = `2001:db8:0:1::${turn.toString(16)}`;
    return browser.post('/auth/sign-in/email', passwordless(`${turn}@six.example`));
  });
  expect(times).toBe(30);
});

test('a person has a limit of its own, whatever sessions and keys there are', async () => {
  const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
  const browser = new TestBrowser(api);
  await browser.signIn(email);
  const ask = () => browser.gql('{ workspace { name } }');
  expect(await letThrough(ask)).toBe(3);
  expect((await ask()).body.errors[0].message).toBe('Your rate limit is reached.');
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
