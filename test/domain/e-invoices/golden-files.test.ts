import { expect, test } from 'vitest';
import type { EInvoiceTaxCode } from '../../../src/domain/e-invoices/e-invoice.ts';
import { writeCii } from '../../../src/domain/e-invoices/write-cii.ts';
import { writeUbl } from '../../../src/domain/e-invoices/write-ubl.ts';
import { sampleEInvoice } from '../../support/en16931/sample.ts';

/** One element a line. */
const linesOf = (xml: string) => xml.replaceAll(/>(?=<(?!\/)|<\/[^>]+><)/g, '>\n');

test.each([
  ['PEPPOL_UBL', writeUbl, 'S', '380'],
  ['XRECHNUNG_UBL', writeUbl, 'AE', '381'],
  ['XRECHNUNG_CII', writeCii, 'K', '380'],
  ['FACTUR_X', writeCii, 'O', '381'],
] as const)('%s is written as its golden file', async (format, write, code, typeCode) => {
  const xml = linesOf(write(sampleEInvoice(code, typeCode), format));
  await expect(xml).toMatchFileSnapshot(`golden/${format}-${code}-${typeCode}.xml`);
});

const ofTags = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>.*?</${tag}>`, 'g'))].map(([element]) =>
    element
      .replaceAll(/<\/?(\w+:\w+)[^>]*>/g, ' ')
      .trim()
      .replaceAll(/ +/g, ' '),
  );

const breakdowns: [EInvoiceTaxCode, string, string][] = [
  ['S', '70.00 13.30 S 19 VAT', '13.30 VAT 70.00 S 19'],
  ['Z', '70.00 0.00 Z 0 VAT', '0.00 VAT 70.00 Z 0'],
  ['E', '70.00 0.00 E 0 VATEX-EU-132 A reason VAT', '0.00 VAT A reason 70.00 E VATEX-EU-132 0'],
  ['AE', '70.00 0.00 AE 0 VATEX-EU-AE A reason VAT', '0.00 VAT A reason 70.00 AE VATEX-EU-AE 0'],
  ['K', '70.00 0.00 K 0 VATEX-EU-IC A reason VAT', '0.00 VAT A reason 70.00 K VATEX-EU-IC 0'],
  ['G', '70.00 0.00 G 0 VATEX-EU-G A reason VAT', '0.00 VAT A reason 70.00 G VATEX-EU-G 0'],
  ['O', '70.00 0.00 O 0 VATEX-EU-O A reason VAT', '0.00 VAT A reason 70.00 O VATEX-EU-O 0'],
];

test.each(breakdowns)('the breakdown of the tax category %s', (code, ubl, cii) => {
  const invoice = sampleEInvoice(code);
  expect(ofTags(writeUbl(invoice, 'PEPPOL_UBL'), 'cac:TaxSubtotal')).toEqual([ubl]);
  expect(ofTags(writeCii(invoice, 'EN16931_CII'), 'ram:ApplicableTradeTax').at(-1)).toBe(cii);
});

test('text is escaped, characters that XML forbids are removed, and blank text has no element', () => {
  const invoice = {
    ...sampleEInvoice('S'),
    note: 'a\u0000<b>\r\n&"\u{1F600}\ud800\ufffe',
    orderNumber: ' \u0007 ',
  };
  for (const xml of [writeUbl(invoice, 'PEPPOL_UBL'), writeCii(invoice, 'EN16931_CII')]) {
    expect(xml).toContain('>a&lt;b&gt;\n&amp;&quot;\u{1F600}</');
    expect(xml).not.toMatch(/OrderReference|BuyerOrderReferencedDocument/);
  }
});
