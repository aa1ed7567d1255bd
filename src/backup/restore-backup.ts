import type pg from 'pg';
import { lockOutServices } from '../database/client/service-lock.ts';
import { applyMigrations, pendingMigrations } from '../database/migrations/migrations.ts';
import { ensureServiceRole } from '../database/roles/service-role.ts';
import type {
  HeldMailCounts,
  ReleasedMailCounts,
  RunStatement,
} from '../domain/outbox-mails/held-mails.ts';
import {
  holdWaitingMails,
  releaseAllHeldMails,
  removeAllMailJobs,
} from '../domain/outbox-mails/held-mails.ts';
import { disableRestoredEndpoints } from '../domain/webhooks/endpoint-state.ts';
import { BackupError } from './backup-error.ts';
import { bulkLoad } from './bulk-load.ts';
import type { RestorableBackup } from './restore-checks.ts';
import type { FillResult, RestoreSource, RestoreSourceOptions } from './restore-sources.ts';
import { fileSource, requireEqualTotals, stagedSource } from './restore-sources.ts';
import { withDatabaseSession } from './snapshot-session.ts';
import { dropStaleStagingSchemas } from './staging.ts';
import {
  currentSchema,
  findTablesWithRows,
  qualifiedName,
  readTables,
  restartSequences,
  transientTables,
} from './table-catalogue.ts';
import type { TotalsByTable } from './table-totals.ts';

export interface RestoreOptions extends RestoreSourceOptions {
  /** Allows a database that is not empty. */
  replace: boolean;
  /** Compares row counts and sums with those of the backup. */
  verify: boolean;
  /** Sends queued e-mails instead of holding them. */
  releaseMail: boolean;
}

export interface RestoreResult extends Pick<FillResult, 'rows' | 'skipped'> {
  tables: number;
  mail: HeldMailCounts & ReleasedMailCounts;
  disabledWebhookEndpoints: number;
  /** Verified totals. Null without verification. */
  figures: TotalsByTable | null;
}

/**
 * Restores in one transaction, so that the database is complete or unchanged.
 * @throws BackupError; DatabaseInUseError if a service uses the database
 */
export async function restoreBackup(
  url: string,
  restorable: RestorableBackup,
  options: RestoreOptions,
): Promise<RestoreResult> {
  return withDatabaseSession(url, options.signal, async (client) => {
    await lockOutServices(client);
    const schema = await currentSchema(client);
    await requireEmptyDatabase(client, schema, url, options.replace);
    await applyMigrations(url, { signal: options.signal });
    await ensureServiceRole(url, options.signal);
    await dropStaleStagingSchemas(client);
    const prepare = restorable.route.pending.length === 0 ? fileSource : stagedSource;
    const source = await prepare(client, schema, restorable, options);
    try {
      await client.query('BEGIN');
      const restored = await loadIntoDatabase(client, schema, source, restorable, options);
      options.signal.throwIfAborted();
      await client.query('COMMIT');
      await analyzeTables(client, schema, source);
      return restored;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      await source.discard();
      throw error;
    }
  });
}

/** Existing rows are replaced or migrated only on request. */
async function requireEmptyDatabase(
  client: pg.Client,
  schema: string,
  url: string,
  replace: boolean,
): Promise<void> {
  const tablesWithRows = await findTablesWithRows(client, schema, await readTables(client, schema));
  if (tablesWithRows.length === 0) return;
  if (!replace) {
    throw new BackupError(
      `The database is not empty: it has rows in ${tablesWithRows.slice(0, 3).join(', ')}${tablesWithRows.length > 3 ? ', …' : ''}. ` +
        'Restore into an empty database, or use --replace to replace everything in it.',
    );
  }
  if ((await pendingMigrations(url)).length === 0) return;
  throw new BackupError(
    'The database is not empty and lacks migrations of this release. Apply them with `actiongraph migrate` first, or ' +
      'restore into an empty database.',
  );
}

async function loadIntoDatabase(
  client: pg.Client,
  schema: string,
  source: RestoreSource,
  { file }: RestorableBackup,
  { releaseMail, verify }: RestoreOptions,
): Promise<RestoreResult> {
  const { tables } = source;
  for (const table of transientTables)
    await client.query(`DELETE FROM ${qualifiedName(schema, table)}`);
  const { expected, rows, sequences, skipped } = await bulkLoad(
    client,
    schema,
    tables,
    source.fill,
  );
  await restartSequences(client, schema, sequences);
  const figures = verify ? await requireEqualTotals(client, schema, expected) : null;
  const runStatement: RunStatement = async (statement) =>
    (await client.query(statement.text, statement.values)).rows as never;
  await removeAllMailJobs(runStatement);
  const heldMails = await holdWaitingMails(runStatement, new Date(file.header.takenAt));
  const disabledWebhookEndpoints = await disableRestoredEndpoints(runStatement);
  const releasedMails = releaseMail
    ? await releaseAllHeldMails(runStatement, null)
    : { released: 0, superseded: 0 };
  return {
    rows,
    tables: tables.length,
    skipped,
    mail: { ...heldMails, ...releasedMails },
    disabledWebhookEndpoints,
    figures,
  };
}

/** Autovacuum would update the planner's statistics some minutes later. */
async function analyzeTables(
  client: pg.Client,
  schema: string,
  { tables }: RestoreSource,
): Promise<void> {
  const names = tables.map(({ name }) => qualifiedName(schema, name)).join(', ');
  await client.query(`ANALYZE ${names}`).catch(() => undefined);
}
