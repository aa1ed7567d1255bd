import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Migration } from '../database/migrations/migration-files.ts';
import type { Table } from './table-catalogue.ts';
import { qualifiedName, quotedColumnList, quoteIdentifier } from './table-catalogue.ts';

/** How the schemas are called in which the rows of older releases become those of this one. */
const prefix = 'actiongraph_restore_';

/** Removes what a restore left behind that was killed. A statement, and one for each. */
export async function dropStaleStagingSchemas(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname::text AS name FROM pg_namespace
     WHERE starts_with(nspname, $1) AND pg_has_role(nspowner, 'USAGE')`,
    [prefix],
  );
  for (const { name } of rows) await dropSchema(client, name);
}

export async function dropSchema(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`DROP SCHEMA IF EXISTS ${quoteIdentifier(schema)} CASCADE`);
}

/** Makes an empty schema beside those there are; answers its name. */
export async function createStagingSchema(client: pg.ClientBase): Promise<string> {
  const schema = `${prefix}${randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE SCHEMA ${quoteIdentifier(schema)}`);
  return schema;
}

/** Applies migrations in a schema: each in one transaction of its own, as everywhere. */
export async function runMigrations(
  client: pg.ClientBase,
  migrations: Pick<Migration, 'sql'>[],
): Promise<void> {
  for (const { sql } of migrations) await client.query(sql);
}

/** Runs `work` while unqualified names belong to `schema` first, and then to `home`, where the extensions are. */
export async function withSearchPath<T>(
  client: pg.ClientBase,
  schema: string,
  home: string,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await client.query('SHOW search_path');
  const before = rows[0].search_path;
  await client.query(`SELECT set_config('search_path', $1, false)`, [
    `${quoteIdentifier(schema)}, ${quoteIdentifier(home)}`,
  ]);
  const result = await work();
  await client.query(`SELECT set_config('search_path', $1, false)`, [before]);
  return result;
}

/**
 * Copies the rows of the tables of one schema into those of another. A statement for each, and one that says which types
 * the columns have: each schema has enumerations of its own.
 */
export async function copyTables(
  client: pg.ClientBase,
  from: string,
  to: string,
  tables: Table[],
): Promise<void> {
  for (const { name, columns } of tables) {
    const types = await typesOf(client, to, name);
    const values = columns.map((column) => {
      const { type, isOwn } = types.get(column) ?? { type: 'text', isOwn: false };
      return isOwn ? `${quoteIdentifier(column)}::text::${type}` : quoteIdentifier(column);
    });
    await client.query(
      `INSERT INTO ${qualifiedName(to, name)} (${quotedColumnList(columns)}) OVERRIDING SYSTEM VALUE
       SELECT ${values.join(', ')} FROM ${qualifiedName(from, name)}`,
    );
  }
}

/** The types of a table's columns, and whether they belong to the table's schema. */
async function typesOf(client: pg.ClientBase, schema: string, table: string) {
  const { rows } = await client.query<{ name: string; type: string; isOwn: boolean }>(
    `SELECT a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type,
       t.typnamespace = $2::regnamespace AS "isOwn"
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
    [qualifiedName(schema, table), quoteIdentifier(schema)],
  );
  return new Map(rows.map((row) => [row.name, row]));
}
