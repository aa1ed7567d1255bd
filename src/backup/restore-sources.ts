import type pg from 'pg';
import type { FileStorage } from '../platform/file-store/file-storage.ts';
import { BackupError } from './backup-error.ts';
import { bulkLoad } from './bulk-load.ts';
import type { LoadResult } from './load-tables.ts';
import { loadRows } from './load-tables.ts';
import type { BackupReadOptions, RestorableBackup } from './restore-checks.ts';
import { readRestorableParts } from './restore-checks.ts';
import {
  copyTables,
  createStagingSchema,
  dropSchema,
  runMigrations,
  withSearchPath,
} from './staging.ts';
import type { Sequence, Table } from './table-catalogue.ts';
import { readSequences, readTables, restartSequences } from './table-catalogue.ts';
import type { TotalsByTable } from './table-totals.ts';
import { findTotalsDifferences, readTotalsByTable } from './table-totals.ts';

export interface RestoreSource {
  tables: Table[];
  /** Copies the rows into empty tables in the open transaction. */
  fill(): Promise<FillResult>;
  /** Cleans up if `fill` was not called. */
  discard(): Promise<void>;
}

export interface FillResult extends Pick<LoadResult, 'rows' | 'skipped'> {
  expected: TotalsByTable;
  sequences: Sequence[];
}

export interface RestoreSourceOptions extends BackupReadOptions {
  verify: boolean;
  files: FileStorage;
  onStep: (step: string) => void;
}

/** A backup of this release. Its rows are copied directly. */
export async function fileSource(
  client: pg.Client,
  schema: string,
  restorable: RestorableBackup,
  options: RestoreSourceOptions,
): Promise<RestoreSource> {
  const { sequences, tables: fileTables } = restorable.file.header;
  const tables = await commonTables(client, schema, fileTables);
  return {
    tables,
    discard: async () => undefined,
    fill: async () => {
      const parts = readRestorableParts(restorable, options);
      const { figures, ...loaded } = await loadRows(client, schema, tables, {
        tables: fileTables,
        parts,
        files: options.files,
      });
      return { ...loaded, expected: figures, sequences };
    },
  };
}

/**
 * A backup of an older release. A staging schema has that release's tables, where the rows are
 * migrated.
 */
export async function stagedSource(
  client: pg.Client,
  schema: string,
  restorable: RestorableBackup,
  options: RestoreSourceOptions,
): Promise<RestoreSource> {
  const staging = await createStagingSchema(client);
  // After a lost connection, the next restore drops the schema.
  const discard = () => dropSchema(client, staging).catch(() => undefined);
  try {
    const loaded = await withSearchPath(client, staging, schema, () =>
      loadStagingSchema(client, staging, restorable, options),
    );
    const tables = await readTables(client, staging);
    const names = tables.map(({ name }) => name);
    const expected = options.verify ? await readTotalsByTable(client, staging, names) : {};
    const sequences = await readSequences(client, staging);
    const fill = async () => {
      await copyTables(client, staging, schema, tables);
      await dropSchema(client, staging);
      return { ...loaded, expected, sequences };
    };
    return { tables: await commonTables(client, schema, tables), fill, discard };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    await discard();
    throw error;
  }
}

async function loadStagingSchema(
  client: pg.Client,
  staging: string,
  restorable: RestorableBackup,
  options: RestoreSourceOptions,
): Promise<Pick<LoadResult, 'rows' | 'skipped'>> {
  const { file, route } = restorable;
  const { release, sequences, tables: fileTables } = file.header;
  options.onStep(`Creating the tables of the backup’s release, ${release}.`);
  await runMigrations(client, route.applied);
  const tables = await commonTables(client, staging, fileTables);
  const source = {
    tables: fileTables,
    parts: readRestorableParts(restorable, options),
    files: options.files,
  };
  await client.query('BEGIN');
  const { figures, ...loaded } = await bulkLoad(client, staging, tables, () =>
    loadRows(client, staging, tables, source),
  );
  await restartSequences(client, staging, sequences);
  if (options.verify) await requireEqualTotals(client, staging, figures);
  await client.query('COMMIT');
  options.onStep(`Upgrading them to this release: ${route.pending.length} migrations.`);
  await runMigrations(client, route.pending);
  return loaded;
}

/**
 * Other tables do not belong to Actiongraph.
 * @throws BackupError if a column is missing
 */
async function commonTables(
  client: pg.ClientBase,
  schema: string,
  sourceTables: Table[],
): Promise<Table[]> {
  const existingColumns = new Map(
    (await readTables(client, schema)).map(({ name, columns }) => [name, columns]),
  );
  const common = sourceTables.filter(({ name }) => existingColumns.has(name));
  for (const { name, columns } of common) {
    const missing = columns.filter((column) => !existingColumns.get(name)?.includes(column));
    if (missing.length === 0) continue;
    throw new BackupError(
      `The table ${name} has no column ${missing.join(', ')}, which it has in the backup. Nothing was restored.`,
    );
  }
  return common;
}

const maxReportedDifferences = 5;

/**
 * Returns the verified totals.
 * @throws BackupError if they differ
 */
export async function requireEqualTotals(
  client: pg.ClientBase,
  schema: string,
  expected: TotalsByTable,
): Promise<TotalsByTable> {
  const found = await readTotalsByTable(client, schema, Object.keys(expected));
  const differences = findTotalsDifferences(expected, found);
  if (differences.length === 0) return found;
  const reportLines = differences
    .slice(0, maxReportedDifferences)
    .map(
      ({ table, workspace, column, expected: expectedValue, found: foundValue }) =>
        `  ${table} of workspace ${workspace}, ${column ?? 'rows'}: ${expectedValue} in the backup, ${foundValue} restored`,
    );
  throw new BackupError(
    `The restored data differs from the backup, so it was rolled back:\n${reportLines.join('\n')}`,
  );
}
