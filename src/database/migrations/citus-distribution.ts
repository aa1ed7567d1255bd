import pg from 'pg';
import { globalModels } from '../models/global-models.ts';
import { withConnection } from '../pool/single-connection.ts';
import { auditLogStagingTable } from '../statements/audit-log-tables.ts';
import { withMigrationLock } from './migration-lock.ts';

export interface Distribution {
  distributed: string[];
  referenceTables: string[];
  movedShardGroups: number;
}

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

async function hasExtension(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_extension WHERE extname = 'citus'`);
  return rowCount !== 0;
}

export function isCitusDatabase(url: string): Promise<boolean> {
  return withConnection(url, isCitusConnection);
}

export async function isCitusConnection(client: pg.ClientBase): Promise<boolean> {
  if (!(await hasExtension(client))) return false;
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass('"Workspace"')`,
  );
  return rowCount !== 0;
}

interface Options {
  role?: string | undefined;
  rebalances?: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * In one transaction. Skips distributed tables, so it runs after each migration.
 * @returns undefined without Citus
 * @throws MigrationError while another process migrates
 */
export async function distributeTables(
  url: string,
  { rebalances = false, role, signal }: Options = {},
): Promise<Distribution | undefined> {
  if (!(await withConnection(url, hasExtension))) return undefined;
  return await withMigrationLock(url, signal, async (client) => {
    await client.query('BEGIN');
    await useOneConnectionPerServer(client);
    const done = await distribute(client);
    if (role !== undefined) await allowLogin(client, role);
    await client.query('COMMIT');
    return { ...done, movedShardGroups: rebalances ? await rebalance(client) : 0 };
  });
}

async function distribute(client: pg.ClientBase): Promise<Omit<Distribution, 'movedShardGroups'>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_class c
     WHERE c.relnamespace = to_regnamespace(current_schema()) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> ALL ($1)
       AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     ORDER BY c.relname <> 'Workspace', c.relname`,
    [localTables],
  );
  const names = rows.map(({ name }) => name);
  const isGlobal = (name: string) => (globalModels as readonly string[]).includes(name);
  const spread = names.filter((name) => !isGlobal(name));
  const copied = names.filter(isGlobal);
  await removeSkipLocked(client);
  await removeStagingTable(client);
  if (names.length > 0)
    await distributeAll(client, { distributed: spread, referenceTables: copied });
  await delegateFunctions(client);
  return { distributed: spread, referenceTables: copied };
}

async function distributeAll(
  client: pg.ClientBase,
  { distributed, referenceTables }: Pick<Distribution, 'distributed' | 'referenceTables'>,
): Promise<void> {
  const names = [...distributed, ...referenceTables];
  // database/statements/citus-statements.ts replaces triggers, which see only one server.
  for (const { table, name } of await triggersOf(client, names))
    await client.query(`DROP TRIGGER ${name} ON ${table}`);
  const keys = await foreignKeysOf(client, names);
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const name of referenceTables)
    await client.query('SELECT create_reference_table($1)', [quoted(name)]);
  for (const name of distributed) {
    const colocatedWith = name === 'Workspace' ? 'none' : '"Workspace"';
    const text = `SELECT create_distributed_table($1, 'accountId', colocate_with => $2)`;
    await client.query(text, [quoted(name), colocatedWith]);
  }
  for (const name of customPlanFunctions)
    await client.query(`ALTER FUNCTION ${name} SET plan_cache_mode TO force_custom_plan`);
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
}

/** Unreferenced, or written too often for a reference table. */
const localTables = ['_prisma_migrations', 'RateCount'];

/** Citus routes custom plans to one server. */
const customPlanFunctions = ['"clients_beginning"(int, text)'];

/** Runs on the workspace's server, because another connection cannot change uncommitted rows. */
const delegatedFunctions = [{ name: 'redact_audit_log', workspace: 'workspace' }];

/** Recreating a function removes its distribution. */
async function delegateFunctions(client: pg.ClientBase): Promise<void> {
  for (const { name, workspace } of delegatedFunctions) {
    const { rows } = await client.query<{ called: string }>(
      `SELECT p.oid::regprocedure::text AS called FROM pg_proc p
       WHERE p.pronamespace = to_regnamespace(current_schema()) AND p.proname = $1 AND NOT EXISTS (
         SELECT 1 FROM pg_dist_object d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid
           AND d.force_delegation AND d.distribution_argument_index IS NOT NULL)`,
      [name],
    );
    for (const { called } of rows)
      await client.query(
        `SELECT create_distributed_function($1, $2, colocate_with => '"Workspace"', force_delegation => true)`,
        [called, workspace],
      );
  }
}

/** Citus does not distribute inheriting tables. */
async function removeStagingTable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `SELECT to_regclass('${auditLogStagingTable}') IS NOT NULL AS "exists"`,
  );
  if (!rows[0].exists) return;
  await client.query(`LOCK TABLE ${auditLogStagingTable} IN ACCESS EXCLUSIVE MODE`);
  const { rows: entries } = await client.query(
    `SELECT count(*)::int AS count FROM ONLY ${auditLogStagingTable}`,
  );
  await client.query('SELECT "publish_log_entries"($1)', [entries[0].count]);
  await client.query(
    `SELECT setval('"LogEntry_place_seq"', greatest(s.last_value, (SELECT max(place) FROM "LogEntry"))) FROM "LogEntry_place_seq" s`,
  );
  await client.query(`DROP TABLE ${auditLogStagingTable}`);
}

const quoted = (name: string) => pg.escapeIdentifier(name);

const retentionFunctions = ['delete_expired_audit_entries', 'clear_expired_audit_changes'];

/** Citus locks rows of one workspace only. */
async function removeSkipLocked(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT replace(def, 'FOR UPDATE SKIP LOCKED', '') AS text
     FROM pg_proc p, pg_get_functiondef(p.oid) AS def
     WHERE p.pronamespace = to_regnamespace(current_schema()) AND p.proname = ANY ($1) AND def LIKE '%FOR UPDATE SKIP LOCKED%'`,
    [retentionFunctions],
  );
  for (const { text } of rows) await client.query(text);
}

