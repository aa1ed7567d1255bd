import type { Context } from '../../platform/context/context.ts';

/**
 * Takes the next number. Locks the sequences until the transaction ends, and a rollback releases the number, so
 * concurrent tickets leave no gaps.
 */
export async function takeTicketNumber({ accountId, db }: Context): Promise<number> {
  const [taken] = await db.$queryRaw<{ ticketNumber: number }[]>`
    UPDATE "InvoiceSequence" SET "nextTicket" = "nextTicket" + 1
    WHERE "accountId" = ${accountId} RETURNING "nextTicket" - 1 AS "ticketNumber"`;
  if (!taken) throw new Error(`workspace ${accountId} has no sequence of numbers`);
  return taken.ticketNumber;
}
