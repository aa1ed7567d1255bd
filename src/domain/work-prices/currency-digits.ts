import { currenciesWithMinorUnitDigits } from '../../platform/money/money.ts';

const quoted = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ');

/** How many digits after the point amounts of a currency have, in SQL: `minorUnitDigits` of an expression. */
export function currencyDigitsSql(currency: string): string {
  const cases = ([0, 3, 4] as const).map(
    (digits) =>
      `WHEN ${currency} IN (${quoted(currenciesWithMinorUnitDigits(digits))}) THEN ${digits}`,
  );
  return `CASE ${cases.join(' ')} ELSE 2 END`;
}
