import { describe, expect, test } from 'vitest';
import { inviteUser } from '../../src/domain/identities/invitations.ts';
import { useTestApi } from '../support/api.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { totpOf } from '../support/totp.ts';

const api = useTestApi();
const password = 'correct horse battery';

async function someone() {
  const person = await addPerson(api, [[api.ours, 'ADMIN']]);
  const browser = new TestBrowser(api);
  await browser.signIn(person.email);
  return { ...person, browser };
}

async function withSecondFactor() {
  const person = await someone();
  const { body } = await person.browser.post('/auth/two-factor/enable');
  const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
  await person.browser.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
  const [backupCode = ''] = body.backupCodes as string[];
  return { ...person, backupCode, secret };
}

const methods = async (browser: TestBrowser) => (await browser.get('/auth/methods')).body;

describe('a session that another person uses cannot change the second factor', () => {
  test.each([
    ['two-factor/disable', {}],
    ['two-factor/generate-backup-codes', {}],
    ['password', { password }],
  ])('%s takes a code of the app, or a backup code', async (path, sent) => {
    const { backupCode, browser, secret } = await withSecondFactor();
    for (const proof of [
      {},
      { code: '000000' },
      { code: 'no-backup' },
      { currentPassword: password },
    ]) {
      const rejected = await browser.post(`/auth/${path}`, { ...sent, ...proof });
      expect([proof, rejected.body.code]).toEqual([proof, 'sign_in_refused']);
    }
    expect(await methods(browser)).toMatchObject({ password: false, secondFactor: true });
    const code = path === 'password' ? backupCode : totpOf(secret);
    expect((await browser.post(`/auth/${path}`, { ...sent, code })).status).toBe(200);
    expect(await methods(browser)).toMatchObject({
      password: path === 'password',
      secondFactor: path !== 'two-factor/disable',
    });
  });

  test('and is switched off with the password after a recent sign-in', async () => {
    const { browser, email, personId, secret } = await withSecondFactor();
    await browser.post('/auth/password', { password, code: totpOf(secret) });
    const wrong = await browser.post('/auth/two-factor/disable', { password: 'another password' });
    expect(wrong.body.code).toBe('sign_in_refused');
    const { prisma } = api.database;
    const where = { personId };
    await prisma.signInSession.updateMany({
      where,
      data: { createdAt: new Date(Date.now() - 3_600_000) },
    });
    expect((await browser.post('/auth/two-factor/disable', { password })).body.code).toBe(
      'sign_in_again',
    );
    await prisma.signInSession.updateMany({ where, data: { createdAt: new Date() } });
    expect((await browser.post('/auth/two-factor/disable', { password })).status).toBe(200);
    expect((await browser.post('/auth/two-factor/disable', { password })).body.code).toBe(
      'conflicting_state',
    );
    expect(await prisma.secondFactor.count({ where })).toBe(0);
    const next = new TestBrowser(api);
    expect((await next.signIn(email)).body).toMatchObject({ user: { email } });
  });

  test('guesses are counted about the person', async () => {
    const { browser } = await withSecondFactor();
    const codes: string[] = [];
    for (let turn = 0; turn < 22; turn += 1) {
      browser.headers['x-forwarded-for'] = `10.9.9.${turn}`;
      codes.push((await browser.post('/auth/two-factor/disable', { code: '000000' })).body.code);
    }
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('sign_in_refused'));
    expect(codes.at(-1)).toBe('too_many_requests');
  });
});

test('a person sees its sessions, and ends one of them, but none of others', async () => {
  const { browser, email } = await someone();
  const second = new TestBrowser(api);
  await second.signIn(email);
  const stranger = await someone();
  const { body } = await browser.get('/auth/sessions');
  expect(body.map(({ isThis }: { isThis: boolean }) => isThis)).toEqual([false, true]);
  expect(JSON.stringify(body)).not.toMatch(/token/i);
  const [{ id }] = body;
  const foreign = await stranger.browser.post('/auth/sessions/end', { id });
  expect(foreign.body.code).toBe('record_not_found');
  expect((await second.gql('{ workspace { name } }')).status).toBe(200);
  expect((await browser.post('/auth/sessions/end', { id })).status).toBe(200);
  expect((await second.gql('{ workspace { name } }')).status).toBe(401);
});

describe('a link that is opened in a browser', () => {
  const page = 'http://actiongraph.test/sign-in';
  const opening = () => {
    const browser = new TestBrowser(api);
    browser.headers.accept = 'text/html,application/xhtml+xml';
    return browser;
  };
  const locationOf = async (browser: TestBrowser, path: string) => {
    const { headers, status } = await browser.follow(path);
    return [status, headers.get('location')];
  };
  const invited = async (email: string) => {
    const { accountId } = api.ours;
    const user = await api.database.prisma.user.create({
      data: { accountId, email, role: 'VIEWER' },
    });
    const { token } = await inviteUser({ ...api.ours.context, now: new Date() }, user.id);
    return `/auth/invitation?token=${token}`;
  };

  test('shows the outcome on a page, without values of the URL', async () => {
    const link = await invited('page@own.example');
    expect(await locationOf(opening(), link)).toEqual([302, 'http://actiongraph.test/start']);
    expect(await locationOf(opening(), link)).toEqual([302, `${page}?refused=invitation`]);
    const evil = '/auth/magic-link/verify?token=x&callbackURL=https://evil.example/';
    expect(await locationOf(opening(), evil)).toEqual([302, `${page}?refused=link`]);
    const none = await locationOf(opening(), '/auth/magic-link/verify');
    expect(none).toEqual([302, `${page}?refused=link`]);
    expect((await new TestBrowser(api).follow(link)).status).toBe(409);
  });

  test('leads to the form for the second factor', async () => {
    const { email, secret } = await withSecondFactor();
    const { prisma } = api.database;
    const { id } = await prisma.user.findFirstOrThrow({ where: { email } });
    const { token } = await inviteUser({ ...api.ours.context, now: new Date() }, id);
    const caller = new TestBrowser(api);
    await caller.post('/auth/sign-in/magic-link', { email });
    const [mailed = ''] = /http\S+/.exec((await caller.mailTo(email)) ?? '') ?? [];
    const links = [
      mailed.replace('http://actiongraph.test', ''),
      `/auth/invitation?token=${token}`,
    ];
    for (const link of links) {
      const browser = opening();
      expect(await locationOf(browser, link)).toEqual([302, `${page}?step=second-factor`]);
      expect((await browser.gql('{ workspace { name } }')).status).toBe(401);
      await browser.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
      expect((await browser.gql('{ workspace { name } }')).status).toBe(200);
    }
  });
});
