import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatevFile } from '../../../src/domain/accounting/datev.ts';
import { datevColumns, encodeWindows1252 } from '../../../src/domain/accounting/datev-format.ts';
import { useTestApi } from '../../support/api.ts';
import { created } from '../../support/invoices.ts';

const api = useTestApi();

// The invoices are written off today, which has to be a day of the year that is booked.
beforeAll(() => void vi.setSystemTime('2026-06-15T12:00:00Z'));
afterAll(() => void vi.useRealTimers());

const accounts = {
  ...{ from: '2026-01-01', to: '2026-12-31', currency: 'EUR', consultantNumber: 29098 },
  ...{ clientNumber: 55003, fiscalYearStart: '2026-01-01', debtorAccount: 10000 },
  ...{ bankAccount: 1200, writeOffAccount: 2400 },
  revenueAccounts: [
    { rate: 19, account: 8400 },
    { rate: 7, account: 8300, taxKey: '2' },
    { rate: 0, account: 8200 },
  ],
  moneyAccounts: [{ paymentType: 'CASH', account: 1000 }],
};

let ada: string;

beforeAll(async () => {
  const { ours } = api;
  ({ id: ada } = await created(ours, 'clients/create', {
    name: 'Zoë & "Söhne" €',
    currency: 'EUR',
  }));
  await created(ours, 'clients/create', { name: '東京\r\nLtd', currency: 'EUR' });
  const invoice = (number: string, clientName: string, fields: object) =>
    created(ours, 'invoices/create', {
      ...{ invoiceNumber: number, clientName, dateCreated: '2026-03-05', dueDate: '2026-04-04' },
      ...fields,
    });
  const items = [
    { description: 'Taxed', rate: 100, quantity: 2 },
    { description: 'Not', rate: 50, taxable: false },
  ];
  await invoice('RE 2026/#1', 'Zoë & "Söhne" €', { taxRate: 19, items });
  await invoice('RE-2', '東京\r\nLtd', { taxRate: 7, items: [{ description: 'A', rate: 10 }] });
  await invoice('RE-3', '東京\r\nLtd', { taxRate: 0, items: [{ description: 'A', rate: 11 }] });
  await invoice('RE-4', '東京\r\nLtd', {
    taxRate: 19,
    items: [{ description: 'Draft', rate: 999 }],
  });
  const pay = (invoiceNumber: string, amount: number, more: object) =>
    created(ours, 'payment/create', { invoiceNumber, amount, date: '2026-03-20', ...more });
  await pay('RE 2026/#1', 88, { paymentType: 'CASH' });
  await pay('RE-2', 10.7, { paymentType: 'BANK_TRANSFER' });
  await pay('RE-3', 1, {});
  await api.database.pool.query(
    `UPDATE "Invoice" SET "dateIssued" = '2026-03-05' WHERE "accountId" = $1 AND "dateIssued" IS NOT NULL`,
    [ours.accountId],
  );
  const { id } = await api.database.prisma.invoice.findFirstOrThrow({
    where: { accountId: ours.accountId, invoiceNumberFormatted: 'RE-3' },
  });
  await ours.gql('mutation ($id: ID!) { writeOffInvoice(input: { id: $id }) { __typename } }', {
    id,
  });
});

/** Cells of a line, whose quotes are doubled inside of quotes. */
const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
  );

async function linesOf(input: object = {}): Promise<string[]> {
  const { bytes } = await createDatevFile(api.ours.context, { ...accounts, ...input });
  // Node's own decoder takes Windows-1252 for Latin-1 in some releases.
  const text = bytes.toString('latin1').replaceAll('\u0080', '€');
  expect(text.endsWith('\r\n')).toBe(true);
  return text.slice(0, -2).split('\r\n');
}

async function rowsOf(input: object = {}) {
  const [, heads = '', ...rows] = await linesOf(input);
  const names = cellsOf(heads);
  return rows.map((row) => {
    const cells = cellsOf(row);
    expect(cells).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
  });
}

