import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prismaFolder } from '../../config/package-root.ts';

export interface Migration {
  /** Sorts migrations. */
  name: string;
  sql: string;
  /** SHA-256, as in Prisma. */
  checksum: string;
}

export const migrationsFolder = join(prismaFolder, 'migrations');

export async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
