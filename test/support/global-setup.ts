import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { ensureServer, type RunningServer } from '../../src/database/embedded/cluster.ts';
import { applyMigrations } from '../../src/database/migrations.ts';

/** The server of a test run, and the database on it that is migrated and copied for each test file. */
export interface DatabaseServer {
  /** Of its maintenance database. */
  url: string;
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer;
    /** A server to use instead of one of our own; '' for none. */
    testDatabaseUrl: string;
  }
}

/** The tests' data are thrown away: nothing has to survive a power cut. */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};

/** One server and one migrated template database for the whole run, gone when it ends, however it ends. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = project.config.provide.testDatabaseUrl;
  const server = given ? { url: given, stop: async () => undefined } : await startServer();
  const template = `actiongraph_template_${process.pid}_${Date.now()}`;
  await administer(server.url, `CREATE DATABASE ${template}`);
  const url = new URL(server.url);
  url.pathname = `/${template}`;
  await applyMigrations(url.href);
  project.provide('databaseServer', { url: server.url, template });
  return async () => {
    await administer(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await server.stop();
  };
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'actiongraph-test-')));
  await chmod(folder, 0o755);
  const server = await ensureServer({ dataDir: folder, log: () => undefined, settings: throwAway });
  return { url: server.urlOf('postgres'), stop: stopWithParent(server, folder) };
}

/**
 * Leaves a shell behind that ends the server and removes its folder when this process lets go of the shell's
 * input: on the call of what is returned, or when this process is gone, killed even.
 */
function stopWithParent({ pid }: RunningServer, folder: string): () => Promise<void> {
  const script = `read -r _; kill -QUIT "$1"
    for i in $(seq 100); do kill -0 "$1" 2>/dev/null || break; sleep 0.1; done; rm -rf "$2"`;
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(pid), folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return async () => {
    const ended = once(shell, 'exit');
    shell.ref();
    shell.stdin?.end();
    await ended;
  };
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
