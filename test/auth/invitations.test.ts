import { describe, expect, test } from 'vitest';
import { inviteUser, resetSignIn } from '../../src/domain/identities/invitations.ts';
import { queueSignInMail } from '../../src/domain/identities/sign-in-mails.ts';
import { updateUser } from '../../src/domain/workspaces/users.ts';
import { testPublicUrl, useTestApi } from '../support/api.ts';
import { addPerson, byAdministration, TestBrowser } from '../support/persons.ts';
import { totpOf } from '../support/totp.ts';

const api = useTestApi();
const whoami = '{ workspace { name } }';
const context = () => ({ ...api.ours.context, now: new Date() });

async function addUser(email: string) {
  const { accountId } = api.ours;
  return api.database.prisma.user.create({ data: { accountId, email, role: 'VIEWER' } });
}

test('an accepted invitation creates a person who can sign in, and works once', async () => {
  const { id } = await addUser('Grace@Hopper.example');
  const early = new TestBrowser(api);
  await early.signIn('grace@hopper.example');
  expect(early.cookies.size).toBe(0);
  const { token } = await inviteUser(context(), id);
  const browser = new TestBrowser(api);
  const { headers, status } = await browser.follow(`/auth/invitation?token=${token}`);
  expect([status, headers.get('location')]).toEqual([302, 'http://actiongraph.test/start']);
  expect((await browser.gql(whoami)).body).toEqual({ data: { workspace: { name: 'Ours' } } });
  const again = await new TestBrowser(api).follow(`/auth/invitation?token=${token}`);
  expect(again.body).toMatchObject({ status: 409, code: 'conflicting_state' });
  const later = new TestBrowser(api);
  await later.signIn('grace@hopper.example');
  expect((await later.gql(whoami)).status).toBe(200);
});

test('a mailed link is used up by the button of its page alone, and by no request that reads it', async () => {
  const { id } = await addUser('scanned@hopper.example');
  const { token } = await inviteUser(context(), id);
  const path = `/auth/invitation?token=${token}`;
  const browser = new TestBrowser(api);
  browser.origin = null;
  for (const headers of [{}, { 'sec-purpose': 'prefetch' }, { accept: 'text/html' }]) {
    Object.assign(browser.headers, headers);
    for (const link of [path, '/auth/portal?token=x', '/auth/magic-link/verify?token=x']) {
      const { body, headers: sent, status } = await browser.get(link);
      expect([status, sent.get('cache-control')]).toEqual([200, 'no-store']);
      expect(sent.get('referrer-policy')).toBe('same-origin');
      expect(body).toContain('<form method="post"><button class="main">');
      expect(body).toMatch(/works once/i);
      expect((await browser.request('HEAD', link)).status).toBe(200);
    }
  }
  expect(browser.cookies.size).toBe(0);
  const form = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-mode': 'navigate',
  };
  Object.assign(browser.headers, form, { 'sec-fetch-site': 'cross-site' });
  browser.origin = 'https://evil.example';
  expect((await browser.follow(path)).headers.get('location')).toBe(
    'http://actiongraph.test/sign-in?refused=invitation',
  );
  expect(browser.cookies.size).toBe(0);
  browser.origin = testPublicUrl;
  browser.headers['sec-fetch-site'] = 'same-origin';
  expect((await browser.follow(path)).headers.get('location')).toBe(
    'http://actiongraph.test/start',
  );
  delete browser.headers['content-type'];
  expect((await browser.gql(whoami)).body).toEqual({ data: { workspace: { name: 'Ours' } } });
});

test('a replaced, expired or changed invitation, or one of an inactive user, does not sign anyone in', async () => {
  const { prisma } = api.database;
  const { id } = await addUser('late@hopper.example');
  const where = { accountId_id: { accountId: api.ours.accountId, id } };
  const first = await inviteUser(context(), id);
  const { token } = await inviteUser(context(), id);
  const rejection = async (input: string) => {
    const browser = new TestBrowser(api);
    const { status } = await browser.follow(`/auth/invitation?token=${input}`);
    return status === 409 && browser.cookies.size === 0;
  };
  expect(await rejection(first.token)).toBe(true);
  for (const wrong of ['', '1-1-x', token.slice(0, -1), `${token}x`, token.replace(/^\d+/, '9')]) {
    expect([wrong, await rejection(wrong)]).toEqual([wrong, true]);
  }
  await prisma.user.update({ where, data: { invitationExpiresAt: new Date('2000-01-01') } });
  expect(await rejection(token)).toBe(true);
  const next = await inviteUser(context(), id);
  await prisma.user.update({ where, data: { active: false } });
  expect(await rejection(next.token)).toBe(true);
  await expect(inviteUser(context(), id)).rejects.toMatchObject({ code: 'conflicting_state' });
  expect(await prisma.person.count({ where: { email: 'late@hopper.example' } })).toBe(0);
});

