import { describe, expect, test } from 'vitest';
import { archiveContact, unarchiveContact } from '../../src/domain/contacts/archive.ts';
import { updateContact } from '../../src/domain/contacts/update.ts';
import { inviteUser } from '../../src/domain/identities/invitations.ts';
import { createUser } from '../../src/domain/workspaces/users.ts';
import { useTestApi } from '../support/api.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { addPortalContact, enteredContact } from '../support/portal.ts';
import { totpOf } from '../support/totp.ts';

const api = useTestApi({ corsOrigins: ['https://portal.studio.example'] });
const whoami = '{ viewer { contact { id clientId } user { userId } workspace { name } } }';
const actingAs = ({ contactId, clientId }: { contactId: string; clientId: string }) => ({
  contact: { id: contactId, clientId },
  user: null,
});
const password = 'correct horse battery';

/** As whom a browser acts, or the code of the error. */
async function actsAs(browser: TestBrowser) {
  const { body } = await browser.gql(whoami);
  return body.data?.viewer ?? body.errors[0].extensions.code;
}

describe('a contact with portal access', () => {
  test('signs in by a mailed code, and acts as the contact of its client', async () => {
    const contact = await addPortalContact(api.ours, 'Ada.Byron@Clients.example');
    const browser = new TestBrowser(api);
    const entered = await browser.signIn('ada.byron@clients.example');
    expect(entered.status).toBe(200);
    expect(await actsAs(browser)).toEqual({ ...actingAs(contact), workspace: { name: 'Ours' } });
    const { token } = (await browser.get('/auth/token')).body;
    const sent = await api.request('/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: whoami }),
    });
    expect(sent.body.data.viewer).toMatchObject(actingAs(contact));
    const rest = await browser.get('/public/action/clients/list');
    expect([rest.status, rest.body.code]).toEqual([403, 'not_for_role']);
    expect(rest.body.message).toContain('Contacts of clients');
    const users = await api.database.prisma.user.count({
      where: { OR: [{ person: { email: contact.email.toLowerCase() } }, { email: contact.email }] },
    });
    expect(users).toBe(0);
    await browser.post('/auth/sign-out');
    expect(await actsAs(browser)).toBe('invalid_api_key');
  });

  test('signs in by a mailed link, that leads to a page of an allowed origin alone', async () => {
    const contact = await addPortalContact(api.ours);
    const { email } = contact;
    const browser = new TestBrowser(api);
    const callbackURL = 'https://portal.studio.example/welcome';
    const evil = await browser.post('/auth/sign-in/magic-link', {
      email,
      callbackURL: '//e.example',
    });
    expect(evil.status).toBe(403);
    await browser.post('/auth/sign-in/magic-link', { email, callbackURL });
    const [url = ''] = /http\S+/.exec((await browser.mailTo(email)) ?? '') ?? [];
    const followed = await browser.follow(url.replace('http://actiongraph.test', ''));
    expect(followed.headers.get('location')).toBe(callbackURL);
    expect(await actsAs(browser)).toMatchObject(actingAs(contact));
    const person = await api.database.prisma.person.findUniqueOrThrow({ where: { email } });
    expect(person.name).toBe('');
    const again = new TestBrowser(api);
    await again.follow(url.replace('http://actiongraph.test', ''));
    expect(again.cookies.size).toBe(0);
  });

  test('gets the same response as others, and creates no person before the address is proven', async () => {
    const { email } = await addPortalContact(api.ours);
    const without = await addPortalContact(api.ours, undefined, { portalAccess: false });
    const answers = [];
    for (const address of [email, without.email, 'nobody@clients.example']) {
      const browser = new TestBrowser(api);
      const queries = [
        await browser.post('/auth/email-otp/send-verification-otp', {
          email: address,
          type: 'sign-in',
        }),
        await browser.post('/auth/sign-in/magic-link', { email: address }),
        await browser.post('/auth/sign-in/email-otp', { email: address, otp: '1' }),
        await browser.post('/auth/sign-in/email', { email: address, password }),
      ];
      answers.push(
        queries.map(({ status, body: { requestId, timestamp, asked: handle = '', ...body } }) => ({
          ...{ status, body, handle: handle.length },
        })),
      );
      expect((await browser.mailTo(address)) !== undefined).toBe(address === email);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const where = { email: { in: [email, without.email] } };
    expect(await api.database.prisma.person.count({ where })).toBe(0);
  });

  test('without access at the use of its mail is not signed in, and creates no person', async () => {
    const { email, contactId } = await addPortalContact(api.ours);
    const browser = new TestBrowser(api);
    const otp = await browser.codeFor(email);
    await browser.post('/auth/sign-in/magic-link', { email });
    const [url = ''] = /http\S+/.exec((await browser.mailTo(email)) ?? '') ?? [];
    await archiveContact(api.ours.context, { id: contactId });
    const rejected = await browser.post('/auth/sign-in/email-otp', { email, otp });
    expect([rejected.status, rejected.body.code]).toEqual([401, 'sign_in_refused']);
    const followed = await browser.follow(url.replace('http://actiongraph.test', ''));
    expect(followed.headers.get('location')).toContain('error=');
    expect(browser.cookies.size).toBe(0);
    expect(await api.database.prisma.person.count({ where: { email } })).toBe(0);
  });

  test('has no access after it is archived, loses access, changes address or client, or is deleted', async () => {
    const { context } = api.ours;
    const other = await addPortalContact(api.ours);
    const ends: Record<string, (id: string, email: string) => Promise<unknown>> = {
      archived: (id) => archiveContact(context, { id }),
      'no access': (id) => updateContact(context, { id, portalAccess: false }, 'patch'),
      'another address': (id) =>
        updateContact(context, { id, email: 'next@clients.example' }, 'patch'),
      'no address': (id) => updateContact(context, { id, email: null }, 'patch'),
      'another client': (id) => updateContact(context, { id, clientId: other.clientId }, 'patch'),
      'no client': (id) => updateContact(context, { id, clientId: null }, 'patch'),
      deleted: (id) =>
        api.database.prisma.contact.delete({
          where: { accountId_id: { accountId: api.ours.accountId, id } },
        }),
    };
    for (const [how, end] of Object.entries(ends)) {
      const { browser, contactId, email } = await enteredContact(api);
      expect([how, typeof (await actsAs(browser))]).toEqual([how, 'object']);
      await end(contactId, email);
      expect([how, await actsAs(browser)]).toEqual([how, 'wrong_workspace']);
      expect((await browser.get('/auth/contacts')).body).toEqual([]);
    }
  });

  test('signs in again after access was removed and granted; another letter case of the address changes nothing', async () => {
    const { context } = api.ours;
    const { browser, contactId: id, email } = await enteredContact(api);
    await updateContact(context, { id, email: email.toUpperCase(), role: 'CEO' }, 'patch');
    expect(await actsAs(browser)).toMatchObject({ contact: { id } });
    await archiveContact(context, { id });
    await unarchiveContact(context, { id });
    expect(await actsAs(browser)).toBe('wrong_workspace');
    await browser.signIn(email);
    expect(await actsAs(browser)).toMatchObject({ contact: { id } });
  });
});

