import { chmod } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureServer } from '../../src/database/embedded/ensure-server.ts';
import { applyMigrations } from '../../src/database/migrations/migrations.ts';
import { ensureServiceRole } from '../../src/database/roles/service-role.ts';
import { prepareCitusCopies } from './citus-copies.ts';
import { createScratchFolder } from './scratch-folder.ts';

/** The server of a test run, and the database on it that is migrated and copied for each test file. */
export interface DatabaseServer {
  /** Of its maintenance database. */
  url: string;
  template: string;
  /** As whom tests speak to copies of the template, as the service does; undefined where the server makes no roles. */
  role: string | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer;
    /** The folder into which all tests write their e-invoices; '' for none. */
    eInvoiceFolder: string;
    /** A server to use instead of one of our own; '' for none. */
    testDatabaseUrl: string;
    /** The coordinator of a database that is spread over several servers, and may be written; '' for none. */
    testCitusUrl: string;
    /** Whether tests that would have a database of their own are given copies of that one. */
    spreadsAll: boolean;
    /** The servers of its cluster, where they are. */
    spreadServers: string[];
    /** Programs to try the service with, where they are given; '' for none. */
    programs: { pgbouncer: string };
    /** How often the leader of a cluster is killed; '' for never. */
    testFailover: string;
    /** Where random runs begin, to repeat one that failed; '' for anywhere. */
    seed: string;
    /** Of `npm run test:long` alone: how many random cases, and where they begin; null for anywhere. */
    longRun: { runs: number; seed: number | null; rules: string | null };
  }
}

/** The tests' data are thrown away: nothing has to survive a power cut, or goes anywhere else. */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // The folder may be in memory.
  max_wal_size: '256MB',
  // No database lives long enough to need it, and plans do not depend on when it came by.
  autovacuum: 'off',
  max_connections: '400',
};

/** One server and one migrated template database for the whole run, gone when it ends, however it ends. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { spreadsAll = false, testCitusUrl = '' } = project.config.provide;
  project.provide('spreadServers', spreadsAll ? await prepareCitusCopies(testCitusUrl) : []);
  const { stop, ...server } = await prepareServer(project.config.provide.testDatabaseUrl);
  project.provide('databaseServer', server);
  return stop;
}

async function prepareServer(input = ''): Promise<DatabaseServer & { stop(): Promise<void> }> {
  const server = input ? { url: input, stop: async () => undefined } : await startServer();
  const template = `actiongraph_template_${process.pid}_${Date.now()}`;
  await administer(server.url, `CREATE DATABASE ${template}`);
  const url = new URL(server.url);
  url.pathname = `/${template}`;
  await applyMigrations(url.href);
  const { role } = await ensureServiceRole(url.href);
  return {
    url: server.url,
    template,
    role,
    stop: async () => {
      await administer(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
      if (role !== undefined) await administer(server.url, `DROP ROLE IF EXISTS ${role}`);
      await server.stop();
    },
  };
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const { path, remove } = await createScratchFolder();
  // As root, PostgreSQL runs as another user, which needs access.
  await chmod(path, 0o755);
  const server = await ensureServer({ dataDir: path, log: () => undefined, settings: throwAway });
  return { url: server.urlOf('postgres'), stop: remove };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
