import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withConnection } from '../pool/single-connection.ts';
import { adoptBaseline } from './baseline.ts';
import { isCitusConnection } from './citus-distribution.ts';
import { toCitusMigration } from './citus-migrations.ts';
import {
  hasJobQueueTables,
  installJobQueueTables,
  jobQueueMigrationName,
} from './job-queue-migrations.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import {
  baselineName,
  MigrationError,
  readMigrationHistory,
  summarizeMigrations,
} from './migration-history.ts';
import { withMigrationLock } from './migration-lock.ts';

/** Migrations before the stop remain applied. */
export class MigrationsStoppedError extends MigrationError {
  constructor(applied: string[], left: string[]) {
    super(
      `Stopped: ${summarizeMigrations(applied) || 'no migration'} applied, ${summarizeMigrations(left)} not yet. ` +
        'The database is consistent. The next run continues from here.',
    );
  }
}

export interface MigrateOptions {
  signal?: AbortSignal | undefined;
  onApplied?: (name: string) => void;
  onWarning?: (text: string) => void;
  migrations?: Migration[];
}

/**
 * Holds an advisory lock. Each migration commits together with its record, in Prisma's format.
 * @throws MigrationError if SQL fails, a migration was edited, or the database is newer or foreign;
 * MigrationsStoppedError after the signal
 */
export async function applyMigrations(
  url: string,
  {
    signal,
    onApplied = () => undefined,
    onWarning = () => undefined,
    migrations,
  }: MigrateOptions = {},
): Promise<string[]> {
  const all = migrations ?? (await readMigrations());
  // The common case, without a lock.
  if ((await pendingMigrations(url, all)).length === 0) return [];
  const applied: string[] = [];
  const note = (name: string) => {
    applied.push(name);
    onApplied(name);
  };
  const announceStop = () => onWarning('Stopping after the current migration.');
  signal?.addEventListener('abort', announceStop, { once: true });
  try {
    await withMigrationLock(url, signal, async (client) => {
      client.on('notice', ({ severity, message }) => {
        if (severity === 'WARNING') onWarning(message ?? '');
      });
      const { hasTable, isOfDevelopment, pending, unfinished } = await readMigrationHistory(
        client,
        all,
      );
      if (!hasTable) await createHistoryTable(client);
      for (const migration of pending) {
        signal?.throwIfAborted();
        await applyWithRetries(client, migration, {
          begunBefore: unfinished.has(migration.name),
          isAdopted: isOfDevelopment && migration.name === baselineName,
          signal,
        });
        note(migration.name);
      }
      signal?.throwIfAborted();
      if (await installJobQueueTables(url)) note(jobQueueMigrationName);
    });
  } catch (error) {
    if (signal === undefined || error !== signal.reason) throw error;
    throw new MigrationsStoppedError(applied, await pendingMigrations(url, all));
  } finally {
    signal?.removeEventListener('abort', announceStop);
  }
  return applied;
}

export async function pendingMigrations(url: string, migrations?: Migration[]): Promise<string[]> {
  const all = migrations ?? (await readMigrations());
  const { pending } = await withConnection(url, (client) => readMigrationHistory(client, all));
  const jobs = (await hasJobQueueTables(url)) ? [] : [jobQueueMigrationName];
  return [...pending.map(({ name }) => name), ...jobs];
}

/**
 * Creates the table as Prisma does.
 * @throws MigrationError
 */
async function createHistoryTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class c
     WHERE relnamespace = to_regnamespace(current_schema()) AND relkind IN ('r', 'p', 'v', 'm', 'f')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY relname LIMIT 3`,
  );
  if (rows.length > 0) {
    throw new MigrationError(
      `The database is not empty (it has ${rows.map(({ name }) => name).join(', ')}), and what it has was not made by ` +
        'Actiongraph. Give it a database of its own: make an empty one, and set DATABASE_URL to that.',
    );
  }
  await client.query(
    `CREATE TABLE _prisma_migrations (
       id varchar(36) PRIMARY KEY NOT NULL,
       checksum varchar(64) NOT NULL,
       finished_at timestamptz,
       migration_name varchar(255) NOT NULL,
       logs text,
       rolled_back_at timestamptz,
       started_at timestamptz NOT NULL DEFAULT now(),
       applied_steps_count integer NOT NULL DEFAULT 0
     )`,
  );
}

/** Statements queue behind a waiting migration. Twice this time is below deadlock_timeout, so no write fails. */
const lockTimeoutMs = 400;
/** Ten minutes in total. */
const retries = { most: 150, leastPauseMillis: 100, longestPauseMillis: 4_000 };
/** Lock timeout and deadlock. */
const blockedSqlStates = ['55P03', '40P01'];

interface ApplyOptions {
  begunBefore: boolean;
  /** The schema exists and is only compared. */
  isAdopted: boolean;
  signal: AbortSignal | undefined;
}

async function applyWithRetries(
  client: pg.Client,
  migration: Migration,
  options: ApplyOptions,
): Promise<void> {
  const { signal } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOne(client, migration, options);
    } catch (error) {
      const cause = (error as Error).cause as Partial<pg.DatabaseError> | undefined;
      if (!blockedSqlStates.includes(cause?.code ?? '') || attempt === retries.most) throw error;
      const pause = Math.min(retries.leastPauseMillis * attempt, retries.longestPauseMillis);
      await sleep(pause, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

async function applyOne(
  client: pg.Client,
  migration: Migration,
  { begunBefore, isAdopted }: ApplyOptions,
) {
  try {
    await client.query('BEGIN');
    const isCitus = await isCitusConnection(client);
    if (isCitus) await client.query(`SET LOCAL citus.propagate_set_commands = 'local'`);
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    if (isAdopted) await adoptBaseline(client, migration);
    else {
      const statements = isCitus ? toCitusMigration(migration.sql) : [migration.sql];
      for (const statement of statements) await client.query(statement);
    }
    if (begunBefore) await client.query(`${endUnfinished('rolled_back_at')}`, [migration.name]);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (error instanceof MigrationError) throw error;
    if (begunBefore && (await completeRecord(client, migration, error))) return;
    throw failed(migration, error);
  }
}

const endUnfinished = (column: string) =>
  `UPDATE _prisma_migrations SET ${column} = now()
   WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`;

const alreadyExistsSqlStates = ['42P06', '42P07', '42701', '42723', '42710'];

/** Prisma's engine may have committed without the record. */
async function completeRecord(
  client: pg.Client,
  migration: Migration,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof pg.DatabaseError) || !alreadyExistsSqlStates.includes(error.code ?? ''))
    return false;
  const { rowCount } = await client.query(`${endUnfinished('finished_at')} AND checksum = $2`, [
    migration.name,
    migration.checksum,
  ]);
  return rowCount !== 0;
}

function failed({ name, sql }: Migration, cause: unknown): MigrationError {
  const { message, code, detail, position } = cause as Partial<pg.DatabaseError>;
  const line = position && ` at line ${sql.slice(0, Number(position)).split('\n').length}`;
  const reason = [message, code && `(${code}${line ?? ''})`, detail].filter(Boolean).join(' ');
  return new MigrationError(
    `The migration ${name} could not be applied: ${reason}. Nothing of it was kept; once the reason is mended, ` +
      'migrate again.',
    { cause },
  );
}