async function foreignKeysOf(client: pg.ClientBase, tables: string[]): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0
       AND (conrelid = ANY ($1::text[]::regclass[]) OR confrelid = ANY ($1::text[]::regclass[])) ORDER BY 1, 2`,
    [tables.map(quoted)],
  );
  return rows;
}

async function triggersOf(
  client: pg.ClientBase,
  tables: string[],
): Promise<Omit<Constraint, 'definition'>[]> {
  const { rows } = await client.query<Constraint>(
    `SELECT tgrelid::regclass::text AS table, quote_ident(tgname) AS name FROM pg_trigger
     WHERE NOT tgisinternal AND tgparentid = 0 AND tgrelid = ANY ($1::text[]::regclass[]) ORDER BY 1, 2`,
    [tables.map(quoted)],
  );
  return rows;
}

/** Otherwise a transaction could not change reference tables. */
async function useOneConnectionPerServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT quote_ident(current_database()) AS name',
  );
  const setting = `citus.multi_shard_modify_mode = 'sequential'`;
  await client.query(`ALTER DATABASE ${rows[0]?.name} SET ${setting}`);
  await client.query(`SET LOCAL ${setting}`);
}

/** The servers log in with the role. */
async function allowLogin(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ lacksLogin: boolean }>(
    'SELECT NOT rolcanlogin AS "lacksLogin" FROM pg_roles WHERE rolname = $1',
    [role],
  );
  if (rows[0]?.lacksLogin) await client.query(`ALTER ROLE ${pg.escapeIdentifier(role)} LOGIN`);
}

/** Writes continue during the move. */
async function rebalance(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ moved: number }>(
    `SELECT count(DISTINCT (sourcename, sourceport, targetname, targetport, shardminvalue))::int AS moved
     FROM get_rebalance_table_shards_plan('"Workspace"') JOIN pg_dist_shard USING (shardid)`,
  );
  const moved = rows[0]?.moved ?? 0;
  if (moved > 0) await client.query(`SELECT rebalance_table_shards('"Workspace"')`);
  return moved;
}
