import { z } from 'zod';
import { splitHostUrls, targetSessionError } from './host-urls.ts';
import { integerSetting } from './value-parsers.ts';

/** What the environment says of the database, and of the servers beside it. */
export const databaseSettings = {
  DATABASE_URL: {
    default: '',
    meaning:
      'A PostgreSQL server (15 to 18) to use instead of the embedded one; of several, host1:5432,host2:5432, the one that takes changes.',
  },
  DATABASE_DIRECT_URL: {
    default: '',
    meaning: 'The same database without PgBouncer, where DATABASE_URL leads through it.',
  },
  DATABASE_POOL_SIZE: {
    default: '10',
    meaning:
      'Most connections to the database for requests; workers at work share them, each worker has two at least.',
  },
  SLOW_STATEMENT_MS: {
    default: '1000',
    meaning: 'Statements that take this long are logged, with what they were sent for; 0: none.',
  },
  DATABASE_REPLICA_URLS: {
    default: '',
    meaning:
      'Streaming replicas of DATABASE_URL, separated by commas, that answer what only reads.',
  },
  DATABASE_REPLICA_LAG_MS: {
    default: '5000',
    meaning: 'A replica that lags by more than this is not read from.',
  },
} as const;

const isUrl = (text: string) => /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text);

/** May name several servers, as libpq has it: host1:5432,host2:5432. */
const postgresUrl = z.string().superRefine((value, { addIssue }) => {
  if (value === '') return;
  const areUrls = splitHostUrls(value).every(isUrl);
  const message = areUrls
    ? targetSessionError(value)
    : 'must be a URL like postgresql://user:password@host/name';
  if (message !== undefined) addIssue({ code: 'custom', message });
});

export const databaseEnvironmentSchema = {
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_POOL_SIZE: integerSetting(2, 1_000),
  SLOW_STATEMENT_MS: integerSetting(0, 600_000),
  DATABASE_REPLICA_URLS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((url) => url.trim())
        .filter(Boolean),
    )
    .refine(
      (urls) => urls.every(isUrl),
      'must be URLs like postgresql://user:password@host/name, separated by commas',
    ),
  DATABASE_REPLICA_LAG_MS: integerSetting(100, 600_000),
};

/** The replicas that the environment names; undefined where it names none. */
export function replicasOf(data: {
  DATABASE_REPLICA_URLS: string[];
  DATABASE_REPLICA_LAG_MS: number;
}) {
  const urls = data.DATABASE_REPLICA_URLS;
  return urls.length > 0 ? { urls, maxLagMs: data.DATABASE_REPLICA_LAG_MS } : undefined;
}

/** What leads to the same database as DATABASE_URL means nothing beside the embedded one: that it was forgotten is said. */
export function validateDatabaseSettings(data: {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL: string;
  DATABASE_REPLICA_URLS: string[];
}): (readonly [string, string])[] {
  if (data.DATABASE_URL !== '') return [];
  const beside = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'] as const;
  return beside
    .filter((name) => data[name].length > 0)
    .map((name) => [name, 'needs DATABASE_URL, which leads to the same database']);
}
