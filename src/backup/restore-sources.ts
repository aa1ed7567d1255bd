import type pg from 'pg';
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

/** Where the rows come from that a restore puts into the tables of this release. */
export interface RestoreSource {
  tables: Table[];
  /** Puts the rows into the tables, which are empty, in the transaction that is open. */
  fill(): Promise<FillResult>;
  /** Removes what it needed beside, where `fill` did not come to it. */
  discard(): Promise<void>;
}

/** What was put into the tables. */
export interface FillResult extends Pick<LoadResult, 'rows' | 'skipped'> {
  /** What the tables' figures have to be. */
  expected: TotalsByTable;
  sequences: Sequence[];
}

export interface RestoreSourceOptions extends BackupReadOptions {
  verify: boolean;
  /** Told what comes next. */
  onStep: (step: string) => void;
}

/** A backup whose tables are those of this release: its rows go straight into them. */
export async function fileSource(
  client: pg.Client,
  schema: string,
  restorable: RestorableBackup,
  options: RestoreSourceOptions,
): Promise<RestoreSource> {
  const { sequences, tables: inFile } = restorable.file.header;
  const tables = await commonTables(client, schema, inFile);
  return {
    tables,
    discard: async () => undefined,
    fill: async () => {
      const parts = readRestorableParts(restorable, options);
      const { figures, ...loaded } = await loadRows(client, schema, tables, {
        tables: inFile,
        parts,
      });
      return { ...loaded, expected: figures, sequences };
    },
  };
}

/**
 * A backup of an older release: its rows go into that release's tables, in a schema of their own, are migrated there,
 * each migration in a transaction of its own as everywhere, and are copied from there.
 */
export async function stagedSource(
  client: pg.Client,
  schema: string,
  restorable: RestorableBackup,
  options: RestoreSourceOptions,
): Promise<RestoreSource> {
  const staging = await createStagingSchema(client);
  // Where the connection is lost, the next restore does it.
  const discard = () => dropSchema(client, staging).catch(() => undefined);
  try {
    const loaded = await withSearchPath(client, staging, schema, () =>
      stage(client, staging, restorable, options),
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

async function stage(
  client: pg.Client,
  staging: string,
  restorable: RestorableBackup,
  options: RestoreSourceOptions,
): Promise<Pick<LoadResult, 'rows' | 'skipped'>> {
  const { file, route } = restorable;
  const { release, sequences, tables: inFile } = file.header;
  options.onStep(`Creating the tables of the backup’s release, ${release}.`);
  await runMigrations(client, route.applied);
  const tables = await commonTables(client, staging, inFile);
  const source = { tables: inFile, parts: readRestorableParts(restorable, options) };
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
 * The tables of a schema among those that are wanted. The others are not ours: releases that have the same migrations
 * have the same tables.
 * @throws BackupError where one lacks a column
 */
async function commonTables(
  client: pg.ClientBase,
  schema: string,
  wanted: Table[],
): Promise<Table[]> {
  const there = new Map(
    (await readTables(client, schema)).map(({ name, columns }) => [name, columns]),
  );
  const common = wanted.filter(({ name }) => there.has(name));
  for (const { name, columns } of common) {
    const missing = columns.filter((column) => !there.get(name)?.includes(column));
    if (missing.length === 0) continue;
    throw new BackupError(
      `The table ${name} has no column ${missing.join(', ')}, which it has in the backup. Nothing was restored.`,
    );
  }
  return common;
}

/** How many differences an error tells. */
const mostTold = 5;

/** Compares the figures of tables with those expected, and answers them. @throws BackupError where they differ */
export async function requireEqualTotals(
  client: pg.ClientBase,
  schema: string,
  expected: TotalsByTable,
): Promise<TotalsByTable> {
  const found = await readTotalsByTable(client, schema, Object.keys(expected));
  const wrong = findTotalsDifferences(expected, found);
  if (wrong.length === 0) return found;
  const told = wrong
    .slice(0, mostTold)
    .map(
      ({ table, workspace, column, expected: right, found: other }) =>
        `  ${table} of workspace ${workspace}, ${column ?? 'rows'}: ${right} in the backup, ${other} restored`,
    );
  throw new BackupError(
    `The restored data differs from the backup, so it was rolled back:\n${told.join('\n')}`,
  );
}