describe('a stack of bookings', () => {
  test('begins with a header of 31 fields and the heads of the 125 columns', async () => {
    const [header = '', heads = ''] = await linesOf();
    const cells = cellsOf(header);
    expect(cells).toHaveLength(31);
    expect(cells.slice(0, 5)).toEqual(['EXTF', '700', '21', 'Buchungsstapel', '13']);
    expect(cells[5]).toMatch(/^\d{17}$/);
    expect(cells.slice(10, 22)).toEqual([
      ...['29098', '55003', '20260101', '4', '20260101', '20261231'],
      ...['Rechnungen und Zahlungen', '', '1', '0', '0', 'EUR'],
    ]);
    expect(heads.split(';')).toEqual(datevColumns);
    expect(datevColumns).toHaveLength(125);
    // Places that DATEV's description gives numbers.
    const positions = {
      Konto: 7,
      Belegdatum: 10,
      Buchungstext: 14,
      Festschreibung: 114,
      Leistungsdatum: 115,
    };
    for (const [name, position] of Object.entries(positions))
      expect(datevColumns[position - 1]).toBe(name);
    expect(datevColumns.at(-1)).toBe('Abw. Skontokonto');
  });

  test('has a row for each rate of an invoice, and one for each payment', async () => {
    const rows = await rowsOf({ debtors: [{ clientId: ada, account: 10001 }] });
    const received = rows.map((row) =>
      [
        ...[row.Belegdatum, row['Belegfeld 1'], row['Soll/Haben-Kennzeichen']],
        ...[row['Umsatz (ohne Soll/Haben-Kz)'], row.Konto, row['Gegenkonto (ohne BU-Schlüssel)']],
        ...[row['BU-Schlüssel'], row['Belegfeld 2']],
      ].join(' '),
    );
    expect(received.slice(0, 7)).toEqual([
      '0503 RE2026/1 S 238,00 10001 8400  040426',
      '0503 RE2026/1 S 50,00 10001 8200  040426',
      '0503 RE-2 S 10,70 10000 8300 2 040426',
      '0503 RE-3 S 11,00 10000 8200  040426',
      '2003 RE2026/1 S 88,00 1000 10001  ',
      '2003 RE-2 S 10,70 1200 10000  ',
      '2003 RE-3 S 1,00 1200 10000  ',
    ]);
    // On the day on which it was written off.
    expect(received[7]).toMatch(/^\d{4} RE-3 H 10,00 10000 2400 {2}$/);
    expect(received).toHaveLength(8);
    expect(rows.map(({ Buchungstext }) => Buchungstext).slice(0, 3)).toEqual([
      ...['Zoë & "Söhne" €', 'Zoë & "Söhne" €', '?? Ltd'],
    ]);
  });

  test('is balanced: debits on clients less credits are the amount due', async () => {
    const rows = await rowsOf();
    const { rows: owed } = await api.database.pool.query(
      `SELECT sum("amountDue") AS due FROM "Invoice" WHERE "accountId" = $1 AND status IN ('SENT', 'PARTIAL', 'PAID')`,
      [api.ours.accountId],
    );
    const sum = rows.reduce((all, row) => {
      const amount = Number(String(row['Umsatz (ohne Soll/Haben-Kz)']).replace(',', '.'));
      const signed = row['Soll/Haben-Kennzeichen'] === 'S' ? amount : -amount;
      return all + (row.Konto === '10000' ? signed : -signed);
    }, 0);
    expect(sum).toBeCloseTo(Number(owed[0].due), 6);
  });
});

test('a credit note is booked by its rates on the other side, by its own number', async () => {
  const workspace = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
  await created(workspace, 'clients/create', { name: 'Credited', currency: 'EUR' });
  const items = [
    { description: 'Taxed', rate: 100, quantity: 2 },
    { description: 'Not', rate: 50, taxable: false },
  ];
  const bill = { clientName: 'Credited', taxRate: 19, items };
  const { id, lineItems } = await created(workspace, 'invoices/create', bill);
  await workspace.gql(`mutation { markInvoiceSent(input: { id: "${id}" }) { __typename } }`);
  const lines = [
    { lineId: lineItems[0].id, quantity: 1 },
    { lineId: lineItems[1].id, quantity: 1 },
  ];
  const note = await created(workspace, 'creditNotes/create', { invoiceId: id, lines });
  const day = note.dateCreated;
  const days = { from: day, to: day, fiscalYearStart: `${day.slice(0, 4)}-01-01` };
  const { bytes } = await createDatevFile(workspace.context, { ...accounts, ...days });
  const rows = bytes.toString('latin1').trim().split('\r\n').slice(2).map(cellsOf);
  const mine = rows.filter((cells) => cells.includes(note.numberFormatted));
  expect(mine.map((cells) => cells.slice(0, 3)).sort()).toEqual([
    ['119,00', 'H', 'EUR'],
    ['50,00', 'H', 'EUR'],
  ]);
});

