import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { roundToCurrency } from '../../platform/money/money.ts';

/** 1 `baseCurrency` = `rate` `quoteCurrency`. */
export interface AppliedExchangeRate {
  day: Date;
  baseCurrency: string;
  quoteCurrency: string;
  rate: Decimal;
}

const maxListed = 5;

/** Banks publish no rates on weekends and holidays. */
const rateValidityDays = 7;

/** Without a rate, the amount is in the target currency. */
export function convertAmount(
  amount: Decimal,
  appliedRate: AppliedExchangeRate | null,
  targetCurrency: string,
): Decimal {
  if (appliedRate === null) return amount;
  const { quoteCurrency, rate } = appliedRate;
  return roundToCurrency(
    quoteCurrency === targetCurrency ? amount.times(rate) : amount.dividedBy(rate),
    targetCurrency,
  );
}

/**
 * The rate of a day is the latest one, at most a week old, or its inverse. Null for the target currency.
 * @throws ActionError invalid_input, with the missing rates
 */
export async function findExchangeRates(
  { accountId, db }: Context,
  targetCurrency: string,
  days: readonly { start: Date; currency: string }[],
  path: string,
): Promise<(day: Date, own: string) => AppliedExchangeRate | null> {
  const keyOf = (...parts: string[]) => parts.join(' ');
  const needed = new Map(
    days
      .filter(({ currency: own }) => own !== targetCurrency)
      .map(({ currency: own, start }) => ({ own, issueDay: formatDate(start) }))
      .map((one) => [keyOf(one.issueDay, one.own), one]),
  );
  if (needed.size === 0) return () => null;
  const rows = await db.$queryRaw<(AppliedExchangeRate & { issueDay: string; own: string })[]>`
    SELECT k."issueDay"::text, k.own, r.day, r."baseCurrency", r."quoteCurrency", r.rate
    FROM json_to_recordset(${JSON.stringify([...needed.values()])}::json) AS k("issueDay" date, own text)
    JOIN LATERAL (SELECT * FROM "ExchangeRate" r WHERE r."accountId" = ${accountId}
      AND r.day BETWEEN k."issueDay" - ${rateValidityDays}::int AND k."issueDay"
      AND (r."baseCurrency", r."quoteCurrency") IN ((k.own, ${targetCurrency}), (${targetCurrency}, k.own))
      ORDER BY r.day DESC, r."baseCurrency" = k.own DESC LIMIT 1) r ON true`;
  const rates = new Map<string, AppliedExchangeRate>();
  const found = new Map<string, AppliedExchangeRate>();
  for (const { issueDay, own, ...row } of rows) {
    const key = keyOf(formatDate(row.day), row.baseCurrency, row.quoteCurrency);
    const rate = rates.get(key) ?? row;
    rates.set(key, rate);
    found.set(keyOf(issueDay, own), rate);
  }
  const missing = [...needed.entries()].filter(([key]) => !found.has(key));
  if (missing.length > 0) {
    const texts = missing.map(
      ([, { issueDay, own }]) => `${own} in ${targetCurrency} for ${issueDay}`,
    );
    throw missingRateError(texts, path);
  }
  return (day, own) => found.get(keyOf(formatDate(day), own)) ?? null;
}

function missingRateError(missing: readonly string[], path: string) {
  const listed = missing.slice(0, maxListed).join(', ');
  const more = missing.length > maxListed ? ` and ${missing.length - maxListed} more` : '';
  const message = `needs exchange rates that are missing: ${listed}${more}`;
  return invalidInputError([{ path, code: 'rate_missing', message }]);
}
