import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EncryptionKey } from '../../src/platform/encryption/encryption-key.ts';
import { useTestApi } from '../support/api.ts';
import { useDataFolder } from '../support/service.ts';
import { useReceiver } from '../support/webhooks.ts';

const api = useTestApi();
const folder = useDataFolder();
const encryptionKey = 'a key that encrypts the secrets of commands';

const settings = () => ({
  DATABASE_URL: api.databaseUrl,
  ENCRYPTION_KEY: encryptionKey,
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
});

/** A webhook command for our workspace, on the database of the tests. */
const webhooks = (command: string, ...args: string[]) =>
  folder.runHere(
    ['webhooks', command, '--workspace', String(api.ours.accountId), ...args],
    settings(),
  );

async function json(command: string, ...args: string[]) {
  const { code, stdout, stderr } = await webhooks(command, ...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Database: .*\n$/) });
  return JSON.parse(stdout);
}

const add = (url = 'https://example.com/hooks', ...args: string[]) =>
  json('create', '--url', url, '--types', 'client, invoice.paid', ...args);

const stored = (id: string) =>
  api.database.prisma.webhookEndpoint.findFirstOrThrow({
    where: { accountId: api.ours.accountId, id },
  });

test('an endpoint is created, listed, disabled, enabled, rotated and deleted, and its secret is shown once', async () => {
  const where = '{"invoice": {"currency": {"equals": "EUR"}}}';
  const made = await add('https://example.com/a', '--where', where, '--order', 'all', '--disabled');
  expect(made).toMatchObject({
    id: expect.stringMatching(/^whe_/),
    secret: expect.stringMatching(/^whsec_/),
    ...{ url: 'https://example.com/a', types: ['client', 'invoice.paid'], order: 'ALL' },
    ...{ where: JSON.parse(where), state: 'DISABLED', stateReason: 'MANUAL' },
  });
  const { id } = made;
  expect(await webhooks('enable', id)).toMatchObject({
    code: 0,
    stdout: `The webhook endpoint ${id} is enabled.\n`,
  });
  expect(await json('disable', id)).toMatchObject({ id, state: 'DISABLED' });
  expect((await webhooks('disable', id)).stderr).toContain('already disabled');
  const { stdout } = await webhooks('list');
  expect(stdout).toMatch(/^ID +STATE +REASON +TYPES/);
  expect(stdout).toContain(`${id}  DISABLED  MANUAL  client,invoice.paid`);
  expect(stdout).not.toContain(made.secret);
  const rotated = await webhooks('rotate', id, '--overlap', '60');
  expect(rotated.stdout).toMatch(
    new RegExp(`^The secret of the webhook endpoint ${id} is shown only once:\nwhsec_\\S+\n$`),
  );
  expect(rotated.stdout).not.toContain(made.secret);
  expect(await json('delete', id)).toEqual({ id });
  expect(await json('list')).toEqual([]);
  expect((await webhooks('delete', id)).stderr).toContain(`with id "${id}"`);
});

test.each([
  [['--url', 'http://192.168.0.1/', '--types', 'client'], '--url: '],
  [['--url', 'https://example.com/', '--types', 'clients'], '--types: '],
  [['--url', 'https://example.com/', '--types', 'client', '--after', 'soon'], '--after: '],
  [['--url', 'https://example.com/', '--types', 'client', '--where', '[]'], '--where: '],
])('no endpoint is created with %s', async (options, problem) => {
  const { code, stderr, stdout } = await webhooks('create', ...options);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(problem);
  expect(
    await api.database.prisma.webhookEndpoint.count({ where: { url: options[1] as string } }),
  ).toBe(0);
});

test('a wrong call names the option', async () => {
  const calls = [
    [['create', '--url', 'https://example.com/'], "'--types <list>'"],
    [['replay', 'whe_1'], "'--after <position>'"],
    [['deliveries', '--limit', '0'], 'It must be a number from 1'],
    [['deliveries', '--status', 'LOST'], 'DELIVERED, RETRYING, FAILED'],
  ] as const;
  for (const [[command, ...args], problem] of calls) {
    const { code, stderr } = await webhooks(command, ...args);
    expect({ command, code, stderr }).toMatchObject({
      ...{ command, code: 2, stderr: expect.stringContaining(problem) },
    });
  }
});

