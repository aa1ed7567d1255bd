import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { connectionConfig } from './connection-config.ts';
import { hasJobs, installJobs, jobsMigration } from './jobs.ts';
import { isUpToDate } from './migration-history.ts';
import { prismaFolder } from './package-root.ts';
import { wholeDatabase, withSchemaEngine } from './schema-engine.ts';

/** Key of the advisory lock that one migrating process holds; the engine's own lock has another. */
const lockKey = 4_711_202_611;

/** How long a second process waits for the first to finish migrating. */
const lockTimeoutMinutes = 10;

/** A database whose migration history does not allow going on; the message says what a person can do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Brings the database to the newest migration and answers the names of those applied now, in order; none where
 * it was there already; the job queue's tables, which graphile-worker migrates itself, come last. Processes that start
 * at once take turns under an advisory lock. What is recorded in `_prisma_migrations` is what Prisma itself records, so
 * `prisma migrate deploy` goes on from there.
 * @throws MigrationError where an earlier migration failed, was edited since, or the database is newer than this
 * version of the program; nothing is applied then.
 */
export async function applyMigrations(url: string): Promise<string[]> {
  const migrationsList = await readMigrations();
  if ((await isUpToDate(url, migrationsList)) && (await hasJobs(url))) return [];
  return await underLock(url, async () => {
    const applied = await withSchemaEngine(url, async (engine) => {
      const pending = await diagnose(engine, migrationsList);
      if (pending.length === 0) return [];
      const { appliedMigrationNames } = await translated(() =>
        engine.applyMigrations({ migrationsList, filters: wholeDatabase }),
      );
      return appliedMigrationNames;
    });
    return (await installJobs(url)) ? [...applied, jobsMigration] : applied;
  });
}

/**
 * The names of the migrations that the database lacks, in order; it writes nothing.
 * @throws MigrationError as {@link applyMigrations}.
 */
export async function pendingMigrations(url: string): Promise<string[]> {
  const migrationsList = await readMigrations();
  const jobs = (await hasJobs(url)) ? [] : [jobsMigration];
  if (await isUpToDate(url, migrationsList)) return jobs;
  const own = await withSchemaEngine(url, (engine) => diagnose(engine, migrationsList));
  return [...own, ...jobs];
}

/** The migrations in prisma/migrations, in the form the schema engine takes. */
export async function readMigrations(): Promise<MigrationList> {
  const baseDir = join(prismaFolder, 'migrations');
  const entries = await readdir(baseDir, { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(baseDir, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      folders.map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(join(baseDir, path, 'migration.sql'), 'utf8'),
          },
        },
      })),
    ),
  };
}

async function diagnose(engine: SchemaEngine, migrationsList: MigrationList): Promise<string[]> {
  const { failedMigrationNames, editedMigrationNames, hasMigrationsTable, history } =
    await translated(() =>
      engine.diagnoseMigrationHistory({
        migrationsList,
        optInToShadowDatabase: false,
        filters: wholeDatabase,
      }),
    );
  if (failedMigrationNames.length > 0) {
    throw new MigrationError(
      `An earlier attempt to apply the migration ${failedMigrationNames.join(', ')} failed. Its SQL ran in one ` +
        'transaction, so nothing of it was kept; the reason is in the column "logs" of the table ' +
        '_prisma_migrations. Once it is cured, mark the attempt with `npx prisma migrate resolve --rolled-back ' +
        `${failedMigrationNames[0]}\` and start again.`,
    );
  }
  if (editedMigrationNames.length > 0) {
    throw new MigrationError(
      `The migration ${editedMigrationNames.join(', ')} was changed after this database had applied it. ` +
        'Restore the file and put the change into a new migration.',
    );
  }
  if (history !== null && history.diagnostic !== 'databaseIsBehind') {
    throw new MigrationError(
      `The database has migrations that this version of the program does not know: ${history.unpersistedMigrationNames.join(', ')}. ` +
        'It was migrated by a newer version; run that one.',
    );
  }
  if (history !== null) return history.unappliedMigrationNames;
  // Without its bookkeeping table the engine reports no history at all.
  return hasMigrationsTable ? [] : migrationsList.migrationDirectories.map(({ path }) => path);
}

/** Turns the engine's errors, JSON for the most part, into words. */
async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new MigrationError(`The database could not be migrated: ${describe(error)}`, {
      cause: error,
    });
  }
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  try {
    const { message: inner, meta } = JSON.parse(message) as {
      message?: string;
      meta?: { full_error?: string };
    };
    return meta?.full_error ?? inner ?? message;
  } catch {
    return message;
  }
}

async function underLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connectionConfig(url), connectionTimeoutMillis: 10_000 });
  // A connection lost while the work runs must not end the process; the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SET lock_timeout = '${lockTimeoutMinutes}min'`);
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    return await work();
  } finally {
    await client.end();
  }
}
