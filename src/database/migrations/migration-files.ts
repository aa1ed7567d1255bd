import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prismaFolder } from '../../config/package-root.ts';

/** A migration as it lies in prisma/migrations. */
export interface Migration {
  /** The name of its folder, by which migrations are ordered. */
  name: string;
  sql: string;
  /** SHA-256 of the SQL, as Prisma records it. */
  checksum: string;
}

/** The folder of the migrations, one folder for each of them. */
export const migrationsFolder = join(prismaFolder, 'migrations');

/** Every migration of this version of the program, in order. */
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
