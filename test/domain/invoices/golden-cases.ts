import type { TaxComponent } from '../../../src/domain/invoices/tax-components.ts';
import type { TotalsInput } from '../../../src/domain/invoices/totals-input.ts';
import { charge, tax } from '../../support/totals-inputs.ts';

/** An invoice with published amounts. If the source contains only the rule, the arithmetic is by hand. */
export interface GoldenCase {
  name: string;
  /** The law, the authority's example or the published dispute. */
  source: string;
  currency: string;
  lines: TotalsInput['lines'];
  discountPercent?: string;
  components: TaxComponent[];
  expected: { subTotal: string; discount?: string; taxes: string[]; total: string };
}

const quebec = {
  before2013: (rate: string) => [tax('5', 1), tax(rate, 2, true)],
  since2013: [tax('5', 1), tax('9.975', 2)],
};

const invoiceNinja = (thread: string) => `github.com/invoiceninja/${thread}`;

export const goldenCases: GoldenCase[] = [
  {
    name: 'Québec until the end of 2012: QST 9.5 % of the price and GST',
    source:
      'Revenu Québec, press release of 17 December 2012, "Calculation before January 1, 2013"',
    currency: 'CAD',
    lines: [charge('1', '100')],
    components: quebec.before2013('9.5'),
    expected: { subTotal: '100', taxes: ['5', '9.98'], total: '114.98' },
  },
  {
    name: 'Québec since 2013: QST 9.975 % of the price alone',
    source: 'Revenu Québec, press release of 17 December 2012, and "Calculating the Taxes"',
    currency: 'CAD',
    lines: [charge('1', '100')],
    components: quebec.since2013,
    expected: { subTotal: '100', taxes: ['5', '9.98'], total: '114.98' },
  },
  {
    name: 'Québec: taxes of several goods are taken of their total price, half a cent counts as one',
    source:
      'Revenu Québec, "Calculating the Taxes" (rule); by hand: 3 × 3.34, 5 % = 0.501, 9.975 % = 0.999495',
    currency: 'CAD',
    lines: [charge('1', '3.34'), charge('1', '3.34'), charge('1', '3.34')],
    components: quebec.since2013,
    expected: { subTotal: '10.02', taxes: ['0.5', '1'], total: '11.52' },
  },
  {
    name: 'Québec, published dispute: 140 + 5 % + 9.975 % is 160.97, not 160.96',
    source: invoiceNinja('invoiceninja/issues/1453'),
    currency: 'CAD',
    lines: [charge('1', '140')],
    components: quebec.since2013,
    expected: { subTotal: '140', taxes: ['7', '13.97'], total: '160.97' },
  },
  {
    name: 'Québec, published dispute: 1140 + 5 % + 9.975 % is 1310.72',
    source: invoiceNinja('invoiceninja/issues/1453'),
    currency: 'CAD',
    lines: [charge('1', '1140')],
    components: quebec.since2013,
    expected: { subTotal: '1140', taxes: ['57', '113.72'], total: '1310.72' },
  },
  {
    name: 'Québec, published dispute: 300 + 5 % + 9.975 % is 344.93',
    source: invoiceNinja('ui/issues/2472'),
    currency: 'CAD',
    lines: [charge('1', '300')],
    components: quebec.since2013,
    expected: { subTotal: '300', taxes: ['15', '29.93'], total: '344.93' },
  },
  {
    name: 'British Columbia, published dispute: 5 % and 7 % of 38.48 are not rounded up',
    source: 'github.com/magento/magento2/issues/35025',
    currency: 'CAD',
    lines: [charge('1', '38.48')],
    components: [tax('5', 1), tax('7', 2)],
    expected: { subTotal: '38.48', taxes: ['1.92', '2.69'], total: '43.09' },
  },
  {
    name: 'India, within a state: CGST 9 % and SGST 9 %, each of the price',
    source:
      'CGST Act 2017, section 9, and the SGST Acts beside it; by hand: 9 % of 1234.50 = 111.105',
    currency: 'INR',
    lines: [charge('3', '411.50')],
    components: [tax('9', 1), tax('9', 2)],
    expected: { subTotal: '1234.5', taxes: ['111.11', '111.11'], total: '1456.72' },
  },
  {
    name: 'India, with a cess on both halves of the GST',
    source:
      'github.com/odoo/odoo, addons/account/tests/test_taxes_computation.py (6 %, 6 %, 3 % on both)',
    currency: 'INR',
    lines: [charge('1', '100')],
    components: [tax('6', 1), tax('6', 2), tax('3', 3, true)],
    expected: { subTotal: '100', taxes: ['6', '6', '3.36'], total: '115.36' },
  },
  {
    name: 'Germany: 19 %, published dispute: 8500 − 7500 + 19 % is 1190.00, not a cent off',
    source: `UStG § 12 (1); ${invoiceNinja('invoiceninja/issues/10856')}`,
    currency: 'EUR',
    lines: [charge('1', '8500'), charge('1', '-7500')],
    components: [tax('19')],
    expected: { subTotal: '1000', taxes: ['190'], total: '1190' },
  },
  {
    name: 'Portugal, published dispute: 23 % of 55.55 and 11.11 together is 15.33',
    source: 'github.com/odoo/odoo/issues/36675',
    currency: 'EUR',
    lines: [charge('1', '55.55'), charge('1', '11.11')],
    components: [tax('23')],
    expected: { subTotal: '66.66', taxes: ['15.33'], total: '81.99' },
  },
  {
    name: 'United Kingdom: 20 %, with a line outside the tax and a discount on both',
    source: 'VAT Act 1994, section 2 (1) (rate); by hand: 90 % of 49.99 is 44.99, its 20 % 8.998',
    currency: 'GBP',
    lines: [charge('1', '49.99'), charge('1', '10', false)],
    discountPercent: '10',
    components: [tax('20')],
    expected: { subTotal: '59.99', discount: '6', taxes: ['9'], total: '62.99' },
  },
  {
    name: 'Saudi Arabia, published dispute: 15 % of 1091.50 is 163.73',
    source: 'github.com/lavaloon-eg/ksa_compliance/issues/174',
    currency: 'SAR',
    lines: [charge('1', '1091.5')],
    components: [tax('15')],
    expected: { subTotal: '1091.5', taxes: ['163.73'], total: '1255.23' },
  },
  {
    name: 'United States: up to the next cent where the third decimal is greater than four',
    source:
      'Streamlined Sales and Use Tax Agreement, section 324 (N.D.C.C. 57-39.4-25), state and local rate together, on the invoice; by hand: 7.5 % of 33.40 = 2.505',
    currency: 'USD',
    lines: [charge('2', '16.70'), charge('1', '8', false)],
    components: [tax('7.5')],
    expected: { subTotal: '41.4', taxes: ['2.51'], total: '43.91' },
  },
  {
    name: 'United States: down where the third decimal is four',
    source:
      'Streamlined Sales and Use Tax Agreement, section 324; by hand: 6.625 % of 12.75 = 0.8446875',
    currency: 'USD',
    lines: [charge('1', '12.75')],
    components: [tax('6.625')],
    expected: { subTotal: '12.75', taxes: ['0.84'], total: '13.59' },
  },
  {
    name: 'Japan: whole yen, 10 % of 12,345 is 1,235',
    source: 'ISO 4217; github.com/odoo/odoo/pull/100478',
    currency: 'JPY',
    lines: [charge('1', '12345')],
    components: [tax('10')],
    expected: { subTotal: '12345', taxes: ['1235'], total: '13580' },
  },
  {
    name: 'Japan: tax is rounded once on the invoice, not on each line',
    source:
      'National Tax Agency, questions and answers on the invoice system, on fractions (once for each rate; the way of rounding is the seller’s); by hand: 10 % of 3 × 95 = 28.5',
    currency: 'JPY',
    lines: [charge('1', '95'), charge('1', '95'), charge('1', '95')],
    components: [tax('10')],
    expected: { subTotal: '285', taxes: ['29'], total: '314' },
  },
  {
    name: 'Kuwait: dinars have 1,000 fils; 5 %, the rate of the Gulf states’ agreement',
    source: 'ISO 4217; by hand: 3 × 1.2345 = 3.7035, 5 % of 3.704 = 0.1852',
    currency: 'KWD',
    lines: [charge('3', '1.2345')],
    components: [tax('5')],
    expected: { subTotal: '3.704', taxes: ['0.185'], total: '3.889' },
  },
  {
    name: 'Bahrain: 10 %, in fils',
    source:
      'Decree-Law 48 of 2018 as amended by Law 33 of 2021 (rate); by hand: 10 % of 12.345 = 1.2345',
    currency: 'BHD',
    lines: [charge('1', '12.345')],
    components: [tax('10')],
    expected: { subTotal: '12.345', taxes: ['1.235'], total: '13.58' },
  },
  {
    name: 'published dispute: 2.25 × 64.22 at a discount of 100 % is 0, not −0.01',
    source: invoiceNinja('invoiceninja/issues/3195'),
    currency: 'USD',
    lines: [charge('2.25', '64.22')],
    discountPercent: '100',
    components: [tax('19')],
    expected: { subTotal: '144.5', discount: '144.5', taxes: ['0'], total: '0' },
  },
];

/** Different rounding rules: their results, and ours. */
export const otherRules: (GoldenCase & { reason: string; theirs: string[] })[] = [
  {
    name: 'India: tax payable in whole rupees',
    source: 'CGST Act 2017, section 170: nearest rupee, fifty paise upwards',
    reason: 'the rounding of what is paid to the state; an invoice’s amounts are in paise here',
    currency: 'INR',
    lines: [charge('1', '54670')],
    components: [tax('9', 1), tax('9', 2)],
    expected: { subTotal: '54670', taxes: ['4920.3', '4920.3'], total: '64510.6' },
    theirs: ['4920', '4920'],
  },
  {
    name: 'Japan: the seller rounds tax down',
    source: 'National Tax Agency, questions and answers on the invoice system, on fractions',
    reason: 'sellers may choose to round up, down or half up; ours is half up, for every currency',
    currency: 'JPY',
    lines: [charge('1', '12345')],
    components: [tax('10')],
    expected: { subTotal: '12345', taxes: ['1235'], total: '13580' },
    theirs: ['1234'],
  },
];
