import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { narrowApiKey } from '../../src/domain/workspaces/narrow-api-key.ts';
import { fullAccessScopes } from '../../src/platform/permissions/permissions.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { holdClock } from '../support/clock.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';

const api = useTestApi();

const mutation =
  'mutation { exportWorkspace { __typename ... on ExportWorkspaceSuccess { url expiresAt } ... on ExpectedError { code } } }';

type Caller = {
  gql: (source: string) => Promise<{ body: { data: { exportWorkspace: Requested } } }>;
};
type Requested = { __typename: string; url: string; expiresAt: string; code?: string };

const requested = async (by: Caller = api.ours) =>
  (await by.gql(mutation)).body.data?.exportWorkspace;

const pathOf = (url: string) => url.replace('http://actiongraph.test', '');

/** The lines of an export, if they are whole. */
function linesOf(text: string): { model?: string; record?: Record<string, unknown> }[] {
  const lines = text.split('\n').slice(0, -1);
  const { end } = JSON.parse(lines.at(-1) ?? '{}');
  const body = lines
    .slice(0, -1)
    .map((line) => `${line}\n`)
    .join('');
  expect(createHash('sha256').update(body).digest('hex')).toBe(end.sha256);
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

const logged = async () =>
  api.database.prisma.logEntry.findMany({ where: { kind: 'EXPORTED' }, orderBy: { place: 'asc' } });

test('an owner downloads the complete workspace once, and the audit log names the owner', async () => {
  await api.ours.post('clients/create', { name: 'Taken along' });
  await api.theirs.post('clients/create', { name: 'Theirs alone' });
  const { email } = await addPerson(api, [[api.ours, 'OWNER']]);
  const browser = new TestBrowser(api);
  await browser.signIn(email);
  const made = await requested(browser);
  expect(made.__typename).toBe('ExportWorkspaceSuccess');
  const minutes = (Date.parse(made.expiresAt) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(1);
  expect(minutes).toBeLessThanOrEqual(5);
  // No cookie, no key: the link is all that is needed.
  const visitor = new TestBrowser(api);
  const { body, headers, status } = await visitor.get(pathOf(made.url));
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'application/x-ndjson',
    'no-store',
  ]);
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="workspace-\d+-.*ndjson"$/,
  );
  const names = linesOf(body).flatMap(({ model, record }) =>
    model === 'Client' ? [record?.name] : [],
  );
  expect(names).toEqual(['Taken along']);
  expect(body).not.toContain('ApiKey');
  const again = await visitor.get(pathOf(made.url));
  expect([again.status, again.body.code]).toEqual([404, 'record_not_found']);
  const { id } = await api.database.prisma.user.findFirstOrThrow({ where: { email } });
  expect(await logged()).toMatchObject([
    {
      ...{ accountId: api.ours.accountId, recordType: 'Workspace', operation: 'GET exports' },
      ...{ actorKind: 'PERSON', actorId: `usr_${id}`, address: visitor.headers['x-forwarded-for'] },
    },
  ]);
});

test('no other user gets a link', async () => {
  for (const role of ['ADMIN', 'MANAGER', 'ACCOUNTANT'] as const) {
    const { email } = await addPerson(api, [[api.ours, role]]);
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    const { body } = await browser.gql(mutation);
    expect(JSON.stringify(body), role).toMatch(/not_for_role|missing_scope/);
    expect(JSON.stringify(body)).not.toContain('/exports/');
  }
  const { key } = await createApiKey(api.ours.context, { name: 'Some', scopes: ['read', 'write'] });
  const { body } = await workspaceOf(api, api.ours.context, key).gql(mutation);
  expect(JSON.stringify(body)).toContain('missing_scope');
});

test('a link is valid for minutes, and as long as its creator is an owner', async () => {
  const { prisma } = api.database;
  const late = await requested();
  await prisma.signInVerification.updateMany({
    where: { identifier: { startsWith: 'export-' } },
    data: { expiresAt: new Date(Date.now() - 1_000) },
  });
  const visitor = new TestBrowser(api);
  expect((await visitor.get(pathOf(late.url))).status).toBe(404);
  const { email, personId } = await addPerson(api, [[api.ours, 'OWNER']]);
  const browser = new TestBrowser(api);
  await browser.signIn(email);
  const { url } = await requested(browser);
  await prisma.user.updateMany({ where: { personId }, data: { role: 'ADMIN' } });
  expect((await visitor.get(pathOf(url))).status).toBe(404);
  expect(await logged()).toHaveLength(1);
  const stored = await prisma.signInVerification.findMany();
  expect(JSON.stringify(stored)).not.toContain(url.split('-').slice(1).join('-'));
  expect((await visitor.get(`/exports/${api.ours.accountId}-${'x'.repeat(32)}`)).status).toBe(404);
});

test('the link of a key is valid as long as the key, with all its permissions', async () => {
  const visitor = new TestBrowser(api);
  const { context } = api.ours;
  const ends = {
    'goes on': async () => undefined,
    narrowed: (id: string) => narrowApiKey(context, id, { scopes: ['read', 'write'] }),
    revoked: (id: string) => revokeApiKey(context, id),
  };
  const statuses: Record<string, number> = {};
  for (const [name, end] of Object.entries(ends)) {
    const { key, record } = await createApiKey(context, { name, scopes: fullAccessScopes });
    const { url } = await requested(workspaceOf(api, context, key));
    await end(record.id);
    statuses[name] = (await visitor.get(pathOf(url))).status;
  }
  expect(statuses).toEqual({ 'goes on': 200, narrowed: 404, revoked: 404 });
});

test('wrong links are counted', async () => {
  holdClock();
  const visitor = new TestBrowser(api);
  const codes: number[] = [];
  for (let turn = 0; turn < 24; turn += 1) codes.push((await visitor.get('/exports/1-x')).status);
  expect([codes[0], codes.at(-1)]).toEqual([404, 429]);
});

test('it is sent as fast as the caller reads it, one download for each workspace, and a caller who disconnects frees the slot', async () => {
  await api.database.pool.query(
    `INSERT INTO "Client" ("accountId", id, name, notes)
     SELECT $1, 'cli_large' || n, 'Large ' || n, repeat('x', 5000) FROM generate_series(1, 8000) n`,
    [api.ours.accountId],
  );
  const slow = await api.app.request(pathOf((await requested()).url));
  expect(slow.status).toBe(200);
  const reader = (slow.body as ReadableStream<Uint8Array>).getReader();
  expect((await reader.read()).done).toBe(false);
  // Forty megabytes are neither sent nor kept by now: the export goes on only as it is read.
  const next = pathOf((await requested()).url);
  const waiting = await api.request(next);
  expect([waiting.status, waiting.body.code]).toEqual([429, 'too_many_requests']);
  const elsewhere = await api.request(pathOf((await requested(api.theirs)).url));
  expect(elsewhere.status).toBe(200);
  await reader.cancel();
  await expect
    .poll(
      async () => {
        const answer = await api.app.request(next);
        await answer.body?.cancel();
        return answer.status;
      },
      { timeout: 60_000 },
    )
    .toBe(200);
});
