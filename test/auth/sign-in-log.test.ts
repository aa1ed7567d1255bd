import { describe, expect, test } from 'vitest';
import { inviteUser, resetSignIn } from '../../src/domain/identities/invitations.ts';
import { useTestApi } from '../support/api.ts';
import { behindEnds, publishStaged, readLogEnds } from '../support/log-ends.ts';
import { addPerson, byAdministration, TestBrowser } from '../support/persons.ts';
import { addPortalContact } from '../support/portal.ts';
import { totpOf } from '../support/totp.ts';

const api = useTestApi();
const password = 'correct horse battery';

interface Entry {
  accountId: number;
  place: string;
  kind: string;
  recordType: string;
  recordId: string;
  operation: string;
  actorKind: string;
  actorId: string | null;
  address: string | null;
  requestId: string;
}

/** The log entries of some work, with changed values as text, to find forbidden content. */
async function reported(work: () => Promise<unknown>) {
  const { pool } = api.database;
  const ends = await readLogEnds(pool);
  await work();
  await publishStaged(pool);
  const { rows } = await pool.query<Entry>(
    `SELECT * FROM "LogEntry" WHERE ${behindEnds('$1')} ORDER BY transaction, "accountId", place`,
    [ends],
  );
  return { rows, brief: rows.map(({ kind, operation }) => `${kind} ${operation}`) };
}

const userIn = async (accountId: number, email: string) => {
  const { id } = await api.database.prisma.user.findFirstOrThrow({ where: { accountId, email } });
  return `usr_${id}`;
};

async function someone() {
  const person = await addPerson(api, [[api.ours, 'ADMIN']]);
  return { ...person, browser: new TestBrowser(api) };
}

