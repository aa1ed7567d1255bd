import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readVersion } from '../../config/version.ts';
import {
  existingWorkspacesSql,
  workspaceNotFoundMessage,
} from '../../domain/workspaces/workspace-existence.ts';
import type { FileStore } from '../../platform/file-store/file-store.ts';
import { findAttachedFiles, preventFileDeletion } from '../attached-files.ts';
import { BackupError } from '../backup-error.ts';
import { readCompletedMigrations } from '../create-backup.ts';
import type { OutputFileOptions } from '../file-writer.ts';
import { requireFreePath, writeFileAtomically } from '../file-writer.ts';
import { withDatabaseSession } from '../snapshot-session.ts';
import type { Table } from '../table-catalogue.ts';
import { currentSchema, qualifiedName, quoteIdentifier, readTables } from '../table-catalogue.ts';
import type { ExportEnd, ExportHeader } from './export-format.ts';
import {
  exportFormatVersion,
  exportKind,
  exportNotice,
  productName,
  recordLinePrefix,
} from './export-format.ts';
import {
  columnTypeOf,
  exportedModels,
  hasInvoiceLink,
  isExcludedColumn,
  isSecretColumn,
  rowKeyColumns,
  secretPlaceholder,
} from './exported-models.ts';
import { readNextInvoiceNumber, readWorkspaceTotals } from './workspace-totals.ts';

export type OnRecordProgress = (done: number, total: number) => void;

export interface ExportOptions extends OutputFileOptions {
  url: string;
  accountId: number;
  files: FileStore;
  onProgress: OnRecordProgress;
}

export interface ExportResult {
  header: ExportHeader;
  end: ExportEnd['end'];
  bytes: number;
}

/**
 * Writes all records of a workspace (`export-format.ts`) from one snapshot with constant memory. No
 * partial file remains after an error or an abort.
 * @throws BackupError
 */
export async function exportWorkspace(options: ExportOptions): Promise<ExportResult> {
  await requireFreePath(options);
  const { accountId, files, onProgress, signal, url } = options;
  return withDatabaseSession(url, signal, async (client) => {
    let result: Omit<ExportResult, 'bytes'> | undefined;
    const bytes = await writeFileAtomically(options, 'Nothing was exported.', async (file) => {
      let size = 0;
      const parts = streamWorkspaceExport(client, accountId, files, onProgress, (content) => {
        result = content;
      });
      for await (const part of parts) {
        signal.throwIfAborted();
        await file.writeFile(part);
        size += part.length;
      }
      return size;
    });
    return { ...(result as Omit<ExportResult, 'bytes'>), bytes };
  });
}

/** `onEnd` is called before the last chunk. */
export async function* streamWorkspaceExport(
  client: pg.Client,
  accountId: number,
  files: FileStore,
  onProgress: OnRecordProgress,
  onEnd: (content: Omit<ExportResult, 'bytes'>) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const schema = await currentSchema(client);
  await preventFileDeletion(client);
  const models = await beginSnapshot(client, schema);
  const header = await describe(client, schema, accountId, models);
  const figures = await readWorkspaceTotals(client, schema, accountId);
  const total = Object.values(figures).reduce((sum, { rows }) => sum + rows, 0);
  const hash = createHash('sha256');
  const addToDigest = (part: Buffer) => {
    hash.update(part);
    return part;
  };
  yield addToDigest(Buffer.from(`${JSON.stringify(header)}\n`));
  let records = 0;
  for (const table of models) {
    const stream = client.query(copyTo(recordsOf(schema, table, accountId)));
    for await (const part of combineChunks(stream as AsyncIterable<Buffer>))
      yield addToDigest(part);
    records += stream.rowCount;
    onProgress(records, total);
  }
  const nextInvoiceNumber = await readNextInvoiceNumber(client, schema, accountId);
  let fileLines = 0;
  for (const key of await findAttachedFiles(client, schema, accountId)) {
    for await (const line of fileLinesOf(key.sha256, (await files.open(key)) ?? [])) {
      yield addToDigest(line);
      fileLines += 1;
    }
  }
  await client.query('COMMIT');
  const end = {
    records,
    fileLines,
    figures,
    nextInvoiceNumber,
    sha256: hash.digest('hex'),
  };
  onEnd({ header, end });
  yield Buffer.from(`${JSON.stringify({ end } satisfies ExportEnd)}\n`);
}

async function* fileLinesOf(
  file: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk).toString('base64');
    yield Buffer.from(`${JSON.stringify({ file, bytes })}\n`);
  }
}

