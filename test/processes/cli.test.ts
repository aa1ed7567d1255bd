import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandName } from '../../src/config/config.ts';
import { readVersion } from '../../src/config/version.ts';
import { pngFile } from '../support/images.ts';
import { type Service, useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const { run, runHere, json } = folder;

interface Key {
  id: string;
  key: string;
  name: string;
  scopes: string[];
  state: string;
  expiresAt: string | null;
}

const keyShape = /^ag_\d+_[a-z2-7]{10}_[a-z2-7]{40}$/;

/** What a command that fails has to look like: words on standard error, no stack, nothing for a script to mistake. */
async function refuses(args: string[], code: 1 | 2, ...words: string[]): Promise<void> {
  const outcome = await runHere(args);
  expect(outcome).toMatchObject({ code, stdout: '' });
  for (const word of words) expect(outcome.stderr).toContain(word);
  expect(outcome.stderr).not.toMatch(/\n\s+at |Error:|undefined/);
}

describe('help', () => {
  it('prints the version of the package', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${readVersion()}\n`, stderr: '' });
  });

  it('describes every command and names every option of it', async () => {
    const commandsIn = (help: string) =>
      [...(help.split('Commands:\n')[1] ?? '').matchAll(/^ {2}([a-z-]+)/gm)].map(
        ([, name]) => name,
      );
    const help = async (...path: string[]): Promise<string[]> => {
      const { code, stdout, stderr } = await runHere([...path, '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(['Usage: actiongraph', ...path].join(' '));
      const inner = commandsIn(stdout).map((name) => help(...path, name ?? ''));
      return [path.join(' '), ...(await Promise.all(inner)).flat()];
    };
    expect(await help()).toEqual(
      expect.arrayContaining([
        'serve',
        'migrate',
        'backup',
        'restore',
        'mail held',
        'mail release',
        'workspace create',
        'workspace list',
        'workspace logo',
        'keys create',
        'keys list',
        'keys narrow',
        'keys release',
        'keys revoke',
        'keys rotate',
        'webhooks create',
        'webhooks release',
        'webhooks reset-secrets',
      ]),
    );
  });

  it('ends with 2 after a wrong call, and names what is missing', async () => {
    expect(await run(['frobnicate'])).toMatchObject({ code: 2, stdout: '' });
    await Promise.all([
      refuses([], 2, 'Usage: actiongraph'),
      refuses(['frobnicate'], 2, "unknown command 'frobnicate'"),
      refuses(['workspace', 'create', '--name', 'X'], 2, "'--owner-email <address>'"),
      refuses(['keys', 'list'], 2, "'--workspace <accountId>'"),
      refuses(['keys', 'list', '--workspace', 'x'], 2, 'It must be a number'),
      refuses(['keys', 'revoke', '--workspace', '1'], 2, "'id'"),
      refuses(['serve', '--loud'], 2, "unknown option '--loud'"),
    ]);
  });
});

describe('without a service', () => {
  it('creates nothing in a folder without a database, except by the commands for it', async () => {
    const elsewhere = { DATA_DIR: join(folder.path, 'elsewhere') };
    const commands = [
      ['workspace', 'list'],
      ['workspace', 'create', '--name', 'X', '--owner-email', 'x@x.example'],
      ['keys', 'list', '--workspace', '1'],
      ['users', 'list', '--workspace', '1'],
      ['mail', 'held'],
      ['seed', '--workspace', '1'],
      ['backup', join(folder.path, 'nothing.backup')],
    ];
    for (const command of commands) {
      const { code, stdout, stderr } = await runHere(command, elsewhere);
      expect({ command, code, stdout }).toEqual({ command, code: 1, stdout: '' });
      expect(stderr).toBe(
        `There is no database in ${elsewhere.DATA_DIR}. Set DATA_DIR to the service’s folder, or DATABASE_URL to its server; ` +
          `\`${commandName()} serve\` or \`${commandName()} migrate\` creates one there.\n`,
      );
    }
    expect(existsSync(elsewhere.DATA_DIR)).toBe(false);
  });

  it('creates a database, a workspace and a key, prints their location, and with --json only JSON', async () => {
    const migrated = await run(['migrate']);
    expect(migrated.stderr).toContain(`Database: embedded PostgreSQL in ${folder.path}`);
    const service = await folder.serve({ DEMO: 'off' });
    expect(service).toMatchObject({ accountId: null, key: null });
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
    expect(await json(['workspace', 'list'])).toEqual([]);
    const owner = ['--name', 'Studio Meridian', '--owner-email', 'ada@meridian.example'];
    const made = await run(['workspace', 'create', ...owner, '--json']);
    expect(made.stdout).toMatch(
      /^\{"accountId": 1, "key": "ag_1_[a-z2-7]{10}_[a-z2-7]{40}", "signInLink": "http:\/\/localhost:0\/auth\/invitation\?token=1-1-[\w-]+"\}\n$/,
    );
    expect(made.stderr).toBe(`Database: embedded PostgreSQL in ${folder.path}\n`);
    expect(made.code).toBe(0);
  });

  it('leaves no database running', () => {
    expect(folder.postmaster()).toBeNull();
  });

  it('finds the records of other commands, also of simultaneous ones', async () => {
    const [workspaces, keys] = await Promise.all([
      run(['workspace', 'list']),
      run(['keys', 'list', '--workspace', '1']),
    ]);
    expect(workspaces.stdout).toMatch(/^ID +NAME +OWNER .*\n1 +Studio Meridian +ada@meridian/);
    expect(keys.stdout).toMatch(
      /^ID +NAME .*\nkey_\w+ +First key +ag_1_\w{10} +read,write,settings:write,people:write,keys:read,keys:write +active/,
    );
    expect(folder.postmaster()).toBeNull();
  });
});

