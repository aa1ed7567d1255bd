import { expect, test, vi } from 'vitest';
import { inviteUser } from '../../src/domain/identities/invitations.ts';
import { sendPortalLink } from '../../src/domain/identities/portal-links.ts';
import {
  deleteExpiredSignInMails,
  queueSignInMail,
} from '../../src/domain/identities/sign-in-mails.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { TestWorkspace } from '../support/api.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { addPortalContact } from '../support/portal.ts';
import { useSending } from '../support/sending.ts';
import { totpOf } from '../support/totp.ts';

/** The service asks for mails to be kept; what waits to be sent is put there by hand. */
const { api, server } = useSending();

const words = (recipient: string, minutes = 10) => ({
  recipient,
  subject: 'Your code',
  body: 'Secret 1234 5678',
  expiresAt: new Date(Date.now() + minutes * 60_000),
});

const rowOf = (recipient: string) =>
  api.database.prisma.signInMail.findFirstOrThrow({
    where: { recipient },
    orderBy: { id: 'desc' },
  });

test('a mail is sent through the mail server, and its text is not stored', async () => {
  const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
  const sending = { known: true, now: new Date(), sendsMail: true };
  await queueSignInMail(api.database.prisma, words('nobody@persons.example'), sending);
  await queueSignInMail(api.database.prisma, words(email), sending);
  const sent = await vi.waitUntil(
    async () => {
      const row = await rowOf(email);
      return row.status === 'SENT' ? row : undefined;
    },
    { timeout: 90_000, interval: 50 },
  );
  expect(sent.body).toBeNull();
  const arrived = server.inbox.filter(({ subject }) => subject === 'Your code');
  expect(arrived).toHaveLength(1);
  expect(arrived[0]?.to).toMatchObject([{ address: email }]);
  expect(arrived[0]?.text).toContain('1234 5678');
  expect(arrived[0]?.html).toContain('Secret 1234 5678');
});

test('a portal link is sent in the name of the workspace, and returned to its owner', async () => {
  const { contactId, email } = await addPortalContact(api.ours);
  await sendPortalLink(
    { ...api.ours.context, now: new Date(), sendsMail: true },
    { id: contactId },
  );
  const arrived = await vi.waitUntil(
    () => server.inbox.find(({ subject }) => subject === 'Your access to Ours'),
    { timeout: 90_000, interval: 50 },
  );
  expect([arrived.from?.name, arrived.replyTo, arrived.to]).toMatchObject([
    'Ours',
    [{ address: 'owner@ours.example' }],
    [{ address: email }],
  ]);
  expect(arrived.text).toContain('http://actiongraph.test/auth/portal?token=');
});

test('a stored mail is visible to users with all permissions, and only for users of their workspace', async () => {
  const single = await addPerson(api, [[api.ours, 'VIEWER']]);
  const both = await addPerson(api, [
    [api.ours, 'VIEWER'],
    [api.theirs, 'VIEWER'],
  ]);
  const owner = await addPerson(api, [[api.ours, 'OWNER']]);
  const admin = await addPerson(api, [[api.ours, 'ADMIN']]);
  const browser = new TestBrowser(api);
  await browser.signIn(admin.email);
  const requester = new TestBrowser(api);
  for (const { email } of [single, both, owner]) await requester.codeFor(email);
  const recipients = (body: { recipient: string }[]) => body.map(({ recipient }) => recipient);
  const visibleTo = async (key: string) =>
    api.request('/auth/outbox', { headers: { 'x-api-key': key } });
  const ours = await visibleTo(api.ours.key);
  expect(recipients(ours.body)).toEqual([owner.email, single.email]);
  expect(ours.body[0].body).toMatch(/\d{4} \d{4}/);
  expect((await visibleTo(api.theirs.key)).body).toEqual([]);
  expect(recipients((await browser.get('/auth/outbox')).body)).toEqual([single.email]);
  const workspace: TestWorkspace = api.ours;
  for (const scopes of [['read'], ['read', 'write', 'people:write'], ['keys:write']] as const) {
    const { key } = await createApiKey(
      { ...workspace.context, now: new Date() },
      { name: scopes.join(' '), scopes: [...scopes] },
    );
    const { status, body } = await visibleTo(key);
    expect([scopes, status, body.code]).toEqual([scopes, 403, 'missing_scope']);
  }
  expect((await api.request('/auth/outbox')).status).toBe(401);
});

