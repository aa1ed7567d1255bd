import { describe, expect, test } from 'vitest';
import { nextNumberFor } from '../../../src/domain/invoices/invoice-numbers.ts';
import {
  formatDocumentNumber,
  numberingPeriodOf,
  numberPatternError,
  numberRestartError,
  parseDocumentNumber,
} from '../../../src/platform/input/document-number-pattern.ts';

const occasion = { clientName: 'Lovelace Analytics', day: '2026-03-09' };

describe('a number pattern', () => {
  test.each([
    ['INV-#####', 42, 'INV-00042'],
    ['INV-#####', 1_234_567, 'INV-1234567'],
    ['#', 7, '7'],
    ['2026/###-A', 5, '2026/005-A'],
    ['$& ##', 3, '$& 03'],
    ['BILL', 9, 'BILL9'],
    ['RE-{YYYY}-{SEQ:4}', 7, 'RE-2026-0007'],
    ['{SEQ}', 7, '7'],
    ['{CLIENT}/{YY}{MM}-##', 7, 'LOVELACE/2603-07'],
    ['{MM}.{MM}.{YYYY} {SEQ:10}', 7, '03.03.2026 0000000007'],
    ['RE-{year}-', 7, 'RE-{year}-7'],
  ])('%s writes %d as %s, and reads it back', (pattern, number, formatted) => {
    expect(formatDocumentNumber(pattern, number, occasion)).toBe(formatted);
    expect(parseDocumentNumber(pattern, formatted, occasion).invoiceNumber).toBe(number);
  });

  test.each([
    ['42', 42, 'R-042/26'],
    ['0042', 42, 'R-042/26'],
    ['R-042/26', 42, 'R-042/26'],
    ['R-42/26', 42, 'R-42/26'],
    ['ACME-7', null, 'ACME-7'],
    ['R-x/26', null, 'R-x/26'],
    ['PO/1', null, 'PO/1'],
    ['2026-ACME', null, '2026-ACME'],
    ['2147483647', 2_147_483_647, 'R-2147483647/26'],
    ['2147483648', null, '2147483648'],
    ['A-99999999999999999999', null, 'A-99999999999999999999'],
  ])('R-###/26 takes %s for the number %s, printed %s', (requested, number, formatted) => {
    expect(parseDocumentNumber('R-###/26', requested, occasion)).toMatchObject({
      invoiceNumber: number,
      invoiceNumberFormatted: formatted,
    });
  });
});

test.each([
  ['RE-{YYYY}-{SEQ:4}', undefined],
  ['INV-#####', undefined],
  ['RE-{year}-{number}', 'contains the unknown placeholder {year};'],
  ['2026', 'must contain a counter'],
  ['RE-{YYYY}', 'must contain a counter'],
  ['##-{SEQ}', 'must contain exactly one counter'],
  ['#-#', 'must contain exactly one counter'],
  ['{SEQ:0}', 'a counter has 1 to 10 digits'],
  ['{SEQ:11}', 'a counter has 1 to 10 digits'],
  ['{SEQ:x}', 'contains the unknown placeholder {SEQ:x};'],
  ['{YYYY:4}-#', 'contains the unknown placeholder {YYYY:4};'],
  ['RE-{YYYY-#', 'contains an unmatched brace'],
  ['{}#', 'contains the unknown placeholder {};'],
])('the pattern %s is accepted, or the error lists what is allowed: %s', (pattern, problem) => {
  const found = numberPatternError(pattern);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
  if (problem && !problem.includes('digits'))
    expect(found).toContain('{YYYY}, {YY}, {MM} and {CLIENT}');
});

test('numbers start again only if their patterns distinguish the periods', () => {
  expect(numberRestartError('RE-{YYYY}-#', 'YEAR')).toBeUndefined();
  expect(numberRestartError('RE-{YY}{MM}-#', 'MONTH')).toBeUndefined();
  expect(numberRestartError('RE-#', 'NEVER')).toBeUndefined();
  expect(numberRestartError('RE-#', 'YEAR')).toContain('{YYYY} or {YY}');
  expect(numberRestartError('RE-{MM}-#', 'MONTH')).toContain('{YYYY} or {YY}');
  expect(numberRestartError('RE-{YYYY}-#', 'MONTH')).toContain('{MM}');
  expect(numberRestartError('CN-#####', 'MONTH')).toBe(
    'is "CN-#####"; it must contain {YYYY} or {YY}, and {MM} if numbering restarts each month, for example "CN-{YYYY}-{MM}-#####"',
  );
  expect(numberRestartError('{SEQ:3}/{YY}', 'MONTH')).toContain('"{MM}-{SEQ:3}/{YY}"');
  expect(numberRestartError('Rechnung', 'YEAR')).toContain('"Rechnung{YYYY}-#"');
  expect(
    ['NEVER', 'YEAR', 'MONTH'].map((one) => numberingPeriodOf(one as 'YEAR', '2026-03-09')),
  ).toEqual([...['', '2026', '2026-03']]);
});

test('the newest number is one of the time in which its series counts', () => {
  const sequence = {
    ...{ nextNumber: 5, period: '2026', nextCreditNote: 1, creditNotePeriod: '' },
    ...{ nextDeposit: 3, depositPeriod: '2026' },
  };
  const next = (numberSeries: 'INVOICE' | 'DEPOSIT', numberPeriod: string) =>
    nextNumberFor({ numberSeries, numberPeriod }, sequence);
  expect(next('INVOICE', '2026')).toBe(5);
  expect(next('DEPOSIT', '2026')).toBe(3);
  expect(next('INVOICE', '2025')).toBe(Number.MAX_SAFE_INTEGER);
  expect(next('INVOICE', '')).toBe(Number.MAX_SAFE_INTEGER);
  expect(next('INVOICE', '2027')).toBe(1);
});
