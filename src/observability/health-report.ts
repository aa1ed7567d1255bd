import { statfs } from 'node:fs/promises';
import { readVersion } from '../config/version.ts';
import type { Database } from '../database/client/client.ts';
import { countPendingJobs } from '../domain/outbox-mails/mail-jobs.ts';
import { type LastBackup, readLastBackup } from './last-backup.ts';

/** How the service is, for those who run it. What cannot be found out just now is null. */
interface Health {
  version: string;
  /** The newest migration that the database has. */
  schema: string | null;
  /** Of the process that answers. */
  uptimeSeconds: number;
  /** Where DATA_DIR is. */
  disk: { freeBytes: number; totalBytes: number } | null;
  /** Connections of the process that answers, and callers that wait for one. */
  pool: { most: number; used: number; waiting: number };
  /** What is to be done for all workspaces. */
  jobs: { waiting: number; oldestSeconds: number } | null;
  lastBackup: LastBackup | null;
}

export interface HealthSources {
  database: Pick<Database, 'pool' | 'prisma'>;
  /** Undefined: nothing is told of it. */
  dataDir?: string | undefined;
}

/** Looks how the service is. Never rejects for want of a database or a disk. */
export async function readHealth({ database, dataDir }: HealthSources): Promise<Health> {
  const { pool, prisma } = database;
  const { idleCount, totalCount, waitingCount, options } = pool;
  const standing = { most: options.max, used: totalCount - idleCount, waiting: waitingCount };
  const [schema, disk, jobs, lastBackup] = await Promise.all([
    orNull(newestMigration(prisma)),
    dataDir === undefined ? null : orNull(diskOf(dataDir)),
    orNull(countPendingJobs(prisma)),
    dataDir === undefined ? null : readLastBackup(dataDir),
  ]);
  return {
    version: readVersion(),
    schema,
    uptimeSeconds: Math.floor(process.uptime()),
    disk,
    pool: standing,
    jobs: jobs && { waiting: jobs.jobs, oldestSeconds: Math.floor(jobs.oldestJobSeconds) },
    lastBackup,
  };
}

const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

/** A release may find a database that is newer, in the middle of an upgrade. */
async function newestMigration(prisma: Database['prisma']): Promise<string | null> {
  const [newest] = await prisma.$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name DESC LIMIT 1`;
  return newest?.name ?? null;
}

async function diskOf(path: string): Promise<NonNullable<Health['disk']>> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
