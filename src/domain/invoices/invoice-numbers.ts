import type { Invoice, InvoiceSequence, Workspace } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { NumberSeries } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { todayIn } from '../../platform/dates/dates.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { DocumentNumber } from '../../platform/input/document-number-pattern.ts';
import {
  formatDocumentNumber,
  numberingPeriodOf,
  parseDocumentNumber,
} from '../../platform/input/document-number-pattern.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';

const firstBatch = 8;
const largestBatch = 4_096;

export interface InvoiceNumber extends DocumentNumber {
  numberSeries: NumberSeries;
  /** The year or month of the counter, if numbering restarts. */
  numberPeriod: string;
}

/** The columns of a series: the next number and the current period. */
interface Counter {
  next: 'nextNumber' | 'nextCreditNote' | 'nextDeposit';
  period: 'period' | 'creditNotePeriod' | 'depositPeriod';
}

const counters: Readonly<Record<NumberSeries, Counter>> = {
  INVOICE: { next: 'nextNumber', period: 'period' },
  CREDIT_NOTE: { next: 'nextCreditNote', period: 'creditNotePeriod' },
  DEPOSIT: { next: 'nextDeposit', period: 'depositPeriod' },
};

type Patterns = Pick<
  Workspace,
  'invoiceNumberPattern' | 'creditNoteNumberPattern' | 'depositNumberPattern' | 'numberRestart'
>;

/** Deposits without a pattern share the series of invoices. */
function seriesOf(
  requested: NumberSeries,
  patterns: Patterns,
): { series: NumberSeries; pattern: string } {
  const { creditNoteNumberPattern, depositNumberPattern, invoiceNumberPattern } = patterns;
  if (requested === 'CREDIT_NOTE') return { series: requested, pattern: creditNoteNumberPattern };
  if (requested === 'DEPOSIT' && depositNumberPattern !== null) {
    return { series: requested, pattern: depositNumberPattern };
  }
  return { series: 'INVOICE', pattern: invoiceNumberPattern };
}

export const numberSeriesFor = (type: Invoice['invoiceType']): NumberSeries =>
  type === 'DEPOSIT' ? 'DEPOSIT' : 'INVOICE';

type Counters = Pick<InvoiceSequence, Counter['next'] | Counter['period']>;

export const counterColumns = {
  nextNumber: true,
  period: true,
  nextCreditNote: true,
  creditNotePeriod: true,
  nextDeposit: true,
  depositPeriod: true,
} as const satisfies Record<keyof Counters, true>;

export type NumberSeriesPeriod = Pick<InvoiceNumber, 'numberSeries' | 'numberPeriod'>;

/**
 * The largest integer if the period of the invoice is over, because its numbers cannot be released. 1 if the period has
 * not begun.
 */
export function nextNumberFor(
  { numberPeriod, numberSeries }: NumberSeriesPeriod,
  sequence: Counters | null,
): number {
  const { next, period } = counters[numberSeries];
  if (sequence === null) return 1;
  const currentPeriod = sequence[period];
  if (currentPeriod === numberPeriod) return sequence[next];
  const isAhead = currentPeriod.length === numberPeriod.length && numberPeriod > currentPeriod;
  return isAhead ? 1 : Number.MAX_SAFE_INTEGER;
}

/** Makes the newest number of a series available again. Other numbers stay taken. */
export function releaseNumber(
  tx: WriteContext,
  { invoiceNumber, numberPeriod, numberSeries }: Omit<InvoiceNumber, 'invoiceNumberFormatted'>,
): void {
  // A counter starts at 1, so a caller has chosen 0.
  if (invoiceNumber === null || invoiceNumber === 0) return;
  const { next, period } = counters[numberSeries];
  const [nextColumn, periodColumn] = [next, period].map((name) => Prisma.raw(`"${name}"`));
  tx.queue(Prisma.sql`
    UPDATE "InvoiceSequence" SET ${nextColumn} = ${invoiceNumber}
    WHERE "accountId" = ${tx.accountId} AND ${nextColumn} = ${invoiceNumber + 1} AND ${periodColumn} = ${numberPeriod}`);
}

interface NumberRequest {
  clientName: string;
  requestedNumber?: string | null;
}

/**
 * Allocates the requested number, or the next one that no document has (spec part 4, "Create Invoice").
 * Locks the sequences until the transaction ends, so nothing slow may follow before COMMIT. A rollback releases the
 * number.
 * The unique index reports a requested number that is taken.
 * @throws ActionError number_taken
 */
