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

/** The output of the command for a file with these lines. */
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

test('a file of exchange rates is imported completely, replaces existing rates, and changes nothing the second time', async () => {
  const head = '"day";"baseCurrency";"quoteCurrency";"rate";"source"';
  const first = ['2026-03-30;EUR;USD;1.08;ECB', '2026-03-31;EUR;USD;1.0823;ECB', ''];
  expect(await bring([`\uFEFF${head}\r`, ...first])).toMatchObject({
    code: 0,
    said: expect.stringContaining('2 created, 0 changed, 0 unchanged.'),
  });
  const rows = ['rate,day,quoteCurrency,baseCurrency', '1.09,2026-03-30,USD,EUR'];
  const second = [...rows, '1.0823,2026-03-31,USD,EUR', '0.0061,2026-03-31,EUR,JPY'];
  expect((await bring(second, '--json')).said.replace(/\s+/g, ' ')).toContain(
    '{ "created": 1, "changed": 1, "unchanged": 1 }',
  );
  expect(await listed()).toEqual([
    '2026-03-31 EUR USD 1.0823',
    '2026-03-31 JPY EUR 0.0061',
    '2026-03-30 EUR USD 1.09',
  ]);
  expect((await api.theirs.get('exchangeRates/list')).body).toEqual([]);
});

test('errors are reported with their lines, and nothing is imported', async () => {
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
  for (const position of ['line 4, day', 'line 5, quoteCurrency', 'line 6, rate', 'line 7, day']) {
    expect(answer.said).toContain(position);
  }
  expect((await bring(['day,rate', '2026-04-01,1'])).said).toContain(
    'must name its columns; baseCurrency, quoteCurrency is missing',
  );
  expect(await listed()).toEqual(before);
});

test('the daily file of the European Central Bank is taken as XML and as CSV', async () => {
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">',
    '<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>',
    "<Cube><Cube time='2026-05-04'>",
    "<Cube currency='USD' rate='1.1321'/><Cube currency='JPY' rate='163.55'/>",
    '</Cube></Cube></gesmes:Envelope>',
  ];
  expect((await bring(xml)).said).toContain('2 created, 0 changed, 0 unchanged.');
  const csv = ['Date, USD, JPY, ', '04 May 2026, 1.1321, 163.60, '];
  expect((await bring(csv)).said).toContain('0 created, 1 changed, 1 unchanged.');
  expect((await listed()).slice(0, 2)).toEqual([
    '2026-05-04 EUR JPY 163.6',
    '2026-05-04 EUR USD 1.1321',
  ]);
});

test('the historical files leave out gaps and currencies that are no more, and can be taken in part', async () => {
  const csv = [
    'Date,USD,CYP,GBP,',
    '2026-05-07,1.13,N/A,0.85,',
    '2026-05-06,1.12,N/A,N/A,',
    '2007-12-31,1.4721,0.585274,0.7333,',
  ];
  const some = await bring(csv, '--since', '2026-05-01', '--currencies', 'usd, chf');
  expect(some.said).toContain('2 created');
  expect((await bring(csv)).said).toContain('3 created, 0 changed, 2 unchanged.');
  const days = (times: string[]) =>
    times.map(
      (time) =>
        `<Cube time="${time}"><Cube currency="SEK" rate="11.5"/><Cube currency="ROL" rate="1"/></Cube>`,
    );
  expect(
    (await bring(['<Envelope><Cube>', ...days(['2026-05-07', '2026-05-06']), '</Cube></Envelope>']))
      .said,
  ).toContain('2 created');
});

test('an error in a file of the bank is reported with its line, and nothing is imported', async () => {
  const before = await listed();
  const wrong = await bring([
    '<Cube>',
    '<Cube time="2026-06-31">',
    '<Cube currency="USD" rate="x"/></Cube></Cube>',
  ]);
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('line 3, day') });
  expect(wrong.said).toContain('line 3, rate');
  expect((await bring(['<html></html>'])).said).toContain(
    'has no rates as the European Central Bank',
  );
  for (const day of ['31 June 2026', '30 Juni 2026']) {
    expect((await bring(['Date, USD, ', `${day}, 1, `])).said).toContain('line 2, day');
  }
  expect(await listed()).toEqual(before);
});
