import { readVersion } from '../config/version.ts';
import { splitSqlStatements } from '../database/migrations/citus-migrations.ts';
import type { Migration } from '../database/migrations/migration-files.ts';
import { readMigrations } from '../database/migrations/migration-files.ts';
import { areOfDevelopment, baselineName } from '../database/migrations/migration-history.ts';
import { BackupError } from './backup-error.ts';
import type { BackupHeader } from './file-format.ts';

export interface MigrationPath {
  applied: Migration[];
  /** Migrations that this release has in addition. */
  pending: Migration[];
}

const definition =
  /^(?:CREATE|ALTER|DROP)\s+(?:OR\s+REPLACE\s+)?(?:UNIQUE\s+)?(?:CONSTRAINT\s+)?(?:FUNCTION|TRIGGER|INDEX)\b|^CREATE\s+T(?:ABLE|YPE)\b|^ALTER\s+TYPE\s+[\w".]+\s+ADD\s+VALUE\b|^(?:GRANT|REVOKE)\b/i;

const tableAddition = /^ALTER\s+TABLE\s+(?:ONLY\s+)?[\w".]+\s+ADD\s+(?:COLUMN|CONSTRAINT)\b/i;

/** They fill in columns that they add, and that may stay empty. */
const fillsAddedColumns: readonly string[] = [
  '20261129123000_e_invoice_fields',
  '20261129124600_expense_lines',
];

/** False if existing rows stay as they are: tables, columns with defaults, values of enumerations, and definitions are added. */
export const changesRecords = ({ name, sql }: Pick<Migration, 'name' | 'sql'>): boolean =>
  !fillsAddedColumns.includes(name) &&
  splitSqlStatements(sql).some(
    (statement) =>
      !definition.test(statement) &&
      !(tableAddition.test(statement) && !/\b(?:DROP|ALTER)\s+COLUMN\b/i.test(statement)),
  );

/** @throws BackupError if the backup has unknown or changed migrations */
export async function findMigrationPath(
  header: Pick<BackupHeader, 'migrations' | 'release'>,
  path: string,
  verb = 'Restore',
): Promise<MigrationPath> {
  const scripts = await readMigrations();
  if (isOfDevelopment(header, path))
    return {
      applied: scripts.filter(({ name }) => name === baselineName),
      pending: scripts.filter(({ name }) => name !== baselineName),
    };
  const known = new Map(scripts.map((script) => [script.name, script]));
  const thisRelease = `this is release ${readVersion()}`;
  const unknownMigrations = header.migrations.filter(({ name }) => !known.has(name));
  if (unknownMigrations.length > 0) {
    throw new BackupError(
      `${path} was made by release ${header.release}; ${thisRelease}, which does not know its tables (it lacks ` +
        `${unknownMigrations.map(({ name }) => name).join(', ')}). ${verb} it with release ${header.release} or a newer one.`,
    );
  }
  const changed = header.migrations.find(
    ({ name, checksum }) => known.get(name)?.checksum !== checksum,
  );
  if (changed) {
    throw new BackupError(
      `${path} was made by release ${header.release}, in which the migration ${changed.name} is another than here; ` +
        `${thisRelease}. ${verb} it with a release that has the same.`,
    );
  }
  const names = new Set(header.migrations.map(({ name }) => name));
  return {
    applied: scripts.filter(({ name }) => names.has(name)),
    pending: scripts.filter(({ name }) => !names.has(name)),
  };
}

function isOfDevelopment({ migrations }: Pick<BackupHeader, 'migrations'>, path: string): boolean {
  try {
    return areOfDevelopment(migrations.map(({ name }) => name));
  } catch (error) {
    throw new BackupError(`${path} cannot be used. ${(error as Error).message}`);
  }
}
