import { Prisma } from '../../generated/prisma/client.ts';
import type { InvoiceStatus, NumberSeries } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { todayIn } from '../../platform/dates/dates.ts';
import { integer } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { toSingleLine } from '../../platform/text/sanitize-text.ts';

export const numberAuditInput = inputObject('NumberAudit', 'Which year’s numbers.', {
  year: nullable(
    integer({ min: 1970, max: 9998 }),
    'Year of issue, or of the invoice date of invoices that were not issued. Default: the current year.',
  ),
});

export interface NumberGap {
  first: number;
  last: number;
}

export interface AuditedSeries {
  series: NumberSeries;
  /** The year or month of the counter. Empty if numbering never restarts. */
  period: string;
  /** Formatted numbers of the year. */
  first: string;
  last: string;
  count: number;
  drafts: number;
  voided: number;
  gaps: NumberGap[];
}

export interface AuditedVoidedInvoice {
  invoiceId: string;
  number: string;
  dateIssued: Date | null;
  voidedAt: Date | null;
  voidedOn: Date | null;
  reason: string | null;
}

export interface NumberAudit {
  year: number;
  series: AuditedSeries[];
  voids: AuditedVoidedInvoice[];
  /** Numbers that callers chose. */
  chosen: string[];
}

type SeriesRow = Omit<AuditedSeries, 'gaps'> & { from: number; to: number };

/** Credit notes of an earlier release have no stored period. It follows from their creation date. */
const numberedSql = (accountId: number, timeZone: string) => Prisma.sql`
  SELECT i.id, i."numberSeries"::text AS series, i."numberPeriod" AS period, i."invoiceNumber" AS number,
    i."invoiceNumberFormatted" AS formatted, i.status::text AS status, coalesce(i."dateIssued", i."dateCreated") AS day
  FROM "Invoice" i WHERE i."accountId" = ${accountId} AND i."invoiceNumber" IS NOT NULL
  UNION ALL
  SELECT c.id, 'CREDIT_NOTE',
    coalesce(c."numberPeriod", left(to_char(c."createdAt" AT TIME ZONE ${timeZone}, 'YYYY-MM'), length(s."creditNotePeriod"))),
    c.number, c."numberFormatted", 'SENT', c."dateCreated"
  FROM "CreditNote" c JOIN "InvoiceSequence" s USING ("accountId") WHERE c."accountId" = ${accountId}`;

/** Maximum per series. */
const maxGaps = 1_000;

/**
 * For the tax office. A gap is a number within the year's range that no document of any year has: a draft can be issued
 * in the next year.
 * @throws ActionError invalid_input
 */
export async function auditNumbers(
  context: Context,
  input: InputOf<typeof numberAuditInput>,
): Promise<NumberAudit> {
  const { now, workspace } = context;
  const { year: requestedYear = null } = parseInput(numberAuditInput, input);
  const year = requestedYear ?? Number(todayIn(workspace.timeZone, now).slice(0, 4));
  const days = { first: `${year}-01-01`, last: `${year}-12-31` };
  const seriesRows = await readSeries(context, days);
  const gaps = await readGaps(context);
  const series = seriesRows.map(({ from, to, ...row }) => ({
    ...row,
    gaps: gaps
      .filter((gap) => gap.series === row.series && gap.period === row.period)
      .filter((gap) => gap.last >= from && gap.first <= to)
      .slice(0, maxGaps)
      .map(({ first, last }) => ({ first, last })),
  }));
  const voids = await readVoidedInvoices(context, days);
  return { year, series, voids, chosen: await readChosenNumbers(context, days) };
}

interface DayRange {
  first: string;
  last: string;
}

const readSeries = ({ accountId, db, workspace }: Context, { first, last }: DayRange) =>
  db.$queryRaw<SeriesRow[]>`
    SELECT d.series, d.period, min(d.number) AS "from", max(d.number) AS "to",
      (array_agg(d.formatted ORDER BY d.number, d.id))[1] AS first,
      (array_agg(d.formatted ORDER BY d.number DESC, d.id DESC))[1] AS last,
      count(*)::int AS count, count(*) FILTER (WHERE d.status = 'DRAFT')::int AS drafts,
      count(*) FILTER (WHERE d.status = 'VOIDED')::int AS voided
    FROM (${numberedSql(accountId, workspace.timeZone)}) d WHERE d.day BETWEEN ${first}::date AND ${last}::date
    GROUP BY d.series, d.period ORDER BY d.series::"NumberSeries", d.period`;

const readGaps = ({ accountId, db, workspace }: Context) =>
  db.$queryRaw<(NumberGap & { series: NumberSeries; period: string })[]>`
    SELECT n.series, n.period, n.number + 1 AS first, n.next - 1 AS last
    FROM (
      SELECT d.series, d.period, d.number, lead(d.number) OVER (PARTITION BY d.series, d.period ORDER BY d.number) AS next
      FROM (${numberedSql(accountId, workspace.timeZone)}) d
    ) n, "InvoiceSequence" s
    WHERE s."accountId" = ${accountId} AND n.next > n.number + 1
      AND n.number + 1 < CASE
        WHEN n.series = 'INVOICE' AND s.period = n.period THEN s."nextNumber"
        WHEN n.series = 'CREDIT_NOTE' AND s."creditNotePeriod" = n.period THEN s."nextCreditNote"
        WHEN n.series = 'DEPOSIT' AND s."depositPeriod" = n.period THEN s."nextDeposit"
        ELSE 2147483647 END
    ORDER BY n.series, n.period, n.number`;

async function readVoidedInvoices(
  { accountId, db, workspace }: Context,
  { first, last }: DayRange,
): Promise<AuditedVoidedInvoice[]> {
  const invoices = await db.$queryRaw<AuditedVoidedInvoice[]>`
    SELECT i.id AS "invoiceId", i."invoiceNumberFormatted" AS number, i."dateIssued", e."createdAt" AS "voidedAt",
      coalesce(e."bookedOn", (e."createdAt" AT TIME ZONE ${workspace.timeZone})::date) AS "voidedOn", e.note AS reason
    FROM "Invoice" i LEFT JOIN LATERAL (
      SELECT e."createdAt", e."bookedOn", e.note FROM "InvoiceEvent" e
      WHERE e."accountId" = i."accountId" AND e."invoiceId" = i.id AND e.kind = 'VOIDED' ORDER BY e.id DESC LIMIT 1
    ) e ON true
    WHERE i."accountId" = ${accountId} AND i.status = ${'VOIDED' satisfies InvoiceStatus}::"InvoiceStatus"
      AND coalesce(i."dateIssued", i."dateCreated") BETWEEN ${first}::date AND ${last}::date
    ORDER BY i."invoiceNumber", i.id`;
  // The page shows each reason on one line.
  return invoices.map((invoice) => ({
    ...invoice,
    reason: invoice.reason && toSingleLine(invoice.reason),
  }));
}

async function readChosenNumbers(
  { accountId, db }: Context,
  { first, last }: DayRange,
): Promise<string[]> {
  const invoices = await db.$queryRaw<{ number: string }[]>`
    SELECT i."invoiceNumberFormatted" AS number FROM "Invoice" i
    WHERE i."accountId" = ${accountId} AND i."invoiceNumber" IS NULL
      AND coalesce(i."dateIssued", i."dateCreated") BETWEEN ${first}::date AND ${last}::date
    ORDER BY i.id`;
  return invoices.map(({ number }) => number);
}
