/**
 * Writes a migration: what brings the migrations there are to the Prisma schema there is.
 * `npm run migration -- --name add_ratings`, and `--empty` for one to be filled in by hand.
 */
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPrismaSchemaFiles } from '../src/config/package-root.ts';
import { ensureServer } from '../src/database/embedded/ensure-server.ts';
import { migrationsFolder } from '../src/database/migrations/migration-files.ts';
import { nextMigrationName } from './migration-names.ts';
import { missingMigration } from './schema-engine.ts';
import { refuse, scriptOptions } from './script-options.ts';

const usage = `Usage: npm run migration -- --name add_ratings [--empty]

Writes a migration that brings the migrations there are to the Prisma schema there is.
  --name NAME  what it does, in a few words
  --empty      one to be filled in by hand`;

const { values } = scriptOptions(usage, {
  name: { type: 'string' },
  empty: { type: 'boolean', default: false },
});
const slug =
  values.name?.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_') ||
  refuse(`Give the migration a name.\n\n${usage}`);

/** The SQL that the migrations lack, found on a server that is thrown away; '' where they lack nothing. */
async function missingSql(): Promise<string> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'actiongraph-migration-')));
  await chmod(dataDir, 0o755);
  try {
    const server = await ensureServer({
      dataDir,
      log: () => undefined,
      settings: { fsync: 'off' },
    });
    try {
      const stdout = await missingMigration(server.urlOf('postgres'), readPrismaSchemaFiles());
      return stdout === null || stdout.startsWith('-- This is an empty migration.') ? '' : stdout;
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** New tables get the trigger that every table has: versions go up. */
function usualTriggers(sql: string): string {
  return [...sql.matchAll(/^CREATE TABLE "(\w+)"/gm)]
    .map(
      ([, table]) =>
        `\nCREATE TRIGGER raise_version BEFORE UPDATE ON "${table}" FOR EACH ROW EXECUTE FUNCTION "raise_version"();\n`,
    )
    .join('');
}

const sql = values.empty ? `-- ${slug}\n` : await missingSql();
if (sql === '') {
  process.stdout.write('The migrations build the schema as it is; nothing to write.\n');
} else {
  const folder = join(migrationsFolder, nextMigrationName(await readdir(migrationsFolder), slug));
  await mkdir(folder);
  await writeFile(join(folder, 'migration.sql'), sql + usualTriggers(sql));
  process.stdout.write(`${join(folder, 'migration.sql')}\n`);
}
