import type { Rule } from './content-rules.ts';
import type { BreakdownTerms, TaxTerms, Terms } from './terms.ts';
import { integerOf, isTaxOfRow, sumOf } from './terms.ts';

interface Category {
  code: string;
  /** Prefix of its rules. */
  prefix: string;
  hasReason: boolean;
  hasIds: (terms: Terms) => boolean;
}

const sellerIsTaxed = ({ seller }: Terms) => seller.vatId !== null || seller.taxNumber !== null;

const categories: readonly Category[] = [
  { code: 'S', prefix: 'BR-S', hasReason: false, hasIds: sellerIsTaxed },
  { code: 'Z', prefix: 'BR-Z', hasReason: false, hasIds: sellerIsTaxed },
  { code: 'E', prefix: 'BR-E', hasReason: true, hasIds: sellerIsTaxed },
  {
    ...{ code: 'AE', prefix: 'BR-AE', hasReason: true },
    hasIds: (terms) =>
      sellerIsTaxed(terms) && (terms.buyer.vatId !== null || terms.buyer.legalId !== null),
  },
  {
    ...{ code: 'K', prefix: 'BR-IC', hasReason: true },
    hasIds: ({ buyer, seller }) => seller.vatId !== null && buyer.vatId !== null,
  },
  {
    ...{ code: 'G', prefix: 'BR-G', hasReason: true },
    hasIds: ({ seller }) => seller.vatId !== null,
  },
  {
    ...{ code: 'O', prefix: 'BR-O', hasReason: true },
    hasIds: ({ buyer, seller }) => seller.vatId === null && buyer.vatId === null,
  },
];

const isZero = (text: string | null) => text !== null && integerOf(text) === 0n;

/** A rate is positive for S, missing for O, and zero for the others. */
function hasRightRate(code: string, { taxRate }: TaxTerms): boolean {
  if (code === 'O') return taxRate === null;
  return code === 'S' ? integerOf(taxRate) > 0n : isZero(taxRate);
}

const netOf = ({ allowances, lines }: Terms, isPart: (one: TaxTerms) => boolean): bigint => {
  const parts = allowances.filter(isPart);
  const amounts = (isCharge: boolean) =>
    sumOf(parts.filter((one) => one.isCharge === isCharge).map(({ amount }) => amount));
  const net = sumOf(lines.filter(isPart).map(({ netAmount }) => netAmount));
  return net - amounts(false) + amounts(true);
};

/** Rows of S are one for each rate. Rows of the others are one for each code. */
const isOfRow =
  ({ code, rate }: BreakdownTerms) =>
  ({ taxCode, taxRate }: TaxTerms): boolean =>
    taxCode === code && (code !== 'S' || integerOf(taxRate) === integerOf(rate));

function rulesOf({ code, hasIds, hasReason, prefix }: Category): Record<string, Rule> {
  const linesOf = ({ lines }: Terms) => lines.filter(({ taxCode }) => taxCode === code);
  const allowancesOf = ({ allowances }: Terms, isCharge: boolean) =>
    allowances.filter((one) => one.taxCode === code && one.isCharge === isCharge);
  const rowsOf = ({ taxes }: Terms) => taxes.filter((tax) => tax.code === code);
  return {
    [`${prefix}-01`]: (terms) => {
      const isUsed = [...terms.lines, ...terms.allowances].some(({ taxCode }) => taxCode === code);
      const rows = rowsOf(terms).length;
      return isUsed ? (code === 'S' ? rows >= 1 : rows === 1) : rows === 0;
    },
    [`${prefix}-02`]: (terms) => linesOf(terms).length === 0 || hasIds(terms),
    [`${prefix}-03`]: (terms) => allowancesOf(terms, false).length === 0 || hasIds(terms),
    [`${prefix}-04`]: (terms) => allowancesOf(terms, true).length === 0 || hasIds(terms),
    [`${prefix}-05`]: (terms) => linesOf(terms).every((line) => hasRightRate(code, line)),
    [`${prefix}-06`]: (terms) => allowancesOf(terms, false).every((one) => hasRightRate(code, one)),
    [`${prefix}-07`]: (terms) => allowancesOf(terms, true).every((one) => hasRightRate(code, one)),
    [`${prefix}-08`]: (terms) =>
      rowsOf(terms).every((row) => integerOf(row.taxableAmount) === netOf(terms, isOfRow(row))),
    [`${prefix}-09`]: (terms) =>
      rowsOf(terms).every((row) => (code === 'S' ? isTaxOfRow(row) : isZero(row.amount))),
    [`${prefix}-10`]: (terms) =>
      rowsOf(terms).every(
        ({ reason, reasonCode }) => hasReason === (reason !== null || reasonCode !== null),
      ),
  };
}

const isAlone = (terms: Terms, codes: readonly (string | null)[]): boolean =>
  terms.taxes.every(({ code }) => code !== 'O') || codes.every((code) => code === 'O');

const codesOf = (parts: readonly TaxTerms[]) => parts.map(({ taxCode }) => taxCode);

/** The rules of each tax category. */
export const taxRules: Readonly<Record<string, Rule>> = {
  ...Object.assign({}, ...categories.map(rulesOf)),
  'BR-IC-11': ({ deliveryDate, period, taxes }) =>
    taxes.every(({ code }) => code !== 'K') || deliveryDate !== null || period !== null,
  'BR-IC-12': ({ deliveryCountries, taxes }) =>
    taxes.every(({ code }) => code !== 'K') || deliveryCountries.some((code) => code),
  'BR-O-11': (terms) =>
    isAlone(
      terms,
      terms.taxes.map(({ code }) => code),
    ),
  'BR-O-12': (terms) => isAlone(terms, codesOf(terms.lines)),
  'BR-O-13': (terms) =>
    isAlone(terms, codesOf(terms.allowances.filter(({ isCharge }) => !isCharge))),
  'BR-O-14': (terms) =>
    isAlone(terms, codesOf(terms.allowances.filter(({ isCharge }) => isCharge))),
};