describe('an address', () => {
  test('of a user and of contacts is the user, unless a contact is named', async () => {
    const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
    const here = await addPortalContact(api.ours, email);
    const there = await addPortalContact(api.theirs, email);
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    expect(await actsAs(browser)).toMatchObject({ contact: null, workspace: { name: 'Ours' } });
    const { body } = await browser.gql(
      '{ viewer { workspaces { accountId } contacts { accountId contactId clientId } } }',
    );
    expect(body.data.viewer.workspaces).toEqual([{ accountId: api.ours.accountId }]);
    expect(body.data.viewer.contacts).toEqual(
      [here, there].map(({ contactId, clientId }, index) => ({
        accountId: [api.ours, api.theirs][index]?.accountId,
        contactId,
        clientId,
      })),
    );
    browser.headers['x-contact'] = here.contactId;
    expect(await actsAs(browser)).toMatchObject(actingAs(here));
    browser.headers['x-contact'] = there.contactId;
    expect(await actsAs(browser)).toMatchObject(actingAs(there));
    browser.headers['x-workspace'] = String(api.ours.accountId);
    expect(await actsAs(browser)).toBe('wrong_workspace');
    delete browser.headers['x-contact'];
    browser.headers['x-workspace'] = String(api.theirs.accountId);
    expect(await actsAs(browser)).toMatchObject(actingAs(there));
  });

  test('of several contacts selects one of them, and has no access to the others', async () => {
    const first = await addPortalContact(api.ours);
    const { email } = first;
    const second = await addPortalContact(api.ours, email.toUpperCase());
    const stranger = await addPortalContact(api.ours);
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    const question = await browser.gql(whoami);
    expect(question.body.errors[0]).toMatchObject({
      extensions: { code: 'workspace_required' },
      message: expect.stringContaining('X-Contact'),
    });
    const listed = (await browser.get('/auth/contacts')).body;
    expect(listed.map(({ contactId }: { contactId: string }) => contactId).sort()).toEqual(
      [first.contactId, second.contactId].sort(),
    );
    for (const contact of [first, second]) {
      browser.headers['x-contact'] = contact.contactId;
      expect(await actsAs(browser)).toMatchObject(actingAs(contact));
      const { body } = await browser.gql('{ clients { nodes { id } } contacts { nodes { id } } }');
      expect(body.data).toEqual({
        clients: { nodes: [{ id: contact.clientId }] },
        contacts: { nodes: [{ id: contact.contactId }] },
      });
    }
    for (const other of [stranger.contactId, stranger.clientId, 'con_none', "' OR true --"]) {
      browser.headers['x-contact'] = other;
      expect([other, await actsAs(browser)]).toEqual([other, 'wrong_workspace']);
    }
  });

  test('is compared exactly: no letters outside ASCII, no text before or after it', async () => {
    const { email, browser } = await enteredContact(api);
    const [name, domain] = email.split('@');
    const kelvin = `\u212Aelvin${name}@${domain}`;
    for (const other of [`${name}+portal@${domain}`, kelvin, `x${email}`, `${email}.example`]) {
      const nearby = await addPortalContact(api.ours, other);
      // Names and addresses are stored in NFC, in which the Kelvin sign is a K: here as an earlier release stored it.
      await api.owner.query('UPDATE "Contact" SET email = $2 WHERE id = $1', [
        nearby.contactId,
        other,
      ]);
      expect((await browser.get('/auth/contacts')).body).toHaveLength(1);
      browser.headers['x-contact'] = nearby.contactId;
      expect([other, await actsAs(browser)]).toEqual([other, 'wrong_workspace']);
      delete browser.headers['x-contact'];
    }
    const folded = new TestBrowser(api);
    await folded.codeFor(kelvin.toLowerCase());
    expect(await folded.mailTo(kelvin.toLowerCase())).toBeUndefined();
  });

  test('with an invitation that waits is no user by the sign-in of a contact', async () => {
    const { browser, email, contactId } = await enteredContact(api);
    const user = await createUser(api.theirs.context, { email, role: 'ADMIN' });
    const { token } = await inviteUser(api.theirs.context, user.id);
    expect(await actsAs(browser)).toMatchObject({ contact: { id: contactId } });
    browser.headers['x-workspace'] = String(api.theirs.accountId);
    expect(await actsAs(browser)).toBe('wrong_workspace');
    const invited = new TestBrowser(api);
    await invited.follow(`/auth/invitation?token=${token}`);
    expect(await actsAs(invited)).toMatchObject({ workspace: { name: 'Theirs' }, contact: null });
    // The inviting user may have had the link as well, so it proves nothing about the contact.
    expect((await invited.get('/auth/contacts')).body).toEqual([]);
    // A session from before the person became a user ends.
    expect(await actsAs(browser)).toBe('not_signed_in');
  });
});

