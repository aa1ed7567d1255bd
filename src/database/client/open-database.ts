import { access as accessFile } from 'node:fs/promises';
import { dataPaths, type EmbeddedRole, openEmbedded } from '../embedded/index.ts';
import { isCitusDatabase } from '../migrations/citus-distribution.ts';
import { MigrationError, summarizeMigrations } from '../migrations/migration-history.ts';
import { applyMigrations, pendingMigrations } from '../migrations/migrations.ts';
import { connectionConfig } from '../pool/connection-config.ts';
import { findPrimary } from '../pool/hosts.ts';
import { ensureServiceRole, findServiceRole, type ServiceRole } from '../roles/service-role.ts';
import { detectPooler, type Pooler, requireDirectUrl } from './external-pooler.ts';

export interface DatabaseLocation {
  dataDir: string;
  /** Default: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Without a pooler. */
  databaseDirectUrl?: string | undefined;
}

export class UnusableUrlError extends Error {
  override readonly name = 'UnusableUrlError';
  readonly setting: string;

  constructor(setting: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.setting = setting;
  }
}

async function withSettingName<T>(setting: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new UnusableUrlError(setting, error);
  }
}

function settingNamesOf({ databaseDirectUrl }: DatabaseLocation, role: EmbeddedRole) {
  const direct = databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  return { url: role === 'service' ? 'DATABASE_URL' : direct, direct };
}

/** For CLI commands with session locks. */
export const withoutPooler = <P extends DatabaseLocation>(location: P): P => ({
  ...location,
  databaseUrl: location.databaseDirectUrl ?? location.databaseUrl,
});

/** Without user and password. */
export function describeDatabase({ dataDir, databaseUrl }: DatabaseLocation): string {
  if (databaseUrl === undefined) return `embedded PostgreSQL in ${dataDir}`;
  const { host, port, database, hosts } = connectionConfig(databaseUrl);
  const server = hosts?.toString() ?? [host ?? 'localhost', port].filter(Boolean).join(':');
  return `PostgreSQL at ${server}${database ? `, database ${database}` : ''}`;
}

export async function isDatabaseCreated({
  dataDir,
  databaseUrl,
}: DatabaseLocation): Promise<boolean> {
  if (databaseUrl !== undefined) return true;
  return accessFile(dataPaths(dataDir).cluster).then(
    () => true,
    () => false,
  );
}

export interface DatabaseAccess {
  url: string;
  directUrl: string;
  embedded: boolean;
  close(): Promise<void>;
}

export type ReadyDatabase = DatabaseAccess &
  ServiceRole & {
    pooler: Pooler;
    isDistributed: boolean;
  };

export async function openDatabaseAccess(
  { dataDir, databaseUrl, databaseDirectUrl: directUrl = databaseUrl }: DatabaseLocation,
  role: EmbeddedRole,
  progress: (line: string) => void,
  onPortChanged?: () => void,
): Promise<DatabaseAccess> {
  if (databaseUrl !== undefined && directUrl !== undefined) {
    await findPrimary(databaseUrl);
    if (directUrl !== databaseUrl) await findPrimary(directUrl);
    const url = role === 'service' ? databaseUrl : directUrl;
    return { url, directUrl, embedded: false, close: async () => undefined };
  }
  const { url, close } = await openEmbedded({
    dataDir,
    role,
    log: progress,
    onPortChanged,
  });
  return { url, directUrl: url, embedded: true, close };
}

/**
 * Migrates only the embedded PostgreSQL.
 * @throws PoolerError; UnusableUrlError (cause: MigrationError) if a server is unreachable or not migrated;
 * MigrationsStoppedError after the signal
 */
export async function openReadyDatabase(
  location: DatabaseLocation,
  role: EmbeddedRole,
  progress: (line: string) => void,
  signal?: AbortSignal,
  onPortChanged?: () => void,
): Promise<ReadyDatabase> {
  const access = await openDatabaseAccess(location, role, progress, onPortChanged);
  try {
    if (access.embedded) {
      await applyMigrations(access.url, { signal, onWarning: progress });
      return {
        ...access,
        pooler: 'none',
        isDistributed: false,
        ...(await ensureServiceRole(access.url, signal)),
      };
    }
    const names = settingNamesOf(location, role);
    const pooler = await withSettingName(names.url, () => detectPooler(access.url));
    requireDirectUrl(pooler, location.databaseDirectUrl);
    return await withSettingName(names.direct, async () => {
      await requireNoPendingMigrations(access.directUrl);
      const isDistributed = await isCitusDatabase(access.directUrl);
      return { ...access, pooler, isDistributed, ...(await findServiceRole(access.directUrl)) };
    });
  } catch (error) {
    await access.close();
    throw error;
  }
}

async function requireNoPendingMigrations(url: string): Promise<void> {
  const pending = await pendingMigrations(url);
  if (pending.length === 0) return;
  throw new MigrationError(
    `The database lacks migrations: ${summarizeMigrations(pending)}. Apply with \`actiongraph migrate\`, then start again.`,
  );
}
