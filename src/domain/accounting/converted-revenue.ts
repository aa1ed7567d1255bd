import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import { rangeOrderRule } from '../../platform/input/date-ranges.ts';
import { currency } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { AppliedExchangeRate } from './exchange-rates-by-day.ts';
import { convertAmount, findExchangeRates } from './exchange-rates-by-day.ts';
import {
  firstDayOfPeriod,
  reportingPeriodFields,
  resolveReportingPeriods,
} from './reporting-periods.ts';
import { sumInvoicedRevenue } from './revenue.ts';

export const convertedRevenueInput = inputObject(
  'Converted',
  'Which periods to sum up, in which currency.',
  {
    currency: required(currency, 'The currency to tell it in.'),
    ...reportingPeriodFields,
  },
);

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
  const rateOf = await findExchangeRates(context, targetCurrency, days, 'currency');
  const found = new Map<string, ConvertedRevenuePeriod>();
  for (const { currency: own, invoices, start: day, tax, total } of days) {
    const rate = rateOf(day, own);
    const start = firstDayOfPeriod(periods.by, day);
    const period = found.get(formatDate(start)) ?? emptyPeriod(start, targetCurrency);
    found.set(formatDate(start), period);
    const [inTotal, inTax] = [total, tax].map((amount) =>
      convertAmount(amount, rate, targetCurrency),
    ) as [Decimal, Decimal];
    period.invoices += invoices;
    period.total = period.total.plus(inTotal);
    period.tax = period.tax.plus(inTax);
    period.net = period.total.minus(period.tax);
    if (rate && !period.rates.includes(rate)) period.rates.push(rate);
  }
  return [...found.values()];
}

function emptyPeriod(start: Date, currency: string): ConvertedRevenuePeriod {
  const nothing = new Decimal(0);
  return { start, currency, invoices: 0, net: nothing, tax: nothing, total: nothing, rates: [] };
}