export async function allocateNumber(
  context: Context,
  requestedSeries: NumberSeries,
  { requestedNumber = null, clientName }: NumberRequest,
): Promise<InvoiceNumber> {
  const { accountId, db, now } = context;
  const { timeZone } = context.workspace;
  const [row] = await db.$queryRaw<(Counters & Patterns)[]>`
    SELECT s."nextNumber", s.period, s."nextCreditNote", s."creditNotePeriod", s."nextDeposit", s."depositPeriod",
      w."invoiceNumberPattern", w."creditNoteNumberPattern", w."depositNumberPattern", w."numberRestart"::text
    FROM "InvoiceSequence" s JOIN "Workspace" w USING ("accountId")
    WHERE s."accountId" = ${accountId} FOR NO KEY UPDATE OF s`;
  if (!row) throw new Error(`workspace ${accountId} has no invoice sequence`);
  const { pattern, series } = seriesOf(requestedSeries, row);
  const { numberRestart: restart } = row;
  const patternContext = { clientName, day: todayIn(timeZone, now) };
  if (requestedNumber !== null) {
    const { month, year, ...number } = parseDocumentNumber(
      pattern,
      requestedNumber,
      patternContext,
    );
    const day =
      year === null ? patternContext.day : `${year}-${month ?? patternContext.day.slice(5, 7)}-01`;
    await requireDistinct(context, number.invoiceNumberFormatted);
    return { ...number, numberSeries: series, numberPeriod: numberingPeriodOf(restart, day) };
  }
  const { next, period } = counters[series];
  const numberPeriod = numberingPeriodOf(restart, patternContext.day);
  let from = row[period] === numberPeriod ? row[next] : 1;
  for (let size = firstBatch; ; size = Math.min(size * 8, largestBatch)) {
    const numbers = Array.from({ length: size }, (_, index) => from + index);
    const formatted = numbers.map((number) =>
      formatDocumentNumber(pattern, number, patternContext),
    );
    const [freeNumber] = await takeFirstFree(db, accountId, {
      numbers,
      formatted,
      series,
      numberPeriod,
    });
    if (freeNumber) return { ...freeNumber, numberSeries: series, numberPeriod };
    from += size;
  }
}

/** Numbers that look the same to people. One query per table uses its index. */
const similarNumbersSql = (accountId: number, number: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT i."invoiceNumberFormatted" AS number FROM "Invoice" i
  WHERE i."accountId" = ${accountId} AND "number_skeleton"(i."invoiceNumberFormatted") = "number_skeleton"(${number})
  UNION ALL
  SELECT c."numberFormatted" FROM "CreditNote" c
  WHERE c."accountId" = ${accountId} AND "number_skeleton"(c."numberFormatted") = "number_skeleton"(${number})`;

async function requireDistinct(context: Context, requestedNumber: string): Promise<void> {
  const { accountId, db } = context;
  const found = await db.$queryRaw<{ number: string }[]>`
    SELECT number FROM (${similarNumbersSql(accountId, Prisma.sql`${requestedNumber}`)}) a ORDER BY number <> ${requestedNumber}, number LIMIT 1`;
  const [similar] = found;
  if (!similar) return;
  const isItself = similar.number === requestedNumber;
  const similarNumber = canRead(context, 'invoices') ? `"${similar.number}"` : 'a number';
  const message = isItself
    ? numberTakenMessage(requestedNumber)
    : `"${requestedNumber}" looks like ${similarNumber} that is taken.`;
  const fieldMessage = isItself ? 'is already taken' : `looks like ${similarNumber} that is taken`;
  throw new ActionError('number_taken', message, {
    errors: [{ path: 'invoiceNumber', code: 'number_taken', message: fieldMessage }],
  });
}

export const numberTakenMessage = (number: string | null): string =>
  `The number "${number}" is already taken.`;

interface Candidates {
  numbers: number[];
  formatted: string[];
  series: NumberSeries;
  numberPeriod: string;
}

/** A separate statement after the lock sees the numbers of concurrent transactions. */
function takeFirstFree(
  db: Context['db'],
  accountId: number,
  { formatted, numberPeriod, numbers, series }: Candidates,
): Promise<(DocumentNumber & { invoiceNumber: number })[]> {
  const next = Prisma.raw(`"${counters[series].next}"`);
  const period = Prisma.raw(`"${counters[series].period}"`);
  return db.$queryRaw`
    WITH free AS (
      SELECT n.number, n.formatted FROM unnest(${numbers}::int[], ${formatted}::text[]) AS n(number, formatted)
      WHERE NOT EXISTS (SELECT FROM "Invoice" i
          WHERE i."accountId" = ${accountId} AND i."invoiceNumber" = n.number
            AND i."numberSeries" = ${series}::"NumberSeries" AND i."numberPeriod" = ${numberPeriod})
        AND NOT EXISTS (${similarNumbersSql(accountId, Prisma.sql`n.formatted`)})
      ORDER BY n.number LIMIT 1
    )
    UPDATE "InvoiceSequence" s SET ${next} = free.number + 1, ${period} = ${numberPeriod} FROM free
    WHERE s."accountId" = ${accountId}
    RETURNING free.number AS "invoiceNumber", free.formatted AS "invoiceNumberFormatted"`;
}
