import type { Rule } from './content-rules.ts';
import type { Terms, TotalName } from './terms.ts';
import { cent, difference, integerOf, isTaxOfRow, one, sumOf } from './terms.ts';

const total = (terms: Terms, name: TotalName): bigint => integerOf(terms.totals[name]);

const documentAllowances = ({ allowances }: Terms, isCharge: boolean) =>
  allowances.filter((part) => part.isCharge === isCharge);

const lineAllowances = ({ lines }: Terms, isCharge: boolean) =>
  lines.flatMap(({ allowances }) => allowances.filter((part) => part.isCharge === isCharge));

const twoDecimals =
  (select: (terms: Terms) => (string | null)[]): Rule =>
  (terms) =>
    select(terms).every((text) => integerOf(text) % cent === 0n);

const totalDecimals = (name: TotalName) => twoDecimals(({ totals }) => [totals[name]]);

/** The sums, and the decimals of amounts. */
export const sumRules: Readonly<Record<string, Rule>> = {
  'BR-CO-10': (terms) =>
    total(terms, 'lines') === sumOf(terms.lines.map(({ netAmount }) => netAmount)),
  'BR-CO-11': (terms) =>
    total(terms, 'allowances') ===
    sumOf(documentAllowances(terms, false).map(({ amount }) => amount)),
  'BR-CO-12': (terms) =>
    total(terms, 'charges') === sumOf(documentAllowances(terms, true).map(({ amount }) => amount)),
  'BR-CO-13': (terms) =>
    total(terms, 'withoutTax') ===
    total(terms, 'lines') - total(terms, 'allowances') + total(terms, 'charges'),
  'BR-CO-14': (terms) => total(terms, 'tax') === sumOf(terms.taxes.map(({ amount }) => amount)),
  'BR-CO-15': (terms) =>
    total(terms, 'withTax') === total(terms, 'withoutTax') + total(terms, 'tax'),
  'BR-CO-16': (terms) =>
    total(terms, 'amountDue') ===
    total(terms, 'withTax') - total(terms, 'prepaid') + total(terms, 'rounding'),
  'BR-CO-17': ({ taxes }) => taxes.every(isTaxOfRow),
  'BR-DEC-01': twoDecimals((terms) => documentAllowances(terms, false).map((part) => part.amount)),
  'BR-DEC-02': twoDecimals((terms) =>
    documentAllowances(terms, false).map((part) => part.baseAmount),
  ),
  'BR-DEC-05': twoDecimals((terms) => documentAllowances(terms, true).map((part) => part.amount)),
  'BR-DEC-06': twoDecimals((terms) =>
    documentAllowances(terms, true).map((part) => part.baseAmount),
  ),
  'BR-DEC-09': totalDecimals('lines'),
  'BR-DEC-10': totalDecimals('allowances'),
  'BR-DEC-11': totalDecimals('charges'),
  'BR-DEC-12': totalDecimals('withoutTax'),
  'BR-DEC-13': totalDecimals('tax'),
  'BR-DEC-14': totalDecimals('withTax'),
  'BR-DEC-16': totalDecimals('prepaid'),
  'BR-DEC-17': totalDecimals('rounding'),
  'BR-DEC-18': totalDecimals('amountDue'),
  'BR-DEC-19': twoDecimals(({ taxes }) => taxes.map(({ taxableAmount }) => taxableAmount)),
  'BR-DEC-20': twoDecimals(({ taxes }) => taxes.map(({ amount }) => amount)),
  'BR-DEC-23': twoDecimals(({ lines }) => lines.map(({ netAmount }) => netAmount)),
  'BR-DEC-24': twoDecimals((terms) => lineAllowances(terms, false).map((part) => part.amount)),
  'BR-DEC-25': twoDecimals((terms) => lineAllowances(terms, false).map((part) => part.baseAmount)),
  'BR-DEC-27': twoDecimals((terms) => lineAllowances(terms, true).map((part) => part.amount)),
  'BR-DEC-28': twoDecimals((terms) => lineAllowances(terms, true).map((part) => part.baseAmount)),
  // Peppol: a line is quantity × price with its allowances and charges, an allowance its percentage.
  'PEPPOL-EN16931-R120': ({ lines }) =>
    lines.every((line) => {
      const [quantity, price] = [integerOf(line.quantity), integerOf(line.price)];
      const base = line.baseQuantity === null ? one : integerOf(line.baseQuantity);
      const adjustments = line.allowances.map(({ amount, isCharge }) =>
        isCharge ? integerOf(amount) : -integerOf(amount),
      );
      const exact = adjustments.reduce((sum, part) => sum + part, (quantity * price) / base);
      return difference(integerOf(line.netAmount), exact) <= 2n * cent;
    }),
  'PEPPOL-EN16931-R121': ({ lines }) =>
    lines.every(({ baseQuantity }) => baseQuantity === null || integerOf(baseQuantity) > 0n),
  'PEPPOL-EN16931-R040': (terms) =>
    [...terms.allowances, ...terms.lines.flatMap(({ allowances }) => allowances)].every(
      ({ amount, baseAmount, percent }) =>
        baseAmount === null ||
        percent === null ||
        difference(
          integerOf(amount),
          (integerOf(baseAmount) * integerOf(percent)) / (100n * one),
        ) <=
          2n * cent,
    ),
};
