import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withConnection } from '../pool/single-connection.ts';
import { isCitusConnection } from './citus-distribution.ts';
import { toCitusMigration } from './citus-migrations.ts';
import {
  hasJobQueueTables,
  installJobQueueTables,
  jobQueueMigrationName,
} from './job-queue-migrations.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { MigrationError, readMigrationHistory, summarizeMigrations } from './migration-history.ts';
import { withMigrationLock } from './migration-lock.ts';

/** A migration was stopped before its end. Applied migrations stay. */
export class MigrationsStoppedError extends MigrationError {
  constructor(applied: string[], left: string[]) {
    super(
      `Stopped: ${summarizeMigrations(applied) || 'no migration'} applied, ${summarizeMigrations(left)} not yet. ` +
        'The database is consistent. The next run continues from here.',
    );
  }
}

export interface MigrateOptions {
  /** Ends migrating after the migration at work. */
  signal?: AbortSignal | undefined;
  /** Told of each migration once it is applied. */
  onApplied?: (name: string) => void;
  /** Receives the warnings of migrations, for a person. */
  onWarning?: (text: string) => void;
  /** The program's own unless given. */
  migrations?: Migration[];
}

/**
 * Brings the database to the newest migration and answers the names of those applied now, in order; none where
 * it was there already; the job queue's tables, which graphile-worker migrates itself, come last. Processes that start
 * at once take turns under an advisory lock.
 *
 * A migration and its record are one transaction, so that whatever ends the process or the connection leaves both or
 * neither, and the next run goes on from there. Records have Prisma's form: `prisma migrate deploy` goes on from there
 * too. An attempt that Prisma, or a build that used its engine, left unfinished is marked as rolled back and made again.
 * @throws MigrationError where a migration's SQL fails, with its reason; where one was edited since; where the database
 * is newer than this version of the program, or is not empty and not Actiongraph's. What fails leaves nothing behind.
 * @throws MigrationsStoppedError where the signal came before the end.
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
  // What nearly every start and command finds; it takes no lock.
  if ((await pendingMigrations(url, all)).length === 0) return [];
  const applied: string[] = [];
  const note = (name: string) => {
    applied.push(name);
    onApplied(name);
  };
  try {
    await withMigrationLock(url, signal, async (client) => {
      client.on('notice', ({ severity, message }) => {
        if (severity === 'WARNING') onWarning(message ?? '');
      });
      const { isKept, pending, unfinished } = await readMigrationHistory(client, all);
      if (!isKept) await beginHistory(client);
      for (const migration of pending) {
        signal?.throwIfAborted();
        await applyInTime(client, migration, unfinished.has(migration.name), signal);
        note(migration.name);
      }
      signal?.throwIfAborted();
      if (await installJobQueueTables(url)) note(jobQueueMigrationName);
    });
  } catch (error) {
    if (signal === undefined || error !== signal.reason) throw error;
    throw new MigrationsStoppedError(applied, await pendingMigrations(url, all));
  }
  return applied;
}

/**
 * The names of the migrations that the database lacks, in order; it writes nothing.
 * @throws MigrationError where the history does not allow going on.
 */
export async function pendingMigrations(url: string, migrations?: Migration[]): Promise<string[]> {
  const all = migrations ?? (await readMigrations());
  const { pending } = await withConnection(url, (client) => readMigrationHistory(client, all));
  const jobs = (await hasJobQueueTables(url)) ? [] : [jobQueueMigrationName];
  return [...pending.map(({ name }) => name), ...jobs];
}

/**
 * Makes the table in which migrations are recorded, as Prisma makes it.
 * @throws MigrationError where the schema is in use for something else.
 */
async function beginHistory(client: pg.Client): Promise<void> {
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

/**
 * How long a migration waits for a table that somebody uses. Whoever comes behind it waits as long, and twice that is less than the
 * second after which the server looks who waits in a circle, and ends one of them: that would be a write.
 */
const lockMillis = 400;
/** How often it is made again, and how long others have the tables in between: ten minutes in all. */
const tries = { most: 150, leastPauseMillis: 100, longestPauseMillis: 4_000 };
/** It waited too long, or in a circle with others. */
const inTheWay = ['55P03', '40P01'];

/** Applies a migration while others use its tables: it gives way to them, and is made again. */
async function applyInTime(
  client: pg.Client,
  migration: Migration,
  begunBefore: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await applyOne(client, migration, begunBefore);
    } catch (error) {
      const cause = (error as Error).cause as Partial<pg.DatabaseError> | undefined;
      if (!inTheWay.includes(cause?.code ?? '') || tried === tries.most) throw error;
      const pause = Math.min(tries.leastPauseMillis * tried, tries.longestPauseMillis);
      await sleep(pause, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

async function applyOne(client: pg.Client, migration: Migration, begunBefore: boolean) {
  try {
    await client.query('BEGIN');
    const areSpread = await isCitusConnection(client);
    // On each of the servers: a table there may be in use by who has nothing of it here.
    if (areSpread) await client.query(`SET LOCAL citus.propagate_set_commands = 'local'`);
    await client.query(`SET LOCAL lock_timeout = ${lockMillis}`);
    const statements = areSpread ? toCitusMigration(migration.sql) : [migration.sql];
    for (const statement of statements) await client.query(statement);
    if (begunBefore) await client.query(`${endUnfinished('rolled_back_at')}`, [migration.name]);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (begunBefore && (await wasKept(client, migration, error))) return;
    throw failed(migration, error);
  }
}

const endUnfinished = (column: string) =>
  `UPDATE _prisma_migrations SET ${column} = now()
   WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`;

/** What PostgreSQL calls a schema, table, column, function, type and so on that is there already. */
const alreadyThere = ['42P06', '42P07', '42701', '42723', '42710'];

/**
 * Whether an attempt by Prisma's engine was kept although nobody came to record its end: the engine sent the SQL as one
 * transaction, and what the SQL makes is there already. The record is completed then.
 */
async function wasKept(client: pg.Client, migration: Migration, error: unknown): Promise<boolean> {
  if (!(error instanceof pg.DatabaseError) || !alreadyThere.includes(error.code ?? ''))
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
