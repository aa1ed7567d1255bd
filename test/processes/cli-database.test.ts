import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyDatabase, dropDatabase } from '../support/database.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const { run, runHere, json } = folder;

/** The service is a process. Other commands run in this one, with the same output and effect. */
const call = (args: string[], settings: Record<string, string>) =>
  args[0] === 'serve' ? run(args, settings) : runHere(args, settings);

describe('the program on a PostgreSQL server', () => {
  let DATABASE_URL: string;
  const create = ['workspace', 'create', '--name', 'Remote', '--owner-email', 'r@remote.example'];
  beforeAll(async () => {
    DATABASE_URL = await createEmptyDatabase();
  });
  afterAll(() => dropDatabase(DATABASE_URL));

  it('rejects to work before the database is migrated, and names the command that does it', async () => {
    // How the program was called shows in what it advises.
    for (const args of [['serve'], create]) {
      const { code, stdout, stderr } = await run(args, { DATABASE_URL });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('`actiongraph migrate`');
    }
    const npm = { npm_lifecycle_event: 'start', npm_package_name: 'actiongraph' };
    const { stderr } = await run(['serve'], { DATABASE_URL, ...npm });
    expect(stderr).toContain('`npm run --silent actiongraph -- migrate`');
  });

  it('migrates once, and then works', async () => {
    const { host, pathname } = new URL(DATABASE_URL);
    const listed = await runHere(['keys', 'list', '--workspace', '1'], { DATABASE_URL });
    expect(listed.stderr).toContain(
      `Database: PostgreSQL at ${host}, database ${pathname.slice(1)}\n`,
    );
    const first = await json<{ applied: string[] }>(['migrate'], { DATABASE_URL });
    expect(first.applied.length).toBeGreaterThan(0);
    const again = await json(['migrate'], { DATABASE_URL });
    const serviceRole = expect.stringMatching(/^actiongraph_service_/);
    expect(again).toEqual({ applied: [], serviceRole, problem: null });
    const { accountId, key } = await json<{ accountId: number; key: string }>(create, {
      DATABASE_URL,
    });
    expect({ accountId, key }).toEqual({ accountId: 1, key: expect.stringMatching(/^ag_1_/) });
  });

  it('serves without a demo, and explains how to create a key', async () => {
    const service = folder.spawn(['serve'], { DATABASE_URL });
    await service.said('Ctrl-C');
    expect(service.stdout()).toContain('keys create --workspace 1');
    expect(service.stdout()).not.toContain('X-API-KEY');
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
    expect(await json(['workspace', 'list'], { DATABASE_URL })).toHaveLength(1);
  });

  it('reports that the server is unreachable, without its password', async () => {
    const url = 'postgresql://app:hunter2@127.0.0.1:1/records';
    for (const args of [['serve'], ['migrate'], ['workspace', 'list']]) {
      const { code, stdout, stderr } = await call(args, { DATABASE_URL: url });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('ECONNREFUSED 127.0.0.1:1');
      expect(stderr).not.toContain('hunter2');
    }
  });

  it('reports which of its URLs is wrong, or leads to a database that is not migrated', async () => {
    const unreachableUrl = 'postgresql://app:hunter2@127.0.0.1:1/records';
    const empty = await createEmptyDatabase();
    const text = async (args: string[], settings: Record<string, string>) =>
      (await call(args, settings)).stderr;
    const direct = { DATABASE_URL, DATABASE_DIRECT_URL: unreachableUrl };
    expect(await text(['serve'], direct)).toMatch(/^DATABASE_DIRECT_URL: .*ECONNREFUSED/m);
    expect(await text(['workspace', 'list'], direct)).toMatch(
      /at 127.0.0.1:1, [\s\S]*^DATABASE_DIRECT_URL: .*ECONNREFUSED/m,
    );
    expect(await text(['serve'], { ...direct, DATABASE_DIRECT_URL: empty })).toMatch(
      /^DATABASE_DIRECT_URL: The database lacks migrations: /m,
    );
    const other = { DATABASE_URL: unreachableUrl, DATABASE_DIRECT_URL: DATABASE_URL };
    expect(await text(['serve'], other)).toMatch(/^DATABASE_URL: .*ECONNREFUSED/m);
    await dropDatabase(empty);
  });
});
