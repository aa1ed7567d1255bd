import type pg from 'pg';
import { BackupError } from '../backup-error.ts';
import { qualifiedName } from '../table-catalogue.ts';
import type { ExportFile } from './export-file.ts';
import { readRecordLines } from './export-file.ts';
import { exportedModels } from './exported-models.ts';

/** Number of models that are sampled. Some records may be deleted here, but hardly all. */
const sampledModels = 8;

/**
 * A second import by mistake would duplicate every client and invoice.
 * @throws BackupError
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
    const [existing] = rows;
    if (!existing) continue;
    throw new BackupError(
      `${file.path} holds records that workspace ${existing.accountId} here, ${existing.name}, has already (${model} ${id}): it was imported ` +
        'before, or comes from here. Nothing was imported. With --copy it is imported all the same, beside that one.',
    );
  }
}

/** The id of the first record of each sampled model. Numeric ids are not unique. */
async function firstIds(file: ExportFile, signal: AbortSignal): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for await (const { line, model } of readRecordLines(file, {
    signal,
    onProgress: () => undefined,
  })) {
    if (ids.has(model) || !(exportedModels as readonly string[]).includes(model)) continue;
    const { id } = (JSON.parse(String(line)) as { record: { id?: unknown } }).record;
    if (typeof id === 'string') ids.set(model, id);
    if (ids.size === sampledModels) break;
  }
  return ids;
}
