import type { Db } from '../../database/client/db.ts';
import {
  sortModelsByForeignKey,
  workspaceModels,
} from '../../database/models/foreign-key-order.ts';
import { isCitusClient } from '../../database/statements/citus-statements.ts';
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import { deleteAuditLog } from '../../platform/audit-log/retention.ts';

/** Limits the duration of a transaction. */
const batchSize = 2_000;

const isOfInvoicesSql = (ids: string[]) => Prisma.sql`"invoiceId" = ANY(${ids}::text[])`;

const isOfPaymentsSql = (accountId: number, ids: string[]) => Prisma.sql`"paymentId" IN (
    SELECT id FROM "Payment" WHERE "accountId" = ${accountId} AND ${isOfInvoicesSql(ids)})`;

/** The database compares sums of invoices with these records, so one transaction removes both. */
const invoicePartConditions: Readonly<
  Record<string, (accountId: number, invoices: string[]) => Prisma.Sql>
> = {
  ClientCredit: isOfPaymentsSql,
  Refund: isOfPaymentsSql,
  Payment: (_, ids) => isOfInvoicesSql(ids),
  CreditNote: (_, ids) => isOfInvoicesSql(ids),
};

const modelsInDeletionOrder = sortModelsByForeignKey(workspaceModels).reverse();

/**
 * Small transactions block nothing, and the next run continues after an interruption.
 * @returns the ids of the removed workspaces
 */
export async function purgeDeletedWorkspaces(
  root: PrismaClient,
  onRemoved: (rows: number) => void = () => undefined,
): Promise<number[]> {
  const deleted = await root.$queryRaw<{ accountId: number }[]>`
    SELECT "accountId" FROM "Workspace" WHERE "deletedAt" IS NOT NULL ORDER BY 1`;
  const removed: number[] = [];
  for (const { accountId } of deleted) {
    try {
      if (await removeWorkspace(root, accountId, onRemoved)) removed.push(accountId);
    } catch (error) {
      // Otherwise another process has removed it in the meantime.
      if (await workspaceExists(root, accountId)) throw error;
    }
  }
  return removed;
}

const workspaceExists = async (root: PrismaClient, accountId: number) =>
  (
    await root.$queryRaw<unknown[]>`
      SELECT 1 FROM "Workspace" WHERE "accountId" = ${accountId}`
  ).length > 0;

/** False if another transaction writes the audit log of the workspace. */
async function removeWorkspace(
  root: PrismaClient,
  accountId: number,
  onRemoved: (rows: number) => void,
): Promise<boolean> {
  // The foreign key to a tax rule would prevent its removal.
  await root.$executeRaw`
    UPDATE "Workspace" SET "defaultTaxRuleId" = NULL
    WHERE "accountId" = ${accountId} AND "defaultTaxRuleId" IS NOT NULL`;
  onRemoved(await deleteAuditLog(root, accountId));
  for (const model of modelsInDeletionOrder) {
    if (model in invoicePartConditions || model === 'LogEntry' || model === 'Workspace') continue;
    for (;;) {
      const count = await root.$transaction((db) => removeBatch(db, accountId, model));
      onRemoved(count);
      if (count < batchSize) break;
    }
  }
  if (isCitusClient(root)) {
    // On Citus, two connections cannot change the same shards in one transaction, and another role removes the audit
    // log.
    await root.$transaction((db) => lockWorkspace(db, accountId));
    onRemoved(await deleteAuditLog(root, accountId));
  }
  const { rows, isGone } = await root.$transaction((db) =>
    removeRemainingRows(db, accountId, isCitusClient(root)),
  );
  onRemoved(rows);
  return isGone;
}

/**
 * Also removes rows of transactions that were open during the batches. The lock waits for them and prevents new ones.
 */
async function removeRemainingRows(db: Db, accountId: number, keepsLog: boolean): Promise<Rest> {
  await lockWorkspace(db, accountId);
  let rows = 0;
  const remove = async (model: string) => {
    rows += await db.$executeRaw`
      DELETE FROM ${Prisma.raw(`"${model}"`)} WHERE "accountId" = ${accountId}`;
  };
  for (const model of modelsInDeletionOrder) {
    if (model !== 'LogEntry' && model !== 'Workspace') await remove(model);
  }
  // A transaction that changed these rows can still write its audit entries.
  const [log] = await db.$queryRaw<[{ isClosed: boolean }]>`
    SELECT "try_lock_audit_log"(${accountId}::int) AS "isClosed"`;
  if (!log.isClosed || (keepsLog && (await hasLog(db, accountId)))) return { rows, isGone: false };
  if (!keepsLog) {
    // Entries that another process removes are locked, and are gone in the next round.
    do rows += await deleteAuditLog(db, accountId);
    while (await hasLog(db, accountId));
  }
  await remove('Workspace');
  return { rows, isGone: true };
}

interface Rest {
  rows: number;
  /** Otherwise a transaction writes the audit log, and the next run continues. */
  isGone: boolean;
}

async function hasLog(db: Db, accountId: number): Promise<boolean> {
  const found = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "LogEntry" WHERE "accountId" = ${accountId} LIMIT 1`;
  return found.length > 0;
}

/** Waits for open transactions of the workspace. */
const lockWorkspace = (db: Db, accountId: number) =>
  db.$queryRaw`SELECT 1 FROM "Workspace" WHERE "accountId" = ${accountId} FOR UPDATE`;

async function removeBatch(db: Db, accountId: number, model: string): Promise<number> {
  const table = Prisma.raw(`"${model}"`);
  if (model === 'Invoice') {
    const batch = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM "Invoice" WHERE "accountId" = ${accountId} LIMIT ${batchSize}`;
    const ids = batch.map(({ id }) => id);
    for (const [part, conditionOf] of Object.entries(invoicePartConditions)) {
      await db.$executeRaw`
        DELETE FROM ${Prisma.raw(`"${part}"`)} WHERE "accountId" = ${accountId} AND ${conditionOf(accountId, ids)}`;
    }
    return db.$executeRaw`
      DELETE FROM "Invoice" WHERE "accountId" = ${accountId} AND id = ANY(${ids}::text[])`;
  }
  return db.$executeRaw`
    DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${table} WHERE "accountId" = ${accountId} LIMIT ${batchSize}))
      AND "accountId" = ${accountId}`;
}