describe('revenue of one category of a rate', () => {
  const untaxed = { rate: 0, category: 'REVERSE_CHARGE' as const, account: 8337 };
  const arranged = async () => {
    const workspace = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
    await created(workspace, 'clients/create', { name: 'Abroad', currency: 'EUR' });
    const items = [
      { description: 'Work', rate: 100, taxCategory: 'REVERSE_CHARGE' },
      { description: 'Course', rate: 40, taxCategory: 'EXEMPT', taxReason: 'Education' },
      { description: 'Book', rate: 20, taxRate: 7 },
    ];
    const { id, dateCreated: day } = await created(workspace, 'invoices/create', {
      ...{ clientName: 'Abroad', items },
    });
    await workspace.gql(`mutation { markInvoiceSent(input: { id: "${id}" }) { __typename } }`);
    await created(workspace, 'creditNotes/create', { invoiceId: id });
    const days = { from: day, to: day, fiscalYearStart: `${day.slice(0, 4)}-01-01` };
    return (revenueAccounts: (typeof accounts.revenueAccounts)[number][]) =>
      createDatevFile(workspace.context, { ...accounts, ...days, revenueAccounts });
  };

  test('has a separate account, and others that of the rate', async () => {
    const file = await arranged();
    const { bytes } = await file([...accounts.revenueAccounts, untaxed]);
    const rows = bytes.toString('latin1').trim().split('\r\n').slice(2).map(cellsOf);
    const booked = rows.map((cells) => [cells[0], cells[1], cells[7]].join(' '));
    expect(booked.sort()).toEqual([
      ...['100,00 H 8337', '100,00 S 8337', '21,40 H 8300', '21,40 S 8300'],
      ...['40,00 H 8200', '40,00 S 8200'],
    ]);
  });

  test('is reported if it has none, or has two', async () => {
    const file = await arranged();
    const ofRates = accounts.revenueAccounts.filter(({ rate }) => rate !== 0);
    const message = 'must contain the rate 0 with the category EXEMPT, or none';
    await expect(file([...ofRates, untaxed])).rejects.toMatchObject({
      details: { errors: [{ path: 'revenueAccounts', code: 'required', message }] },
    });
    await expect(file([...ofRates, untaxed, untaxed])).rejects.toMatchObject({
      details: { errors: [{ path: 'revenueAccounts.3.rate', code: 'not_unique' }] },
    });
  });
});

