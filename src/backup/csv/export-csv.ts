import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  existingWorkspacesSql,
  workspaceNotFoundMessage,
} from '../../domain/workspaces/workspace-existence.ts';
import { BackupError } from '../backup-error.ts';
import { withDatabaseSession } from '../snapshot-session.ts';
import { csvTableNames } from './csv-tables.ts';
import type { CsvOptions } from './csv-writer.ts';
import { beginCsvSnapshot, streamCsvTable } from './csv-writer.ts';

export interface ExportCsvOptions {
  url: string;
  accountId: number;
  /** Must not exist yet. */
  folder: string;
  form: CsvOptions;
  signal: AbortSignal;
}

export interface CsvFile {
  name: string;
  bytes: number;
}

/** @throws BackupError if something with this name exists */
export async function requireNewFolder(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new BackupError(`${folder} exists and is not a folder.`, { cause: error });
  });
  if (entries) throw new BackupError(`${folder} already exists. Choose another name.`);
}

/**
 * All files share one snapshot. The folder gets its name when it is complete.
 * @throws BackupError
 */
export async function exportCsv(options: ExportCsvOptions): Promise<CsvFile[]> {
  const { accountId, folder, form: csvOptions, signal, url } = options;
  await requireNewFolder(folder);
  const temporaryFolder = `${folder}.part`;
  await mkdir(temporaryFolder, { mode: 0o700 });
  try {
    const files = await withDatabaseSession(url, signal, async (client) => {
      await beginCsvSnapshot(client);
      const { rowCount } = await client.query('SELECT FROM "Workspace" WHERE "accountId" = $1', [
        accountId,
      ]);
      if (rowCount === 0) {
        const workspaces = await client.query(existingWorkspacesSql('"Workspace"'));
        throw new BackupError(workspaceNotFoundMessage(accountId, workspaces.rows));
      }
      const files: CsvFile[] = [];
      for (const table of csvTableNames) {
        const name = `${table}.csv`;
        const file = await open(join(temporaryFolder, name), 'wx', 0o600);
        let bytes = 0;
        try {
          for await (const chunk of streamCsvTable(client, accountId, table, csvOptions)) {
            signal.throwIfAborted();
            await file.writeFile(chunk);
            bytes += chunk.length;
          }
          await file.sync();
        } finally {
          await file.close();
        }
        files.push({ name, bytes });
      }
      return files;
    });
    await rename(temporaryFolder, folder);
    return files;
  } catch (error) {
    await rm(temporaryFolder, { recursive: true, force: true });
    throw error;
  }
}