describe('a sign-in counts for a contact', () => {
  test('if its mail was requested after the contact got access, and not otherwise', async () => {
    const { email } = await addPortalContact(api.theirs);
    const early = new TestBrowser(api);
    await early.signIn(email);
    await early.post('/auth/password', { password });
    const late = new TestBrowser(api);
    const otp = await late.codeFor(email);
    const ours = await addPortalContact(api.ours, email);
    // A wrong guess writes the code again.
    await late.post('/auth/sign-in/email-otp', { email, otp: '00000000' });
    await late.post('/auth/sign-in/email-otp', { email, otp });
    const byPassword = new TestBrowser(api);
    expect((await byPassword.post('/auth/sign-in/email', { email, password })).status).toBe(200);
    for (const browser of [early, late, byPassword]) {
      browser.headers['x-contact'] = ours.contactId;
      expect(await actsAs(browser)).toBe('wrong_workspace');
    }
    const since = new TestBrowser(api);
    await since.signIn(email);
    since.headers['x-contact'] = ours.contactId;
    expect(await actsAs(since)).toMatchObject(actingAs(ours));
  });

  test('also with a second factor after the mail, but not after a password', async () => {
    const contact = await addPortalContact(api.ours);
    const { email } = contact;
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    await browser.post('/auth/password', { password });
    const { body } = await browser.post('/auth/two-factor/enable', { password });
    const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
    await browser.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
    const mailed = new TestBrowser(api);
    expect((await mailed.signIn(email)).body).toMatchObject({ twoFactorRedirect: true });
    expect(await actsAs(mailed)).toBe('invalid_api_key');
    const typed = new TestBrowser(api);
    await typed.post('/auth/sign-in/email', { email, password });
    for (const [next, expected] of [
      [mailed, expect.objectContaining(actingAs(contact))],
      [typed, 'wrong_workspace'],
    ] as const) {
      await next.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
      expect(await actsAs(next)).toEqual(expected);
    }
  });
});

