import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { createPersistedOperations } from '../../src/schema/endpoint/persisted-operations.ts';
import { useTestApi } from '../support/api.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import type { TestProcess } from '../support/streams.ts';
import { startProcess } from '../support/streams.ts';
import { totpOf } from '../support/totp.ts';

const folder = join(packageRoot, 'examples/frontends');
const programs = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
const guide = readFileSync(join(packageRoot, 'docs/frontends.md'), 'utf8');

const api = useTestApi();
let service: TestProcess;

beforeAll(async () => {
  const [, clients = ''] = /clients = `([^`]+)`/.exec(textOf('service.mjs')) ?? [];
  const persisted = createPersistedOperations('prefer', new Map([['clients', clients]]));
  service = await startProcess(api, { persisted });
  await api.ours.post('clients/create', { name: 'Ada' });
  await api.ours.post('clients/create', { name: 'Bea' });
});
afterAll(() => service.close());

const environment = () => ({
  ACTIONGRAPH_URL: service.url,
  ACTIONGRAPH_KEY: api.ours.key,
});

async function run(file: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, file)], {
    env: environment(),
    timeout: 50_000,
  });
  return stdout.trim();
}

const names = (output: string) => JSON.parse(output).map(({ name }: { name: string }) => name);

test.each(programs)('the guide has examples/frontends/%s as it is', (file) => {
  expect(guide).toContain(`\`\`\`js\n${textOf(file)}\`\`\``);
});

describe('the program of the guide', () => {
  test.each(['urql.mjs', 'apollo.mjs', 'relay.mjs'])('%s reads records', async (file) => {
    expect(names(await run(file))).toEqual(['Ada', 'Bea']);
  });

  test('errors.mjs gets all invalid fields of an input in one response', async () => {
    const { name, code, errors } = JSON.parse(await run('errors.mjs'));
    const paths = errors.map(({ path }: { path: string }) => path);
    expect([name, code, paths]).toEqual(['ActiongraphError', 'invalid_input', ['timerEnd']]);
  });

  test('persisted.mjs gets a response, and then 304', async () => {
    expect(await run('persisted.mjs')).toBe('200 304');
  });

  test('sign-in.mjs signs in a person with a second factor, without cookies', async () => {
    const { email } = await addPerson(api, [[api.ours, 'VIEWER']]);
    const own = new TestBrowser(api);
    await own.signIn(email);
    const { body } = await own.post('/auth/two-factor/enable');
    const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
    await own.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
    const mailed = async () => /^\d{4} \d{4}$/m.exec((await own.mailTo(email)) ?? '')?.[0];
    const typed: Record<string, () => Promise<string>> = {
      'E-mail address: ': async () => email,
      'Code from the e-mail: ': () =>
        vi.waitUntil(mailed, { timeout: 50_000, interval: 50 }) as Promise<string>,
      'Code of the authenticator app: ': async () => totpOf(secret, Date.now() + 30_000),
    };
    const child = execFile(process.execPath, [join(folder, 'sign-in.mjs')], { env: environment() });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    let output = '';
    child.stdout?.on('data', (part) => {
      output += part;
    });
    const requested: string[] = [];
    for await (const part of child.stderr ?? []) {
      requested.push(String(part));
      child.stdin?.write(`${await typed[String(part)]?.()}\n`);
    }
    expect([await ended, requested]).toEqual([0, Object.keys(typed)]);
    expect(names(output)).toEqual(['Ada', 'Bea']);
    expect(await api.database.prisma.signInSession.count({ where: { person: { email } } })).toBe(1);
  });

  test('live.mjs gets a change', async () => {
    const child = execFile(process.execPath, [join(folder, 'live.mjs')], { env: environment() });
    const lines: string[] = [];
    const ended = new Promise((resolve) => child.once('exit', resolve));
    for await (const part of child.stdout ?? []) {
      lines.push(...String(part).trim().split('\n'));
      if (lines.length === 1) await api.ours.post('clients/create', { name: 'Cleo' });
    }
    expect([await ended, lines]).toEqual([0, ['open', 'CREATED Cleo']]);
  });
});
