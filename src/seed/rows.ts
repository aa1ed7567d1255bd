import type { Db } from '../domain/kernel/context.ts';
import { Prisma } from '../generated/prisma/client.ts';

/** A row to insert; values as JSON writes them, so dates and exact numbers are text. */
export type Row = Record<string, unknown> & { accountId: number };

/** Tables in the order in which their foreign keys allow inserting. */
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
  'TimeEntry',
  'Expense',
  'Opportunity',
  'Form',
  'FormSubmission',
  'CalendarEvent',
] as const;

export type SeededTable = (typeof order)[number];

/** Rows that belong together, by table. */
export class Rows {
  readonly #tables = new Map<SeededTable, Row[]>();

  add<R extends Row>(table: SeededTable, row: R): R {
    const rows = this.#tables.get(table);
    if (rows) rows.push(row);
    else this.#tables.set(table, [row]);
    return row;
  }

  /** The rows of a table so far. */
  of(table: SeededTable): readonly Row[] {
    return this.#tables.get(table) ?? [];
  }

  get count(): number {
    return [...this.#tables.values()].reduce((sum, rows) => sum + rows.length, 0);
  }

  /** Writes all rows, some thousand a statement. All rows of a table name the same columns. */
  async insert(db: Db): Promise<void> {
    for (const table of order) {
      const rows = this.of(table);
      for (let start = 0; start < rows.length; start += rowsPerStatement) {
        await insertRows(db, table, rows.slice(start, start + rowsPerStatement));
      }
    }
  }
}

const rowsPerStatement = 5_000;

async function insertRows(db: Db, table: SeededTable, rows: readonly Row[]): Promise<void> {
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