test('an administrator who gives a user an owner’s former address cannot see the owner’s mails', async () => {
  const { prisma } = api.database;
  const { email, personId } = await addPerson(api, [[api.ours, 'OWNER']]);
  await prisma.user.updateMany({ where: { personId }, data: { email: 'boss@persons.example' } });
  const admin = await addPerson(api, [[api.ours, 'ADMIN']]);
  const browser = new TestBrowser(api);
  await browser.signIn(admin.email);
  const made = await browser.gql(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { __typename } }',
    {
      input: { email, role: 'VIEWER' },
    },
  );
  expect(made.body.data.createUser.__typename).toBe('CreateUserSuccess');
  await new TestBrowser(api).codeFor(email);
  const displayed = async (headers: Record<string, string>) => {
    const { body } = await api.request('/auth/outbox', { headers });
    return body.filter((mail: { recipient: string }) => mail.recipient === email).length;
  };
  expect(await displayed({ cookie: browser.cookie })).toBe(0);
  expect(await displayed({ 'x-api-key': api.ours.key })).toBe(1);
});

test('a user that another workspace creates hides no mail, and an invitation is shown in its own workspace alone', async () => {
  const { prisma } = api.database;
  const visibleIn = async ({ key }: TestWorkspace, email: string) => {
    const { body } = await api.request('/auth/outbox', { headers: { 'x-api-key': key } });
    return body
      .filter(({ recipient }: { recipient: string }) => recipient === email)
      .map(({ subject }: { subject: string }) => subject);
  };
  const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
  const stranger = await prisma.user.create({
    data: { accountId: api.theirs.accountId, email: email.toUpperCase() },
  });
  await new TestBrowser(api).codeFor(email);
  expect(await visibleIn(api.theirs, email)).toEqual([]);
  expect(await visibleIn(api.ours, email)).toHaveLength(1);
  const fresh = 'fresh@persons.example';
  await prisma.user.create({ data: { accountId: api.ours.accountId, email: fresh } });
  await invited(api.theirs, fresh);
  expect(await visibleIn(api.ours, fresh)).toEqual([]);
  expect(await visibleIn(api.theirs, fresh)).toHaveLength(1);
  await prisma.user.delete({
    where: { accountId_id: { accountId: api.theirs.accountId, id: stranger.id } },
  });
});

test('a mail is no longer readable after its use, replacement or expiry', async () => {
  const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
  const browser = new TestBrowser(api);
  await browser.codeFor(email);
  const first = await rowOf(email);
  await browser.signIn(email);
  const all = await api.database.prisma.signInMail.findMany({
    where: { recipient: email },
    orderBy: { createdAt: 'asc' },
  });
  expect(all.map(({ body, id }) => [id === first.id, body])).toEqual([
    [true, null],
    [false, null],
  ]);
  const retention = { known: false, now: new Date(), sendsMail: false };
  await queueSignInMail(api.database.prisma, words('old@persons.example', -1), retention);
  await queueSignInMail(api.database.prisma, words('new@persons.example'), retention);
  expect((await rowOf('old@persons.example')).body).toBeNull();
  expect((await rowOf('new@persons.example')).body).not.toBeNull();
});

/** The words of the newest mail to an address, as our workspace is shown them: from then on they open it alone. */
async function visibleMail(recipient: string, key = api.ours.key): Promise<string> {
  await api.signIn.waitForMails();
  const { body } = await api.request('/auth/outbox', { headers: { 'x-api-key': key } });
  return body.find((mail: { recipient: string }) => mail.recipient === recipient)?.body ?? '';
}

const invitationIn = (words: string) => /\/auth\/invitation\S+/.exec(words)?.[0] ?? '';

