import { describe, expect, test } from 'vitest';
import { checkSums } from '../../../src/domain/received-invoices/check-sums.ts';
import { ReceivedFileError } from '../../../src/domain/received-invoices/file-error.ts';
import { readInvoiceXml } from '../../../src/domain/received-invoices/read-invoice-xml.ts';
import { toReceivedExpense } from '../../../src/domain/received-invoices/received-expense.ts';
import { ciiFile, smallUblFile, taxSubtotal, ublFile } from '../../support/received-files.ts';

const read = (file: string) => readInvoiceXml(Buffer.from(file));

const expenseOf = (file: string) => toReceivedExpense(read(file));

function errorsOf(file: string): string[] {
  try {
    expenseOf(file);
  } catch (error) {
    if (error instanceof ReceivedFileError) return error.errors.map(({ message }) => message);
    throw error;
  }
  throw new Error('The file was read.');
}

const line = {
  ...{ description: 'Hosting & backups', quantity: '2', unit: 'HUR', unitPrice: '45' },
  ...{ net: '90', taxCategory: 'STANDARD', taxRate: '19', tax: '17.1' },
  deductiblePercent: '100',
};

const loyalty = {
  ...{ description: 'Loyalty', quantity: '1', unit: null, unitPrice: null },
  ...{ net: '-9', taxCategory: 'STANDARD', taxRate: '19', tax: '-1.71' },
  deductiblePercent: '100',
};

const handbook = {
  ...{ description: 'Handbook', quantity: '1', unit: 'HUR', unitPrice: '5' },
  ...{ net: '5', taxCategory: 'STANDARD', taxRate: '7', tax: '0.35' },
  deductiblePercent: '100',
};

describe.each([
  ['UBL', ublFile],
  ['CII', ciiFile],
])('%s', (_syntax, file) => {
  test('becomes an expense with its lines, and the allowance of the document as a line', () => {
    expect(expenseOf(file())).toMatchObject({
      ...{ kind: 'EXPENSE', number: 'RE 2026-17', currency: 'EUR', isPaid: false },
      ...{ issueDate: '2026-11-02', dueDate: '2026-12-02' },
      description: 'Hosting & backups (2 lines)',
      seller: {
        ...{ name: 'Hosting GmbH', vatId: 'DE123456789', legalId: 'HRB4711', countryCode: 'DE' },
      },
      payment: { iban: 'DE02120300000000202051', reference: 'RE 2026-17' },
      lines: [line, loyalty, handbook],
      warnings: [],
    });
  });

  test('of the type 381 is a credit note with the same amounts', () => {
    expect(expenseOf(file({ typeCode: '381' }))).toMatchObject({
      kind: 'CREDIT_NOTE',
      lines: [line, loyalty, handbook],
    });
  });

  test('without an amount due is paid', () => {
    expect(expenseOf(file({ due: '0.00' }))).toMatchObject({ isPaid: true });
  });

  test('whose sums are wrong has warnings that name the differences, and keeps its total', () => {
    const { lines, warnings } = expenseOf(file({ total: '111.74' }));
    expect(warnings.map(({ path }) => path)).toEqual(['totals.withTax', 'totals.amountDue']);
    expect(warnings[0]).toEqual({
      path: 'totals.withTax',
      code: 'sum_differs',
      message: 'is 111.74, but its parts add up to 101.74: a difference of 10.00 EUR',
    });
    expect(lines.at(-1)).toMatchObject({
      ...{ description: 'Difference to the total of the document', net: '10', tax: '0' },
    });
  });

  test('without required values names all of them', () => {
    const errors = errorsOf(file({ name: '', number: ' ', total: '1,5' }));
    expect(errors).toEqual([
      expect.stringMatching(/ID, the number, is missing$/),
      expect.stringMatching(/^the name of the seller/),
      expect.stringMatching(/^line \d+, \w+: "1,5" is no decimal number$/),
      expect.stringMatching(/the total, is missing$/),
    ]);
  });

  test('with values that no expense can have is refused', () => {
    const total = '100000000000';
    expect(errorsOf(file({ total, number: 'x'.repeat(256) }))).toEqual([
      'the number has more than 255 characters',
      'an amount, or a difference of amounts, has more than 11 digits',
    ]);
    expect(errorsOf(file().replaceAll('>19<', '>190<').replaceAll('EUR<', 'EUX<'))).toEqual([
      '"EUX" is no currency (ISO 4217)',
      'a tax rate is not from 0 to 100',
    ]);
  });
});

