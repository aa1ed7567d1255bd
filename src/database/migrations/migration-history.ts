import pg from 'pg';
import type { Migration } from './migration-files.ts';

const undefinedTable = '42P01';

interface Attempt {
  name: string;
  checksum: string;
  finished: boolean;
}

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export const summarizeMigrations = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names[0]} and ${names.length - 1} more migrations`;

/** The first migration: the schema of the first release. */
export const baselineName = '20261128000000_baseline';

/** The first and last migrations that the baseline replaces. */
const developmentMigrations = {
  first: '20261121010000_tables',
  last: '20261207010000_log_sequencer',
};

/** @throws MigrationError if the last one is missing */
export function areOfDevelopment(names: readonly string[]): boolean {
  const { first, last } = developmentMigrations;
  if (!names.includes(first)) return false;
  if (names.includes(last)) return true;
  throw new MigrationError(
    `It was created by a development version of Actiongraph that is too old: it lacks the migration ${last}. ` +
      'Migrate it with the last version that has this migration first.',
  );
}

export interface MigrationHistory {
  hasTable: boolean;
  pending: Migration[];
  unfinished: Set<string>;
  /** A development version created the schema, so the baseline is compared and not applied. */
  isOfDevelopment: boolean;
}

/** @throws MigrationError if a migration was edited, or the database is newer */
export async function readMigrationHistory(
  client: pg.Client,
  migrations: Migration[],
): Promise<MigrationHistory> {
  const recorded = await readAttempts(client);
  const isOfDevelopment = areOfDevelopment(
    (recorded ?? []).filter((one) => one.finished).map(({ name }) => name),
  );
  const known = new Set(migrations.map(({ name }) => name));
  const attempts = isOfDevelopment
    ? (recorded ?? []).filter(({ name }) => known.has(name) || name > developmentMigrations.last)
    : recorded;
  const finished = new Map(
    (attempts ?? []).filter((one) => one.finished).map((one) => [one.name, one.checksum]),
  );
  const unfinished = (attempts ?? []).filter((one) => !one.finished).map(({ name }) => name);
  rejectNewerDatabase([...finished.keys(), ...unfinished], migrations);
  rejectEditedMigrations(finished, migrations);
  return {
    hasTable: attempts !== null,
    pending: migrations.filter(({ name }) => !finished.has(name)),
    unfinished: new Set(unfinished.filter((name) => !finished.has(name))),
    isOfDevelopment,
  };
}

async function readAttempts(client: pg.Client): Promise<Attempt[] | null> {
  try {
    const { rows } = await client.query<Attempt>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    );
    return rows;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return null;
    throw error;
  }
}

function rejectNewerDatabase(recorded: string[], migrations: Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = recorded.filter((name) => !known.has(name)).sort();
  if (unknown.length === 0) return;
  throw new MigrationError(
    `The database has migrations that this version of the program does not know: ${summarizeMigrations(unknown)}. ` +
      'It was migrated by a newer version; run that one.',
  );
}

function rejectEditedMigrations(finished: Map<string, string>, migrations: Migration[]): void {
  const edited = migrations
    .filter(({ name, checksum }) => finished.has(name) && finished.get(name) !== checksum)
    .map(({ name }) => name);
  if (edited.length === 0) return;
  throw new MigrationError(
    `The migration ${edited.join(', ')} was changed after this database had applied it. ` +
      'Restore the file and put the change into a new migration.',
  );
}
