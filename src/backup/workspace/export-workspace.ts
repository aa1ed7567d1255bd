import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { missingWorkspace, workspacesThatAreSql } from '../../domain/workspaces/workspace-existence.ts';
import { version } from '../../config/version.ts';
import { BackupError } from '../backup-error.ts';
import type { Table } from '../table-catalogue.ts';
import { currentSchema, nameIn, quoted, readTables } from '../table-catalogue.ts';
import { appliedMigrations } from '../create-backup.ts';
import type { FileOptions } from '../file-writer.ts';
import { requireFree, writeWhole } from '../file-writer.ts';
import { withSession } from '../snapshot-session.ts';
import type { ExportEnd, ExportHeader } from './export-format.ts';
import { exportFormat, exportKind, exportNotice, product, recordStart } from './export-format.ts';
import {
  isLeftOut,
  isLinked,
  isSecret,
  keyOf,
  secretLeftOut,
  takenModels,
  typeOf,
} from './exported-models.ts';
import { readNextNumber, readWorkspaceFigures } from './workspace-totals.ts';

/** Told how many records are written, of how many. */
export type OnRecords = (done: number, total: number) => void;

export interface ExportOptions extends FileOptions {
  url: string;
  accountId: number;
  onProgress: OnRecords;
}

/** A workspace that was taken along. */
export interface Exported {
  header: ExportHeader;
  end: ExportEnd['end'];
  bytes: number;
}

/**
 * Writes all records of a workspace to a file, as they were at one moment, while the service goes on (`export-format.ts`).
 * Memory does not depend on how large the workspace is.
 * @throws BackupError where there is no such workspace, the database is being migrated or the file cannot be written; no file
 * is left behind then, nor by a raised signal
 */
export async function exportWorkspace(options: ExportOptions): Promise<Exported> {
  await requireFree(options);
  const { accountId, onProgress, signal, url } = options;
  return withSession(url, signal, async (client) => {
    let told: Omit<Exported, 'bytes'> | undefined;
    const bytes = await writeWhole(options, 'Nothing was exported.', async (file) => {
      let size = 0;
      for await (const part of exportParts(client, accountId, onProgress, (whole) => {
        told = whole;
      })) {
        signal.throwIfAborted();
        await file.writeFile(part);
        size += part.length;
      }
      return size;
    });
    return { ...(told as Omit<Exported, 'bytes'>), bytes };
  });
}

/** An export as it is sent or written, in parts of any length; `onEnd` is told what it holds before the last one. */
export async function* exportParts(
  client: pg.Client,
  accountId: number,
  onProgress: OnRecords,
  onEnd: (whole: Omit<Exported, 'bytes'>) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const schema = await currentSchema(client);
  const models = await beginSnapshot(client, schema);
  const header = await describe(client, schema, accountId, models);
  const figures = await readWorkspaceFigures(client, schema, accountId);
  const total = Object.values(figures).reduce((sum, { rows }) => sum + rows, 0);
  const hash = createHash('sha256');
  const counted = (part: Buffer) => {
    hash.update(part);
    return part;
  };
  yield counted(Buffer.from(`${JSON.stringify(header)}\n`));
  let records = 0;
  for (const table of models) {
    const stream = client.query(copyTo(recordsOf(schema, table, accountId)));
    for await (const part of gathered(stream as AsyncIterable<Buffer>)) yield counted(part);
    records += stream.rowCount;
    onProgress(records, total);
  }
  const next = await readNextNumber(client, schema, accountId);
  await client.query('COMMIT');
  const end = { records, figures, nextInvoiceNumber: next, sha256: hash.digest('hex') };
  onEnd({ header, end });
  yield Buffer.from(`${JSON.stringify({ end } satisfies ExportEnd)}\n`);
}

/** The server sends each row by itself. */
const partBytes = 128 * 1024;

async function* gathered(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < partBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Begins a transaction that sees one moment, of tables that no migration changes meanwhile. */
async function beginSnapshot(client: pg.Client, schema: string): Promise<Table[]> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const names = takenModels.map((name) => nameIn(schema, name)).join(', ');
  // No look at the database yet: the moment that is seen comes after the locks.
  await client.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`).catch((cause) => {
    throw new BackupError('The database has no tables of Actiongraph of this release.', { cause });
  });
  return takenTables(client, schema);
}

/** The tables of an export, in its order, with the columns that go along. One statement. */
export async function takenTables(client: pg.ClientBase, schema: string): Promise<Table[]> {
  const found = new Map((await readTables(client, schema)).map((table) => [table.name, table]));
  return takenModels.map((name) => ({
    name,
    columns: (found.get(name)?.columns ?? []).filter((column) => !isLeftOut(name, column)),
  }));
}

async function describe(
  client: pg.Client,
  schema: string,
  accountId: number,
  models: Table[],
): Promise<ExportHeader> {
  const migrations = await appliedMigrations(client, schema);
  const { rows } = await client.query<{ name: string; largestUser: number; takenAt: string }>(
    `SELECT name, (SELECT coalesce(max(id), 0) FROM ${nameIn(schema, 'User')} WHERE "accountId" = $1) AS "largestUser",
       to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "takenAt"
     FROM ${nameIn(schema, 'Workspace')} WHERE "accountId" = $1`,
    [accountId],
  );
  const [workspace] = rows;
  if (!workspace) {
    const known = await client.query(workspacesThatAreSql(nameIn(schema, 'Workspace')));
    throw new BackupError(missingWorkspace(accountId, known.rows));
  }
  const { takenAt, ...told } = workspace;
  return {
    product,
    kind: exportKind,
    format: exportFormat,
    notice: exportNotice,
    release: version(),
    takenAt,
    workspace: { accountId, ...told },
    migrations,
    models,
  };
}

/** How each column stands in a record's JSON; the others stand there as PostgreSQL writes them. */
const written: Readonly<Record<string, (column: string) => string>> = {
  Decimal: (column) => `${column}::text`,
  Bytes: (column) => `replace(encode(${column}, 'base64'), E'\\n', '')`,
};

/**
 * The statement that writes a model's records as lines. CSV with marks that JSON never has is the one form of COPY that
 * changes nothing of a text.
 */
function recordsOf(schema: string, { name, columns }: Table, accountId: number): string {
  const values = columns.map((column) => `${valueSql(name, column)} AS ${quoted(column)}`);
  const order = ['accountId', ...keyOf(name)].map((column) => `t.${quoted(column)}`);
  return `COPY (
    SELECT ${pgLiteral(recordStart(name))} || row_to_json(r)::text || '}' FROM (
      SELECT ${values.join(', ')} FROM ${nameIn(schema, name)} t${linkOf(schema, name)}
      WHERE t."accountId" = ${accountId} ORDER BY ${order.join(', ')}
    ) r
  ) TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`;
}

const pgLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A mail holds the link of its invoice, whose secret part is left out there as well. */
const linkOf = (schema: string, name: string): string =>
  name === 'OutboxMail'
    ? ` LEFT JOIN ${nameIn(schema, 'Invoice')} i ON i."accountId" = t."accountId" AND i.id = t."invoiceId"`
    : '';

function valueSql(name: string, column: string): string {
  const own = `t.${quoted(column)}`;
  if (isSecret(name, column)) return `CASE WHEN ${own} IS NOT NULL THEN '${secretLeftOut}' END`;
  if (isLinked(name, column)) {
    return `CASE WHEN i."viewToken" IS NULL THEN ${own} ELSE replace(${own}, i."viewToken", '${secretLeftOut}') END`;
  }
  return written[typeOf(name, column) ?? '']?.(own) ?? own;
}