describe('an impossible booking is reported', () => {
  const errors = async (input: object) => {
    const rejected = await createDatevFile(api.ours.context, { ...accounts, ...input }).catch(
      (error) => error,
    );
    expect(rejected.code).toBe('invalid_input');
    return rejected.details.errors.map(({ path, code }: { path: string; code: string }) => [
      path,
      code,
    ]);
  };

  test('all missing settings together', async () => {
    const revenueAccounts = [{ rate: 7, account: 8300 }];
    expect(await errors({ revenueAccounts, writeOffAccount: null })).toEqual([
      ['revenueAccounts', 'required'],
      ['revenueAccounts', 'required'],
      ['writeOffAccount', 'required'],
    ]);
  });

  test('accounts of other lengths, and days of another year', async () => {
    const wrong = { bankAccount: 12_000, debtorAccount: 1_000, to: '2027-01-01' };
    expect(await errors(wrong)).toEqual([
      ['bankAccount', 'out_of_range'],
      ['debtorAccount', 'out_of_range'],
      ['to', 'out_of_range'],
    ]);
  });

  test('other currencies, unless they are to be left out', async () => {
    expect(await errors({ currency: 'CHF' })).toEqual([['currency', 'several_currencies']]);
    expect(await rowsOf({ currency: 'CHF', leaveOutOtherCurrencies: 'YES' })).toEqual([]);
  });

  test('compound taxes', async () => {
    const components = [
      { name: 'GST', rate: 5, order: 1, compound: false },
      { name: 'QST', rate: 9.975, order: 2, compound: true },
    ];
    const rule = await api.ours.gql(
      `mutation ($input: CreateTaxRuleInput!) { createTaxRule(input: $input) { __typename } }`,
      { input: { name: 'Quebec', components } },
    );
    expect(JSON.stringify(rule.body)).toContain('CreateTaxRuleSuccess');
    const client = await created(api.ours, 'clients/create', {
      name: 'Quebec Ltd',
      currency: 'EUR',
    });
    const set = await api.ours.gql(
      `mutation ($id: ID!) { setClientTaxRule(input: { id: $id, taxRuleName: "Quebec" }) { __typename } }`,
      { id: client.id },
    );
    expect(JSON.stringify(set.body)).toContain('SetClientTaxRuleSuccess');
    await created(api.ours, 'invoices/create', {
      ...{
        clientName: 'Quebec Ltd',
        dateCreated: '2026-05-05',
        items: [{ description: 'A', rate: 1 }],
      },
      invoiceNumber: 'QC-1',
    });
    await created(api.ours, 'payment/create', {
      invoiceNumber: 'QC-1',
      amount: 0.5,
      date: '2026-05-06',
    });
    await api.database.pool.query(
      `UPDATE "Invoice" SET "dateIssued" = '2026-05-05' WHERE "invoiceNumberFormatted" = 'QC-1'`,
    );
    expect(await errors({ from: '2026-05-01', to: '2026-05-31' })).toEqual([
      ['revenueAccounts', 'not_by_rates'],
    ]);
    const may = { from: '2026-05-01', to: '2026-05-31', bookedByHand: ['QC-1'] };
    const left = await rowsOf(may);
    expect(left.map((row) => row['Umsatz (ohne Soll/Haben-Kz)'])).toEqual(['0,50']);
    expect(await errors({ ...may, bookedByHand: ['QC-1', 'QC-2'] })).toEqual([
      ['bookedByHand.1', 'not_booked'],
    ]);
    expect(await errors({ bookedByHand: ['RE-4'] })).toContainEqual([
      ...['bookedByHand.0', 'not_booked'],
    ]);
  });
});

test('the API returns the file in the encoding of DATEV, to callers with read permission for all of it', async () => {
  const init = (key: string) => ({
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ ...accounts, to: '2026-03-31' }),
  });
  const response = await api.app.request('/books/datev.csv', init(api.ours.key));
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="EXTF_Buchungsstapel_2026-01-01_2026-03-31.csv"',
  ]);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.includes(Buffer.from([0x5a, 0x6f, 0xeb]))).toBe(true);
  expect((await api.app.request('/books/datev.csv', { method: 'POST' })).status).toBe(401);
});

test('letters outside Windows-1252 are written in Latin letters, within the length of the cells', () => {
  const spelled: [string, string][] = [
    ['Łódź', 'Lódz'],
    ['Gdańsk, Đakovo, Iğdır', 'Gdansk, Dakovo, Igdir'],
    ['Київ', 'Kiiv'],
    ['Щука и мышь', 'Shchuka i mysh'],
    ['Αθήνα', 'Athína'.normalize('NFD').replace(/\p{M}/gu, '')],
    ['ﬁ ① STRAẞE', 'fi 1 STRAßE'],
    ['Łódź'.normalize('NFD'), 'Lódz'],
  ];
  for (const [text, latin] of spelled) {
    expect(encodeWindows1252(text).toString('latin1'), text).toBe(latin);
  }
});

test('Windows-1252 has its own characters, and a question mark for those without a spelling', () => {
  const own = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
  const free = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
  const codes = Array.from({ length: 32 }, (_, index) => 0x80 + index);
  expect([...encodeWindows1252(own)]).toEqual(codes.filter((code) => !free.includes(code)));
  const shared = 'aZ09 ÄÖÜäöüß é';
  expect(encodeWindows1252(shared).toString('latin1')).toBe(shared);
  expect(encodeWindows1252('日😀').toString('latin1')).toBe('??');
});
