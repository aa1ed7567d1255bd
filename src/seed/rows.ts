import type { Db } from '../database/client/db.ts';
import { Prisma } from '../generated/prisma/client.ts';
import {
  assertForeignKeys,
  canDeferForeignKeyChecks,
  setForeignKeyChecks,
} from './foreign-key-checks.ts';

/** Values are JSON, so dates and decimals are strings. */
export type SeedRow = Record<string, unknown> & { accountId: number; id: string };

/** In the order of foreign keys. */
const order = [
  'TaxRule',
  'TaxComponent',
  'Client',
  'Contact',
  'Project',
  'Deliverable',
  'Vendor',
  'Invoice',
  'InvoiceLine',
  'InvoiceTaxLine',
  'Payment',
  'InvoiceEvent',
  'TimeEntry',
  'Expense',
  'Opportunity',
  'Form',
  'FormSubmission',
  'CalendarEvent',
] as const;

export type SeededTable = (typeof order)[number];

export class SeedRows {
  readonly #tables = new Map<SeededTable, SeedRow[]>();

  add<R extends SeedRow>(table: SeededTable, row: R): R {
    const rows = this.#tables.get(table);
    if (rows) rows.push(row);
    else this.#tables.set(table, [row]);
    return row;
  }

  of(table: SeededTable): readonly SeedRow[] {
    return this.#tables.get(table) ?? [];
  }

  get count(): number {
    return [...this.#tables.values()].reduce((sum, rows) => sum + rows.length, 0);
  }

  /** All rows of a table must have the same columns. */
  async insert(db: Db): Promise<void> {
    for (const table of order) await this.#insertTable(db, table);
  }

  /**
   * Writes all rows in the open transaction. Foreign keys are checked once for all rows if
   * permitted, because row checks take most of the time. `analyze` updates the planner's
   * statistics.
   */
  async insertInBulk(db: Db, { analyze }: { analyze: boolean }): Promise<void> {
    const checkAfterwards = await canDeferForeignKeyChecks(db);
    for (const table of order) {
      if (checkAfterwards) await setForeignKeyChecks(db, hasRules.has(table));
      await this.#insertTable(db, table);
    }
    if (checkAfterwards) await setForeignKeyChecks(db, true);
    if (analyze) await db.$executeRawUnsafe(`ANALYZE ${order.map((t) => `"${t}"`).join(', ')}`);
    if (!checkAfterwards) return;
    for (const [accountId, firstIds] of this.#firstIds()) {
      await assertForeignKeys(db, accountId, firstIds);
    }
  }

  async #insertTable(db: Db, table: SeededTable): Promise<void> {
    const rows = this.of(table);
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      await insertRows(db, table, rows.slice(start, start + rowsPerStatement));
    }
  }

  /** The smallest id by workspace and table. Ids sort by creation time. */
  #firstIds(): Map<number, Map<string, string>> {
    const found = new Map<number, Map<string, string>>();
    for (const [table, rows] of this.#tables) {
      for (const { accountId, id } of rows) {
        const tables = found.get(accountId) ?? new Map<string, string>();
        found.set(accountId, tables);
        const first = tables.get(table);
        if (first === undefined || id < first) tables.set(table, id);
      }
    }
    return found;
  }
}

/** Tables whose triggers check sums of payments. They stay enabled. */
const hasRules: ReadonlySet<SeededTable> = new Set(['Invoice', 'Payment']);

const rowsPerStatement = 5_000;

async function insertRows(db: Db, table: SeededTable, rows: readonly SeedRow[]): Promise<void> {
  const columns = Prisma.raw(
    Object.keys(rows[0] ?? {})
      .map((name) => `"${name}"`)
      .join(', '),
  );
  const target = Prisma.raw(`"${table}"`);
  await db.$executeRaw`
    INSERT INTO ${target} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${target}, ${JSON.stringify(rows)}::json)`;
}
