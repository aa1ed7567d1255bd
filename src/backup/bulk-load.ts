import type pg from 'pg';
import type { Table } from './table-catalogue.ts';
import { qualifiedName, quoteIdentifier } from './table-catalogue.ts';

/**
 * Empties tables and runs `fill` in the open transaction, without foreign keys and without triggers
 * that write. Foreign keys are dropped and recreated, which checks every row. Constraint triggers
 * stay enabled, and so do the indexes that they use. The tables are locked until the transaction
 * ends.
 */
export async function bulkLoad<T>(
  client: pg.ClientBase,
  schema: string,
  tables: Table[],
  fill: () => Promise<T>,
): Promise<T> {
  const names = tables.map(({ name }) => name);
  const whole = names.map((name) => qualifiedName(schema, name));
  await client.query(`LOCK TABLE ${whole.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  const foreignKeys = await readForeignKeys(client, schema, names);
  const triggers = await readTriggers(client, schema, names);
  await each(
    client,
    foreignKeys,
    ({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`,
  );
  await each(client, triggers, ({ table, name }) => `ALTER TABLE ${table} DISABLE TRIGGER ${name}`);
  await client.query(`TRUNCATE ${whole.join(', ')}`);
  const filled = await fill();
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  await each(
    client,
    foreignKeys,
    ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
  );
  await each(client, triggers, ({ table, name }) => `ALTER TABLE ${table} ENABLE TRIGGER ${name}`);
  return filled;
}

interface Part {
  /** Qualified and quoted. */
  table: string;
  /** Quoted. */
  name: string;
  definition: string;
}

async function each(client: pg.ClientBase, parts: Part[], statement: (part: Part) => string) {
  for (const part of parts) await client.query(statement(part));
}

async function read(
  client: pg.ClientBase,
  schema: string,
  tables: string[],
  sql: string,
): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `WITH tables AS (
       SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace AND relname = ANY($2)
     ) ${sql} ORDER BY 1, 2`,
    [quoteIdentifier(schema), tables],
  );
  return rows;
}

/** Foreign keys of the tables and to them. One statement. */
const readForeignKeys = (client: pg.ClientBase, schema: string, tables: string[]) =>
  read(
    client,
    schema,
    tables,
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0
       AND (conrelid IN (SELECT oid FROM tables) OR confrelid IN (SELECT oid FROM tables))`,
  );

/** Enabled triggers that are not constraint triggers. One statement. */
const readTriggers = (client: pg.ClientBase, schema: string, tables: string[]) =>
  read(
    client,
    schema,
    tables,
    `SELECT tgrelid::regclass::text AS "table", quote_ident(tgname) AS name, '' AS definition FROM pg_trigger
     WHERE tgrelid IN (SELECT oid FROM tables) AND NOT tgisinternal AND tgconstraint = 0 AND tgenabled = 'O'`,
  );
