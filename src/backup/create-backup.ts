import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readVersion } from '../config/version.ts';
import { auditLogStagingTable } from '../database/statements/audit-log-tables.ts';
import type { FileKey, FileStore } from '../platform/file-store/file-store.ts';
import { findAttachedFiles, preventFileDeletion } from './attached-files.ts';
import { BackupError } from './backup-error.ts';
import type { BackupHeader, TableEnd } from './file-format.ts';
import {
  backupFormatVersion,
  encodeFrame,
  encodeJsonFrame,
  maxRowFrameBytes,
  personalDataNotice,
  productName,
} from './file-format.ts';
import type { OutputFileOptions } from './file-writer.ts';
import { requireFreePath, writeBackupFile } from './file-writer.ts';
import { withDatabaseSession } from './snapshot-session.ts';
import type { AppliedMigration, Table } from './table-catalogue.ts';
import {
  currentSchema,
  qualifiedName,
  quotedColumnList,
  quoteIdentifier,
  readAppliedMigrations,
  readSequences,
  readTableSizes,
  readTables,
} from './table-catalogue.ts';
import { readTableTotals } from './table-totals.ts';

export interface BackupOptions extends OutputFileOptions {
  url: string;
  files: FileStore;
  /** Receives bytes done, estimated total bytes, and rows. */
  onProgress: (done: number, total: number, rows: number) => void;
}

export interface BackupResult {
  header: BackupHeader;
  bytes: number;
  tables: { name: string; rows: number }[];
  /** Files of attachments that the store does not have. */
  missingFiles: number;
}

/** Tables may be created or dropped while they are locked. */
const lockAttempts = 5;

/**
 * Writes every table from one snapshot with constant memory, while the service keeps running. No
 * partial file remains after an error or an abort.
 * @throws BackupError
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  await requireFreePath(options);
  return withDatabaseSession(options.url, options.signal, async (client) => {
    const schema = await currentSchema(client);
    await preventFileDeletion(client);
    const tables = await beginSnapshot(client, schema);
    const header = await describe(client, schema, tables);
    const result: Pick<BackupResult, 'tables' | 'missingFiles'> = { tables: [], missingFiles: 0 };
    const frames = framesOf(client, schema, header, result, options);
    const bytes = await writeBackupFile(options, header, frames);
    await client.query('COMMIT');
    return { header, bytes, ...result };
  });
}

/** The tables are locked against migrations before the first query, which takes the snapshot. */
async function beginSnapshot(client: pg.Client, schema: string): Promise<Table[]> {
  const names = (tables: Table[]) => tables.map(({ name }) => name).join('\n');
  for (let attempt = 1; ; attempt += 1) {
    const before = await readTables(client, schema);
    if (before.length === 0) {
      throw new BackupError('The database has no tables: there is nothing to back up.');
    }
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const locked = before.map(({ name }) => qualifiedName(schema, name)).join(', ');
    const isLocked = await client.query(`LOCK TABLE ${locked} IN ACCESS SHARE MODE`).then(
      () => true,
      (error) => {
        if (attempt === lockAttempts || error.code !== '42P01') throw error;
        return false;
      },
    );
    const tables = isLocked ? await readTables(client, schema) : [];
    if (isLocked && names(tables) === names(before)) return tables;
    await client.query('ROLLBACK');
    if (attempt === lockAttempts) {
      throw new BackupError('The tables of the database keep changing. Try again later.');
    }
  }
}

async function describe(client: pg.Client, schema: string, tables: Table[]): Promise<BackupHeader> {
  const migrations = await readCompletedMigrations(client, schema);
  const { rows } = await client.query(
    `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "takenAt",
       current_setting('server_version') AS postgres`,
  );
  return {
    product: productName,
    kind: 'backup',
    format: backupFormatVersion,
    notice: personalDataNotice,
    release: readVersion(),
    takenAt: rows[0].takenAt,
    postgres: rows[0].postgres,
    migrations,
    tables,
    sequences: await readSequences(client, schema),
  };
}

/**
 * The applied migrations in order.
 * @throws BackupError as {@link createBackup}
 */