test('mails to contacts are shown in the outbox of their workspace, unless the address is known elsewhere', async () => {
  const own = await addPortalContact(api.ours);
  const shared = await addPortalContact(api.ours);
  await addPortalContact(api.theirs, shared.email.toUpperCase());
  const user = await addPerson(api, [[api.theirs, 'VIEWER']]);
  await addPortalContact(api.ours, user.email);
  const owner = await addPerson(api, [[api.ours, 'OWNER']]);
  await addPortalContact(api.ours, owner.email);
  const admin = await addPerson(api, [[api.ours, 'ADMIN']]);
  const administrator = new TestBrowser(api);
  await administrator.signIn(admin.email);
  const call = [own, shared, user, owner].map(({ email }) => email);
  for (const email of call) await new TestBrowser(api).codeFor(email);
  const visibleTo = (body: { recipient: string }[]) =>
    body.map(({ recipient }) => recipient).filter((recipient) => call.includes(recipient));
  const byKey = (key: string) => api.request('/auth/outbox', { headers: { 'x-api-key': key } });
  expect(visibleTo((await byKey(api.ours.key)).body)).toEqual([owner.email, own.email]);
  expect(visibleTo((await byKey(api.theirs.key)).body)).toEqual([]);
  expect(visibleTo((await administrator.get('/auth/outbox')).body)).toEqual([own.email]);
  const contact = await enteredContact(api);
  expect((await contact.browser.get('/auth/outbox')).body.code).toMatch(
    /missing_scope|not_for_role/,
  );
});

test('a cookie of a contact counts from allowed pages alone', async () => {
  const { browser } = await enteredContact(api);
  browser.origin = 'https://portal.studio.example';
  expect(typeof (await actsAs(browser))).toBe('object');
  browser.origin = 'https://evil.example';
  expect(await actsAs(browser)).toBe('origin_not_allowed');
});
