/**
 * Writes a migration: what brings the migrations there are to the Prisma schema and the SQL files there are.
 * `npm run migration -- --name add_ratings`, and `--empty` for one to be filled in by hand.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationsFolder } from '../src/database/migrations/migration-files.ts';
import { nextMigrationName } from './migration-names.ts';
import { missingSchemaSql } from './missing-schema.ts';
import { withScratchServer } from './scratch-server.ts';
import { refuse, scriptOptions } from './script-options.ts';

const usage = `Usage: npm run migration -- --name add_ratings [--empty]

Writes a migration that brings the migrations there are to the Prisma schema and the SQL files (prisma/sql) there are.
  --name NAME  what it does, in a few words
  --empty      one to be filled in by hand`;

const { values } = scriptOptions(usage, {
  name: { type: 'string' },
  empty: { type: 'boolean', default: false },
});
const slug =
  values.name?.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_') ||
  refuse(`Give the migration a name.\n\n${usage}`);

const sql = values.empty ? `-- ${slug}\n` : await withScratchServer(missingSchemaSql);
if (sql === '') {
  process.stdout.write('The migrations build the schema as it is; nothing to write.\n');
} else {
  const folder = join(migrationsFolder, nextMigrationName(await readdir(migrationsFolder), slug));
  await mkdir(folder);
  await writeFile(join(folder, 'migration.sql'), sql);
  process.stdout.write(
    `${join(folder, 'migration.sql')}\nNext: npm run openapi && npm run schema && npm run field-names\n`,
  );
}
