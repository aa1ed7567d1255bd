import { setImmediate as afterThisTurn } from 'node:timers/promises';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Context } from '../platform/context/context.ts';
import { newId } from '../platform/ids/record-ids.ts';
import { formatDocumentNumber } from '../platform/input/document-number-pattern.ts';
import { saveIssuedSnapshot } from '../write/issued-snapshot.ts';
import { write } from '../write/write.ts';
import { seedClient } from './clients.ts';
import { seedInvoice } from './invoices.ts';
import type { SeedPlan } from './plan.ts';
import { createSeedPlan } from './plan.ts';
import { SeedRows } from './rows.ts';
import { seedCalendarEvent, seedFormSubmission, seedOpportunity } from './sales.ts';
import { seedExpenses, seedMonthOfWork } from './work.ts';

export interface SeedOptions {
  clients: number;
  /** Age of the oldest time entries, expenses and invoices. */
  months: number;
  /** The same number creates the same data. */
  seed?: number;
  secondCurrency?: string;
  /** Called after every batch. */
  onProgress?: (clients: number, rows: number) => void;
}

const clientsPerBatch = 100;

/** A batch with many years has hundreds of thousands of rows. */
const longestBatch = 4 * 3_600_000;

/**
 * Fills a workspace with sample records and returns the number of rows. Each batch of clients is
 * one transaction, so that an interrupted run leaves only complete clients.
 */
export async function seedWorkspace(
  root: PrismaClient,
  context: Context,
  options: SeedOptions,
): Promise<number> {
  const { clients, months, seed = 1, secondCurrency = 'EUR', onProgress } = options;
  const plan = await createSeedPlan(context, { months, seed, secondCurrency });
  const formId = await ensureForm(context);
  const batch = (done: number) => Math.min(clientsPerBatch, clients - done);
  const make = (done: number) => makeBatch(plan, { months, formId }, batch(done));
  let rowsWritten = 0;
  let rows = await make(0);
  for (let done = 0; done < clients; done += clientsPerBatch) {
    // The next batch is generated while this one is written.
    const [next] = await Promise.all([
      make(done + batch(done)),
      writeBatch(root, plan, rows, isPowerOfTwo(done / clientsPerBatch + 1)),
    ]);
    rowsWritten += rows.count;
    rows = next;
    onProgress?.(done + batch(done), rowsWritten);
  }
  return rowsWritten;
}

/** Whether the tables have doubled since the last time. */
function isPowerOfTwo(number: number): boolean {
  return Number.isInteger(Math.log2(number));
}

/** Yields after each client, so that the concurrent write can continue. */
async function makeBatch(plan: SeedPlan, story: Story, size: number): Promise<SeedRows> {
  const rows = new SeedRows();
  for (let index = 0; index < size; index += 1) {
    seedClientStory(plan, rows, story);
    await afterThisTurn();
  }
  return rows;
}

async function writeBatch(
  root: PrismaClient,
  plan: SeedPlan,
  rows: SeedRows,
  analyze: boolean,
): Promise<void> {
  await root.$transaction(
    async (db) => {
      let { next } = await lockNumbers(db, plan.accountId);
      for (const invoice of rows.of('Invoice')) {
        invoice.invoiceNumber = next;
        const { name: clientName } = invoice.clientInfo as { name: string };
        const numberValues = { clientName, day: String(invoice.dateCreated) };
        invoice.invoiceNumberFormatted = formatDocumentNumber(
          plan.numberPattern,
          next,
          numberValues,
        );
        next += 1;
      }
      await rows.insertInBulk(db, { analyze });
      const ids = rows.of('Invoice').map(({ id }) => id);
      await saveIssuedSnapshot(root, { accountId: plan.accountId, db }, ids);
      await db.invoiceSequence.update({
        where: { accountId: plan.accountId },
        data: { nextNumber: next },
      });
      // COMMIT would check them without progress and in one time limit.
      await db.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
    },
    { timeout: longestBatch },
  );
}

async function lockNumbers(db: Context['db'], accountId: number): Promise<{ next: number }> {
  const [sequence] = await db.$queryRaw<{ next: number }[]>`
    SELECT greatest(s."nextNumber", (
      SELECT coalesce(max(i."invoiceNumber"), 0) + 1 FROM "Invoice" i WHERE i."accountId" = ${accountId}
    )) AS next FROM "InvoiceSequence" s WHERE s."accountId" = ${accountId} FOR NO KEY UPDATE`;
  if (!sequence) throw new Error(`workspace ${accountId} has no invoice sequence`);
  return sequence;
}

interface Story {
  months: number;
  formId: string;
}

/** One client from the first contact to the latest invoice. */
function seedClientStory(plan: SeedPlan, rows: SeedRows, { months, formId }: Story) {
  const { chance } = plan;
  const client = seedClient(plan, rows);
  for (let month = months - 1; month >= 0; month -= 1) {
    const work = seedMonthOfWork(plan, rows, client, month);
    seedExpenses(plan, rows, client, month);
    if (chance.often(0.9)) seedInvoice(plan, rows, client, work, month);
  }
  if (chance.often(0.6)) {
    const opportunityId = seedOpportunity(plan, rows, client);
    if (chance.often(0.3)) seedFormSubmission(plan, rows, client, opportunityId, formId);
  }
  if (chance.often(0.6)) seedCalendarEvent(plan, rows, client);
}

async function ensureForm(context: Context): Promise<string> {
  const { accountId, db } = context;
  const name = 'Project inquiry';
  const known = await db.form.findUnique({ where: { accountId_name: { accountId, name } } });
  if (known) return known.id;
  return write(context, (tx) => tx.insert('Form', { id: newId('Form'), name }).id);
}
