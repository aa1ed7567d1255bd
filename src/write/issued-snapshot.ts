import type { Db } from '../database/client/db.ts';
import { isCitusClient } from '../database/statements/citus-statements.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';

interface Issuable {
  id: string;
  status: string;
  sellerInfo: unknown;
  dateIssued: Date | null;
}

/**
 * Adds the seller and the issue date that the database stores when an invoice is issued. A trigger stores them, except on Citus, where
 * this sends a statement.
 * @param transactionClient the client of the transaction, without access policies
 */
export async function withIssuedSnapshot<T extends Issuable>(
  transactionClient: Db,
  accountId: number,
  rows: readonly T[],
): Promise<T[]> {
  const issuedRows = rows.filter(
    ({ sellerInfo, status }) => status !== 'DRAFT' && sellerInfo === null,
  );
  if (issuedRows.length === 0 || !isCitusClient(transactionClient)) return [...rows];
  const ids = issuedRows.map(({ id }) => id);
  const snapshots = await storeSnapshots(transactionClient, accountId, ids);
  return rows.map((row) => ({ ...row, ...snapshots.find(({ id }) => id === row.id) }));
}

type IssuedSnapshot = Pick<Issuable, 'id' | 'sellerInfo' | 'dateIssued'>;

/** For invoices that were written without a command. */
export async function saveIssuedSnapshot(
  root: PrismaClient,
  { accountId, db }: { accountId: number; db: Db },
  ids: readonly string[],
): Promise<void> {
  if (isCitusClient(root)) await storeSnapshots(db, accountId, ids);
}

function storeSnapshots(
  db: Db,
  accountId: number,
  ids: readonly string[],
): Promise<IssuedSnapshot[]> {
  return db.$queryRaw<IssuedSnapshot[]>`
    SELECT * FROM "capture_issued_snapshots"(${accountId}::int, ${[...ids]}::text[])`;
}
