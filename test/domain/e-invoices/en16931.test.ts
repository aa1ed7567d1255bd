import { describe, expect, test } from 'vitest';
import type { EInvoiceTaxCode } from '../../../src/domain/e-invoices/e-invoice.ts';
import { writeCii } from '../../../src/domain/e-invoices/write-cii.ts';
import { writeUbl } from '../../../src/domain/e-invoices/write-ubl.ts';
import { brokenRules, readTerms, rules } from '../../support/en16931/check-document.ts';
import { sampleEInvoice } from '../../support/en16931/sample.ts';
import type { Terms } from '../../support/en16931/terms.ts';

type Damage = (terms: Terms) => void;

const codes: readonly EInvoiceTaxCode[] = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'];
const termsOf = (code: EInvoiceTaxCode) =>
  readTerms(writeUbl(sampleEInvoice(code), 'XRECHNUNG_UBL'));

const line = (change: Partial<Terms['lines'][number]>): Damage => {
  return ({ lines }) => Object.assign(lines[0] as object, change);
};
const tax = (change: Partial<Terms['taxes'][number]>): Damage => {
  return ({ taxes }) => Object.assign(taxes[0] as object, change);
};
const part = (isCharge: boolean, change: Partial<Terms['allowances'][number]>): Damage => {
  return ({ allowances }) =>
    Object.assign(allowances.find((one) => one.isCharge === isCharge) as object, change);
};
const linePart = (isCharge: boolean, change: Partial<Terms['allowances'][number]>): Damage => {
  return ({ lines }) =>
    Object.assign(lines[0]?.allowances.find((one) => one.isCharge === isCharge) as object, change);
};
const totals = (change: Partial<Terms['totals']>): Damage => {
  return (terms) => Object.assign(terms.totals, change);
};
const top = (change: Partial<Terms>): Damage => {
  return (terms) => Object.assign(terms, change);
};
const seller = (change: Partial<Terms['seller']>): Damage => {
  return (terms) => Object.assign(terms.seller, change);
};
const buyer = (change: Partial<Terms['buyer']>): Damage => {
  return (terms) => Object.assign(terms.buyer, change);
};
const wrongPeriod = { start: '2026-11-30', end: '2026-11-01' };
const noBounds = { start: null, end: null };

