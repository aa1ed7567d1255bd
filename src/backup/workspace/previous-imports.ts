import type pg from 'pg';
import { BackupError } from '../backup-error.ts';
import { qualifiedName } from '../table-catalogue.ts';
import type { ExportFile } from './export-file.ts';
import { readRecordLines } from './export-file.ts';
import { exportedModels } from './exported-models.ts';

/** Of so many models one record each is looked for: some may be gone here, all of them hardly. */
const lookedFor = 8;

/**
 * Refuses a file whose records a workspace of this database has already: whoever imports once more by mistake would have every client
 * and invoice twice.
 * @throws BackupError with that workspace
 */
export async function assertNotImported(
  client: pg.Client,
  schema: string,
  file: ExportFile,
  signal: AbortSignal,
): Promise<void> {
  for (const [model, id] of await firstIds(file, signal)) {
    const { rows } = await client.query<{ accountId: number; name: string }>(
      `SELECT "accountId", name FROM ${qualifiedName(schema, 'Workspace')} w WHERE "deletedAt" IS NULL AND EXISTS (
         SELECT FROM ${qualifiedName(schema, model)} r WHERE r."accountId" = w."accountId" AND r.id = $1)
       ORDER BY 1 LIMIT 1`,
      [id],
    );
    const [there] = rows;
    if (!there) continue;
    throw new BackupError(
      `${file.path} holds records that workspace ${there.accountId} here, ${there.name}, has already (${model} ${id}): it was imported ` +
        'before, or comes from here. Nothing was imported. With --copy it is imported all the same, beside that one.',
    );
  }
}

/** The id of the first record of some models; numbers are no ids that nobody else has. */
async function firstIds(file: ExportFile, signal: AbortSignal): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for await (const { line, model } of readRecordLines(file, {
    signal,
    onProgress: () => undefined,
  })) {
    if (ids.has(model) || !(exportedModels as readonly string[]).includes(model)) continue;
    const { id } = (JSON.parse(String(line)) as { record: { id?: unknown } }).record;
    if (typeof id === 'string') ids.set(model, id);
    if (ids.size === lookedFor) break;
  }
  return ids;
}
