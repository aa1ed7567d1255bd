import { expect, test } from 'vitest';
import { revokeApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { actingAs, makeKey } from '../support/api-keys.ts';
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

test('a key that is rotated with an overlap works on for as long as is asked, and the list says until which minute', async () => {
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

test('a key that is rotated twice is refused, with the id of its replacement', async () => {
  const { record } = await makeKey(api.ours.context);
  const next = await json('rotate', '--overlap', '60', record.id);
  const { code, stdout, stderr } = await keys('rotate', record.id);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`was replaced by ${next.id} already; rotate that one instead`);
});

test('a key that is released outlives the one that made it', async () => {
  const parent = await makeKey(api.ours.context);
  const child = await makeKey(await actingAs(api, parent.key));
  const { code, stdout } = await keys('release', child.record.id);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `The key "Key" (${child.record.id}) ends with no other key.\n`,
  });
  await revokeApiKey(api.ours.context, parent.record.id);
  expect([await statusOf(parent.key), await statusOf(child.key)]).toEqual([401, 200]);
  expect((await keys('release', 'key_no')).stderr).toContain('with id "key_no"');
});

test('a key that is narrowed stays the same key and may do less; it gets nothing that it had not', async () => {
  const { key, record } = await makeKey(api.ours.context, ['read', 'clients:write']);
  expect(await json('narrow', '--scopes', 'clients:read, time:read', record.id)).toMatchObject({
    id: record.id,
    scopes: ['clients:read', 'time:read'],
  });
  expect(await statusOf(key)).toBe(200);
  const wider = await keys('narrow', '--scopes', 'clients:read,clients:write', record.id);
  expect(wider).toMatchObject({ code: 1, stdout: '' });
  expect(wider.stderr).toContain('--scopes: must be within what the key may do already');
  expect(wider.stderr).toContain('it lacks clients:write');
  expect(await keys('narrow', '--scopes', 'time:read', record.id)).toMatchObject({
    code: 0,
    stdout: `The key "Key" (${record.id}) may time:read; so may at most the keys made with it.\n`,
  });
  expect(await statusOf(key)).toBe(403);
});
