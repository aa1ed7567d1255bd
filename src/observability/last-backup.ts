import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The last backup that was made with a DATA_DIR. */
const lastBackup = z.object({ takenAt: z.iso.datetime(), bytes: z.int() });

export type LastBackup = z.output<typeof lastBackup>;

const placeIn = (dataDir: string) => join(dataDir, 'last-backup.json');

/** Notes that a backup was made, and nothing of where it is. @throws where DATA_DIR cannot be written */
export async function recordBackup(dataDir: string, { takenAt, bytes }: LastBackup): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const temporary = `${placeIn(dataDir)}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify({ takenAt, bytes })}\n`);
  await rename(temporary, placeIn(dataDir));
}

/** The last one that was noted; null where none was, or the note cannot be read. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    const found = lastBackup.safeParse(JSON.parse(await readFile(placeIn(dataDir), 'utf8')));
    return found.data ?? null;
  } catch {
    return null;
  }
}