export async function readCompletedMigrations(
  client: pg.Client,
  schema: string,
): Promise<AppliedMigration[]> {
  const applied = await readAppliedMigrations(client, schema);
  if (applied === null) {
    throw new BackupError(
      'The database has no tables of Actiongraph: there is nothing to back up.',
    );
  }
  return applied.map(({ name, checksum }) => {
    if (checksum !== null) return { name, checksum };
    throw new BackupError(
      `The migration ${name} is running or did not finish. Finish it (\`actiongraph migrate\`), then back up.`,
    );
  });
}

async function* framesOf(
  client: pg.Client,
  schema: string,
  { tables }: BackupHeader,
  result: Pick<BackupResult, 'tables' | 'missingFiles'>,
  { files, onProgress }: Pick<BackupOptions, 'files' | 'onProgress'>,
): AsyncGenerator<Buffer> {
  const sizes = await readTableSizes(client, schema);
  const total = tables.reduce((sum, { name }) => sum + (sizes.get(name) ?? 0), 0);
  let doneBytes = 0;
  let rows = 0;
  for (const table of tables) {
    yield encodeJsonFrame('T', { table: table.name });
    const size = sizes.get(table.name) ?? 0;
    const end = yield* rowsOf(client, schema, table, (bytes) =>
      onProgress(doneBytes + Math.min(bytes, size), total, rows),
    );
    yield encodeJsonFrame('E', end);
    doneBytes += size;
    rows += end.rows;
    onProgress(doneBytes, total, rows);
    result.tables.push({ name: table.name, rows: end.rows });
  }
  if (tables.some(({ name }) => name === 'Attachment')) {
    for (const key of await findAttachedFiles(client, schema)) {
      const content = await files.open(key);
      if (content) yield* fileFrames(key, content);
      else result.missingFiles += 1;
    }
  }
  yield encodeJsonFrame('Z', { tables: tables.length });
}

async function* fileFrames(key: FileKey, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield encodeJsonFrame('F', key);
  for await (const chunk of content) yield encodeFrame('C', Buffer.from(chunk));
}

/** Staged audit entries get the next positions, because a backup has no staging table. */
async function rowsSql(
  client: pg.Client,
  schema: string,
  { name, columns }: Table,
): Promise<string> {
  const table = qualifiedName(schema, name);
  // COPY of a table alone would omit its partitions.
  if (name !== 'LogEntry' || !(await hasStagingTable(client, table)))
    return `SELECT ${quotedColumnList(columns)} FROM ${table}`;
  const lastRemovedPosition = `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ${qualifiedName(schema, 'LogEntry_place_seq')}`;
  const lastPosition = `coalesce((SELECT max(l.place) FROM ONLY ${table} l WHERE l."accountId" = s."accountId"), (${lastRemovedPosition}))`;
  const position = `${lastPosition} + row_number() OVER (PARTITION BY s."accountId" ORDER BY s.place)`;
  const stagedColumns = columns.map((column) =>
    column === 'place' ? position : quoteIdentifier(column),
  );
  return `SELECT ${quotedColumnList(columns)} FROM ONLY ${table} UNION ALL SELECT ${stagedColumns.join(', ')} FROM ONLY ${auditLogStagingTable} s`;
}

async function hasStagingTable(client: pg.Client, log: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_inherits WHERE inhrelid = to_regclass($1) AND inhparent = $2::regclass',
    [auditLogStagingTable, log],
  );
  return rowCount === 1;
}

/** The server sends single rows, which are combined into frames of similar length. */
async function* rowsOf(
  client: pg.Client,
  schema: string,
  { name, columns }: Table,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer, TableEnd> {
  const source = await rowsSql(client, schema, { name, columns });
  const stream = client.query(copyTo(`COPY (${source}) TO STDOUT`));
  const hash = createHash('sha256');
  let pendingChunks: Buffer[] = [];
  let pendingBytes = 0;
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    pendingChunks.push(chunk);
    pendingBytes += chunk.length;
    bytes += chunk.length;
    if (pendingBytes < maxRowFrameBytes) continue;
    yield encodeFrame('D', Buffer.concat(pendingChunks));
    pendingChunks = [];
    pendingBytes = 0;
    onBytes(bytes);
  }
  if (pendingBytes > 0) yield encodeFrame('D', Buffer.concat(pendingChunks));
  const figures = await readTableTotals(client, schema, name, undefined, `(${source}) AS t`);
  // The row count arrives after the last row.
  return { rows: stream.rowCount, sha256: hash.digest('hex'), figures };
}