/** One damage for each rule that all categories share. */
const damages: Readonly<Record<string, Damage>> = {
  'BR-01': top({ specification: null }),
  'BR-02': top({ number: null }),
  'BR-03': top({ issueDate: '29.11.2026' }),
  'BR-04': top({ typeCode: null }),
  'BR-05': top({ currency: null }),
  'BR-06': seller({ name: null }),
  'BR-07': buyer({ name: null }),
  'BR-08': seller({ address: null }),
  'BR-09': seller({ address: { countryCode: null } }),
  'BR-10': buyer({ address: null }),
  'BR-11': buyer({ address: { countryCode: null } }),
  'BR-12': totals({ lines: null }),
  'BR-13': totals({ withoutTax: null }),
  'BR-14': totals({ withTax: null }),
  'BR-15': totals({ amountDue: null }),
  'BR-16': top({ lines: [] }),
  'BR-21': line({ id: null }),
  'BR-22': line({ quantity: null }),
  'BR-23': line({ unit: null }),
  'BR-24': line({ netAmount: null }),
  'BR-25': line({ name: null }),
  'BR-26': line({ price: null }),
  'BR-27': line({ price: '-0.01' }),
  'BR-29': top({ period: wrongPeriod }),
  'BR-30': line({ period: wrongPeriod }),
  'BR-31': part(false, { amount: null }),
  'BR-32': part(false, { taxCode: null }),
  'BR-33': part(false, { reason: null }),
  'BR-36': part(true, { amount: null }),
  'BR-37': part(true, { taxCode: null }),
  'BR-38': part(true, { reason: null }),
  'BR-41': linePart(false, { amount: null }),
  'BR-42': linePart(false, { reason: null }),
  'BR-43': linePart(true, { amount: null }),
  'BR-44': linePart(true, { reason: null }),
  'BR-45': tax({ taxableAmount: null }),
  'BR-46': tax({ amount: null }),
  'BR-47': tax({ code: null }),
  'BR-48': tax({ rate: null }),
  'BR-49': top({ payments: [{ code: null, accounts: [] }] }),
  'BR-50': top({ payments: [{ code: '58', accounts: [null] }] }),
  'BR-55': top({ precedingNumbers: [null] }),
  'BR-57': top({ deliveryCountries: [null] }),
  'BR-61': top({ payments: [{ code: '30', accounts: [] }] }),
  'BR-62': seller({ electronicAddress: { id: 'a@b.org', scheme: null } }),
  'BR-63': buyer({ electronicAddress: { id: 'a@b.org', scheme: null } }),
  'BR-CO-04': line({ taxCode: null }),
  'BR-CO-09': buyer({ vatId: '123456' }),
  'BR-CO-10': totals({ lines: '75.01' }),
  'BR-CO-11': totals({ allowances: '7.49' }),
  'BR-CO-12': totals({ charges: '2.51' }),
  'BR-CO-13': totals({ withoutTax: '69.99' }),
  'BR-CO-14': totals({ tax: '13.31' }),
  'BR-CO-15': totals({ withTax: '83.31' }),
  'BR-CO-16': totals({ amountDue: '80' }),
  'BR-CO-17': tax({ amount: '14.30' }),
  'BR-CO-18': top({ taxes: [] }),
  'BR-CO-19': top({ period: noBounds }),
  'BR-CO-20': line({ period: noBounds }),
  'BR-CO-25': top({ dueDate: null, paymentTerms: null }),
  'BR-CO-26': seller({ vatId: null, legalId: null }),
  'BR-CL-01': top({ typeCode: '999' }),
  'BR-CL-03': top({ amountCurrencies: ['EUR', 'XQX'] }),
  'BR-CL-04': top({ currency: 'EURO' }),
  'BR-CL-11': seller({ legalIdScheme: 'HRB' }),
  'BR-CL-14': buyer({ address: { countryCode: 'Germany' } }),
  'BR-CL-16': top({ payments: [{ code: '999', accounts: [] }] }),
  'BR-CL-17': tax({ code: 'STANDARD' }),
  'BR-CL-18': line({ taxCode: 'STANDARD' }),
  'BR-CL-22': tax({ reasonCode: 'reverse charge' }),
  'BR-CL-23': line({ unit: 'hours' }),
  'BR-CL-25': buyer({ electronicAddress: { id: 'a@b.org', scheme: 'mail' } }),
  'PEPPOL-EN16931-R008': top({ emptyElements: ['Note'] }),
  'PEPPOL-EN16931-R040': part(false, { percent: '11' }),
  'PEPPOL-EN16931-R051': top({ amountCurrencies: ['EUR', 'USD'] }),
  'PEPPOL-EN16931-R120': line({ price: '50.02' }),
  'PEPPOL-EN16931-R121': line({ baseQuantity: '-1' }),
  'BR-DEC-01': part(false, { amount: '7.501' }),
  'BR-DEC-02': part(false, { baseAmount: '75.001' }),
  'BR-DEC-05': part(true, { amount: '2.501' }),
  'BR-DEC-06': part(true, { baseAmount: '25.001' }),
  'BR-DEC-09': totals({ lines: '75.001' }),
  'BR-DEC-10': totals({ allowances: '7.501' }),
  'BR-DEC-11': totals({ charges: '2.501' }),
  'BR-DEC-12': totals({ withoutTax: '70.001' }),
  'BR-DEC-13': totals({ tax: '13.301' }),
  'BR-DEC-14': totals({ withTax: '83.301' }),
  'BR-DEC-16': totals({ prepaid: '3.301' }),
  'BR-DEC-17': totals({ rounding: '0.011' }),
  'BR-DEC-18': totals({ amountDue: '80.011' }),
  'BR-DEC-19': tax({ taxableAmount: '70.001' }),
  'BR-DEC-20': tax({ amount: '13.301' }),
  'BR-DEC-23': line({ netAmount: '95.001' }),
  'BR-DEC-24': linePart(false, { amount: '10.001' }),
  'BR-DEC-25': linePart(false, { baseAmount: '100.001' }),
  'BR-DEC-27': linePart(true, { amount: '5.001' }),
  'BR-DEC-28': linePart(true, { baseAmount: '50.001' }),
};

const prefixes = { S: 'S', Z: 'Z', E: 'E', AE: 'AE', K: 'IC', G: 'G', O: 'O' } as const;

