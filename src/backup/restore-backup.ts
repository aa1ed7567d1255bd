import type pg from 'pg';
import { applyMigrations, pendingMigrations } from '../database/migrations/migrations.ts';
import { excludeServices } from '../database/client/service-lock.ts';
import { makeServiceRole } from '../database/roles/service-role.ts';
import type { Held, Released, Run } from '../domain/outbox-mails/held-mails.ts';
import { holdWaitingMails, releaseAllHeldMails, removeJobs } from '../domain/outbox-mails/held-mails.ts';
import { BackupError } from './backup-error.ts';
import {
  currentSchema,
  nameIn,
  passing,
  readTables,
  restartSequences,
  tablesWithRows,
} from './table-catalogue.ts';
import type { Figures } from './table-totals.ts';
import { refill } from './bulk-load.ts';
import type { Restorable } from './restore-checks.ts';
import type { Filled, Source, SourceOptions } from './restore-sources.ts';
import { fileSource, requireSame, stagedSource } from './restore-sources.ts';
import { withSession } from './snapshot-session.ts';
import { removeLeftovers } from './staging.ts';

export interface RestoreOptions extends SourceOptions {
  /** Whether whatever is in the database may be replaced. */
  replace: boolean;
  /** Whether counts and sums are compared with those of the backup. */
  verify: boolean;
  /** Whether mails that waited are sent after all. */
  releaseMail: boolean;
}

/** What a restore did. */
export interface Restored extends Pick<Filled, 'rows' | 'skipped'> {
  tables: number;
  mail: Held & Released;
  /** As they were found in the database, the same as in the backup; null where that was not asked for. */
  figures: Figures | null;
}

/**
 * Puts the rows of a backup into a database, in one transaction: all of it is there, with the tables of this release, or
 * the database is as it was. Mails that waited are held, unless they are to be released.
 * @throws BackupError where the database is not empty and may not be replaced, where the file is damaged, or where what
 * arrived is not what the backup says; DatabaseInUseError where a service runs on the database
 */
export async function restoreInto(
  url: string,
  restorable: Restorable,
  options: RestoreOptions,
): Promise<Restored> {
  return withSession(url, options.signal, async (client) => {
    await excludeServices(client);
    const schema = await currentSchema(client);
    await requireRoom(client, schema, url, options.replace);
    await applyMigrations(url, { signal: options.signal });
    await makeServiceRole(url, options.signal);
    await removeLeftovers(client);
    const prepare = restorable.route.pending.length === 0 ? fileSource : stagedSource;
    const source = await prepare(client, schema, restorable, options);
    try {
      await client.query('BEGIN');
      const restored = await putInPlace(client, schema, source, restorable, options);
      options.signal.throwIfAborted();
      await client.query('COMMIT');
      await analyse(client, schema, source);
      return restored;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      await source.discard();
      throw error;
    }
  });
}

/** A database that has rows is replaced only on purpose, and brought to other tables only on purpose. */
async function requireRoom(
  client: pg.Client,
  schema: string,
  url: string,
  replace: boolean,
): Promise<void> {
  const filled = await tablesWithRows(client, schema, await readTables(client, schema));
  if (filled.length === 0) return;
  if (!replace) {
    throw new BackupError(
      `The database is not empty: it has rows in ${filled.slice(0, 3).join(', ')}${filled.length > 3 ? ', …' : ''}. ` +
        'Restore into an empty one, or give --replace to put the backup in place of everything that is there.',
    );
  }
  if ((await pendingMigrations(url)).length === 0) return;
  throw new BackupError(
    'The database is not empty and lacks migrations of this release. Apply them with `actiongraph migrate` first, or ' +
      'restore into an empty database.',
  );
}

async function putInPlace(
  client: pg.Client,
  schema: string,
  source: Source,
  { file }: Restorable,
  { releaseMail, verify }: RestoreOptions,
): Promise<Restored> {
  const { tables } = source;
  for (const table of passing) await client.query(`DELETE FROM ${nameIn(schema, table)}`);
  const { expected, rows, sequences, skipped } = await refill(client, schema, tables, source.fill);
  await restartSequences(client, schema, sequences);
  const figures = verify ? await requireSame(client, schema, expected) : null;
  const run: Run = async (statement) =>
    (await client.query(statement.text, statement.values)).rows as never;
  await removeJobs(run);
  const held = await holdWaitingMails(run, new Date(file.header.takenAt));
  const released = releaseMail
    ? await releaseAllHeldMails(run, null)
    : { released: 0, superseded: 0 };
  return { rows, tables: tables.length, skipped, mail: { ...held, ...released }, figures };
}

/** The server plans by what it knows of tables, and would find that out by itself some minutes later. */
async function analyse(client: pg.Client, schema: string, { tables }: Source): Promise<void> {
  const names = tables.map(({ name }) => nameIn(schema, name)).join(', ');
  await client.query(`ANALYZE ${names}`).catch(() => undefined);
}
