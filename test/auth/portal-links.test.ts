import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { archiveContact, unarchiveContact } from '../../src/domain/contacts/archive.ts';
import { updateContact } from '../../src/domain/contacts/update.ts';
import { resetSignIn } from '../../src/domain/identities/invitations.ts';
import { newSignInId } from '../../src/domain/identities/sign-in-ids.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { TestApi, TestWorkspace } from '../support/api.ts';
import { createTestApp, useTestApi, workspaceOf } from '../support/api.ts';
import { addPerson, byAdministration, TestBrowser } from '../support/persons.ts';
import { addPortalContact } from '../support/portal.ts';
import { totpOf } from '../support/totp.ts';

const portalUrl = 'https://portal.studio.example/welcome';
const corsOrigins = ['https://portal.studio.example'];
const api = useTestApi({ corsOrigins });

const mutation = `mutation ($input: SendPortalLinkInput!) {
  sendPortalLink(input: $input) {
    __typename
    ... on SendPortalLinkSuccess { contact { id } }
    ... on ExpectedError { code message errors { path code } }
  }
}`;

async function send(contactId: string, input: object = {}, by: TestWorkspace = api.ours) {
  const { body } = await by.gql(mutation, { input: { id: contactId, ...input } });
  return body.data?.sendPortalLink ?? body.errors[0].extensions;
}

const mails = (recipient: string) =>
  api.database.prisma.signInMail.findMany({ where: { recipient }, orderBy: { id: 'asc' } });

/** The path of the link in the newest mail to an address. */
async function linkTo(email: string): Promise<string> {
  const [url = ''] = /http\S+token=\S+/.exec((await mails(email)).at(-1)?.body ?? '') ?? [];
  return url.replace('http://actiongraph.test', '');
}

async function following(path: string, browser = new TestBrowser(api)) {
  browser.headers.accept = 'text/html';
  const { headers } = await browser.follow(path);
  return { browser, leadsTo: headers.get('location') };
}

const rejected = 'http://actiongraph.test/sign-in?refused=portal';

async function keyOf(scopes: readonly string[]): Promise<TestWorkspace> {
  const context = { ...api.ours.context, now: new Date() };
  const { key } = await createApiKey(context, {
    name: scopes.join(' '),
    scopes: [...scopes] as never,
  });
  return workspaceOf(api, api.ours.context, key);
}

test('a mailed link signs a contact in to the portal once, only of the workspace that sent it', async () => {
  const { contactId, email } = await addPortalContact(api.ours, 'Ada.Link@Clients.example');
  const theirs = await addPortalContact(api.theirs, email);
  expect(await send(contactId, { portalUrl }, await keyOf(['clients:write']))).toEqual({
    __typename: 'SendPortalLinkSuccess',
    contact: { id: contactId },
  });
  const [mail] = await mails('ada.link@clients.example');
  expect(mail?.subject).toBe('Your access to Ours');
  const path = await linkTo('ada.link@clients.example');
  const { browser, leadsTo } = await following(path);
  expect(leadsTo).toBe(portalUrl);
  const { body } = await browser.gql('{ viewer { contact { id } contacts { contactId } } }');
  expect(body.data.viewer).toEqual({ contact: { id: contactId }, contacts: [{ contactId }] });
  const there = { ...browser.headers, 'x-contact': theirs.contactId };
  const elsewhere = await api.request('/graphql', {
    method: 'POST',
    headers: {
      ...there,
      cookie: browser.cookie,
      origin: 'http://actiongraph.test',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query: '{ workspace { name } }' }),
  });
  expect(elsewhere.body.errors[0].extensions.code).toBe('wrong_workspace');
  const again = await following(path);
  expect([again.leadsTo, again.browser.cookies.size]).toEqual([rejected, 0]);
});

test('the same within a minute is one mail, another ends the former, and a contact gets five in ten minutes', async () => {
  const { contactId, email } = await addPortalContact(api.ours);
  await Promise.all([send(contactId), send(contactId), send(contactId)]);
  expect(await mails(email)).toHaveLength(1);
  const first = await linkTo(email);
  for (const page of ['/a', '/b', '/c']) await send(contactId, { portalUrl: portalUrl + page });
  expect((await following(first)).leadsTo).toBe(rejected);
  // One that was followed is not the same any more.
  const last = await linkTo(email);
  expect((await following(last)).leadsTo).toBe(`${portalUrl}/c`);
  await send(contactId, { portalUrl: `${portalUrl}/c` });
  expect(await mails(email)).toHaveLength(5);
  expect((await send(contactId, { portalUrl })).code).toBe('too_many_requests');
  const standard = await addPortalContact(api.ours);
  await send(standard.contactId);
  expect((await following(await linkTo(standard.email))).leadsTo).toBe('/sign-in');
});

test('a contact without portal access gets no mail, and readers of the outbox see the reason', async () => {
  const { contactId, email } = await addPortalContact(api.ours, undefined, { portalAccess: false });
  await archiveContact(api.ours.context, { id: contactId });
  const reported = await send(contactId);
  expect(reported).toMatchObject({ __typename: 'ConflictError', code: 'conflicting_state' });
  expect(reported.message).toContain('its portalAccess is false, it is archived');
  const blind = await send(contactId, {}, await keyOf(['clients:write']));
  expect(blind.message).toBe(
    'The contact has no access to the client portal, so no link was sent.',
  );
  await unarchiveContact(api.ours.context, { id: contactId });
  await updateContact(
    api.ours.context,
    { id: contactId, email: null, clientId: null } as never,
    'patch',
  );
  expect((await send(contactId)).message).toContain(
    'no e-mail address, it belongs to no client, its',
  );
  for (const url of [
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'no url at all',
  ]) {
    expect([url, await send(contactId, { portalUrl: url })]).toEqual([
      url,
      expect.objectContaining({
        __typename: 'InvalidInputError',
        errors: [{ path: 'portalUrl', code: 'origin_not_allowed' }],
      }),
    ]);
  }
  const theirs = await addPortalContact(api.theirs);
  expect((await send(theirs.contactId)).__typename).toBe('NotFoundError');
  expect((await send(contactId, {}, await keyOf(['read', 'invoices:write']))).code).toBe(
    'missing_scope',
  );
  expect([...(await mails(email)), ...(await mails(theirs.email))]).toEqual([]);
});

