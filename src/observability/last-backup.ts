import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const lastBackupSchema = z.object({ takenAt: z.iso.datetime(), bytes: z.int() });

export type LastBackup = z.output<typeof lastBackupSchema>;

const filePath = (dataDir: string) => join(dataDir, 'last-backup.json');

/** @throws if DATA_DIR is not writable */
export async function recordBackup(dataDir: string, { takenAt, bytes }: LastBackup): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const temporaryPath = `${filePath(dataDir)}.${process.pid}`;
  await writeFile(temporaryPath, `${JSON.stringify({ takenAt, bytes })}\n`);
  await rename(temporaryPath, filePath(dataDir));
}

export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    const parsed = lastBackupSchema.safeParse(
      JSON.parse(await readFile(filePath(dataDir), 'utf8')),
    );
    return parsed.data ?? null;
  } catch {
    return null;
  }
}
