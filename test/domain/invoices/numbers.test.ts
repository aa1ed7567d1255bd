import { describe, expect, test } from 'vitest';
import { formatInvoiceNumber, readInvoiceNumber } from '../../../src/domain/invoices/numbers.ts';

describe('a number pattern', () => {
  test.each([
    ['INV-#####', 42, 'INV-00042'],
    ['INV-#####', 1_234_567, 'INV-1234567'],
    ['#', 7, '7'],
    ['2026/###-A', 5, '2026/005-A'],
    ['$& ##', 3, '$& 03'],
    ['BILL', 9, 'BILL9'],
  ])('%s writes %d as %s, and reads it back', (pattern, number, formatted) => {
    expect(formatInvoiceNumber(pattern, number)).toBe(formatted);
    expect(readInvoiceNumber(pattern, formatted).invoiceNumber).toBe(number);
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
  ])('R-###/26 takes %s for the number %s, printed %s', (asked, number, formatted) => {
    expect(readInvoiceNumber('R-###/26', asked)).toEqual({
      invoiceNumber: number,
      invoiceNumberFormatted: formatted,
    });
  });
});