test('UBL of a negative total is a credit note with positive amounts', () => {
  const negative = ublFile().replace(
    /(<cbc:(?:\w*Amount|InvoicedQuantity)(?: [^>]*)?>)([\d.]+)</g,
    (_, start: string, amount: string) =>
      start.includes('PriceAmount') ? `${start}${amount}<` : `${start}-${amount}<`,
  );
  const { kind, lines, warnings } = expenseOf(negative);
  expect({ kind, lines }).toEqual({ kind: 'CREDIT_NOTE', lines: [line, loyalty, handbook] });
  expect(warnings).toEqual([]);
});

describe('a profile without lines has', () => {
  test('one line for each tax rate, for BASIC WL', () => {
    const { lines, warnings } = expenseOf(ciiFile({}, 'BASIC_WL'));
    expect(lines).toMatchObject([
      { net: '81', taxRate: '19', tax: '15.39', taxCategory: 'STANDARD' },
      { net: '5', taxRate: '7', tax: '0.35', taxCategory: 'STANDARD' },
    ]);
    expect(warnings).toEqual([]);
  });

  test('one line of the totals, for MINIMUM', () => {
    const { lines, warnings } = expenseOf(ciiFile({}, 'MINIMUM'));
    expect(lines).toMatchObject([{ net: '86', tax: '15.74', taxRate: '18.3' }]);
    expect(warnings).toEqual([]);
  });
});

describe('the lines of an expense', () => {
  const amount = (name: string, value: number | string) =>
    `<cbc:${name}>${typeof value === 'number' ? value.toFixed(2) : value}</cbc:${name}>`;
  const tax = (name: string, rate: string) =>
    `<cac:${name}><cbc:ID>S</cbc:ID><cbc:Percent>${rate}</cbc:Percent></cac:${name}>`;

  const taxOf = (count: number) => Number((count * 0.0627).toFixed(2));

  /** Lines of 0.33, whose tax is 0.0627. */
  function many(count: number, rate = '19'): string {
    const line = `<cac:InvoiceLine>${amount('LineExtensionAmount', 0.33)}<cac:Item>${tax('ClassifiedTaxCategory', rate)}</cac:Item></cac:InvoiceLine>`;
    const sums = `${amount('TaxableAmount', count * 0.33)}${amount('TaxAmount', taxOf(count))}`;
    const body = `<cac:TaxTotal>${amount('TaxAmount', taxOf(count))}<cac:TaxSubtotal>${sums}${tax('TaxCategory', '19')}</cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal>${amount('TaxInclusiveAmount', count * 0.33 + taxOf(count))}</cac:LegalMonetaryTotal>${line.repeat(count)}`;
    return ublFile({ body });
  }

  const cents = (amounts: string[]) =>
    amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);

  test.each([1, 7, 33, 500, 1_000])(
    'add up to the tax of the document to the cent: %d',
    (count) => {
      const { lines } = expenseOf(many(count));
      expect(lines).toHaveLength(count);
      expect(cents(lines.map(({ tax }) => tax))).toBe(Math.round(taxOf(count) * 100));
      for (const { tax } of lines) expect(Math.abs(Number(tax) - 0.0627)).toBeLessThan(0.01);
    },
  );

  test.each([
    [
      'becomes 1001 lines, and an expense has at most 1000: the expense has one line for each tax rate',
      many(1_001),
    ],
    [
      'becomes 1001 lines, and an expense has at most 1000: the expense has one line for each tax rate',
      many(1_000).replace(/(<cbc:TaxInclusiveAmount>)[^<]*/, '$1500.00'),
    ],
    [
      'has lines with a tax rate that the tax breakdown of the document lacks: the expense has one line for each tax rate',
      many(3, '7'),
    ],
  ])('are combined where the document %s', (message, file) => {
    const { lines, warnings } = expenseOf(file);
    expect(lines[0]).toMatchObject({ taxRate: '19' });
    expect(lines.length).toBeLessThan(3);
    expect(warnings).toContainEqual({ path: 'lines', code: 'lines_combined', message });
  });
});

