import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { readPrismaSchemaFiles } from '../src/config/package-root.ts';
import { migrationsFolder, readMigrations } from '../src/database/migrations/migration-files.ts';
import { connectionConfig } from '../src/database/pool/connection-config.ts';

type EngineBindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

/** What is used of the global WebAssembly, which TypeScript declares with the browser's types only. */
interface WebAssemblyGlobal {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
}

let bindings: Promise<EngineBindings> | undefined;

/** The engine's WebAssembly module, instantiated by hand because Node 20 imports no .wasm files. */
function loadBindings(): Promise<EngineBindings> {
  bindings ??= (async () => {
    const entry = createRequire(import.meta.url).resolve(
      '@prisma/schema-engine-wasm/schema_engine_bg',
    );
    const [engine, wasm] = await Promise.all([
      import('@prisma/schema-engine-wasm/schema_engine_bg'),
      readFile(entry.replace(/\.js$/, '.wasm')),
    ]);
    const webAssembly = Reflect.get(globalThis, 'WebAssembly') as WebAssemblyGlobal;
    const { instance } = await webAssembly.instantiate(wasm, { './schema_engine_bg.js': engine });
    engine.__wbg_set_wasm(instance.exports);
    const { __wbindgen_start: start } = instance.exports;
    if (typeof start === 'function') start();
    return engine;
  })();
  return bindings;
}

/** The type "char", in which PostgreSQL's catalogue keeps its one-letter codes. */
const charType = 18;

/**
 * Makes the stock adapter fit for the engine. It splits a migration at every semicolon, which tears function
 * bodies apart: here a script goes to the server in one piece, which is also one implicit transaction. And it
 * cannot read the catalogue's type "char": here such columns are cast, and handed on as characters.
 */
function fitForEngine(adapter: SqlDriverAdapter, pool: pg.Pool): SqlDriverAdapter {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    try {
      return await queryRaw(query);
    } catch (error) {
      if (
        !(error instanceof DriverAdapterError) ||
        error.cause.kind !== 'UnsupportedNativeDataType'
      )
        throw error;
    }
    const from = `FROM (${query.sql.trimEnd().replace(/;$/, '')}\n) AS q`;
    const { fields } = await pool.query(`SELECT * ${from} LIMIT 0`, query.args);
    const columns = fields.map(
      ({ name, dataTypeID }) => `q."${name}"${dataTypeID === charType ? '::text' : ''}`,
    );
    const result = await queryRaw({ ...query, sql: `SELECT ${columns.join(', ')} ${from}` });
    for (const [index, { dataTypeID }] of fields.entries()) {
      if (dataTypeID === charType) result.columnTypes[index] = ColumnTypeEnum.Character;
    }
    return result;
  };
  adapter.executeScript = async (script) => {
    await adapter.executeRaw({ sql: script, args: [], argTypes: [] });
  };
  return adapter;
}

/** Connections for the engine: one each, because its advisory lock belongs to the session that took it. */
function openPool(config: pg.ClientConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, max: 1, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => undefined);
  return pool;
}

/**
 * An adapter on a new database beside that of `config`, in which the engine replays migrations. The stock adapter
 * drops it while its own connection may still be there.
 */
async function openShadow(config: pg.ClientConfig): Promise<SqlDriverAdapter> {
  const database = `actiongraph_shadow_${randomUUID()}`;
  const admin = openPool(config);
  await admin.query(`CREATE DATABASE "${database}" TEMPLATE template0`);
  const pool = openPool({ ...config, database });
  const adapter = fitForEngine(await new PrismaPg(pool).connect(), pool);
  adapter.dispose = async () => {
    await pool.end();
    await admin.query(`DROP DATABASE "${database}" WITH (FORCE)`);
    await admin.end();
  };
  return adapter;
}

/** Runs `work` with the official schema engine connected to `url`, and disconnects afterwards. */
async function withSchemaEngine<T>(
  url: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await loadBindings();
  const config = connectionConfig(url);
  const pool = openPool(config);
  const stock = new PrismaPg(pool);
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: stock.provider,
    adapterName: stock.adapterName,
    connect: async () => fitForEngine(await stock.connect(), pool),
    connectToShadowDb: () => openShadow(config),
  };
  let engine: SchemaEngine | undefined;
  try {
    engine = await SchemaEngine.new(
      { datamodels: readPrismaSchemaFiles().map(({ path, content }) => [path, content]) },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(factory),
    );
    return await work(engine);
  } finally {
    engine?.free();
    await pool.end();
  }
}

/** The migrations in prisma/migrations, in the form the schema engine takes. */
async function listMigrations(): Promise<MigrationList> {
  const migrations = await readMigrations();
  return {
    baseDir: migrationsFolder,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(migrationsFolder, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}

type SchemaFiles = ReturnType<typeof readPrismaSchemaFiles>;

/** What the official engine would write to bring a database with every migration to the schema in these files. */
export async function missingMigration(url: string, files: SchemaFiles): Promise<string | null> {
  return await diff(url, { tag: 'migrations', ...(await listMigrations()) }, files);
}

/** What the official engine would write to bring an empty database to the schema in these files. */
export async function tablesSql(url: string, files: SchemaFiles): Promise<string> {
  return (await diff(url, { tag: 'empty' }, files)) ?? '';
}

async function diff(
  url: string,
  from: Parameters<SchemaEngine['diff']>[0]['from'],
  files: SchemaFiles,
): Promise<string | null> {
  const { stdout } = await withSchemaEngine(url, (engine) =>
    engine.diff({
      from,
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      // No table or enumeration is managed by anybody else.
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return stdout;
}