/** Damages to a document of one category, by the end of the rule's id. */
function categoryDamages(code: EInvoiceTaxCode): Record<string, Damage> {
  const wrongIds: Damage = (terms) => {
    const vatId = code === 'O' ? 'DE123456789' : null;
    Object.assign(terms.seller, { vatId, taxNumber: null });
  };
  const wrongRate = { taxRate: code === 'S' ? '0' : '5' };
  const hasReason = code !== 'S' && code !== 'Z';
  return {
    '01': top({ taxes: [] }),
    '02': wrongIds,
    '03': wrongIds,
    '04': wrongIds,
    '05': line(wrongRate),
    '06': part(false, wrongRate),
    '07': part(true, wrongRate),
    '08': tax({ taxableAmount: '70.01' }),
    '09': tax({ amount: '14.36' }),
    '10': tax({ reason: hasReason ? null : 'A reason', reasonCode: null }),
  };
}

const ofS = { taxCode: 'S', taxRate: '19' };
const otherDamages: readonly [string, EInvoiceTaxCode, Damage][] = [
  ['BR-AE-02', 'AE', buyer({ vatId: null, legalId: null })],
  ['BR-IC-02', 'K', buyer({ vatId: null })],
  ['BR-O-02', 'O', buyer({ vatId: 'DE123456789' })],
  ['BR-E-01', 'E', ({ taxes }) => taxes.push(...structuredClone(taxes))],
  ['BR-S-08', 'S', part(false, { taxRate: '7' })],
  ['BR-IC-11', 'K', top({ deliveryDate: null, period: null })],
  ['BR-IC-12', 'K', top({ deliveryCountries: [] })],
  ['BR-O-11', 'O', ({ taxes }) => taxes.push({ ...structuredClone(taxes[0]), code: 'S' } as never)],
  ['BR-O-12', 'O', line(ofS)],
  ['BR-O-13', 'O', part(false, ofS)],
  ['BR-O-14', 'O', part(true, ofS)],
];

const cases: [string, EInvoiceTaxCode, Damage][] = [
  ...Object.entries(damages).map(([id, damage]) => [id, 'S', damage] as [string, 'S', Damage]),
  ...codes.flatMap((code) =>
    Object.entries(categoryDamages(code)).map(
      ([end, damage]): [string, EInvoiceTaxCode, Damage] => [
        `BR-${prefixes[code]}-${end}`,
        code,
        damage,
      ],
    ),
  ),
  ...otherDamages,
];

/** Terms that a document of a category does not have. */
const absentTerms: Partial<Record<EInvoiceTaxCode, RegExp>> = {
  S: /^\.taxes\.0\.reason/,
  Z: /^\.taxes\.0\.reason/,
  O: /vatId|taxRate/,
};

/** The paths of the terms that a document lacks. */
const missingTerms = (value: unknown, path = ''): string[] => {
  if (value === null) return [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value as object).flatMap(([key, one]) =>
    missingTerms(one, `${path}.${key}`),
  );
};

describe('the checker of EN 16931', () => {
  test.each(cases)('finds a document that breaks %s (tax category %s)', (id, code, damage) => {
    const terms = termsOf(code);
    expect(brokenRules(terms)).toEqual([]);
    damage(terms);
    expect(brokenRules(terms)).toContain(id);
  });

  test('has no rule that was never seen failing', () => {
    expect(new Set(cases.map(([id]) => id))).toEqual(new Set(Object.keys(rules)));
  });

  test.each(codes)('reads all terms of both syntaxes, and the same (tax category %s)', (code) => {
    for (const typeCode of ['380', '381'] as const) {
      const invoice = sampleEInvoice(code, typeCode);
      const ubl = readTerms(writeUbl(invoice, 'XRECHNUNG_UBL'));
      const cii = readTerms(writeCii(invoice, 'XRECHNUNG_CII'));
      expect({ ...cii, amountCurrencies: ubl.amountCurrencies }).toEqual(ubl);
      expect(cii.amountCurrencies).toEqual(['EUR']);
      expect(brokenRules(cii)).toEqual([]);
      const missing = missingTerms(ubl).filter((path) => !absentTerms[code]?.test(path));
      const absent = typeCode === '381' ? ['.dueDate', '.buyer.taxNumber'] : ['.buyer.taxNumber'];
      expect(missing).toEqual(absent);
    }
  });
});