describe('an account', () => {
  test.each([
    ['UBL', ublFile],
    ['CII', ciiFile],
  ])('that is no IBAN is kept as written: %s', (_syntax, file) => {
    const { payment } = expenseOf(
      file({ iban: '12-34 56 7890' }).replaceAll('IBANID', 'ProprietaryID'),
    );
    expect(payment).toMatchObject({ iban: null, account: '12-34 56 7890' });
  });

  test('with an IBAN is preferred', () => {
    const other =
      '<cac:PaymentMeans><cac:PayeeFinancialAccount><cbc:ID>123</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>';
    const { payment } = expenseOf(ublFile().replace('<cac:PaymentMeans>', `${other}$&`));
    expect(payment).toMatchObject({
      ...{ iban: 'DE02120300000000202051', account: 'DE02120300000000202051' },
    });
  });
});

test('lines whose tax the workspace owes have a warning', () => {
  const { lines, warnings } = expenseOf(
    ublFile({ total: '86', due: '86' })
      .replaceAll('<cbc:ID>S</cbc:ID>', '<cbc:ID>AE</cbc:ID>')
      .replaceAll(/Percent>[\d.]+</g, 'Percent>0<')
      .replaceAll(/TaxAmount currencyID="EUR">[\d.]+</g, 'TaxAmount currencyID="EUR">0<'),
  );
  expect(lines.map(({ taxCategory, tax }) => [taxCategory, tax])).toEqual(
    Array(3).fill(['REVERSE_CHARGE', '0']),
  );
  expect(warnings.map(({ code }) => code)).toEqual(['self_assessed_tax']);
});

test.each([
  ['0.02', 0],
  ['0.03', 1],
])('a line may differ by 0.02 from quantity × price: %s', (difference, warnings) => {
  const price = (45 + Number(difference) / 2).toFixed(4);
  expect(checkSums(read(ublFile().replace('>45<', `>${price}<`)))).toHaveLength(warnings);
});

describe('amounts of a hostile document', () => {
  const allowance = (amount: string) =>
    `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:Amount>${amount}</cbc:Amount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent></cac:TaxCategory></cac:AllowanceCharge>`;
  const limit = 'an amount, or a difference of amounts, has more than 11 digits';

  test.each([
    ['an allowance', { more: allowance('1'.repeat(26)) }],
    ['a difference of amounts', { net: '-99999999999', taxable: '99999999999' }],
    ['a difference to the total', { taxable: '99999999999', total: '-99999999999' }],
  ])('more than can be stored are an error: %s', (_name, document) => {
    expect(errorsOf(smallUblFile(document))).toEqual([limit]);
  });

  test('a price that rounds to more than can be stored is left out', () => {
    const { lines } = expenseOf(smallUblFile({ price: '999999999.9999999999999' }));
    expect(lines).toMatchObject([{ quantity: '1', unitPrice: null, net: '100' }]);
  });

  test('a wrong total is a warning even if the document has no other totals', () => {
    expect(expenseOf(smallUblFile({})).warnings).toEqual([]);
    expect(expenseOf(smallUblFile({ total: '500', due: '500' })).warnings).toMatchObject([
      { path: 'totals.withTax', code: 'sum_differs' },
    ]);
  });

  test('a wrong amount due is a warning even if the document has no other totals', () => {
    expect(expenseOf(smallUblFile({ due: '0' }))).toMatchObject({
      isPaid: true,
      warnings: [{ path: 'totals.amountDue', code: 'sum_differs' }],
    });
  });

  test('a total of minus zero is no credit note', () => {
    expect(expenseOf(smallUblFile({ total: '-0' }))).toMatchObject({ kind: 'EXPENSE' });
  });

  test('more tax rates than an expense has lines for are an error', () => {
    const rates = Array.from({ length: 101 }, (_, index) => taxSubtotal('1', '0', `1.${index}1`));
    const more = `<cac:TaxTotal>${rates.join('')}</cac:TaxTotal>`;
    expect(errorsOf(smallUblFile({ more }))).toEqual(['it has more than 100 tax rates']);
  });
});
