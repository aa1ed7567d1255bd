import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { readPrismaSchemaFiles } from '../src/config/package-root.ts';
import { readMigrations } from '../src/database/migrations/migration-files.ts';
import {
  describeSchema,
  type SchemaObject,
  schemaDifferences,
} from '../src/database/migrations/schema-description.ts';
import { missingMigration, tablesSql } from './schema-engine.ts';
import { readSqlFiles, type SqlFile, schemaSql } from './sql-files.ts';

type Files = ReturnType<typeof readPrismaSchemaFiles>;

/**
 * The SQL that brings a database with every migration to the Prisma schema and the files of prisma/sql; '' if they are equal.
 * @param url of a server on which databases may be created
 */
export async function missingSchemaSql(
  url: string,
  files: Files = readPrismaSchemaFiles(),
  sqlFiles?: SqlFile[],
): Promise<string> {
  const own = sqlFiles ?? (await readSqlFiles());
  const diff = (await missingMigration(url, files)) ?? '';
  const tables = diff.startsWith('-- This is an empty migration.') ? '' : diff;
  const migrations = (await readMigrations()).map(({ sql }) => sql);
  const actual = await describe(url, [...migrations, tables]);
  const wanted = await describe(url, [schemaSql(await tablesSql(url, files), own)]);
  const changes = objectChanges(actual, wanted, own);
  return [tables, ...changes].filter((text) => text !== '').join('\n');
}

/** The schema that these scripts create in an empty database. */
async function describe(url: string, scripts: string[]): Promise<Map<string, SchemaObject>> {
  const name = `actiongraph_schema_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const target = new URL(url);
  target.pathname = `/${name}`;
  const client = new pg.Client(target.href);
  try {
    await client.connect();
    for (const sql of scripts) await client.query(sql);
    return await describeSchema(client, 'public');
  } finally {
    await client.end();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  }
}

const isAlways = / ALWAYS$/;

function dropSql({ kind, name, table }: SchemaObject): string {
  if (kind === 'trigger') return `DROP TRIGGER "${name}" ON "${table}";\n`;
  if (kind === 'constraint') return `ALTER TABLE "${table}" DROP CONSTRAINT "${name}";\n`;
  return `DROP ${kind.toUpperCase()} ${name};\n`;
}

function createSql({ kind, name, table, definition }: SchemaObject, files: SqlFile[]): string {
  if (kind === 'constraint')
    return `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${definition};\n`;
  if (kind === 'function') {
    const path = `functions/${name.slice(0, name.indexOf('('))}.sql`;
    const file = files.find((one) => one.path === path);
    if (file === undefined)
      throw new Error(`The function ${name} belongs into prisma/sql/${path}.`);
    return file.sql;
  }
  const always = isAlways.test(definition)
    ? `ALTER TABLE "${table}" ENABLE ALWAYS TRIGGER "${name}";\n`
    : '';
  return `${definition.replace(isAlways, '')};\n${always}`;
}

/** Functions come first, since indexes, checks and triggers call them. */
const order: SchemaObject['kind'][] = ['function', 'constraint', 'index', 'statistics', 'trigger'];

function objectChanges(
  actual: ReadonlyMap<string, SchemaObject>,
  wanted: ReadonlyMap<string, SchemaObject>,
  files: SqlFile[],
): string[] {
  const keys = schemaDifferences(actual, wanted);
  const of = (objects: ReadonlyMap<string, SchemaObject>) =>
    keys.flatMap((key) => objects.get(key) ?? []);
  const missing = [...of(wanted)].filter(({ kind }) => order.includes(kind));
  const created = missing.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  const replaced = new Set(
    created.filter(({ kind }) => kind === 'function').map(({ name }) => name),
  );
  const dropped = of(actual)
    .filter(
      ({ kind, name }) => order.includes(kind) && !(kind === 'function' && replaced.has(name)),
    )
    .sort((one, other) => order.indexOf(other.kind) - order.indexOf(one.kind));
  const creations = new Set(created.map((object) => createSql(object, files)));
  return [...dropped.map(dropSql), ...creations];
}
