import { Prisma } from '../../generated/prisma/client.ts';
import type { InvoiceStatus, NumberSeries } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { todayIn } from '../../platform/dates/dates.ts';
import { integer } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { toSingleLine } from '../../platform/text/sanitize-text.ts';

/** What a tax office asks of the numbers of a year: from which to which, that none is missing, and why some are void (decision 54). */

export const numberAuditInput = inputObject('NumberAudit', 'Which year’s numbers.', {
  year: nullable(
    integer({ min: 1970, max: 9998 }),
    'Year of issue, or of the invoice date of invoices that were not issued. Default: the current year.',
  ),
});

/** Numbers that no document has. */
export interface NumberGap {
  first: number;
  last: number;
}

export interface AuditedSeries {
  series: NumberSeries;
  /** The year or month in which its counter counts; empty where that never begins anew. */
  period: string;
  /** The first and the last number of the year, as they are printed. */
  first: string;
  last: string;
  /** How many documents of the year are numbered from it. */
  count: number;
  drafts: number;
  voided: number;
  gaps: NumberGap[];
}

export interface AuditedVoidedInvoice {
  invoiceId: string;
  number: string;
  dateIssued: Date | null;
  /** When it was declared void, on which day by the workspace's clocks, and why. */
  voidedAt: Date | null;
  voidedOn: Date | null;
  reason: string | null;
}

export interface NumberAudit {
  year: number;
  series: AuditedSeries[];
  voids: AuditedVoidedInvoice[];
  /** Numbers of the year that callers chose, which no counter has given. */
  chosen: string[];
}

type SeriesRow = Omit<AuditedSeries, 'gaps'> & { from: number; to: number };

/**
 * All numbers that counters have given. A credit note that the release before numbered does not keep the time in which its counter counted: that is the
 * year or the month in which it was made, as counters begin anew at present.
 */
const numberedSql = (accountId: number, timeZone: string) => Prisma.sql`
  SELECT i.id, i."numberSeries"::text AS series, i."numberPeriod" AS period, i."invoiceNumber" AS number,
    i."invoiceNumberFormatted" AS formatted, i.status::text AS status, coalesce(i."dateIssued", i."dateCreated") AS day
  FROM "Invoice" i WHERE i."accountId" = ${accountId} AND i."invoiceNumber" IS NOT NULL
  UNION ALL
  SELECT c.id, 'CREDIT_NOTE',
    coalesce(c."numberPeriod", left(to_char(c."createdAt" AT TIME ZONE ${timeZone}, 'YYYY-MM'), length(s."creditNotePeriod"))),
    c.number, c."numberFormatted", 'SENT', c."dateCreated"
  FROM "CreditNote" c JOIN "InvoiceSequence" s USING ("accountId") WHERE c."accountId" = ${accountId}`;

/** Gaps that are told of one series. */
const mostGaps = 1_000;

/**
 * The numbers of a year, series by series. A gap is a number between the first and the last of the year, and before the one that
 * the counter gives next, that no document of the series has, of whatever year: numbers are given to drafts, which may be issued in the
 * next one. Four statements.
 * @throws ActionError invalid_input
 */
export async function auditNumbers(
  context: Context,
  input: InputOf<typeof numberAuditInput>,
): Promise<NumberAudit> {
  const { accountId, db, now, workspace } = context;
  const { year = null } = parseInput(numberAuditInput, input);
  const asked = year ?? Number(todayIn(workspace.timeZone, now).slice(0, 4));
  const [first, last] = [`${asked}-01-01`, `${asked}-12-31`];
  const numbered = numberedSql(accountId, workspace.timeZone);
  const rows = await db.$queryRaw<SeriesRow[]>`
    SELECT d.series, d.period, min(d.number) AS "from", max(d.number) AS "to",
      (array_agg(d.formatted ORDER BY d.number, d.id))[1] AS first,
      (array_agg(d.formatted ORDER BY d.number DESC, d.id DESC))[1] AS last,
      count(*)::int AS count, count(*) FILTER (WHERE d.status = 'DRAFT')::int AS drafts,
      count(*) FILTER (WHERE d.status = 'VOIDED')::int AS voided
    FROM (${numbered}) d WHERE d.day BETWEEN ${first}::date AND ${last}::date
    GROUP BY d.series, d.period ORDER BY d.series::"NumberSeries", d.period`;
  const gaps = await db.$queryRaw<(NumberGap & { series: NumberSeries; period: string })[]>`
    SELECT n.series, n.period, n.number + 1 AS first, n.next - 1 AS last
    FROM (
      SELECT d.series, d.period, d.number, lead(d.number) OVER (PARTITION BY d.series, d.period ORDER BY d.number) AS next
      FROM (${numbered}) d
    ) n, "InvoiceSequence" s
    WHERE s."accountId" = ${accountId} AND n.next > n.number + 1
      AND n.number + 1 < CASE
        WHEN n.series = 'INVOICE' AND s.period = n.period THEN s."nextNumber"
        WHEN n.series = 'CREDIT_NOTE' AND s."creditNotePeriod" = n.period THEN s."nextCreditNote"
        WHEN n.series = 'DEPOSIT' AND s."depositPeriod" = n.period THEN s."nextDeposit"
        ELSE 2147483647 END
    ORDER BY n.series, n.period, n.number`;
  const voids = await db.$queryRaw<AuditedVoidedInvoice[]>`
    SELECT i.id AS "invoiceId", i."invoiceNumberFormatted" AS number, i."dateIssued", e."createdAt" AS "voidedAt",
      coalesce(e."bookedOn", (e."createdAt" AT TIME ZONE ${workspace.timeZone})::date) AS "voidedOn", e.note AS reason
    FROM "Invoice" i LEFT JOIN LATERAL (
      SELECT e."createdAt", e."bookedOn", e.note FROM "InvoiceEvent" e
      WHERE e."accountId" = i."accountId" AND e."invoiceId" = i.id AND e.kind = 'VOIDED' ORDER BY e.id DESC LIMIT 1
    ) e ON true
    WHERE i."accountId" = ${accountId} AND i.status = ${'VOIDED' satisfies InvoiceStatus}::"InvoiceStatus"
      AND coalesce(i."dateIssued", i."dateCreated") BETWEEN ${first}::date AND ${last}::date
    ORDER BY i."invoiceNumber", i.id`;
  const chosen = await db.$queryRaw<{ number: string }[]>`
    SELECT i."invoiceNumberFormatted" AS number FROM "Invoice" i
    WHERE i."accountId" = ${accountId} AND i."invoiceNumber" IS NULL
      AND coalesce(i."dateIssued", i."dateCreated") BETWEEN ${first}::date AND ${last}::date
    ORDER BY i.id`;
  const series = rows.map(({ from, to, ...row }) => ({
    ...row,
    gaps: gaps
      .filter((gap) => gap.series === row.series && gap.period === row.period)
      .filter((gap) => gap.last >= from && gap.first <= to)
      .slice(0, mostGaps)
      .map(({ first, last }) => ({ first, last })),
  }));
  // A reason may have several lines; a page for the tax office has one, and shows all of it.
  const told = voids.map((one) => ({ ...one, reason: one.reason && toSingleLine(one.reason) }));
  return { year: asked, series, voids: told, chosen: chosen.map(({ number }) => number) };
}
