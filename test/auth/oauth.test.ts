import { beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { resetSignIn } from '../../src/domain/identities/invitations.ts';
import { deleteUnusedApps } from '../../src/domain/identities/oauth-grants.ts';
import { deleteWorkspace } from '../../src/domain/workspaces/delete-workspace.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { publishStaged } from '../support/log-ends.ts';
import { callTool, toolNames } from '../support/mcp-client.ts';
import {
  callMcp,
  decide,
  OfficialApp,
  oauthPublicUrl,
  openConsent,
  postForm,
  RawApp,
  signedIn,
} from '../support/oauth.ts';
import { byAdministration } from '../support/persons.ts';

const settings = { publicUrl: oauthPublicUrl, sendsMail: true };
const api = useTestApi(settings);

let other: App;
beforeAll(() => {
  other = createTestApp(api.database, settings);
});

/** Two processes take its requests in turn. */
function official() {
  let requests = 0;
  return new OfficialApp(async (url, init) => {
    requests += 1;
    return (requests % 2 === 0 ? api.app : other).request(url, init);
  });
}

async function auditEntries(...kinds: string[]) {
  const { pool } = api.database;
  await publishStaged(pool);
  const { rows } = await pool.query(
    `SELECT "accountId", kind, operation, "actorKind", "actorName", "clientName" FROM "LogEntry"
     WHERE kind::text = ANY($1) ORDER BY transaction, "accountId", place`,
    [kinds],
  );
  return rows;
}

describe('the official client', () => {
  test('finds the server, registers, and works with the permissions that a person ticks', async () => {
    const { browser, email } = await signedIn(api);
    const app = official();
    const url = await app.begin();
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    await app.finish(await decide(api, browser, url, { writes: true }));
    const client = await app.open();
    expect(await toolNames(client)).toContain('create_record');
    const input = { type: 'Client', data: { name: 'By an assistant' } };
    expect(await callTool(client, 'create_record', input)).toMatchObject({ isError: false });
    const { accountId } = api.ours;
    const by = { accountId, actorKind: 'PERSON', actorName: email, clientName: 'Official client' };
    expect(await auditEntries('CREATED', 'APP_CONNECTED')).toEqual(
      expect.arrayContaining([
        { ...by, kind: 'APP_CONNECTED', operation: 'POST auth/oauth2/consent' },
        { ...by, kind: 'CREATED', operation: 'mcp create_record' },
      ]),
    );
  });

  test('lists no tool that writes if the box is not ticked', async () => {
    const { browser } = await signedIn(api);
    const app = official();
    const url = await app.begin();
    const { page } = await openConsent(browser, url);
    expect(page).toContain('name="write"');
    expect(page).not.toContain('checked');
    await app.finish(await decide(api, browser, url));
    const client = await app.open();
    expect(app.provider.saved?.scope).toBe('read offline_access');
    const tools = await toolNames(client);
    expect(tools).toContain('find');
    expect(tools).not.toContain('create_record');
  });

  test('refreshes its tokens', async () => {
    const { browser } = await signedIn(api);
    const app = official();
    await app.finish(await decide(api, browser, await app.begin()));
    const before = app.provider.saved;
    if (before) app.provider.saved = { ...before, access_token: 'a.b.c' };
    expect(await toolNames(await app.open())).toContain('find');
    expect(app.provider.saved?.refresh_token).not.toBe(before?.refresh_token);
  });
});

const tools = async (token: string): Promise<string[]> => {
  const response = await callMcp(api, token);
  const { result } = JSON.parse(/\{.*\}/s.exec(await response.text())?.[0] ?? '{}');
  return result.tools.map(({ name }: { name: string }) => name);
};

describe('the person', () => {
  test('sees the connected apps, and ends the access of one', async () => {
    const { browser, email } = await signedIn(api);
    const app = await RawApp.register(api, { client_name: 'Notes' });
    const { access } = await app.connect(browser, { writes: true });
    const { body: apps } = await browser.get('/auth/apps');
    expect(apps).toEqual([
      {
        ...{ id: expect.any(String), name: 'Notes', accountId: api.ours.accountId },
        ...{ scopes: ['read', 'mcp:write', 'offline_access'], createdAt: expect.any(String) },
      },
    ]);
    expect((await callMcp(api, access)).status).toBe(200);
    const { browser: stranger } = await signedIn(api);
    expect((await stranger.post('/auth/apps/disconnect', { id: apps[0].id })).status).toBe(404);
    await browser.post('/auth/apps/disconnect', { id: apps[0].id });
    expect((await callMcp(api, access)).status).toBe(401);
    expect((await browser.get('/auth/apps')).body).toEqual([]);
    expect(await auditEntries('APP_DISCONNECTED')).toEqual([
      expect.objectContaining({ actorName: email, clientName: 'Notes' }),
    ]);
  });

  test('chooses one of several workspaces, which is the only one that the tokens open', async () => {
    const { browser } = await signedIn(api, [
      [api.ours, 'OWNER'],
      [api.theirs, 'OWNER'],
    ]);
    await api.ours.post('clients/create', { name: 'Client of ours' });
    await api.theirs.post('clients/create', { name: 'Client of theirs' });
    const app = await RawApp.register(api);
    const { access } = await app.connect(browser, { workspace: api.theirs });
    const found = await callMcp(api, access, 'tools/call', {
      name: 'list_records',
      arguments: { type: 'Client' },
    });
    const text = await found.text();
    expect(text).toContain('Client of theirs');
    expect(text).not.toContain('Client of ours');
    const ours = { 'x-workspace': String(api.ours.accountId) };
    expect((await callMcp(api, access, 'tools/list', {}, ours)).status).toBe(403);
  });

  test('refuses, and the app learns that', async () => {
    const { browser } = await signedIn(api);
    const app = await RawApp.register(api);
    const given = await decide(api, browser, app.authorizationUrl(), { decision: 'deny' });
    expect(Object.fromEntries(given)).toMatchObject({ error: 'access_denied', state: 'state' });
  });

  test('decides again, and the earlier tokens end', async () => {
    const { browser } = await signedIn(api);
    const app = await RawApp.register(api);
    const first = await app.connect(browser, { writes: true });
    const second = await app.connect(browser);
    expect((await callMcp(api, first.access)).status).toBe(401);
    expect((await app.refresh(first.refresh)).status).toBe(400);
    expect(await tools(second.access)).not.toContain('create_record');
  });

  test('signs in first, and is sent back to the app', async () => {
    const app = await RawApp.register(api);
    const { headers, status } = await api.request(app.authorizationUrl(), { redirect: 'manual' });
    expect(status).toBe(303);
    const next = new URL(headers.get('location') ?? '', oauthPublicUrl).searchParams.get('next');
    expect(next).toContain('/auth/oauth2/authorize?');
  });
});

describe('the permissions of an app', () => {
  test('are those that the role has now', async () => {
    const { browser, personId } = await signedIn(api);
    const { access } = await (await RawApp.register(api)).connect(browser, { writes: true });
    expect(await tools(access)).toContain('create_invoice');
    const { prisma } = api.database;
    await prisma.user.updateMany({ where: { personId }, data: { role: 'MEMBER' } });
    expect(await tools(access)).toContain('log_time');
    expect(await tools(access)).not.toContain('create_invoice');
    await prisma.user.updateMany({ where: { personId }, data: { role: 'VIEWER' } });
    expect(await tools(access)).not.toContain('log_time');
    await prisma.user.updateMany({ where: { personId }, data: { active: false } });
    expect((await callMcp(api, access)).status).toBe(401);
  });

  test('do not include keys and settings, also for an owner who allows writing', async () => {
    const { browser } = await signedIn(api);
    const { access } = await (await RawApp.register(api)).connect(browser, { writes: true });
    const input = { type: 'TaxRule', data: { name: 'VAT', rate: 20 } };
    const call = { name: 'create_record', arguments: input };
    expect(await (await callMcp(api, access, 'tools/call', call)).text()).toContain('isError');
  });

  test.each([
    ['another password', 'password'],
    ['a reset of the sign-in', 'reset'],
    ['a revocation by the app', 'revoke'],
    ['the deletion of the person', 'erase'],
    ['the deletion of the workspace', 'workspace'],
  ])('end with %s', async (_, kind) => {
    const workspace = await api.addWorkspace();
    const { browser, personId } = await signedIn(api, [[workspace, 'OWNER']]);
    const app = await RawApp.register(api);
    const { access, refresh } = await app.connect(browser);
    expect((await callMcp(api, access)).status).toBe(200);
    const { prisma } = api.database;
    const ends: Record<string, () => Promise<unknown>> = {
      password: () => browser.post('/auth/password', { password: 'correct horse battery' }),
      reset: () => resetSignIn(prisma, personId, byAdministration()),
      revoke: () => postForm(api, 'revoke', { client_id: app.clientId, token: refresh }),
      erase: async () => {
        await prisma.user.updateMany({ where: { personId }, data: { personId: null } });
        await prisma.person.delete({ where: { id: personId } });
      },
      workspace: () => deleteWorkspace(workspace.context, { confirmName: 'Another' }),
    };
    await ends[kind]?.();
    expect((await callMcp(api, access)).status).toBe(401);
    expect((await app.refresh(refresh)).status).toBe(400);
  });
});

test('the retention job deletes unused apps and ended grants', async () => {
  const { prisma } = api.database;
  const { browser } = await signedIn(api);
  const used = await RawApp.register(api);
  const unused = await RawApp.register(api);
  await used.connect(browser);
  const remaining = async () =>
    (await prisma.oAuthClient.findMany()).map(({ clientId }) => clientId);
  await deleteUnusedApps(prisma, new Date());
  expect(await remaining()).toContain(unused.clientId);
  await deleteUnusedApps(prisma, new Date(Date.now() + 25 * 3_600_000));
  expect(await remaining()).not.toContain(unused.clientId);
  const grants = { where: { clientId: used.clientId } };
  expect(await prisma.oAuthGrant.count(grants)).toBe(1);
  await deleteUnusedApps(prisma, new Date(Date.now() + 31 * 24 * 3_600_000));
  expect(await prisma.oAuthGrant.count(grants)).toBe(0);
  expect(await prisma.oAuthRefreshToken.count()).toBe(0);
  expect(await remaining()).toContain(used.clientId);
});