test('sign-ins by code, link and password, and sign-outs, are logged with address and request', async () => {
  const { browser, email } = await someone();
  const by = await userIn(api.ours.accountId, email);
  const otp = await browser.codeFor(email);
  const { rows, brief } = await reported(() =>
    browser.post('/auth/sign-in/email-otp', { email, otp }),
  );
  expect(brief).toEqual(['SIGNED_IN POST auth/sign-in/email-otp']);
  expect(rows).toMatchObject([
    {
      ...{ accountId: api.ours.accountId, recordType: 'User', recordId: by },
      ...{ actorKind: 'PERSON', actorId: by, actorName: email, before: null, after: null },
      requestId: expect.stringMatching(/.{8}/),
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain(otp);
  const later = await reported(async () => {
    await browser.post('/auth/password', { password });
    await browser.get('/auth/get-session');
    await browser.post('/auth/sign-out');
    const wrong = await browser.post('/auth/sign-in/email', { email, password: 'another one 123' });
    expect(wrong.status).not.toBe(200);
    await browser.post('/auth/sign-in/email', { email, password });
    await browser.post('/auth/sign-out');
    await browser.post('/auth/sign-in/magic-link', { email });
    const [link = ''] = /http\S+/.exec((await browser.mailTo(email)) ?? '') ?? [];
    await browser.follow(link.replace('http://actiongraph.test', ''));
  });
  // Failures, and reads of the own session, are not logged.
  expect(later.brief).toEqual([
    'PASSWORD_CHANGED POST auth/password',
    'SIGNED_OUT POST auth/sign-out',
    'SIGNED_IN POST auth/sign-in/email',
    'SIGNED_OUT POST auth/sign-out',
    'SIGNED_IN POST auth/magic-link/verify',
  ]);
  const everything = JSON.stringify(later.rows);
  for (const secret of [password, browser.cookie.split('=').at(-1)]) {
    expect(everything).not.toContain(secret);
  }
});

test('preparing, enabling and disabling a second factor and backup codes are logged; a sign-in only after the second factor', async () => {
  const { browser, email } = await someone();
  await browser.signIn(email);
  let secret = '';
  let codes: string[] = [];
  const { brief, rows } = await reported(async () => {
    const { body } = await browser.post('/auth/two-factor/enable');
    secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
    await browser.post('/auth/two-factor/verify-totp', { code: '000000' });
    await browser.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
    const made = await browser.post('/auth/two-factor/generate-backup-codes', {
      code: totpOf(secret),
    });
    codes = made.body.backupCodes;
    const next = new TestBrowser(api);
    await next.signIn(email);
    await next.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
    const third = new TestBrowser(api);
    await third.signIn(email);
    await third.post('/auth/two-factor/verify-backup-code', { code: codes[0] });
    await browser.post('/auth/two-factor/disable', { code: totpOf(secret) });
  });
  expect(brief).toEqual([
    'SECOND_FACTOR_CHANGED POST auth/two-factor/enable',
    'SECOND_FACTOR_CHANGED POST auth/two-factor/verify-totp',
    'BACKUP_CODES_MADE POST auth/two-factor/generate-backup-codes',
    'SIGNED_IN POST auth/two-factor/verify-totp',
    'SIGNED_IN POST auth/two-factor/verify-backup-code',
    'SECOND_FACTOR_CHANGED POST auth/two-factor/disable',
  ]);
  expect(codes.length).toBeGreaterThan(3);
  for (const one of [secret, ...codes]) expect(JSON.stringify(rows)).not.toContain(one);
});

test('sessions that end from elsewhere are logged', async () => {
  const { browser, email } = await someone();
  await browser.signIn(email);
  const second = new TestBrowser(api);
  await second.signIn(email);
  const { brief } = await reported(async () => {
    const [{ id }] = (await browser.get('/auth/sessions')).body;
    await browser.post('/auth/sessions/end', { id });
    expect((await browser.post('/auth/sessions/end', { id })).status).not.toBe(200);
    await browser.post('/auth/revoke-other-sessions');
    await browser.post('/auth/revoke-sessions');
  });
  expect(brief).toEqual([
    'SESSION_ENDED POST auth/sessions/end',
    'SESSION_ENDED POST auth/revoke-other-sessions',
    'SESSION_ENDED POST auth/revoke-sessions',
  ]);
});

test('an accepted invitation is logged as a change of the user by the user; a reset as a change by the administration', async () => {
  const { accountId, context } = api.ours;
  const email = 'invited@log.example';
  const { prisma } = api.database;
  const user = await prisma.user.create({
    data: { accountId, email, role: 'VIEWER' },
  });
  const { token } = await inviteUser({ ...context, now: new Date() }, user.id);
  const id = `usr_${user.id}`;
  const accepted = await reported(() =>
    new TestBrowser(api).follow(`/auth/invitation?token=${token}`),
  );
  expect(accepted.brief).toEqual([
    'UPDATED POST auth/invitation',
    'SIGNED_IN POST auth/invitation',
  ]);
  const { personId } = await prisma.user.findFirstOrThrow({ where: { accountId, email } });
  expect(accepted.rows[0]).toMatchObject({
    ...{ actorKind: 'PERSON', actorId: id, recordId: id },
    before: { personId: null },
    after: { personId, invitationExpiresAt: null },
  });
  expect(JSON.stringify(accepted.rows)).not.toContain(token.replace(/^\d+-\d+-/, ''));
  const { rows } = await reported(() => resetSignIn(prisma, String(personId), byAdministration()));
  expect(rows).toMatchObject([
    {
      ...{ kind: 'SIGN_IN_RESET', recordId: id, operation: 'users reset', requestId: 'test' },
      ...{ actorKind: 'ADMINISTRATION', actorId: null },
    },
  ]);
});

describe('a person known in several workspaces', () => {
  test('is logged in each as its user there, and no workspace learns of another', async () => {
    const { email } = await addPerson(api, [
      [api.ours, 'VIEWER'],
      [api.theirs, 'ADMIN'],
    ]);
    const { rows } = await reported(() => new TestBrowser(api).signIn(email));
    const [ours, theirs] = [
      await userIn(api.ours.accountId, email),
      await userIn(api.theirs.accountId, email),
    ];
    expect(rows.map(({ accountId, recordId, actorId }) => [accountId, recordId, actorId])).toEqual([
      [api.ours.accountId, ours, ours],
      [api.theirs.accountId, theirs, theirs],
    ]);
    const { prisma } = api.database;
    const { id } = await prisma.signInSession.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    await prisma.signInSession.update({ where: { id }, data: { onlyIn: api.theirs.accountId } });
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    await prisma.signInSession.updateMany({
      where: { NOT: { id } },
      data: { onlyIn: api.theirs.accountId },
    });
    const out = await reported(() => browser.post('/auth/sign-out'));
    expect(out.rows.map(({ accountId }) => accountId)).toEqual([api.theirs.accountId]);
  });

  test('a contact is logged in the workspace that it enters; not in others that know the address', async () => {
    const { email, contactId: id } = await addPortalContact(api.ours, 'alone@log.example');
    const alone = await reported(() => new TestBrowser(api).signIn(email));
    expect(alone.rows).toMatchObject([
      {
        ...{ kind: 'SIGNED_IN', accountId: api.ours.accountId, recordType: 'Contact' },
        ...{ recordId: id, actorKind: 'CONTACT', actorId: id },
      },
    ]);
    await addPortalContact(api.theirs, email);
    expect((await reported(() => new TestBrowser(api).signIn(email))).rows).toEqual([]);
  });
});