test('a link ends with the access, the address or a reset, even if access is granted again', async () => {
  const { context } = api.ours;
  const ends: Record<string, (id: string, email: string) => Promise<unknown>> = {
    'access and back': async (id) => {
      await updateContact(context, { id, portalAccess: false }, 'patch');
      await updateContact(context, { id, portalAccess: true }, 'patch');
    },
    address: (id) => updateContact(context, { id, email: `${id}@clients.example` }, 'patch'),
    reset: async (_, email) => {
      const { personId } = await addPerson(api, [], email);
      await resetSignIn(api.database.prisma, personId, byAdministration());
    },
    age: (_, recipient) =>
      api.database.prisma.signInMail.updateMany({
        where: { recipient },
        data: { expiresAt: new Date() },
      }),
  };
  for (const [name, end] of Object.entries(ends)) {
    const { contactId, email } = await addPortalContact(api.ours);
    await send(contactId);
    const path = await linkTo(email);
    await end(contactId, email);
    const { browser, leadsTo } = await following(path);
    expect([name, leadsTo, browser.cookies.size]).toEqual([name, rejected, 0]);
  }
});

/** A second service, which runs its cleanup at its first request. */
function restarted(): TestApi {
  const app = createTestApp(api.database, { corsOrigins });
  const request: TestApi['request'] = async (path, init) => {
    const { headers, status } = await app.request(path, init);
    return { body: undefined, headers, status };
  };
  return { ...api, request };
}

test('a forwarded link still works: the session opens only this workspace, and proves the address', async () => {
  const { prisma } = api.database;
  const over = async () => {
    const others = ['2fa-of-somebody', 'sign-in-otp-somebody@else.example', 'export-of-somebody'];
    await prisma.signInVerification.createMany({
      data: others.map((identifier) => ({
        ...{ id: newSignInId('SignInVerification'), identifier, value: 'prs_somebody' },
        expiresAt: new Date(Date.now() - 1_000),
      })),
    });
  };
  const sessionOf = async (email: string) => {
    expect(await prisma.signInVerification.count({ where: { value: 'prs_somebody' } })).toBe(0);
    return prisma.signInSession.findFirstOrThrow({ where: { person: { email } } });
  };
  const entered = await addPortalContact(api.ours);
  await send(entered.contactId);
  const [mail] = await mails(entered.email);
  await over();
  await following(await linkTo(entered.email), new TestBrowser(restarted()));
  const { onlyIn, addressProvenAt } = await sessionOf(entered.email);
  expect([onlyIn, addressProvenAt]).toEqual([api.ours.accountId, mail?.createdAt]);
  const { email } = await addPortalContact(api.ours);
  const before = new Date();
  const otp = await new TestBrowser(api).codeFor(email);
  await over();
  await new TestBrowser(restarted()).post('/auth/sign-in/email-otp', { email, otp });
  expect((await sessionOf(email)).addressProvenAt?.getTime()).toBeGreaterThanOrEqual(
    before.getTime() - 1_000,
  );
});

test('a second factor is required after the link, and then the portal opens', async () => {
  const { contactId, email } = await addPortalContact(api.ours);
  const own = new TestBrowser(api);
  await own.signIn(email);
  const { body } = await own.post('/auth/two-factor/enable');
  const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
  await own.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
  await send(contactId, { portalUrl });
  const { browser, leadsTo } = await following(await linkTo(email));
  expect(new URL(leadsTo ?? '').search).toBe(
    `?${new URLSearchParams({ step: 'second-factor', next: portalUrl })}`,
  );
  expect((await browser.gql('{ viewer { contact { id } } }')).status).toBe(401);
  await browser.post('/auth/two-factor/verify-totp', { code: totpOf(secret, Date.now() + 30_000) });
  expect((await browser.gql('{ viewer { contact { id } } }')).body.data.viewer.contact.id).toBe(
    contactId,
  );
});

test('a stored link is visible to users with all permissions in that workspace, and logged without its secret', async () => {
  const { contactId, email } = await addPortalContact(api.ours);
  await send(contactId);
  const visibleTo = async ({ key }: TestWorkspace) => {
    const { body } = await api.request('/auth/outbox', { headers: { 'x-api-key': key } });
    return body.filter(({ recipient }: { recipient: string }) => recipient === email);
  };
  expect(await visibleTo(api.theirs)).toEqual([]);
  expect(await visibleTo(api.ours)).toMatchObject([{ subject: 'Your access to Ours' }]);
  const entries = await api.database.prisma.logEntry.findMany({ where: { recordId: contactId } });
  const [, secret = ''] = (await linkTo(email)).split('token=');
  expect(entries.map(({ operation }) => operation)).toContain('sendPortalLink');
  expect(inspect(entries, { depth: 9 })).not.toContain(secret);
  // Mails of another workspace to the same address are not visible.
  const both = await addPortalContact(api.ours);
  await addPortalContact(api.theirs, both.email);
  await send(both.contactId);
  const { body } = await api.request('/auth/outbox', { headers: { 'x-api-key': api.ours.key } });
  expect(JSON.stringify(body)).not.toContain(both.email);
});
