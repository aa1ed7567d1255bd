import type { Db } from '../database/client/db.ts';

interface ForeignKey {
  name: string;
  table: string;
  parent: string;
  columns: string[];
  referenced: string[];
}

export async function canDeferForeignKeyChecks(db: Db): Promise<boolean> {
  const [answer] = await db.$queryRaw<{ may: boolean }[]>`
    SELECT has_parameter_privilege('session_replication_role', 'SET') AS may`;
  return answer?.may === true;
}

/** For the rest of the transaction. */
export async function setForeignKeyChecks(db: Db, each: boolean): Promise<void> {
  await db.$executeRawUnsafe(`SET LOCAL session_replication_role = ${each ? 'origin' : 'replica'}`);
}

/**
 * Checks the new rows of a workspace with one statement for each foreign key. That takes a fifth of
 * the time of row checks.
 * @throws Error with the constraint and the number of invalid rows
 */
export async function assertForeignKeys(
  db: Db,
  accountId: number,
  firstIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const key of await foreignKeysOf(db, [...firstIds.keys()])) {
    const [answer] = await db.$queryRawUnsafe<{ broken: bigint }[]>(
      brokenRows(key),
      accountId,
      firstIds.get(key.table),
    );
    if (answer?.broken) throw new Error(`${answer.broken} rows break ${key.name}`);
  }
}

function foreignKeysOf(db: Db, tables: string[]): Promise<ForeignKey[]> {
  return db.$queryRaw<ForeignKey[]>`
    SELECT f.conname AS name, child.relname AS table, parent.relname AS parent,
      (SELECT array_agg(a.attname::text ORDER BY k.place)
        FROM unnest(f.conkey) WITH ORDINALITY AS k (attnum, place)
          JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum) AS columns,
      (SELECT array_agg(a.attname::text ORDER BY k.place)
        FROM unnest(f.confkey) WITH ORDINALITY AS k (attnum, place)
          JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.attnum) AS referenced
    FROM pg_constraint f
      JOIN pg_class child ON child.oid = f.conrelid
      JOIN pg_class parent ON parent.oid = f.confrelid
    WHERE f.contype = 'f' AND child.relnamespace = current_schema()::regnamespace
      AND child.relname = ANY (${tables})`;
}

function brokenRows({ table, parent, columns, referenced }: ForeignKey): string {
  const given = columns.map((column) => `c."${column}" IS NOT NULL`);
  const matching = columns.map((column, index) => `p."${referenced[index]}" = c."${column}"`);
  return `SELECT count(*) AS broken FROM "${table}" c
    WHERE c."accountId" = $1 AND c.id >= $2 AND ${given.join(' AND ')}
      AND NOT EXISTS (SELECT FROM "${parent}" p WHERE ${matching.join(' AND ')})`;
}