test('an invitation is valid only for the address that was invited, not for a later address of the user', async () => {
  const { prisma } = api.database;
  const other = await addPerson(api, [[api.theirs, 'OWNER']]);
  const { email, id } = await addUser('first@hopper.example');
  const { token } = await inviteUser(context(), id);
  await updateUser(context(), { id: String(id), email: other.email }, 'patch');
  const browser = new TestBrowser(api);
  const denied = await browser.follow(`/auth/invitation?token=${token}`);
  expect(denied.body).toMatchObject({ status: 409, code: 'conflicting_state' });
  expect((await browser.get('/auth/workspaces')).status).toBe(401);
  const user = await prisma.user.findFirstOrThrow({ where: { id } });
  expect(user.personId).toBeNull();
  await updateUser(context(), { id: String(id), email: email.toUpperCase() }, 'patch');
  expect((await browser.follow(`/auth/invitation?token=${token}`)).status).toBe(302);
});

test('an invitation to a known person creates no second person, and a reset ends all its sign-in methods', async () => {
  const { email, personId } = await addPerson(api, [[api.theirs, 'OWNER']]);
  const { id } = await addUser(email);
  const browser = new TestBrowser(api);
  const { token } = await inviteUser(context(), id);
  await browser.follow(`/auth/invitation?token=${token}`);
  await browser.post('/auth/password', { password: 'correct horse battery' });
  expect((await browser.get('/auth/workspaces')).body).toHaveLength(2);
  await resetSignIn(api.database.prisma, personId, byAdministration());
  expect((await browser.gql(whoami)).status).toBe(401);
  const password = 'correct horse battery';
  expect((await browser.post('/auth/sign-in/email', { email, password })).status).toBe(401);
});

test('a reset ends the trust in devices, which then require the second factor', async () => {
  const { email, personId } = await addPerson(api, [[api.ours, 'ADMIN']]);
  const enable = async (browser: TestBrowser) => {
    await browser.signIn(email);
    const { body } = await browser.post('/auth/two-factor/enable');
    const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
    await browser.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
    return secret;
  };
  const secret = await enable(new TestBrowser(api));
  const device = new TestBrowser(api);
  await device.signIn(email);
  await device.post('/auth/two-factor/verify-totp', { code: totpOf(secret), trustDevice: true });
  await device.post('/auth/sign-out');
  await device.signIn(email);
  expect((await device.gql(whoami)).status).toBe(200);
  await device.post('/auth/sign-out');
  await resetSignIn(api.database.prisma, personId, byAdministration());
  await enable(new TestBrowser(api));
  expect((await device.signIn(email)).body).toMatchObject({ twoFactorRedirect: true });
  expect((await device.gql(whoami)).status).toBe(401);
});

test('an invitation with the address of another user of the workspace is rejected immediately', async () => {
  const { prisma } = api.database;
  const { accountId } = api.ours;
  const { email, personId } = await addPerson(api);
  const known = await addUser('known@hopper.example');
  await prisma.user.update({
    where: { accountId_id: { accountId, id: known.id } },
    data: { personId },
  });
  const { id } = await addUser(email);
  const { token } = await inviteUser(context(), id);
  const { body } = await new TestBrowser(api).follow(`/auth/invitation?token=${token}`);
  expect(body).toMatchObject({ status: 409, code: 'conflicting_state' });
  expect(body.message).toContain('another user of this workspace');
});

test('a code or link that was requested before a reset does not sign anyone in after it', async () => {
  const { email, personId } = await addPerson(api, [[api.ours, 'ADMIN']]);
  const other = await addPerson(api, [[api.ours, 'ADMIN']]);
  const browser = new TestBrowser(api);
  const bystander = new TestBrowser(api);
  const otherCode = await bystander.codeFor(other.email);
  const otp = await browser.codeFor(email);
  await browser.post('/auth/sign-in/magic-link', { email });
  const [url = ''] = /http\S+/.exec((await browser.mailTo(email)) ?? '') ?? [];
  await resetSignIn(api.database.prisma, personId, byAdministration());
  expect(await browser.mailTo(email)).toBeUndefined();
  await browser.post('/auth/sign-in/email-otp', { email, otp });
  await browser.follow(url.replace('http://actiongraph.test', ''));
  expect((await browser.gql(whoami)).status).toBe(401);
  await bystander.post('/auth/sign-in/email-otp', { email: other.email, otp: otherCode });
  expect((await bystander.gql(whoami)).status).toBe(200);
});

