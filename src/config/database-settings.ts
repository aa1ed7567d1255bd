import { z } from 'zod';
import { splitHostUrls, targetSessionError } from './host-urls.ts';
import { setting } from './setting-table.ts';
import { integerSetting, listSetting } from './value-parsers.ts';

/** Connections of one process, unless DATABASE_POOL_SIZE is set. */
export const defaultPoolSize = 10;

export interface ReplicaSettings {
  urls: readonly string[];
  maxLagMs: number;
}

const isPostgresUrl = (text: string) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text);

/** A URL of one or several servers, as in libpq: host1:5432,host2:5432. */
const postgresUrl = z.string().superRefine((value, { addIssue }) => {
  if (value === '') return;
  const areValid = splitHostUrls(value).every(isPostgresUrl);
  const message = areValid
    ? targetSessionError(value)
    : 'must be a URL like postgresql://user:password@host/name';
  if (message !== undefined) addIssue({ code: 'custom', message });
});

export const databaseSettings = {
  DATABASE_URL: setting(
    '',
    'A PostgreSQL server (15 to 18) instead of the embedded one. Of several hosts (host1:5432,host2:5432), the primary is used. Run `actiongraph migrate` once before the first start and after each upgrade.',
    postgresUrl,
  ),
  DATABASE_DIRECT_URL: setting(
    '',
    'The same database without PgBouncer, if DATABASE_URL goes through it.',
    postgresUrl,
  ),
  DATABASE_POOL_SIZE: setting(
    String(defaultPoolSize),
    'Maximum number of connections for requests. Active workers share them; each worker has at least two.',
    integerSetting(2, 1_000),
  ),
  SLOW_STATEMENT_MS: setting(
    '1000',
    'Statements that take this long are logged with their operation. 0: none.',
    integerSetting(0, 600_000),
  ),
  DATABASE_REPLICA_URLS: setting(
    '',
    'Streaming replicas of DATABASE_URL for reads, separated by commas.',
    listSetting().refine(
      (urls) => urls.every(isPostgresUrl),
      'must be URLs like postgresql://user:password@host/name, separated by commas',
    ),
  ),
  DATABASE_REPLICA_LAG_MS: setting(
    '5000',
    'Maximum lag of a replica that is used for reads.',
    integerSetting(100, 600_000),
  ),
};

export function replicasOf(values: {
  DATABASE_REPLICA_URLS: string[];
  DATABASE_REPLICA_LAG_MS: number;
}): ReplicaSettings | undefined {
  const urls = values.DATABASE_REPLICA_URLS;
  return urls.length > 0 ? { urls, maxLagMs: values.DATABASE_REPLICA_LAG_MS } : undefined;
}

export function validateDatabaseSettings(values: {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL: string;
  DATABASE_REPLICA_URLS: string[];
}): (readonly [string, string])[] {
  if (values.DATABASE_URL !== '') return [];
  const dependentNames = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'] as const;
  return dependentNames
    .filter((name) => values[name].length > 0)
    .map((name) => [name, 'requires DATABASE_URL for the same database']);
}
