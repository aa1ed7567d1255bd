import type pg from 'pg';
import type { Table } from './table-catalogue.ts';
import { qualifiedName, quoteIdentifier } from './table-catalogue.ts';

/**
 * Empties tables and runs `fill` without foreign keys and without triggers that write. The foreign
 * keys are recreated, which checks every row. The tables are locked until the transaction ends.
 */
export async function bulkLoad<T>(
  client: pg.ClientBase,
  schema: string,
  tables: Table[],
  fill: () => Promise<T>,
): Promise<T> {
  const names = tables.map(({ name }) => name);
  const qualifiedNames = names.map((name) => qualifiedName(schema, name));
  await client.query(`LOCK TABLE ${qualifiedNames.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  const foreignKeys = await readForeignKeys(client, schema, names);
  const triggers = await readTriggers(client, schema, names);
  await runForEach(
    client,
    foreignKeys,
    ({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`,
  );
  await runForEach(
    client,
    triggers,
    ({ table, name }) => `ALTER TABLE ${table} DISABLE TRIGGER ${name}`,
  );
  await client.query(`TRUNCATE ${qualifiedNames.join(', ')}`);
  const result = await fill();
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  await runForEach(
    client,
    foreignKeys,
    ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
  );
  await runForEach(
    client,
    triggers,
    ({ table, name }) => `ALTER TABLE ${table} ENABLE TRIGGER ${name}`,
  );
  return result;
}

interface TableObject {
  /** Qualified and quoted. */
  table: string;
  /** Quoted. */
  name: string;
  definition: string;
}

async function runForEach(
  client: pg.ClientBase,
  objects: TableObject[],
  statement: (object: TableObject) => string,
) {
  for (const object of objects) await client.query(statement(object));
}

async function readCatalogue(
  client: pg.ClientBase,
  schema: string,
  tables: string[],
  sql: string,
): Promise<TableObject[]> {
  const { rows } = await client.query<TableObject>(
    `WITH tables AS (
       SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace AND relname = ANY($2)
     ) ${sql} ORDER BY 1, 2`,
    [quoteIdentifier(schema), tables],
  );
  return rows;
}

/** Foreign keys of the tables and to them. One statement. */
const readForeignKeys = (client: pg.ClientBase, schema: string, tables: string[]) =>
  readCatalogue(
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
  readCatalogue(
    client,
    schema,
    tables,
    `SELECT tgrelid::regclass::text AS "table", quote_ident(tgname) AS name, '' AS definition FROM pg_trigger
     WHERE tgrelid IN (SELECT oid FROM tables) AND NOT tgisinternal AND tgconstraint = 0 AND tgenabled = 'O'`,
  );
