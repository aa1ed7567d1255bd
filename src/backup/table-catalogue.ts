import pg from 'pg';
import { isCitusConnection } from '../database/migrations/citus-distribution.ts';
import type { Migration } from '../database/migrations/migration-files.ts';

/** Generated columns are omitted. */
export interface Table {
  name: string;
  columns: string[];
}

export interface Sequence {
  name: string;
  next: string;
}

export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

/**
 * Tables that are empty after a restore: no session, link, code or token of a backup may sign
 * anyone in.
 */
export const transientTables = [
  'ChangeListener',
  'KeptAnswer',
  'OAuthClient',
  'OAuthGrant',
  'OAuthRefreshToken',
  'RateCount',
  'SignInMail',
  'SignInSession',
  'SignInVerification',
  'SigningKey',
  'WebhookBucket',
];

/** Tables that are not part of a backup. Its header has the migrations. */
const bookkeeping = ['_prisma_migrations', ...transientTables];

const undefinedTable = '42P01';

export const quoteIdentifier = pg.escapeIdentifier;

export const qualifiedName = (schema: string, name: string) =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;

export const quotedColumnList = (columns: string[]) => columns.map(quoteIdentifier).join(', ');

/** The schema of unqualified names. */
export async function currentSchema(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query('SELECT current_schema() AS name');
  return rows[0].name;
}

/** All tables by name, except bookkeeping and extensions. One statement. */
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

/** One statement, and one for each sequence. */
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
 * ALTER SEQUENCE is transactional. Sequences of distributed tables support only setval, so a
 * rollback leaves a gap.
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

/** Null if there are none. The checksum of an unfinished migration is null. */
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

/** One statement for each table. */
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

/** In bytes, for progress. One statement. */
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
