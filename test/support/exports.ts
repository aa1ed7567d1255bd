import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openExport } from '../../src/backup/workspace/export-file.ts';
import { exportWorkspace } from '../../src/backup/workspace/export-workspace.ts';
import { exportedModels } from '../../src/backup/workspace/exported-models.ts';
import { importWorkspace } from '../../src/backup/workspace/import-workspace.ts';
import { testAttachments } from './api.ts';
import { sql } from './backups.ts';

const quiet = { signal: new AbortController().signal, onProgress: () => undefined };

/** Names of exports that are removed when the test file is done. */
export function useExportFiles(): () => string {
  const paths: string[] = [];
  afterAll(() => Promise.all(paths.map((path) => rm(path, { force: true }))));
  return () => {
    const path = join(tmpdir(), `actiongraph-${randomUUID()}.ndjson`);
    paths.push(path);
    return path;
  };
}

export const taken = (url: string, accountId: number, path: string) =>
  exportWorkspace({
    ...{ ...quiet, url, accountId, path, overwrite: true },
    files: testAttachments().store,
  });

export const brought = async (url: string, path: string, isCopy = false) =>
  importWorkspace(url, await openExport(path, quiet), {
    ...{ ...quiet, isCopy },
    files: testAttachments(),
  });

/** The differences of an imported workspace: its number, and the content that an export omits. */
const otherwise: Readonly<Record<string, string[]>> = {
  Contact: ['portalSince', 'portalLinkSentAt'],
  Invoice: ['viewToken'],
  User: ['personId', 'invitedAt', 'invitationExpiresAt', 'invitationHash'],
};

/** Every record of a workspace, as text, by table, without what is another one after an import. */
export async function recordsOf(url: string, accountId: number): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const model of exportedModels) {
    const columns = ['accountId', ...(otherwise[model] ?? [])].map((name) => `'${name}'`);
    const rows = await sql<{ record: string }>(
      url,
      `SELECT (to_jsonb(t) - ARRAY[${columns.join(', ')}])::text AS record FROM "${model}" t
       WHERE "accountId" = ${accountId} ORDER BY 1`,
    );
    all[model] = rows.map(({ record }) => record);
  }
  return all;
}
