import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { revokeApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { actingAs, makeKey } from '../support/api-keys.ts';
import { TestBrowser } from '../support/persons.ts';
import { useDataFolder } from '../support/service.ts';

const api = useTestApi();
const folder = useDataFolder();

/** A key command for our workspace, on the database of the tests. */
const keys = async (command: string, ...args: string[]) =>
  folder.runHere(['keys', command, '--workspace', String(api.ours.accountId), ...args], {
    DATABASE_URL: api.databaseUrl,
  });

async function json(command: string, ...args: string[]) {
  const { code, stdout, stderr } = await keys(command, ...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Database: .*\n$/) });
  return JSON.parse(stdout);
}

const statusOf = async (key: string) =>
  (await workspaceOf(api, api.ours.context, key).get('clients/list')).status;

/** The line of the list that shows a key. */
async function lineOf(id: string): Promise<string> {
  const { stdout } = await keys('list');
  return stdout.split('\n').find((line) => line.startsWith(id)) ?? '';
}

test('a key that is rotated with an overlap works for that time, and the list shows its end', async () => {
  const { key, record } = await makeKey(api.ours.context);
  const next = await json('rotate', '--overlap', '60', record.id);
  expect([await statusOf(key), await statusOf(next.key)]).toEqual([200, 200]);
  const listed = (await json('list')) as { id: string; expiresAt: string }[];
  const old = listed.find(({ id }) => id === record.id);
  expect(old).toMatchObject({ state: 'active', replacedById: next.id });
  const end = new Date(old?.expiresAt ?? 0).getTime() - Date.now();
  expect(end).toBeGreaterThan(0);
  expect(end).toBeLessThanOrEqual(60 * 60_000);
  const line = await lineOf(record.id);
  expect(line).toContain('active, replaced');
  expect(line).toContain(old?.expiresAt.slice(0, 16).replace('T', ' '));
  expect(await lineOf(next.id)).toContain('never');
});

test.each(['-1', 'soon', '43201', '1.5'])(
  'no key is rotated with an overlap of %s',
  async (overlap) => {
    const { key, record } = await makeKey(api.ours.context);
    const { code, stdout, stderr } = await keys('rotate', `--overlap=${overlap}`, record.id);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('--overlap: must be');
    expect(await statusOf(key)).toBe(200);
  },
);

test('a key that is rotated twice is rejected, with the id of its replacement', async () => {
  const { record } = await makeKey(api.ours.context);
  const next = await json('rotate', '--overlap', '60', record.id);
  const { code, stdout, stderr } = await keys('rotate', record.id);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`was replaced by ${next.id} already; rotate that one instead`);
});

test('a released key outlives its creator', async () => {
  const parent = await makeKey(api.ours.context);
  const child = await makeKey(await actingAs(api, parent.key));
  const { code, stdout } = await keys('release', child.record.id);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `The key "Key" (${child.record.id}) no longer depends on another key.\n`,
  });
  await revokeApiKey(api.ours.context, parent.record.id);
  expect([await statusOf(parent.key), await statusOf(child.key)]).toEqual([401, 200]);
  expect((await keys('release', 'key_no')).stderr).toContain('with id "key_no"');
});

test('a restricted key stays the same key with fewer permissions, and never gets others', async () => {
  const { key, record } = await makeKey(api.ours.context, ['read', 'clients:write']);
  expect(await json('narrow', '--scopes', 'clients:read, time:read', record.id)).toMatchObject({
    id: record.id,
    scopes: ['clients:read', 'time:read'],
  });
  expect(await statusOf(key)).toBe(200);
  const wider = await keys('narrow', '--scopes', 'clients:read,clients:write', record.id);
  expect(wider).toMatchObject({ code: 1, stdout: '' });
  expect(wider.stderr).toContain('--scopes: must be a scope that the key already has');
  expect(wider.stderr).toContain('it lacks clients:write');
  expect(await keys('narrow', '--scopes', 'time:read', record.id)).toMatchObject({
    code: 0,
    stdout: `The key "Key" (${record.id}) now has: time:read. Keys created with it have no more than that.\n`,
  });
  expect(await statusOf(key)).toBe(403);
});

test('the audit log contains who created, restricted and revoked a key, and with which command, and never its hash', async () => {
  const made = await json('create', '--name', 'Logged', '--scopes', 'clients:read,time:read');
  await json('narrow', '--scopes', 'time:read', made.id);
  await json('revoke', made.id);
  const file = join(folder.path, 'audit.ndjson');
  const env = { DATABASE_URL: api.databaseUrl };
  const requested = ['audit', 'export', '--workspace', String(api.ours.accountId)];
  const wrote = await folder.runHere([...requested, file], env);
  expect(wrote).toMatchObject({ code: 0, stdout: '' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = readFileSync(file, 'utf8');
  const entries = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const ofKey = entries.filter(({ recordId }) => recordId === made.id);
  expect(ofKey.map(({ kind, operation }) => `${kind} ${operation}`)).toEqual([
    'CREATED keys create',
    'UPDATED keys narrow',
    'UPDATED keys revoke',
  ]);
  expect(ofKey[1]).toMatchObject({
    actorKind: 'ADMINISTRATION',
    before: { scopes: ['clients:read', 'time:read'] },
    after: { scopes: ['time:read'] },
  });
  expect(text).not.toMatch(/"hash"/);
  const again = await folder.runHere([...requested, '--from', '2026-01-01'], env);
  expect(again.stdout).toBe(text);
  const wrong = await folder.runHere([...requested, '--from', 'soon'], env);
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  expect(wrong.stderr).toContain('must be a day or a time');
  expect((await folder.runHere([...requested, file], env)).code).toBe(1);
});

test('users invite and reset print a link that signs in, as JSON too, and keep no mail of it', async () => {
  const { accountId } = api.ours;
  const email = 'ada@cli.example';
  const users = async (command: string, ...args: string[]) => {
    const named = ['--workspace', String(accountId), '--email', email];
    const env = { DATABASE_URL: api.databaseUrl, PUBLIC_URL: 'https://actiongraph.example' };
    const { stdout } = await folder.runHere(['users', command, ...named, ...args, '--json'], env);
    return JSON.parse(stdout) as { link: string };
  };
  const first = await users('invite', '--role', 'ADMIN');
  expect(first).toEqual({
    id: expect.any(Number),
    ...{ email, role: 'ADMIN', mailed: false },
    link: expect.stringMatching(/^https:\/\/actiongraph\.example\/auth\/invitation\?token=/),
    expiresAt: expect.stringMatching(/Z$/),
  });
  const enter = async ({ link }: { link: string }) => {
    const browser = new TestBrowser(api);
    await browser.follow(link.replace('https://actiongraph.example', ''));
    return browser;
  };
  const browser = await enter(first);
  expect((await browser.get('/auth/workspaces')).body).toMatchObject([{ role: 'ADMIN' }]);
  const again = await users('reset');
  expect((await browser.get('/auth/workspaces')).status).toBe(401);
  expect((await (await enter(again)).get('/auth/workspaces')).status).toBe(200);
  const mails = await api.database.prisma.signInMail.count({ where: { recipient: email } });
  expect(mails).toBe(0);
});
