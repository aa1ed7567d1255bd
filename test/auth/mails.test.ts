import { expect, test, vi } from 'vitest';
import { putSignInMail } from '../../src/domain/persons/sign-in-mails.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { TestWorkspace } from '../support/api.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { useSending } from '../support/sending.ts';

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

test('a mail is sent through the mail server, and nothing of its words is kept', async () => {
  const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
  const sending = { known: true, now: new Date(), sendsMail: true };
  await putSignInMail(api.database.prisma, words('nobody@persons.example'), sending);
  await putSignInMail(api.database.prisma, words(email), sending);
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
});

test('a mail that is kept is shown to who has every right there, of own users alone', async () => {
  const single = await addPerson(api, [[api.ours, 'VIEWER']]);
  const both = await addPerson(api, [
    [api.ours, 'VIEWER'],
    [api.theirs, 'VIEWER'],
  ]);
  const owner = await addPerson(api, [[api.ours, 'OWNER']]);
  const admin = await addPerson(api, [[api.ours, 'ADMIN']]);
  const browser = new TestBrowser(api);
  await browser.signIn(admin.email);
  const asker = new TestBrowser(api);
  for (const { email } of [single, both, owner]) await asker.codeFor(email);
  const recipients = (body: { recipient: string }[]) => body.map(({ recipient }) => recipient);
  const shownTo = async (key: string) =>
    api.request('/auth/outbox', { headers: { 'x-api-key': key } });
  const ours = await shownTo(api.ours.key);
  expect(recipients(ours.body)).toEqual([owner.email, single.email]);
  expect(ours.body[0].body).toMatch(/\d{4} \d{4}/);
  expect((await shownTo(api.theirs.key)).body).toEqual([]);
  expect(recipients((await browser.get('/auth/outbox')).body)).toEqual([single.email]);
  const workspace: TestWorkspace = api.ours;
  for (const scopes of [['read'], ['read', 'write', 'people:write'], ['keys:write']] as const) {
    const { key } = await createApiKey(
      { ...workspace.context, now: new Date() },
      { name: scopes.join(' '), scopes: [...scopes] },
    );
    const { status, body } = await shownTo(key);
    expect([scopes, status, body.code]).toEqual([scopes, 403, 'missing_scope']);
  }
  expect((await api.request('/auth/outbox')).status).toBe(401);
});

test('the mails of an owner are not shown to an administrator who gives a user the owner’s former address', async () => {
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
  const shown = async (headers: Record<string, string>) => {
    const { body } = await api.request('/auth/outbox', { headers });
    return body.filter((mail: { recipient: string }) => mail.recipient === email).length;
  };
  expect(await shown({ cookie: browser.cookie })).toBe(0);
  expect(await shown({ 'x-api-key': api.ours.key })).toBe(1);
});

test('a mail says nothing any more once it was used, replaced or is over', async () => {
  const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
  const browser = new TestBrowser(api);
  await browser.codeFor(email);
  const first = await rowOf(email);
  await browser.signIn(email);
  const all = await api.database.prisma.signInMail.findMany({ where: { recipient: email } });
  expect(all.map(({ body, id }) => [id === first.id, body])).toEqual([
    [true, null],
    [false, null],
  ]);
  const keeping = { known: false, now: new Date(), sendsMail: false };
  await putSignInMail(api.database.prisma, words('old@persons.example', -1), keeping);
  await putSignInMail(api.database.prisma, words('new@persons.example'), keeping);
  expect((await rowOf('old@persons.example')).body).toBeNull();
  expect((await rowOf('new@persons.example')).body).not.toBeNull();
});