/** The server sends single rows. */
const partBytes = 128 * 1024;

async function* combineChunks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pendingChunks: Buffer[] = [];
  let pendingBytes = 0;
  for await (const chunk of source) {
    pendingChunks.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes < partBytes) continue;
    yield Buffer.concat(pendingChunks);
    pendingChunks = [];
    pendingBytes = 0;
  }
  if (pendingBytes > 0) yield Buffer.concat(pendingChunks);
}

async function beginSnapshot(client: pg.Client, schema: string): Promise<Table[]> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const names = exportedModels.map((name) => qualifiedName(schema, name)).join(', ');
  // LOCK does not take the snapshot, so the snapshot comes after the locks.
  await client.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`).catch((cause) => {
    throw new BackupError('The database has no tables of Actiongraph of this release.', { cause });
  });
  return readExportedTables(client, schema);
}

/** The exported tables and columns in order. One statement. */
export async function readExportedTables(client: pg.ClientBase, schema: string): Promise<Table[]> {
  const found = new Map((await readTables(client, schema)).map((table) => [table.name, table]));
  return exportedModels.map((name) => ({
    name,
    columns: (found.get(name)?.columns ?? []).filter((column) => !isExcludedColumn(name, column)),
  }));
}

async function describe(
  client: pg.Client,
  schema: string,
  accountId: number,
  models: Table[],
): Promise<ExportHeader> {
  const migrations = await readCompletedMigrations(client, schema);
  const { rows } = await client.query<{ name: string; largestUser: number; takenAt: string }>(
    `SELECT name, (SELECT coalesce(max(id), 0) FROM ${qualifiedName(schema, 'User')} WHERE "accountId" = $1) AS "largestUser",
       to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "takenAt"
     FROM ${qualifiedName(schema, 'Workspace')} WHERE "accountId" = $1`,
    [accountId],
  );
  const [workspace] = rows;
  if (!workspace) {
    const workspaces = await client.query(
      existingWorkspacesSql(qualifiedName(schema, 'Workspace')),
    );
    throw new BackupError(workspaceNotFoundMessage(accountId, workspaces.rows));
  }
  const { takenAt, ...details } = workspace;
  return {
    product: productName,
    kind: exportKind,
    format: exportFormatVersion,
    notice: exportNotice,
    release: readVersion(),
    takenAt,
    workspace: { accountId, ...details },
    migrations,
    models,
  };
}

/** JSON values that differ from those of row_to_json. */
const valueSqlByType: Readonly<Record<string, (column: string) => string>> = {
  Decimal: (column) => `${column}::text`,
  Bytes: (column) => `replace(encode(${column}, 'base64'), E'\\n', '')`,
};

/**
 * CSV with quotes that JSON never contains is the only format of COPY that does not escape texts.
 */
function recordsOf(schema: string, { name, columns }: Table, accountId: number): string {
  const values = columns.map((column) => `${valueSql(name, column)} AS ${quoteIdentifier(column)}`);
  const order = ['accountId', ...rowKeyColumns(name)].map(
    (column) => `t.${quoteIdentifier(column)}`,
  );
  return `COPY (
    SELECT ${pgLiteral(recordLinePrefix(name))} || row_to_json(r)::text || '}' FROM (
      SELECT ${values.join(', ')} FROM ${qualifiedName(schema, name)} t${invoiceJoin(schema, name)}
      WHERE t."accountId" = ${accountId} ORDER BY ${order.join(', ')}
    ) r
  ) TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`;
}

const pgLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** An e-mail contains the link of its invoice, whose secret is replaced too. */
const invoiceJoin = (schema: string, name: string): string =>
  name === 'OutboxMail'
    ? ` LEFT JOIN ${qualifiedName(schema, 'Invoice')} i ON i."accountId" = t."accountId" AND i.id = t."invoiceId"`
    : '';

function valueSql(name: string, column: string): string {
  const columnSql = `t.${quoteIdentifier(column)}`;
  if (isSecretColumn(name, column))
    return `CASE WHEN ${columnSql} IS NOT NULL THEN '${secretPlaceholder}' END`;
  if (hasInvoiceLink(name, column)) {
    return `CASE WHEN i."viewToken" IS NULL THEN ${columnSql} ELSE replace(${columnSql}, i."viewToken", '${secretPlaceholder}') END`;
  }
  return valueSqlByType[columnTypeOf(name, column) ?? '']?.(columnSql) ?? columnSql;
}