describe.concurrent('next to a running service', () => {
  let service: Service;
  const ours = ['--workspace', '1'];
  const statusOf = async (key: string) => (await service.call(key, 'clients/list')).status;
  beforeAll(async () => {
    service = await folder.serve();
  });
  afterAll(() => service?.end('SIGTERM'));

  it('makes a workspace with the settings that options give', async () => {
    const owner = ['--name', 'Atelier Nord', '--owner-email', 'nora@nord.example'];
    const position = ['--currency', 'cad', '--time-zone', 'America/Toronto', '--country', 'Canada'];
    const tax = ['--tax-label', 'GST', '--tax-rate', '5'];
    const made = await runHere(['workspace', 'create', ...owner, ...position, ...tax]);
    const [, accountId, key = '', link = ''] =
      /^Created workspace (\d+), Atelier Nord\. .*\n(ag_\S+)\n\nnora@nord.example signs in .*:\n(http\S+)\n$/.exec(
        made.stdout,
      ) ?? [];
    expect(link).toContain(`${service.url}/auth/invitation?token=`);
    const invite = ['users', 'invite', '--workspace', `${accountId}`, '--email', 'bo@nord.example'];
    expect((await json<{ link: string }>(invite)).link).toContain(`${service.url}/auth/`);
    expect(
      (await fetch(link, { method: 'POST', redirect: 'manual' })).headers.get('set-cookie'),
    ).toContain('session_token');
    const { body } = await service.call(key, `account/${accountId}`);
    expect(body).toMatchObject({
      accountName: 'Atelier Nord',
      currency: 'CAD',
      country: 'Canada',
      taxLabel: 'GST',
      defaultTaxRate: 5,
    });
    const workspaces = await json(['workspace', 'list']);
    expect(workspaces).toContainEqual(
      expect.objectContaining({ timeZone: 'America/Toronto', ownerEmail: 'nora@nord.example' }),
    );
  });

  it('sets and removes a workspace’s logo, and rejects an invalid file', async () => {
    const owner = ['--name', 'Atelier Sud', '--owner-email', 'sol@sud.example'];
    const { accountId, key } = await json<{ accountId: number; key: string }>([
      ...['workspace', 'create', ...owner, '--json'],
    ]);
    const logo = async () => {
      const query = '{ workspace { logo { mediaType width height } } }';
      const { body } = await service.call(key, '../../graphql', { query });
      return (body as { data: { workspace: { logo: unknown } } }).data.workspace.logo;
    };
    const command = ['workspace', 'logo', '--workspace', String(accountId)];
    const [file, wrong] = [join(folder.path, 'logo.png'), join(folder.path, 'logo.svg')];
    writeFileSync(file, pngFile({ width: 60, height: 20 }));
    writeFileSync(wrong, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const set = await runHere([...command, file]);
    expect(set).toMatchObject({ code: 0, stdout: expect.stringContaining('Atelier Sud') });
    const displayed = { mediaType: 'image/png', width: 60, height: 20 };
    expect(await logo()).toEqual(displayed);
    await refuses([...command, wrong], 1, 'must be a PNG or a JPEG');
    await refuses([...command, `${wrong}z`], 1, 'logo.svgz');
    await refuses(command, 1, '--remove');
    expect(await logo()).toEqual(displayed);
    expect((await runHere([...command, '--remove'])).code).toBe(0);
    expect(await logo()).toBeNull();
  });

  it('names every option at error', async () => {
    const wrong = ['--owner-email', 'ada', '--currency', 'euros', '--time-zone', 'Mars'];
    await refuses(
      ['workspace', 'create', '--name', ' ', ...wrong, '--tax-rate', 'five'],
      1,
      ...['--name: ', '--owner-email: ', '--currency: ', '--time-zone: ', '--tax-rate: '],
    );
    await refuses(
      ['keys', 'create', ...ours, '--name', '', '--scopes', 'admin'],
      1,
      ...['--name: is required', '--scopes: must be one of read, write'],
    );
    const expired = ['keys', 'create', ...ours, '--name', 'Too late', '--expires', '2020-01-01'];
    await refuses(expired, 1, '--expires: must be in the future');
    expect((await runHere(['keys', 'list', ...ours])).stdout).not.toContain('Too late');
  });

  it('names an unknown workspace or key, also if the key belongs to another workspace', async () => {
    const args = ['workspace', 'create', '--name', 'Theirs', '--owner-email', 't@theirs.example'];
    const { accountId } = await json<{ accountId: number }>(args);
    const theirs = ['--workspace', String(accountId)];
    const [key] = await json<Key[]>(['keys', 'list', ...theirs]);
    const id = key?.id ?? '';
    const known = [
      'There is no workspace 99. There are 1 ("Studio Meridian")',
      `${accountId} ("Theirs")`,
    ];
    await refuses(['keys', 'list', '--workspace', '99'], 1, ...known);
    await refuses(['keys', 'revoke', 'key_no', ...ours], 1, 'with id "key_no"');
    await refuses(['keys', 'rotate', id, ...ours], 1, `with id "${id}"`);
    await refuses(['keys', 'revoke', id, ...ours], 1, `with id "${id}"`);
    expect(await json(['keys', 'list', ...theirs])).toMatchObject([{ state: 'active' }]);
  });

  it('creates keys that work immediately, with the given scopes and expiry', async () => {
    const args = ['keys', 'create', ...ours, '--name', 'Reader'];
    const made = await json<Key>([...args, '--scopes', 'read', '--expires', '2099-01-01']);
    expect(made).toMatchObject({
      id: expect.stringMatching(/^key_/),
      key: expect.stringMatching(keyShape),
      name: 'Reader',
      scopes: ['read'],
      state: 'active',
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    expect(await statusOf(made.key)).toBe(200);
    expect(await service.call(made.key, 'clients/create', { name: 'X' })).toMatchObject({
      status: 403,
      body: { code: 'missing_scope' },
    });
  });

  it('shows a key once: no list contains it', async () => {
    const { id, key } = await json<Key>(['keys', 'create', ...ours, '--name', 'Once']);
    const { stdout } = await runHere(['keys', 'list', ...ours, '--json']);
    expect(stdout).toContain(id);
    expect(stdout).not.toContain(key);
    expect(stdout).not.toContain(key.slice(-40));
  });

  it('revokes a key for the very next request', async () => {
    const { id, key } = await json<Key>(['keys', 'create', ...ours, '--name', 'Short-lived']);
    expect(await statusOf(key)).toBe(200);
    expect((await runHere(['keys', 'revoke', id, ...ours])).code).toBe(0);
    expect(await statusOf(key)).toBe(401);
    const keys = await json<Key[]>(['keys', 'list', ...ours]);
    expect(keys.find((one) => one.id === id)).toMatchObject({ state: 'revoked' });
  });

  it('rotates a key: the new one works and the old one does not', async () => {
    const args = ['keys', 'create', ...ours, '--name', 'Website', '--scopes', 'read'];
    const { id, key } = await json<Key>(args);
    const next = await json<Key>(['keys', 'rotate', id, ...ours]);
    expect(next).toMatchObject({ name: 'Website', scopes: ['read'], state: 'active' });
    expect(next.id).not.toBe(id);
    expect([await statusOf(key), await statusOf(next.key)]).toEqual([401, 200]);
    await refuses(['keys', 'rotate', id, ...ours], 1, `was replaced by ${next.id} already`);
  });

  it('makes workspaces whose keys see nothing of the others', async () => {
    const args = ['workspace', 'create', '--name', 'Other', '--owner-email', 'o@other.example'];
    const other = await json<{ accountId: number; key: string }>(args);
    const { key } = await json<Key>(['keys', 'create', ...ours, '--name', 'Writer']);
    await service.call(key, 'clients/create', { name: 'Ours alone' });
    expect(await service.call(other.key, 'clients/list')).toEqual({ status: 200, body: [] });
  });
});
