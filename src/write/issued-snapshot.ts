import type { Db } from '../database/client/db.ts';
import { isCitusClient } from '../database/statements/citus-statements.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';

/** What an invoice is issued with, and by which it is known whether it was. */
interface Issuable {
  id: string;
  status: string;
  sellerInfo: unknown;
  dateIssued: Date | null;
}

/**
 * Rows of invoices that a transaction wrote, with what the database keeps with those that it issued: their seller and their day. A trigger wrote
 * both by then, and they are answered as they are; where the tables are spread over several servers, which have no triggers, one statement has them
 * written, if any of these was issued (decision 78).
 * @param opened the transaction's database, as it was opened
 */
export async function withIssuedSnapshot<T extends Issuable>(
  opened: Db,
  accountId: number,
  rows: readonly T[],
): Promise<T[]> {
  const issued = rows.filter(({ sellerInfo, status }) => status !== 'DRAFT' && sellerInfo === null);
  if (issued.length === 0 || !isCitusClient(opened)) return [...rows];
  const ids = issued.map(({ id }) => id);
  const kept = await ask(opened, accountId, ids);
  return rows.map((row) => ({ ...row, ...kept.find(({ id }) => id === row.id) }));
}

type Kept = Pick<Issuable, 'id' | 'sellerInfo' | 'dateIssued'>;

/** The same for invoices that were written by hand, not by a verb; nothing on one server. */
export async function saveIssuedSnapshot(
  root: PrismaClient,
  { accountId, db }: { accountId: number; db: Db },
  ids: readonly string[],
): Promise<void> {
  if (isCitusClient(root)) await ask(db, accountId, ids);
}

function ask(db: Db, accountId: number, ids: readonly string[]): Promise<Kept[]> {
  return db.$queryRaw<Kept[]>`
    SELECT * FROM "keep_issued"(${accountId}::int, ${[...ids]}::text[])`;
}
