import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { packageRoot } from '../src/config/package-root.ts';
import { openDatabase } from '../src/database/client/client.ts';
import { openReadyDatabase } from '../src/database/client/open-database.ts';
import type { PrismaClient } from '../src/generated/prisma/client.ts';

/** What was made once and is measured again and again. */
export interface DataSet<Facts> {
  facts: Facts;
  url: string;
  close(): Promise<void>;
}

const makingMillis = 3_600_000;

/** Changes with the programs that make the data, so that no run measures what an older one made. */
function editionOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(join(packageRoot, 'bench', source)));
  return hash.digest('hex').slice(0, 8);
}

/**
 * A data set in a folder of its own, made when it is not there yet and kept for the next run. Whoever measures gets a
 * copy of the database, so that what a run writes is gone after it.
 */
export async function openDataSet<Facts>(
  folder: string,
  {
    name,
    sources,
    make,
    isRead = false,
  }: {
    name: string;
    sources: readonly string[];
    make: (prisma: PrismaClient) => Promise<Facts>;
    /** Nothing is written: no copy is made. */
    isRead?: boolean;
  },
): Promise<DataSet<Facts>> {
  const place = join(folder, `${name}-${editionOf(sources)}`);
  const told = join(place, 'facts.json');
  if (!existsSync(told)) await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const access = await openReadyDatabase(
    { dataDir: join(place, 'data'), databaseUrl: undefined },
    'command',
    console.error,
  );
  try {
    if (!existsSync(told)) {
      const facts = await madeWith(access.url, make);
      await writeFile(told, JSON.stringify(facts));
    }
    const copy = isRead
      ? { url: access.url, drop: async () => undefined }
      : await copyOf(access.url);
    return {
      facts: JSON.parse(readFileSync(told, 'utf8')),
      url: copy.url,
      close: async () => {
        await copy.drop();
        await access.close();
      },
    };
  } catch (error) {
    await access.close();
    throw error;
  }
}

async function madeWith<Facts>(
  url: string,
  make: (prisma: PrismaClient) => Promise<Facts>,
): Promise<Facts> {
  const limits = { statement: makingMillis, transaction: makingMillis };
  const database = openDatabase({ url, limits });
  try {
    return await make(database.prisma);
  } finally {
    await database.close();
  }
}

/** A copy of the whole database beside it, with its statistics. */
async function copyOf(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const original = decodeURIComponent(new URL(url).pathname.slice(1));
  const name = `bench_run_${process.pid}`;
  const at = (database: string) => {
    const other = new URL(url);
    other.pathname = `/${database}`;
    return other.href;
  };
  const asked = async (sql: string) => {
    const client = new pg.Client({ connectionString: at('template1') });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await asked(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)}`);
  await asked(
    `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(original)} STRATEGY FILE_COPY`,
  );
  return {
    url: at(name),
    drop: () => asked(`DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`),
  };
}
