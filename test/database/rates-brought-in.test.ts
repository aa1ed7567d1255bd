import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { readConfig } from '../../src/config/config.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'actiongraph-rates-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the command says of a file with these lines. */
async function bring(lines: string[], ...more: string[]) {
  const file = join(folder, 'rates.csv');
  await writeFile(file, lines.join('\n'));
  let said = '';
  const write = (text: string) => {
    said += text;
  };
  const config = () => readConfig({ DATABASE_URL: api.databaseUrl });
  const args = ['rates', file, '--workspace', String(api.ours.accountId), ...more];
  return { code: await runProgram(args, { config, write, writeError: write }), said };
}

const listed = async () =>
  (await api.ours.get('exchangeRates/list')).body.map(
    ({ baseCurrency, day, quoteCurrency, rate }: Record<string, unknown>) =>
      [day, baseCurrency, quoteCurrency, rate].join(' '),
  );

test('a file of exchange rates is taken wholly, what is there is changed, and once more it changes nothing', async () => {
  const head = '"day";"baseCurrency";"quoteCurrency";"rate";"source"';
  const first = ['2026-03-30;EUR;USD;1.08;ECB', '2026-03-31;EUR;USD;1.0823;ECB', ''];
  expect(await bring([`\uFEFF${head}\r`, ...first])).toMatchObject({
    code: 0,
    said: expect.stringContaining('2 made, 0 changed, 0 as they were.'),
  });
  const rows = ['rate,day,quoteCurrency,baseCurrency', '1.09,2026-03-30,USD,EUR'];
  const second = [...rows, '1.0823,2026-03-31,USD,EUR', '0.0061,2026-03-31,EUR,JPY'];
  expect((await bring(second, '--json')).said.replace(/\s+/g, ' ')).toContain(
    '{ "made": 1, "changed": 1, "unchanged": 1 }',
  );
  expect(await listed()).toEqual([
    '2026-03-31 EUR USD 1.0823',
    '2026-03-31 JPY EUR 0.0061',
    '2026-03-30 EUR USD 1.09',
  ]);
  expect((await api.theirs.get('exchangeRates/list')).body).toEqual([]);
});

test('faults are told by their lines, and nothing is taken then', async () => {
  const before = await listed();
  const answer = await bring([
    ...[
      'day,baseCurrency,quoteCurrency,rate',
      '2026-04-01,EUR,USD,1.1',
      '',
      '2026-04-31,EUR,USD,1',
    ],
    ...['2026-04-02,EUR,EUR,1', '2026-04-03,EUR,USD,"1,1"', '2026-04-01,EUR,USD,1.2'],
  ]);
  expect(answer.code).toBe(1);
  for (const place of ['line 4, day', 'line 5, quoteCurrency', 'line 6, rate', 'line 7, day']) {
    expect(answer.said).toContain(place);
  }
  expect((await bring(['day,rate', '2026-04-01,1'])).said).toContain(
    'lacks baseCurrency, quoteCurrency',
  );
  expect(await listed()).toEqual(before);
});
