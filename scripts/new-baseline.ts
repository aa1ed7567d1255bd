/**
 * Writes the baseline migration from the Prisma schema and prisma/sql. Only before the first release: afterwards a change is a migration.
 * `npm run baseline`
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPrismaSchemaFiles } from '../src/config/package-root.ts';
import { migrationsFolder } from '../src/database/migrations/migration-files.ts';
import { baselineName } from '../src/database/migrations/migration-history.ts';
import { tablesSql } from './schema-engine.ts';
import { withScratchServer } from './scratch-server.ts';
import { readSqlFiles, schemaSql } from './sql-files.ts';

const tables = await withScratchServer((url) => tablesSql(url, readPrismaSchemaFiles()));
const folder = join(migrationsFolder, baselineName);
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'migration.sql'), schemaSql(tables, await readSqlFiles()));
process.stdout.write(`${join(folder, 'migration.sql')}\n`);
