import { describe, expect, test } from 'vitest';
import { readInvoiceXml } from '../../../src/domain/received-invoices/read-invoice-xml.ts';
import { toReceivedExpense } from '../../../src/domain/received-invoices/received-expense.ts';
import { ciiFile, smallUblFile, taxSubtotal } from '../../support/received-files.ts';

const expenseOf = (file: string) => toReceivedExpense(readInvoiceXml(Buffer.from(file)));

describe('a tax that contradicts its rate', () => {
  const wrong = { tax: '50', total: '150', due: '150' };
  const effect = '. It is not deductible until you correct the lines of the expense';
  const warning = (message: string, path = 'taxes.0.tax') => ({
    ...{ path, code: 'tax_differs', message },
  });

  test('is stored, is not deductible, and has a warning with both amounts', () => {
    const { lines, warnings } = expenseOf(smallUblFile(wrong));
    expect(lines).toMatchObject([{ net: '100', tax: '50', taxRate: '19', deductiblePercent: '0' }]);
    expect(warnings).toEqual([warning(`is 50.00 EUR, but 19 % of 100.00 is 19.00${effect}`)]);
  });

  test('leaves the tax of other rates deductible', () => {
    const more = `<cac:TaxTotal>${taxSubtotal('100', '50', '19')}${taxSubtotal('20', '1.40', '7')}</cac:TaxTotal>`;
    const { lines } = expenseOf(smallUblFile({ ...wrong, more, total: '171.40', due: '171.40' }));
    expect(lines.map(({ deductiblePercent, tax }) => [tax, deductiblePercent])).toEqual([
      ['50', '0'],
      ['1.4', '100'],
    ]);
  });

  test.each([
    ['tax of a rate of 0', { ...wrong, rate: '0', lineRate: '0' }, '0 % of 100.00 is 0.00'],
    ['too little tax', { tax: '5', total: '105', due: '105' }, '19 % of 100.00 is 19.00'],
  ])('also %s', (_name, document, message) => {
    const { lines, warnings } = expenseOf(smallUblFile(document));
    expect(lines).toMatchObject([{ deductiblePercent: '0' }]);
    expect(warnings).toEqual([
      warning(`is ${Number(document.tax).toFixed(2)} EUR, but ${message}${effect}`),
    ]);
  });

  test.each([
    ['a credit note', { ...wrong, typeCode: '396' }],
    [
      'a negative invoice',
      { net: '-100', taxable: '-100', tax: '-50', total: '-150', due: '-150', price: '-100' },
    ],
  ])('lowers the deduction on %s', (_name, document) => {
    const { kind, lines, warnings } = expenseOf(smallUblFile(document));
    expect(kind).toBe('CREDIT_NOTE');
    expect(lines).toMatchObject([{ tax: '50', deductiblePercent: '100' }]);
    expect(warnings).toEqual([warning(expect.not.stringContaining('deductible'))]);
  });

  test('raises it as a negative amount of a credit note', () => {
    const more = `<cac:TaxTotal>${taxSubtotal('100', '19', '19')}${taxSubtotal('-10', '-5', '7')}</cac:TaxTotal>`;
    const total = { total: '104', due: '104', typeCode: '396' };
    const { lines } = expenseOf(smallUblFile({ more, ...total }));
    expect(lines.map(({ deductiblePercent, tax }) => [tax, deductiblePercent])).toEqual([
      ['19', '100'],
      ['-5', '0'],
    ]);
  });

  test('is found without a tax breakdown by the rates of the lines', () => {
    const { lines, warnings } = expenseOf(smallUblFile({ ...wrong, rate: '' }));
    expect(lines).toMatchObject([{ net: '100', tax: '50', deductiblePercent: '0' }]);
    const message = `is 50.00 EUR, but the tax by the rates of the document is 19.00${effect}`;
    expect(warnings).toEqual([warning(message, 'totals.tax')]);
    const { lines: right } = expenseOf(smallUblFile({ rate: '' }));
    expect(right).toMatchObject([{ tax: '19', taxRate: '19', deductiblePercent: '100' }]);
  });

  test.each([
    ['86.00', '500.00', '586.00'],
    ['0.00', '19.00', '19.00'],
  ])('is found in the profile MINIMUM if no rate gives it: %s, %s', (net, tax, total) => {
    const file = ciiFile({ total, due: total }, 'MINIMUM')
      .replace('86.00</ram:TaxBasis', `${net}</ram:TaxBasis`)
      .replace('15.74', tax);
    const { lines, warnings } = expenseOf(file);
    expect(lines).toMatchObject([{ taxRate: '0', deductiblePercent: '0' }]);
    expect(warnings).toEqual([
      warning(
        `is ${tax} EUR, but the tax by the rates of the document is 0.00${effect}`,
        'totals.tax',
      ),
    ]);
  });

  test('may differ by a cent for each line, or by two', () => {
    const deductible = (tax: string) => {
      const total = (100 + Number(tax)).toFixed(2);
      return expenseOf(smallUblFile({ tax, total, due: total })).lines[0]?.deductiblePercent;
    };
    expect(['18.97', '18.98', '19.02', '19.03'].map(deductible)).toEqual(['0', '100', '100', '0']);
  });

  test('has the tolerance of all lines, also if these are combined', () => {
    const line = smallUblFile().match(/<cac:InvoiceLine>.*<\/cac:InvoiceLine>/s)?.[0] ?? '';
    const amounts = { taxable: '100100', tax: '19021', total: '119121', due: '119121' };
    const { lines, warnings } = expenseOf(smallUblFile({ ...amounts, more: line.repeat(1_000) }));
    expect(lines).toMatchObject([{ tax: '19021', deductiblePercent: '100' }]);
    expect(warnings).toMatchObject([{ code: 'lines_combined' }]);
  });

  test('that the workspace owes is set later, so its lines stay deductible', () => {
    const document = { category: 'AE', tax: '0', total: '100', due: '100' };
    const { lines, warnings } = expenseOf(smallUblFile(document));
    expect(lines).toMatchObject([{ taxCategory: 'REVERSE_CHARGE', deductiblePercent: '100' }]);
    expect(warnings.map(({ code }) => code)).toEqual(['self_assessed_tax', 'tax_differs']);
  });
});

