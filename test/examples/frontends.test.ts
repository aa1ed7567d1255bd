import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { createPersistedOperations } from '../../src/schema/endpoint/persisted.ts';
import { useTestApi } from '../support/api.ts';
import type { TestProcess } from '../support/streams.ts';
import { startProcess } from '../support/streams.ts';

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

  test('errors.mjs is told what is wrong with an input, all fields at once', async () => {
    const { __typename, code, errors } = JSON.parse(await run('errors.mjs'));
    const paths = errors.map(({ path }: { path: string }) => path);
    expect([__typename, code, paths]).toEqual(['InvalidInputError', 'invalid_input', ['timerEnd']]);
  });

  test('persisted.mjs is answered, and then that nothing has changed', async () => {
    expect(await run('persisted.mjs')).toBe('200 304');
  });

  test('live.mjs is told of a change', async () => {
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