/** Invites a user of an address through GraphQL, without a mail server. */
async function invited(workspace: TestWorkspace, email: string): Promise<void> {
  const { accountId } = workspace;
  const { id } = await api.database.prisma.user.create({ data: { accountId, email } });
  const query = `mutation { inviteUser(input: { id: "usr_${id}" }) { __typename } }`;
  const { body } = await api.request('/graphql', {
    method: 'POST',
    headers: { 'x-api-key': workspace.key, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect(body.data.inviteUser.__typename).toBe('InviteUserSuccess');
}

/** The invitation link on the command line. */
async function linkOfMachine(workspace: TestWorkspace, email: string): Promise<string> {
  const { accountId, context } = workspace;
  const { prisma } = api.database;
  const found = await prisma.user.findFirst({ where: { accountId, email } });
  const { id } = found ?? (await prisma.user.create({ data: { accountId, email } }));
  const { token } = await inviteUser({ ...context, now: new Date() }, id);
  return `/auth/invitation?token=${token}`;
}

const password = 'correct horse battery';
const names = ({ body }: { body: { name: string }[] }) => body.map(({ name }) => name);

test('stored mails of a workspace give no sign-in to another workspace', async () => {
  const email = 'victim@persons.example';
  await invited(api.ours, email);
  const reader = new TestBrowser(api);
  await reader.follow(invitationIn(await visibleMail(email)));
  expect((await reader.post('/auth/password', { password })).status).toBe(200);
  const later = new TestBrowser(api);
  expect((await later.post('/auth/sign-in/email', { email, password })).status).toBe(200);
  expect(names(await later.get('/auth/workspaces'))).toEqual(['Ours']);
  const victim = new TestBrowser(api);
  await victim.follow(await linkOfMachine(api.theirs, email));
  expect(names(await victim.get('/auth/workspaces'))).toEqual(['Ours', 'Theirs']);
  for (const browser of [reader, later]) {
    expect((await browser.get('/auth/workspaces')).status).toBe(401);
    expect((await browser.post('/auth/sign-in/email', { email, password })).status).toBe(401);
  }
  expect((await victim.post('/auth/password', { password: `${password} mine` })).status).toBe(200);
});

test('a stored mail signs in to the workspace that shows it and to no other, also with a second factor, and changes no sign-in methods', async () => {
  const email = 'both@persons.example';
  await invited(api.ours, email);
  const link = invitationIn(await visibleMail(email));
  const owner = new TestBrowser(api);
  await owner.follow(await linkOfMachine(api.theirs, email));
  const { body } = await owner.post('/auth/two-factor/enable');
  const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
  const enabled = totpOf(secret);
  await owner.post('/auth/two-factor/verify-totp', { code: enabled });
  const reader = new TestBrowser(api);
  await reader.follow(link);
  const code = totpOf(secret, Date.now() + 30_000);
  expect((await reader.post('/auth/two-factor/verify-totp', { code })).status).toBe(200);
  expect(names(await reader.get('/auth/workspaces'))).toEqual(['Ours']);
  reader.headers['x-workspace'] = String(api.theirs.accountId);
  const { body: rejected } = await reader.gql('{ viewer { workspaces { name } } }');
  expect(rejected.errors[0].extensions.code).toBe('wrong_workspace');
  delete reader.headers['x-workspace'];
  const viewer = await reader.gql('{ viewer { workspaces { name } } }');
  expect(viewer.body.data.viewer.workspaces).toEqual([{ name: 'Ours' }]);
  expect((await reader.get('/auth/sessions')).body).toHaveLength(1);
  const [hers] = (await owner.get('/auth/sessions')).body.filter((one: Own) => one.isThis);
  // Half a minute may have passed since the first code.
  const unused = [-30_000, 0, 30_000]
    .map((offset) => totpOf(secret, Date.now() + offset))
    .find((one) => one !== enabled && one !== code);
  const attempts = [
    ['/auth/sessions/end', { id: hers.id }],
    ['/auth/revoke-other-sessions', {}],
    ['/auth/revoke-sessions', {}],
    ['/auth/password', { password, code: unused }],
  ] as const;
  const codes: string[] = [];
  for (const [path, input] of attempts) codes.push((await reader.post(path, input)).body.code);
  expect(codes).toEqual(['record_not_found', ...Array(3).fill('conflicting_state')]);
  expect(names(await owner.get('/auth/workspaces'))).toEqual(['Ours', 'Theirs']);
});

interface Own {
  id: string;
  isThis: boolean;
}

test('codes, links and tokens of a stored mail sign in only to the workspace that shows it', async () => {
  const { email, personId } = await addPerson(api, [[api.ours, 'VIEWER']]);
  const asker = new TestBrowser(api);
  await asker.post('/auth/sign-in/magic-link', { email });
  const [link = ''] = /\/auth\/magic-link\S+/.exec(await visibleMail(email)) ?? [];
  const byLink = new TestBrowser(api);
  await byLink.follow(link);
  await asker.post('/auth/email-otp/send-verification-otp', { email });
  const [, first, last] = /^(\d{4}) (\d{4})$/m.exec(await visibleMail(email)) ?? [];
  await api.database.prisma.user.create({
    data: { accountId: api.theirs.accountId, email, personId },
  });
  const byCode = new TestBrowser(api);
  await byCode.post('/auth/sign-in/email-otp', { email, otp: `${first}${last}` });
  for (const browser of [byLink, byCode]) {
    expect(names(await browser.get('/auth/workspaces'))).toEqual(['Ours']);
    const { token } = (await browser.get('/auth/token')).body;
    const headers = {
      authorization: `Bearer ${token}`,
      'x-workspace': String(api.theirs.accountId),
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ query: '{ workspace { name } }' });
    const answer = await api.request('/graphql', { method: 'POST', headers, body });
    expect(answer.body.errors[0].extensions.code).toBe('wrong_workspace');
    const rejection = await browser.post('/auth/two-factor/enable');
    expect(rejection.body.code).toBe('conflicting_state');
  }
});

test('mails are deleted a week after their content expires', async () => {
  const { prisma } = api.database;
  const day = 24 * 60;
  const remaining = { known: false, now: new Date(), sendsMail: false };
  for (const days of [-8, -6, 1]) {
    await queueSignInMail(prisma, words(`swept${days}@persons.example`, days * day), remaining);
  }
  expect(await deleteExpiredSignInMails(prisma, new Date())).toBe(1);
  const left = await prisma.signInMail.findMany({ where: { recipient: { startsWith: 'swept' } } });
  expect(left.map(({ recipient }) => recipient).sort()).toEqual([
    'swept-6@persons.example',
    'swept1@persons.example',
  ]);
});
