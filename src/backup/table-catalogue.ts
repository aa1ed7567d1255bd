import pg from 'pg';
import { isCitusConnection } from '../database/migrations/citus-distribution.ts';
import type { Migration } from '../database/migrations/migration-files.ts';

/** A table with the columns that hold values of their own: generated ones are left out. */
export interface Table {
  name: string;
  columns: string[];
}

/** A sequence with the number that it gives next. */
export interface Sequence {
  name: string;
  next: string;
}

/** A migration as the database records it. */
export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

/**
 * Tables whose rows hold for a moment only, and which are empty after a restore: who listens to changes is gone by then,
 * and nobody is to be signed in by a session, link or code out of a file, or by a token whose key was in it. Who is known,
 * by which ways they sign in, and their second factors are backed up with everything else (decision 31).
 */
export const transientTables = [
  'ChangeListener',
  'KeptAnswer',
  'RateCount',
  'SignInMail',
  'SignInSession',
  'SignInVerification',
  'SigningKey',
];

/** Tables that are no part of a backup; which migrations were applied is in its header. */
const bookkeeping = ['_prisma_migrations', ...transientTables];

/** What PostgreSQL calls a table that is not there. */
const undefinedTable = '42P01';

export const quoteIdentifier = pg.escapeIdentifier;

/** A table's, sequence's or type's whole name in SQL. */
export const qualifiedName = (schema: string, name: string) =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;

export const quotedColumnList = (columns: string[]) => columns.map(quoteIdentifier).join(', ');

/** The schema that unqualified names belong to. */
export async function currentSchema(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query('SELECT current_schema() AS name');
  return rows[0].name;
}

/** Every table of a schema but the book-keeping and what belongs to extensions, by name. One statement. */
export async function readTables(client: pg.ClientBase, schema: string): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r'
       AND c.relname <> ALL($2)
       AND NOT EXISTS (
         SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
       )
     GROUP BY c.relname ORDER BY c.relname COLLATE "C"`,
    [quoteIdentifier(schema), bookkeeping],
  );
  return rows;
}

/** Every sequence of a schema. A statement, and one for each. */
export async function readSequences(client: pg.ClientBase, schema: string): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string; increment: string }>(
    `SELECT c.relname::text AS name, s.seqincrement::text AS increment
     FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
     WHERE c.relnamespace = $1::regnamespace ORDER BY c.relname COLLATE "C"`,
    [quoteIdentifier(schema)],
  );
  const sequences: Sequence[] = [];
  for (const { name, increment } of rows) {
    const state = await client.query<{ next: string }>(
      `SELECT (CASE WHEN is_called THEN last_value + $1::bigint ELSE last_value END)::text AS next
       FROM ${qualifiedName(schema, name)}`,
      [increment],
    );
    sequences.push({ name, next: state.rows[0]?.next ?? '1' });
  }
  return sequences;
}

/**
 * Lets sequences go on where others are; unlike setval, it is undone with its transaction. Those of tables that are spread can only be set,
 * which leaves a gap where the transaction is undone. A statement for each, and two.
 */
export async function restartSequences(
  client: pg.ClientBase,
  schema: string,
  sequences: Sequence[],
): Promise<void> {
  const isSet = await isCitusConnection(client);
  for (const { name, next } of sequences) {
    const sequence = qualifiedName(schema, name);
    if (isSet) await client.query('SELECT setval($1, $2, false)', [sequence, BigInt(next)]);
    else await client.query(`ALTER SEQUENCE ${sequence} RESTART WITH ${BigInt(next)}`);
  }
}

/** What was applied to the database, by name; null where nothing ever was, and unfinished ones without a checksum. */
export async function readAppliedMigrations(
  client: pg.ClientBase,
  schema: string,
): Promise<(AppliedMigration | { name: string; checksum: null })[] | null> {
  try {
    const { rows } = await client.query(
      `SELECT migration_name AS name, CASE WHEN finished_at IS NOT NULL THEN checksum END AS checksum
       FROM ${qualifiedName(schema, '_prisma_migrations')} WHERE rolled_back_at IS NULL
       ORDER BY migration_name COLLATE "C"`,
    );
    return rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return null;
    throw error;
  }
}

/** The tables that have rows. A statement for each. */
export async function findTablesWithRows(
  client: pg.ClientBase,
  schema: string,
  tables: Table[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query(
      `SELECT EXISTS (SELECT FROM ${qualifiedName(schema, name)}) AS filled`,
    );
    if (rows[0].filled) found.push(name);
  }
  return found;
}

/** How large the tables are, in bytes; for showing progress. One statement. */
export async function readTableSizes(
  client: pg.ClientBase,
  schema: string,
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; size: string }>(
    `SELECT relname::text AS name, pg_table_size(oid)::text AS size FROM pg_class
     WHERE relnamespace = $1::regnamespace AND relkind = 'r'`,
    [quoteIdentifier(schema)],
  );
  return new Map(rows.map(({ name, size }) => [name, Number(size)]));
}
