import { access as accessFile } from 'node:fs/promises';
import { dataPaths, type EmbeddedRole, openEmbedded } from '../embedded/index.ts';
import { isCitusDatabase } from '../migrations/citus-distribution.ts';
import { MigrationError, summarizeMigrations } from '../migrations/migration-history.ts';
import { applyMigrations, pendingMigrations } from '../migrations/migrations.ts';
import { connectionConfig } from '../pool/connection-config.ts';
import { findPrimary } from '../pool/hosts.ts';
import { ensureServiceRole, findServiceRole, type ServiceRole } from '../roles/service-role.ts';
import { detectPooler, type Pooler, requireDirectUrl } from './external-pooler.ts';

/** Where the data are: on a PostgreSQL server, or in a folder of the embedded one. */
export interface DatabaseLocation {
  dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** The same server's without a pooler between; that of `databaseUrl` when left out. */
  databaseDirectUrl?: string | undefined;
}

/** A setting that is a URL leads nowhere, or not to what it is to lead to. */
export class UnusableUrlError extends Error {
  override readonly name = 'UnusableUrlError';
  readonly setting: string;

  constructor(setting: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.setting = setting;
  }
}

/** @throws UnusableUrlError, as which whatever `work` throws comes */
async function withSettingName<T>(setting: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new UnusableUrlError(setting, error);
  }
}

/** The settings that name the server of {@link DatabaseAccess.url} and of its `directUrl`. */
function settingNamesOf({ databaseDirectUrl }: DatabaseLocation, role: EmbeddedRole) {
  const direct = databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  return { url: role === 'service' ? 'DATABASE_URL' : direct, direct };
}

/** As commands reach it: they gain nothing by a pooler, and some of them lock something for their session. */
export const withoutPooler = <P extends DatabaseLocation>(location: P): P => ({
  ...location,
  databaseUrl: location.databaseDirectUrl ?? location.databaseUrl,
});

/** Which database that is, for a person: without user and password. */
export function describeDatabase({ dataDir, databaseUrl }: DatabaseLocation): string {
  if (databaseUrl === undefined) return `embedded PostgreSQL in ${dataDir}`;
  const { host, port, database, hosts } = connectionConfig(databaseUrl);
  const server = hosts?.toString() ?? [host ?? 'localhost', port].filter(Boolean).join(':');
  return `PostgreSQL at ${server}${database ? `, database ${database}` : ''}`;
}

/** Whether there is a database to begin with: a server's is taken to be there, and the embedded one is where it was made. */
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

/** A database that can be connected to until it is closed. */
export interface DatabaseAccess {
  /** A service's may lead through a pooler. */
  url: string;
  /** The same database without one. */
  directUrl: string;
  embedded: boolean;
  /** Leaves the database; the embedded one is stopped unless somebody else still uses it. */
  close(): Promise<void>;
}

/** A database with all its tables, and as whom to speak to it. */
export type ReadyDatabase = DatabaseAccess &
  ServiceRole & {
    pooler: Pooler;
    /** Whether its tables are spread over several servers. */
    isDistributed: boolean;
  };

/**
 * Reaches the database, starting the embedded PostgreSQL where it does not run; its tables may be missing or old.
 * @throws Error in words where the embedded PostgreSQL cannot run, or another service uses its folder.
 */
export async function openDatabaseAccess(
  { dataDir, databaseUrl, databaseDirectUrl: directUrl = databaseUrl }: DatabaseLocation,
  role: EmbeddedRole,
  progress: (line: string) => void,
  onMoved?: () => void,
): Promise<DatabaseAccess> {
  if (databaseUrl !== undefined && directUrl !== undefined) {
    await findPrimary(databaseUrl);
    if (directUrl !== databaseUrl) await findPrimary(directUrl);
    const url = role === 'service' ? databaseUrl : directUrl;
    return { url, directUrl, embedded: false, close: async () => undefined };
  }
  const { url, close } = await openEmbedded({ dataDir, role, log: progress, onMoved });
  return { url, directUrl: url, embedded: true, close };
}

/**
 * Reaches the database with its tables, and the service's role, as this version of the program needs them. The embedded one
 * is migrated on the way; a server is its administrator's, who migrates it on purpose.
 * @throws PoolerError where a pooler is in the way.
 * @throws UnusableUrlError where a server cannot be reached; with the MigrationError as its cause where it has migrations pending,
 * or its history does not allow going on.
 * @throws MigrationsStoppedError where the signal came while the embedded one was migrated.
 */
export async function openReadyDatabase(
  location: DatabaseLocation,
  role: EmbeddedRole,
  progress: (line: string) => void,
  signal?: AbortSignal,
  onMoved?: () => void,
): Promise<ReadyDatabase> {
  const access = await openDatabaseAccess(location, role, progress, onMoved);
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
