import { currenciesWithMinorUnitDigits } from './money.ts';

const quoted = (codes: readonly string[]) => codes.map((code) => `'${code}'`).join(', ');

const codesByDigits = ([0, 3, 4] as const).map(
  (digits) => [quoted(currenciesWithMinorUnitDigits(digits)), digits] as const,
);

/** `minorUnitDigits` in SQL. */
export function currencyDigitsSql(currency: string): string {
  const cases = codesByDigits.map(
    ([codes, digits]) => `WHEN ${currency} IN (${codes}) THEN ${digits}`,
  );
  return `CASE ${cases.join(' ')} ELSE 2 END`;
}
