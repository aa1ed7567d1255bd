import type { Context } from '../kernel/context.ts';

const firstBatch = 8;
const largestBatch = 4_096;
const largestNumber = 2_147_483_647;

/** A number given to an invoice. */
export interface InvoiceNumber {
  /** Null where the text holds no number that can be counted with. */
  invoiceNumber: number | null;
  invoiceNumberFormatted: string;
}

/** A pattern's text before its run of #, the run, and the text after it; without a run the digits come last. */
function parsePattern(pattern: string): { before: string; width: number; after: string } {
  const [, before = '', run = '', after = ''] = /^([^#]*)(#*)(.*)$/s.exec(pattern) ?? [];
  return { before, width: run.length, after };
}

/** A number by a workspace's pattern: its run of # becomes the digits, padded with zeros to the run's length. */
export function formatInvoiceNumber(pattern: string, number: number): string {
  const { before, width, after } = parsePattern(pattern);
  return `${before}${String(number).padStart(width, '0')}${after}`;
}

/**
 * The number that a caller asks for. Digits alone are a number, written by the pattern; any other text stays as it is,
 * and has a number only where it is written by the pattern: the digits of another ("PO/1") would be those of an invoice
 * that the sequence numbers.
 */
export function readInvoiceNumber(pattern: string, asked: string): InvoiceNumber {
  const plain = /^\d+$/.test(asked) ? countable(asked) : null;
  if (plain !== null) {
    return { invoiceNumber: plain, invoiceNumberFormatted: formatInvoiceNumber(pattern, plain) };
  }
  const { before, after } = parsePattern(pattern);
  const middle = asked.slice(before.length, asked.length - after.length);
  const fits = asked.startsWith(before) && asked.endsWith(after) && /^\d+$/.test(middle);
  return { invoiceNumber: fits ? countable(middle) : null, invoiceNumberFormatted: asked };
}

function countable(digits: string): number | null {
  const number = Number(digits);
  return number <= largestNumber ? number : null;
}

/**
 * Gives an invoice its number: the one asked for, else the next of the workspace's sequence that no invoice has already,
 * so that the sequence jumps over numbers that callers chose (decisions, "invoices/create"). Locks the sequence until
 * the transaction ends: whoever asks next waits and sees what was given here, and a transaction that fails gives its
 * number back. So nothing slow may come between this and the end. An asked number that is taken shows when the invoice
 * is inserted, by its unique index. Two statements, one where a number was asked for.
 */
export async function takeInvoiceNumber(
  { accountId, db }: Context,
  asked: string | null,
): Promise<InvoiceNumber> {
  const [sequence] = await db.$queryRaw<{ nextNumber: number; pattern: string }[]>`
    SELECT s."nextNumber", w."invoiceNumberPattern" AS pattern
    FROM "InvoiceSequence" s JOIN "Workspace" w USING ("accountId")
    WHERE s."accountId" = ${accountId} FOR NO KEY UPDATE OF s`;
  if (!sequence) throw new Error(`workspace ${accountId} has no invoice sequence`);
  const { nextNumber, pattern } = sequence;
  if (asked !== null) return readInvoiceNumber(pattern, asked);
  let from = nextNumber;
  for (let size = firstBatch; ; size = Math.min(size * 8, largestBatch)) {
    const numbers = Array.from({ length: size }, (_, index) => from + index);
    const formatted = numbers.map((number) => formatInvoiceNumber(pattern, number));
    const [free] = await takeFirstFree(db, accountId, numbers, formatted);
    if (free) return free;
    from += size;
  }
}

/** A statement of its own after the lock, because only then does it see what others gave away while this one waited. */
function takeFirstFree(
  db: Context['db'],
  accountId: number,
  numbers: number[],
  formatted: string[],
): Promise<(InvoiceNumber & { invoiceNumber: number })[]> {
  return db.$queryRaw`
    WITH free AS (
      SELECT c.number, c.formatted FROM unnest(${numbers}::int[], ${formatted}::text[]) AS c(number, formatted)
      WHERE NOT EXISTS (SELECT FROM "Invoice" i
          WHERE i."accountId" = ${accountId} AND i."invoiceNumber" = c.number)
        AND NOT EXISTS (SELECT FROM "Invoice" i
          WHERE i."accountId" = ${accountId} AND i."invoiceNumberFormatted" = c.formatted)
      ORDER BY c.number LIMIT 1
    )
    UPDATE "InvoiceSequence" s SET "nextNumber" = free.number + 1 FROM free
    WHERE s."accountId" = ${accountId}
    RETURNING free.number AS "invoiceNumber", free.formatted AS "invoiceNumberFormatted"`;
}
