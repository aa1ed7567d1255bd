import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { rangeOrderRule } from '../../platform/input/date-ranges.ts';
import { currency } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { Decimal, roundToCurrency } from '../../platform/money/money.ts';
import {
  firstDayOfPeriod,
  reportingPeriodFields,
  resolveReportingPeriods,
} from './reporting-periods.ts';
import type { InvoicedRevenuePeriod } from './revenue.ts';
import { sumInvoicedRevenue } from './revenue.ts';

export const convertedRevenueInput = inputObject(
  'Converted',
  'Which periods to sum up, in which currency.',
  {
    currency: required(currency, 'The currency to tell it in.'),
    ...reportingPeriodFields,
  },
);

/** 1 `baseCurrency` = `rate` `quoteCurrency`. */
export interface AppliedExchangeRate {
  day: Date;
  baseCurrency: string;
  quoteCurrency: string;
  rate: Decimal;
}

export interface ConvertedRevenuePeriod {
  start: Date;
  currency: string;
  invoices: number;
  net: Decimal;
  tax: Decimal;
  total: Decimal;
  /** By day. */
  rates: AppliedExchangeRate[];
}

const maxListed = 5;

/**
 * The rate of a day is the latest one, at most a week old, or its inverse. The sum of each day and currency is rounded.
 * @throws ActionError missing_scope, invalid_input
 */
export async function listConvertedRevenue(
  context: Context,
  input: InputOf<typeof convertedRevenueInput>,
): Promise<ConvertedRevenuePeriod[]> {
  const { currency: targetCurrency, ...periodInput } = parseInput(
    convertedRevenueInput,
    input,
    rangeOrderRule,
  );
  const periods = resolveReportingPeriods(context, periodInput);
  const all = await sumInvoicedRevenue(context, { ...periods, by: 'DAY' });
  // A day that has only write-offs needs no rate. If an invoice was voided and issued again with another tax, the total
  // is 0 and the tax is not.
  const days = all.filter(
    ({ invoices, tax, total }) => invoices !== 0 || !total.isZero() || !tax.isZero(),
  );
  const rateOf = await ratesOf(context, targetCurrency, days);
  const found = new Map<string, ConvertedRevenuePeriod>();
  const missing: string[] = [];
  for (const { currency: own, invoices, start: day, tax, total } of days) {
    const rate = own === targetCurrency ? null : rateOf(day, own);
    if (rate === undefined) {
      missing.push(`${own} in ${targetCurrency} for ${formatDate(day)}`);
      continue;
    }
    const start = firstDayOfPeriod(periods.by, day);
    const period = found.get(formatDate(start)) ?? emptyPeriod(start, targetCurrency);
    found.set(formatDate(start), period);
    const [inTotal, inTax] = [total, tax].map((amount) =>
      converted(amount, rate, targetCurrency),
    ) as [Decimal, Decimal];
    period.invoices += invoices;
    period.total = period.total.plus(inTotal);
    period.tax = period.tax.plus(inTax);
    period.net = period.total.minus(period.tax);
    if (rate && !period.rates.includes(rate)) period.rates.push(rate);
  }
  if (missing.length > 0) throw missingRateError(missing);
  return [...found.values()];
}

function emptyPeriod(start: Date, currency: string): ConvertedRevenuePeriod {
  const nothing = new Decimal(0);
  return { start, currency, invoices: 0, net: nothing, tax: nothing, total: nothing, rates: [] };
}

function converted(
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

/** Banks publish no rates on weekends and holidays. */
const rateValidityDays = 7;

async function ratesOf(
  { accountId, db }: Context,
  targetCurrency: string,
  days: readonly InvoicedRevenuePeriod[],
): Promise<(day: Date, own: string) => AppliedExchangeRate | undefined> {
  const needed = days
    .filter(({ currency: own }) => own !== targetCurrency)
    .map(({ currency: own, start }) => ({ own, issueDay: formatDate(start) }));
  if (needed.length === 0) return () => undefined;
  const rows = await db.$queryRaw<(AppliedExchangeRate & { issueDay: string; own: string })[]>`
    SELECT k."issueDay"::text, k.own, r.day, r."baseCurrency", r."quoteCurrency", r.rate
    FROM json_to_recordset(${JSON.stringify(needed)}::json) AS k("issueDay" date, own text)
    JOIN LATERAL (SELECT * FROM "ExchangeRate" r WHERE r."accountId" = ${accountId}
      AND r.day BETWEEN k."issueDay" - ${rateValidityDays}::int AND k."issueDay"
      AND (r."baseCurrency", r."quoteCurrency") IN ((k.own, ${targetCurrency}), (${targetCurrency}, k.own))
      ORDER BY r.day DESC, r."baseCurrency" = k.own DESC LIMIT 1) r ON true`;
  const keyOf = (...parts: string[]) => parts.join(' ');
  const rates = new Map<string, AppliedExchangeRate>();
  const found = new Map<string, AppliedExchangeRate>();
  for (const { issueDay, own, ...row } of rows) {
    const key = keyOf(formatDate(row.day), row.baseCurrency, row.quoteCurrency);
    const rate = rates.get(key) ?? row;
    rates.set(key, rate);
    found.set(keyOf(issueDay, own), rate);
  }
  return (day, own) => found.get(keyOf(formatDate(day), own));
}

function missingRateError(missing: readonly string[]) {
  const listed = missing.slice(0, maxListed).join(', ');
  const more = missing.length > maxListed ? ` and ${missing.length - maxListed} more` : '';
  const message = `needs exchange rates that are missing: ${listed}${more}`;
  return invalidInputError([{ path: 'currency', code: 'rate_missing', message }]);
}
