import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { readConfig } from '../../src/config/config.ts';
import { useTestApi } from '../support/api.ts';
import { ublFile } from '../support/received-files.ts';

const api = useTestApi();

const folder = await mkdtemp(join(tmpdir(), 'from-file-'));
const fileIn = (name: string) => join(folder, name);
const files = { 'invoice.xml': ublFile(), 'empty.xml': '', 'other.txt': 'Hello' };

beforeAll(async () => {
  for (const [name, content] of Object.entries(files)) await writeFile(fileIn(name), content);
  await symlink(fileIn('endless.xml'), fileIn('endless.xml'));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(file: string, ...options: string[]): Promise<[code: number, output: string]> {
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  const config = () => readConfig({ DATABASE_URL: api.databaseUrl, DATA_DIR: fileIn('data') });
  const workspace = ['--workspace', String(api.ours.accountId)];
  const args = ['expenses', 'from-file', file, ...workspace, ...options];
  return [await runProgram(args, { config, write, writeError: write }), output];
}

const countExpenses = () =>
  api.database.prisma.expense.count({ where: { accountId: api.ours.accountId } });

test.each([
  [join('no-such-folder', 'invoice.xml'), 'cannot be read: there is no such file.'],
  [folder, 'cannot be read: it is a folder.'],
  [fileIn('endless.xml'), 'cannot be read: ELOOP: too many symbolic links encountered, open'],
  [fileIn('empty.xml'), 'must not be empty'],
  [fileIn('other.txt'), 'must be an e-invoice: XML (UBL or CII), or a PDF that contains it'],
])('a file that is no invoice is an error with its path: %s', async (file, reason) => {
  const [code, output] = await run(file);
  expect(code).toBe(1);
  expect(output).toContain(`${file}`);
  expect(output).toContain(reason);
  expect(output).not.toContain('    at ');
  expect(await countExpenses()).toBe(0);
});

test('the second call names the option that allows a duplicate', async () => {
  const file = fileIn('invoice.xml');
  expect(await run(file)).toEqual([0, expect.stringMatching(/Created exp_\w+: bill RE 2026-17/)]);
  const [code, output] = await run(file);
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('Send --allow-duplicate to create another one.'),
  ]);
  expect(await countExpenses()).toBe(1);
  expect((await run(file, '--allow-duplicate'))[0]).toBe(0);
  expect(await countExpenses()).toBe(2);
});

test('several vendors that match are an error that names the option', async () => {
  await api.database.prisma.vendor.createMany({
    data: ['A', 'B'].map((name) => ({
      ...{ accountId: api.ours.accountId, id: `ven_${name.repeat(32)}`, name },
      taxId: 'DE123456789',
    })),
  });
  expect(await run(fileIn('invoice.xml'))).toEqual([
    1,
    expect.stringMatching(/Several vendors match .* Send --vendor\./),
  ]);
});