test('a code that a stranger requests does not change the mail of an invitation', async () => {
  const { prisma } = api.database;
  const recipient = 'invited@hopper.example';
  await addUser(recipient);
  const expiresAt = new Date(Date.now() + 60_000);
  const words = { recipient, subject: 'Invited', body: 'The link', expiresAt };
  await queueSignInMail(prisma, words, { known: false, now: new Date(), sendsMail: false });
  const browser = new TestBrowser(api);
  await browser.codeFor(recipient);
  expect(await browser.mailTo(recipient)).toBe('The link');
});

describe('inviting through GraphQL', () => {
  const invite =
    'mutation ($id: ID!) { inviteUser(input: { id: $id }) { __typename ... on InviteUserSuccess { user { signIn } } ... on ExpectedError { code } } }';
  const usrOf = ({ id }: { id: number }) => ({ id: `usr_${id}` });
  const as = async (role: 'OWNER' | 'ADMIN' | 'MANAGER') => {
    const { email } = await addPerson(api, [[api.ours, role]]);
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    return browser;
  };

  test('mails a valid link that no response contains, and ends the previous link', async () => {
    const admin = await as('ADMIN');
    const user = await addUser('mailed@hopper.example');
    await admin.gql(invite, usrOf(user));
    const former = /\/auth\/invitation\S+/.exec((await admin.mailTo(user.email)) ?? '')?.[0] ?? '';
    const { body } = await admin.gql(invite, usrOf(user));
    expect(body.data.inviteUser).toEqual({
      __typename: 'InviteUserSuccess',
      user: { signIn: 'INVITED' },
    });
    const link = /\/auth\/invitation\S+/.exec((await admin.mailTo(user.email)) ?? '')?.[0] ?? '';
    expect(link).not.toBe(former);
    const [, secret = ''] = /token=\d+-\d+-([\w-]{32})$/.exec(link) ?? [];
    expect(secret).not.toBe('');
    expect(JSON.stringify(body)).not.toContain(secret);
    expect((await new TestBrowser(api).follow(former)).status).toBe(409);
    expect((await new TestBrowser(api).follow(link)).status).toBe(302);
    const state = await admin.gql('query ($id: ID!) { user(id: $id) { signIn } }', usrOf(user));
    expect(state.body.data.user.signIn).toBe('SIGNS_IN');
  });

  test('requires write access to people, and an owner to invite an owner', async () => {
    const user = await addUser('managed@hopper.example');
    const failed = await (await as('MANAGER')).gql(invite, usrOf(user));
    expect(failed.body.errors[0].extensions.code).toBe('missing_scope');
    const { accountId } = api.ours;
    const owner = { accountId, email: 'second@hopper.example', role: 'OWNER' as const };
    const { id } = await api.database.prisma.user.create({ data: owner });
    const admin = await as('ADMIN');
    const answer = JSON.stringify((await admin.gql(invite, { id: `usr_${id}` })).body);
    expect(answer).toContain('not_for_role');
    expect(await admin.mailTo(owner.email)).toBeUndefined();
    const { invitationHash } = await api.database.prisma.user.findFirstOrThrow({ where: { id } });
    expect(invitationHash).toBeNull();
    const done = await (await as('OWNER')).gql(invite, { id: `usr_${id}` });
    expect(done.body.data.inviteUser.__typename).toBe('InviteUserSuccess');
  });

  test('does not change users of another workspace or inactive users', async () => {
    const { id } = await api.database.prisma.user.findFirstOrThrow({
      where: { accountId: api.theirs.accountId },
    });
    const owner = await as('OWNER');
    const foreign = await owner.gql(invite, { id: `usr_${id}` });
    expect(foreign.body.data.inviteUser.code).toBe('record_not_found');
    const { accountId } = api.ours;
    const gone = { accountId, email: 'gone@hopper.example', active: false };
    const inactive = await api.database.prisma.user.create({ data: gone });
    expect((await owner.gql(invite, usrOf(inactive))).body.data.inviteUser.code).toBe(
      'conflicting_state',
    );
  });
});
