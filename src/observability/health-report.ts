import { statfs } from 'node:fs/promises';
import { readVersion } from '../config/version.ts';
import type { Database } from '../database/client/client.ts';
import { countPendingJobs } from '../domain/outbox-mails/mail-jobs.ts';
import { type LastBackup, readLastBackup } from './last-backup.ts';

/** The body of /health. Unreadable values are null. */
interface Health {
  version: string;
  schema: string | null;
  /** Of this process. */
  uptimeSeconds: number;
  /** Of DATA_DIR. */
  disk: { freeBytes: number; totalBytes: number } | null;
  /** Of this process. */
  pool: { most: number; used: number; waiting: number };
  /** Of all workspaces. */
  jobs: { waiting: number; oldestSeconds: number } | null;
  lastBackup: LastBackup | null;
}

export interface HealthSources {
  database: Pick<Database, 'pool' | 'prisma'>;
  /** If undefined, the report has no disk and no backup. */
  dataDir?: string | undefined;
}

/** Never rejects. */
export async function readHealth({ database, dataDir }: HealthSources): Promise<Health> {
  const { pool, prisma } = database;
  const { idleCount, totalCount, waitingCount, options } = pool;
  const poolUsage = { most: options.max, used: totalCount - idleCount, waiting: waitingCount };
  const [schema, disk, jobs, lastBackup] = await Promise.all([
    nullOnError(readLatestMigration(prisma)),
    dataDir === undefined ? null : nullOnError(readDiskUsage(dataDir)),
    nullOnError(countPendingJobs(prisma)),
    dataDir === undefined ? null : readLastBackup(dataDir),
  ]);
  return {
    version: readVersion(),
    schema,
    uptimeSeconds: Math.floor(process.uptime()),
    disk,
    pool: poolUsage,
    jobs: jobs && { waiting: jobs.jobs, oldestSeconds: Math.floor(jobs.oldestJobSeconds) },
    lastBackup,
  };
}

const nullOnError = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

/** The database can be newer than the program. */
async function readLatestMigration(prisma: Database['prisma']): Promise<string | null> {
  const [latest] = await prisma.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name DESC LIMIT 1`;
  return latest?.name ?? null;
}

async function readDiskUsage(path: string): Promise<NonNullable<Health['disk']>> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
