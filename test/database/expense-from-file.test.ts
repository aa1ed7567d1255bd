import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { readConfig } from '../../src/config/config.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

test('a file that does not exist is an error with its path, and no crash', async () => {
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  const config = () => readConfig({ DATABASE_URL: api.databaseUrl });
  const file = join('no-such-folder', 'invoice.xml');
  const args = ['expenses', 'from-file', file, '--workspace', String(api.ours.accountId)];
  expect(await runProgram(args, { config, write, writeError: write })).toBe(1);
  expect(output).toContain(`no such file or directory, open '${file}'`);
});