test('a test waits for the response, fails if it is an error, and is listed without control characters', async () => {
  const receiver = await useReceiver();
  const { id } = await add(receiver.url);
  expect(await webhooks('test', id, '--type', 'invoice.paid')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Status 200 after \d+ ms\n$/),
  });
  expect(receiver.requests).toMatchObject([{ body: { type: 'invoice.paid' } }]);
  receiver.respond = (response) => response.writeHead(500).end();
  const failed = await webhooks('test', id);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('has the status 500') });
  const requested = ['deliveries', '--endpoint', id, '--status', 'FAILED'] as const;
  const [delivery] = await json(...requested);
  expect(delivery).toMatchObject({ endpointId: id, type: 'webhook.test', statusCode: 500 });
  const { accountId } = api.ours;
  await api.database.prisma.webhookDelivery.update({
    where: { accountId_id: { accountId, id: delivery.id } },
    data: { error: '\u001b[2Jnever \u009b31mdone\n' },
  });
  const lines = (await webhooks(...requested)).stdout.split('\n');
  expect(lines).toEqual([expect.stringMatching(/^ID/), expect.stringContaining(delivery.id), '']);
  expect(lines[1]).toMatch(/ {2}\[2Jnever 31mdone$/);
});

test('a replay begins after a position', async () => {
  const { id } = await add();
  expect((await webhooks('replay', id, '--after', '0')).stdout).toBe(
    `The webhook endpoint ${id} gets the events again.\n`,
  );
  const again = await webhooks('replay', id, '--after', '0');
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('Another replay') });
});

test('release enables what a restore disabled and nothing else, and names what lacks a secret', async () => {
  const { prisma } = api.database;
  const [restored, manual, bare] = [await add(), await add(), await add()] as { id: string }[];
  const { accountId } = api.ours;
  await prisma.webhookEndpoint.updateMany({
    where: { accountId },
    data: { state: 'DISABLED', stateReason: 'RESTORED' },
  });
  await prisma.webhookEndpoint.updateMany({
    where: { accountId, id: manual?.id as string },
    data: { stateReason: 'MANUAL' },
  });
  await prisma.webhookSecret.deleteMany({ where: { accountId, endpointId: bare?.id as string } });
  const { code, stderr, stdout } = await webhooks('release');
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^\d+ webhook endpoints were enabled\.\n$/),
  });
  expect(stderr).toContain(`${bare?.id} (workspace ${accountId}): The endpoint has no secret.`);
  expect(await stored(restored?.id as string)).toMatchObject({
    state: 'ACTIVE',
    stateReason: null,
  });
  expect(await stored(manual?.id as string)).toMatchObject({ stateReason: 'MANUAL' });
  await json('rotate', bare?.id as string);
  expect(await json('release')).toEqual([{ accountId, id: bare?.id }]);
});

test('reset-secrets recovers from a lost key: the startup check fails before it and succeeds after it', async () => {
  const { id } = await add();
  const db = api.database.prisma;
  const verify = () =>
    new EncryptionKey({ db, configured: undefined, dataDir: folder.path }).prepare();
  await expect(verify()).rejects.toThrow('webhooks reset-secrets');
  const withoutKey = { DATABASE_URL: api.databaseUrl };
  const run = (...args: string[]) => folder.runHere(['webhooks', ...args], withoutKey);
  const rotate = ['rotate', '--workspace', String(api.ours.accountId), id];
  expect((await run(...rotate)).stderr).toContain('ENCRYPTION_KEY is not set');
  const { code, stdout } = await run('reset-secrets');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    new RegExp(`^${api.ours.accountId} +${id} +https://example.com/hooks$`, 'm'),
  );
  for (const step of ['ENCRYPTION_KEY', 'webhooks rotate', 'webhooks release'])
    expect(stdout).toContain(step);
  await verify();
  expect(await stored(id)).toMatchObject({ state: 'DISABLED', stateReason: 'RESTORED' });
  expect((await run(...rotate)).stdout).toMatch(/\nwhsec_\S+\n$/);
  await verify();
  expect(readFileSync(join(folder.path, 'encryption-key'), 'utf8').trim()).not.toBe('');
  expect((await run('release')).stderr).not.toContain(id);
  expect(await stored(id)).toMatchObject({ state: 'ACTIVE' });
  // A new loss, of the file this time.
  writeFileSync(join(folder.path, 'encryption-key'), `${'x'.repeat(43)}\n`);
  await expect(verify()).rejects.toThrow('is another key');
  expect((await run('reset-secrets', '--json')).stdout).toContain(id);
  await verify();
});