describe('a currency', () => {
  test('without decimals has no amounts below 1', () => {
    const yen = { currency: 'JPY', net: '1005', price: '1005', taxable: '1005', rate: '10' };
    const rounded = { ...yen, lineRate: '10', tax: '101', total: '1106', due: '1106' };
    const { currency, lines, warnings } = expenseOf(smallUblFile(rounded));
    expect({ currency, lines, warnings }).toMatchObject({
      currency: 'JPY',
      lines: [{ net: '1005', tax: '101', deductiblePercent: '100' }],
      warnings: [],
    });
    // Many Japanese programs cut off instead.
    const cutOff = { ...rounded, tax: '100', total: '1105', due: '1105' };
    expect(expenseOf(smallUblFile(cutOff))).toMatchObject({
      lines: [{ tax: '100', deductiblePercent: '100' }],
      warnings: [],
    });
    const wrong = { ...rounded, tax: '104', total: '1109', due: '1109' };
    expect(expenseOf(smallUblFile(wrong)).warnings).toMatchObject([
      { message: expect.stringContaining('is 104 JPY, but 10 % of 1005 is 101.') },
    ]);
  });

  test('of three decimals keeps all of them', () => {
    const dinars = {
      currency: 'KWD',
      net: '12.345',
      price: '12.345',
      taxable: '12.345',
      rate: '5',
    };
    const document = { ...dinars, lineRate: '5', tax: '0.617', total: '12.962', due: '12.962' };
    expect(expenseOf(smallUblFile(document))).toMatchObject({
      lines: [{ net: '12.345', tax: '0.617', deductiblePercent: '100' }],
      warnings: [],
    });
    const wrong = { ...document, tax: '0.620', total: '12.965', due: '12.965' };
    expect(expenseOf(smallUblFile(wrong)).warnings).toMatchObject([
      { message: expect.stringContaining('is 0.620 KWD, but 5 % of 12.345 is 0.617.') },
    ]);
  });
});
