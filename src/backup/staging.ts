import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Migration } from '../database/migrations/migration-files.ts';
import type { Table } from './table-catalogue.ts';
import { qualifiedName, quotedColumnList, quoteIdentifier } from './table-catalogue.ts';

/** Schema names for the upgrade of older backups. */
const prefix = 'actiongraph_restore_';

/** Drops the schemas of killed restores. */
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

export async function createStagingSchema(client: pg.ClientBase): Promise<string> {
  const schema = `${prefix}${randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE SCHEMA ${quoteIdentifier(schema)}`);
  return schema;
}

/** Each migration runs in its own transaction. */
export async function runMigrations(
  client: pg.ClientBase,
  migrations: Pick<Migration, 'sql'>[],
): Promise<void> {
  for (const { sql } of migrations) await client.query(sql);
}

/** Resolves unqualified names in `schema`, then in `home`, which has the extensions. */
export async function withSearchPath<T>(
  client: pg.ClientBase,
  schema: string,
  fallbackSchema: string,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await client.query('SHOW search_path');
  const before = rows[0].search_path;
  await client.query(`SELECT set_config('search_path', $1, false)`, [
    `${quoteIdentifier(schema)}, ${quoteIdentifier(fallbackSchema)}`,
  ]);
  const result = await work();
  await client.query(`SELECT set_config('search_path', $1, false)`, [before]);
  return result;
}

/**
 * Casts through text, because each schema has its own enum types. Two statements for each table.
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
      const { type, isSchemaType } = types.get(column) ?? { type: 'text', isSchemaType: false };
      return isSchemaType ? `${quoteIdentifier(column)}::text::${type}` : quoteIdentifier(column);
    });
    await client.query(
      `INSERT INTO ${qualifiedName(to, name)} (${quotedColumnList(columns)}) OVERRIDING SYSTEM VALUE
       SELECT ${values.join(', ')} FROM ${qualifiedName(from, name)}`,
    );
  }
}

/** `isOwn`: the type belongs to the table's schema. */
async function typesOf(client: pg.ClientBase, schema: string, table: string) {
  const { rows } = await client.query<{ name: string; type: string; isSchemaType: boolean }>(
    `SELECT a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type,
       t.typnamespace = $2::regnamespace AS "isSchemaType"
     FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
    [qualifiedName(schema, table), quoteIdentifier(schema)],
  );
  return new Map(rows.map((row) => [row.name, row]));
}
