import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { FileStorage } from '../platform/file-store/file-storage.ts';
import { storeAttachedFile } from './attached-files.ts';
import { BackupError } from './backup-error.ts';
import type { TableEnd } from './file-format.ts';
import type { BackupPart } from './file-reader.ts';
import type { Table } from './table-catalogue.ts';
import { qualifiedName, quotedColumnList } from './table-catalogue.ts';
import type { TotalsByTable } from './table-totals.ts';

export interface LoadResult {
  rows: number;
  figures: TotalsByTable;
  /** Tables of the backup that do not belong to Actiongraph. */
  skipped: { name: string; rows: number }[];
}

/**
 * Skips unknown tables.
 * @throws BackupError if a column is missing or row counts differ
 */
export async function loadRows(
  client: pg.Client,
  schema: string,
  tables: Table[],
  source: { tables: Table[]; parts: AsyncGenerator<BackupPart>; files: FileStorage },
): Promise<LoadResult> {
  const knownTables = new Set(tables.map(({ name }) => name));
  const result: LoadResult = { rows: 0, figures: {}, skipped: [] };
  for (const { name, columns } of source.tables) {
    await source.parts.next();
    if (!knownTables.has(name)) {
      result.skipped.push({ name, rows: (await skipTable(source.parts)).rows });
      continue;
    }
    const { rows, figures } = await copyIn(client, schema, { name, columns }, source.parts);
    result.rows += rows;
    result.figures[name] = figures;
  }
  await storeFiles(source.parts, source.files);
  return result;
}

/** Before the rows are committed. Reading to the end verifies it. */
async function storeFiles(parts: AsyncGenerator<BackupPart>, files: FileStorage): Promise<void> {
  let { value } = await parts.next();
  async function* content() {
    for ({ value } = await parts.next(); value?.kind === 'content'; { value } = await parts.next())
      yield value.bytes;
  }
  while (value?.kind === 'file') await storeAttachedFile(files, value.key, content());
}

async function skipTable(parts: AsyncGenerator<BackupPart>): Promise<TableEnd> {
  for (;;) {
    const { value } = await parts.next();
    if (value?.kind === 'end') return value.end;
  }
}

async function copyIn(
  client: pg.Client,
  schema: string,
  { name, columns }: Table,
  parts: AsyncGenerator<BackupPart>,
): Promise<TableEnd> {
  let end: TableEnd | undefined;
  // Ends with the table and leaves the other parts unread.
  async function* rows() {
    for (;;) {
      const { value } = await parts.next();
      if (value?.kind !== 'rows') {
        if (value?.kind === 'end') end = value.end;
        return;
      }
      yield value.bytes;
    }
  }
  const stream = client.query(
    copyFrom(`COPY ${qualifiedName(schema, name)} (${quotedColumnList(columns)}) FROM STDIN`),
  );
  await pipeline(rows(), stream);
  if (end === undefined || stream.rowCount !== end.rows) {
    throw new BackupError(
      `${name} has ${end?.rows} rows in the backup, but ${stream.rowCount} were restored. Nothing was restored.`,
    );
  }
  return end;
}
