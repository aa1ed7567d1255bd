import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currencyDigitsSql } from '../../platform/money/currency-digits.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { wholeSecondsSql } from '../time-entries/time-entry-columns.ts';

/** Sources of the hourly rate. The first existing one applies. */
export const rateSources = {
  ENTRY: 'The time entry has a rate.',
  COVERED: 'The project has a price that is not by the hour, which covers the time: an hour is 0.',
  PERSON: 'The user has a rate.',
  PROJECT: 'The project’s fee schedule has a price of an hour.',
  CLIENT: 'The client has agreed on a price.',
  WORKSPACE: 'The workspace has a price.',
} as const;

export type RateSource = keyof typeof rateSources;

/** Rates in the workspace's currency apply only if the client has the same currency. */
const inOwnCurrency = 'x.currency = w.currency';

/** Fee types whose price covers the time. */
export const coveringFeeTypesSql = `('FIXED_PRICE', 'PER_ITEM', 'RETAINER')`;

const clientRateSql = `coalesce(c."hourlyAmount", (c."paymentTerms" ->> 'hourlyAmount')::numeric)`;

/** The scale of the dividend prevents double rounding of the quotient. */
export const timePriceSql = (seconds: string, rate: string) =>
  `(${seconds} * ${rate})::numeric(40, 12) / 3600`;

/**
 * `t`: time entry. `x`: client's currency. `e`: billed seconds. `h`: hours and the rate's source. `r`: rate. `a`:
 * amount.
 */
export const pricedTimeSql = Prisma.raw(`
  "TimeEntry" t
  JOIN "Workspace" w ON w."accountId" = t."accountId"
  JOIN "User" u ON u."accountId" = t."accountId" AND u.id = t."userId"
  LEFT JOIN "Client" c ON c."accountId" = t."accountId" AND c.id = t."clientId"
  LEFT JOIN "Project" p ON p."accountId" = t."accountId" AND p.id = t."projectId"
  CROSS JOIN LATERAL (
    SELECT coalesce(c.currency, w.currency) AS currency, p."feeSchedule" ->> 'feeType' AS fee,
      (p."feeSchedule" ->> 'amount')::numeric AS price,
      ${wholeSecondsSql('t')} AS seconds,
      coalesce(c."roundingIncrement", 0)::numeric * 60 AS step
  ) x
  CROSS JOIN LATERAL (
    SELECT CASE WHEN x.step > 0 THEN ceil(x.seconds / x.step) * x.step ELSE x.seconds END AS seconds
  ) e
  CROSS JOIN LATERAL (
    SELECT round(e.seconds / 3600, 6) AS hours,
      CASE
        WHEN t."hourlyAmount" IS NOT NULL THEN 'ENTRY'
        WHEN x.fee IN ${coveringFeeTypesSql} THEN 'COVERED'
        WHEN u."hourlyAmount" IS NOT NULL AND ${inOwnCurrency} THEN 'PERSON'
        WHEN x.fee = 'HOURLY' AND x.price IS NOT NULL THEN 'PROJECT'
        WHEN ${clientRateSql} IS NOT NULL THEN 'CLIENT'
        WHEN w."hourlyAmount" IS NOT NULL AND ${inOwnCurrency} THEN 'WORKSPACE'
      END AS source
  ) h
  CROSS JOIN LATERAL (
    SELECT CASE h.source WHEN 'ENTRY' THEN t."hourlyAmount" WHEN 'COVERED' THEN 0 WHEN 'PERSON' THEN u."hourlyAmount"
      WHEN 'PROJECT' THEN x.price WHEN 'CLIENT' THEN ${clientRateSql} WHEN 'WORKSPACE' THEN w."hourlyAmount" END AS rate
  ) r
  CROSS JOIN LATERAL (SELECT round(${timePriceSql('e.seconds', 'r.rate')}, ${currencyDigitsSql('x.currency')}) AS amount) a`);

export interface TimePrice {
  /** Billed hours, with six decimals. */
  hours: Decimal;
  /** Null without a rate. */
  rate: Decimal | null;
  source: RateSource | null;
  /** Exact time × rate, rounded to the currency. 0 if not billable. */
  amount: Decimal | null;
  currency: string;
}

export async function findTimePrices(
  { accountId, db }: Context,
  ids: readonly string[],
): Promise<Map<string, TimePrice>> {
  const rows = await db.$queryRaw<(TimePrice & { id: string })[]>`
    SELECT t.id, h.hours, h.source, r.rate, x.currency, CASE WHEN t.billable THEN a.amount ELSE 0 END AS amount
    FROM ${pricedTimeSql} WHERE t."accountId" = ${accountId} AND t.id = ANY (${ids}::text[])`;
  return new Map(rows.map(({ id, ...price }) => [id, price]));
}
