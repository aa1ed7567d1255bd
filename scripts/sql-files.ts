import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prismaFolder } from '../src/config/package-root.ts';

/** Parts of prisma/sql in the order in which they are applied, after the tables of the Prisma schema. */
const parts = ['extensions.sql', 'functions', 'constraints', 'triggers', 'audit-log-staging.sql'];

export interface SqlFile {
  /** Relative to prisma/sql, for example `functions/search_form.sql`. */
  path: string;
  sql: string;
}

/** The SQL that the Prisma schema cannot express: functions, triggers, checks, and indexes of expressions. */
export async function readSqlFiles(): Promise<SqlFile[]> {
  const folder = join(prismaFolder, 'sql');
  const paths = await Promise.all(
    parts.map(async (part) =>
      part.endsWith('.sql')
        ? [part]
        : (await readdir(join(folder, part))).sort().map((name) => `${part}/${name}`),
    ),
  );
  return await Promise.all(
    paths.flat().map(async (path) => ({ path, sql: await readFile(join(folder, path), 'utf8') })),
  );
}

/** @param tables the SQL that creates the tables of the Prisma schema in an empty database */
export function schemaSql(tables: string, files: readonly SqlFile[]): string {
  const own = tables.replace(/^-- CreateSchema\nCREATE SCHEMA [^;]*;\n\n/, '');
  return [own, ...files.map(({ path, sql }) => `-- prisma/sql/${path}\n${sql}`)].join('\n');
}
