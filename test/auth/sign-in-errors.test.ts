import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/client/client.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { totpOf } from '../support/totp.ts';

const api = useTestApi();
const password = 'correct horse battery';

/** The form of every error of the house. */
const expectedForm = {
  status: expect.any(Number),
  error: expect.any(String),
  message: expect.stringMatching(/^\S.*[.:]?.*\S$/),
  detail: expect.any(String),
  path: expect.stringMatching(/^\/auth\//),
  timestamp: expect.any(String),
  requestId: expect.any(String),
};

async function someone() {
  return { ...(await addPerson(api, [[api.ours, 'ADMIN']])), browser: new TestBrowser(api) };
}

/** A person with a second factor, after the first. */
async function atSecondFactor() {
  const { browser, email } = await someone();
  await browser.signIn(email);
  const { body } = await browser.post('/auth/two-factor/enable');
  const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
  await browser.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
  const next = new TestBrowser(api);
  await next.signIn(email);
  return { browser, next };
}

const errors: [path: string, body: unknown, fields: string[]][] = [
  [
    'email-otp/send-verification-otp',
    { email: 'nobody', type: 'forget-password' },
    ['email', 'type'],
  ],
  ['sign-in/magic-link', { email: '', callbackURL: {} }, ['email', 'callbackURL']],
  ['sign-in/email-otp', {}, ['email', 'otp']],
  ['sign-in/email', { email: 5, rememberMe: 'perhaps' }, ['email', 'password', 'rememberMe']],
  ['two-factor/verify-totp', { trustDevice: [] }, ['code', 'trustDevice']],
  ['two-factor/verify-backup-code', { code: {} }, ['code']],
  ['two-factor/enable', { password: ['x'] }, ['password']],
  ['sessions/end', {}, ['id']],
  ['sign-in/email', [], ['']],
  ['sign-in/email-otp', null, ['']],
];

test.each(errors)(
  'all invalid fields of %s %o are reported in one response, each with its path',
  async (path, sent, fields) => {
    const { body } = await new TestBrowser(api).post(`/auth/${path}`, sent);
    expect(body).toMatchObject({ ...expectedForm, code: 'invalid_input', status: 400 });
    expect(body.errors.map((problem: { path: string }) => problem.path)).toEqual(fields);
    expect(JSON.stringify(body)).not.toMatch(/\[body|Invalid input: expected/);
  },
);

describe('failed sign-ins have one error code', () => {
  test.each([
    ['sign-in/email-otp', { otp: '1' }],
    ['sign-in/email', { password }],
  ])('at %s, with the same message for known and unknown addresses', async (path, sent) => {
    const { email } = await someone();
    const text = [];
    for (const address of [email, 'nobody@refusals.example']) {
      const { body, headers } = await new TestBrowser(api).post(`/auth/${path}`, {
        email: address,
        ...sent,
      });
      expect(body).toMatchObject({ ...expectedForm, code: 'sign_in_refused', status: 401 });
      expect(headers.get('www-authenticate')).not.toBeNull();
      const { requestId, timestamp, ...same } = body;
      text.push(same);
    }
    expect(text[0]).toEqual(text[1]);
  });

  test('at a second factor, also without a pending sign-in', async () => {
    const { browser, next } = await atSecondFactor();
    for (const path of ['verify-totp', 'verify-backup-code']) {
      for (const caller of [next, new TestBrowser(api)]) {
        const { body } = await caller.post(`/auth/two-factor/${path}`, { code: '000000' });
        expect(body).toMatchObject({ ...expectedForm, code: 'sign_in_refused' });
      }
    }
    expect((await browser.post('/auth/two-factor/enable')).body).toMatchObject({
      ...expectedForm,
      code: 'conflicting_state',
    });
  });

  test('and another code if no user is signed in', async () => {
    for (const path of ['two-factor/enable', 'two-factor/disable', 'revoke-sessions', 'password']) {
      const { body } = await new TestBrowser(api).post(`/auth/${path}`, { password });
      expect([path, body.code]).toEqual([path, 'not_signed_in']);
    }
    expect((await new TestBrowser(api).get('/auth/token')).body.code).toBe('not_signed_in');
  });
});

test('a link reports a forbidden redirect target with the field', async () => {
  const { email } = await someone();
  for (const field of ['callbackURL', 'errorCallbackURL']) {
    const { body } = await new TestBrowser(api).post('/auth/sign-in/magic-link', {
      email,
      [field]: 'https://evil.example/',
    });
    expect(body).toMatchObject({
      ...expectedForm,
      code: 'origin_not_allowed',
      errors: [{ path: field }],
    });
  }
});

test('an unavailable database has its own error code', async () => {
  const database = openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none' });
  const answer = await createTestApp(database, { authSecret: 'x'.repeat(32) }).request(
    '/auth/sign-in/email',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@refusals.example', password }),
    },
  );
  await database.close();
  expect(await answer.json()).toMatchObject({ ...expectedForm, code: 'database_unavailable' });
});
