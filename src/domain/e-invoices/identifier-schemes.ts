import { isGln } from '../../platform/input/check-digits.ts';

/** Whether EN 16931 lists this register of ISO 6523. */
export const isRegisterCode = (scheme: string): boolean =>
  scheme >= '0002' && scheme <= '0248' && !['0092', '0103', '0181', '0182'].includes(scheme);

/** Schemes of electronic addresses that EN 16931 lists and Peppol does not. */
const schemesOutsidePeppol = '0219 0220 0242 0244 0245 0246 0248 AN AQ AS AU EM'.split(' ');

export const isPeppolScheme = (scheme: string): boolean => !schemesOutsidePeppol.includes(scheme);

const weightedSum = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);

export const isSwedishNumber = (number: string): boolean =>
  /^\d{10}$/.test(number) &&
  [...number].reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
    0;

const isNorwegianNumber = (number: string): boolean =>
  /^\d{9}$/.test(number) && weightedSum(number, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;

const isBelgianNumber = (number: string): boolean =>
  /^\d{10}$/.test(number) && 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8));

const isAustralianNumber = (number: string): boolean =>
  /^\d{11}$/.test(number) &&
  (weightedSum(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;

export const checkedSchemes: Readonly<
  Record<string, { rule: string; name: string; isValid: (number: string) => boolean }>
> = {
  '0007': { rule: 'R049', name: 'Swedish organisation number', isValid: isSwedishNumber },
  '0088': { rule: 'R040', name: 'GLN', isValid: isGln },
  '0151': { rule: 'R050', name: 'Australian business number', isValid: isAustralianNumber },
  '0184': {
    rule: 'R042',
    name: 'Danish CVR number',
    isValid: (number) => /^(DK)?\d{8}$/.test(number),
  },
  '0192': { rule: 'R041', name: 'Norwegian organisation number', isValid: isNorwegianNumber },
  '0208': { rule: 'R043', name: 'Belgian enterprise number', isValid: isBelgianNumber },
};
