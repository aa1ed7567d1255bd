import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { distributeTables } from '../../src/database/migrations/citus-distribution.ts';
import { applyMigrations } from '../../src/database/migrations/migrations.ts';
import { ensureServiceRole, serviceRoleName } from '../../src/database/roles/service-role.ts';

/** Databases of a test's own on a cluster of servers: each server copies its part of one that is migrated and spread. */

/** Spreads the database that is to be copied; returns the maintenance databases of all servers of its cluster. */
export async function prepareCitusCopies(url: string): Promise<string[]> {
  await applyMigrations(url);
  const { role } = await ensureServiceRole(url);
  await distributeTables(url, { role });
  const nodes = await ask<{ host: string; port: number }>(
    url,
    'SELECT DISTINCT nodename AS host, nodeport AS port FROM pg_dist_node WHERE isactive',
  );
  return nodes.map(({ host, port }) => {
    const server = new URL(url);
    [server.hostname, server.port, server.pathname] = [host, String(port), '/postgres'];
    return server.href;
  });
}

/** Copies the database of a URL on each server; returns the copy's URL, and as whom the service speaks to it. */
export async function copyCitusDatabase(url: string, servers: readonly string[]) {
  const template = new URL(url).pathname.slice(1);
  const name = `actiongraph_test_${randomUUID().replaceAll('-', '')}`;
  await Promise.all(servers.map((server) => copyOn(server, template, name)));
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  const { role } = await ensureServiceRole(copy.href);
  await distributeTables(copy.href, { role });
  return { url: copy.href, role };
}

async function copyOn(server: string, template: string, name: string): Promise<void> {
  const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
  await unlessInUse(async () => {
    await ask(server, end, [template]);
    await ask(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  });
}

/** Processes of the cluster block copying or removing a database until they are ended. */
async function unlessInUse(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== '55006') throw error;
    }
  }
}

/** Removes a copy from every server, despite open connections. */
export async function dropCitusCopy(url: string, servers: readonly string[]): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  for (const server of servers)
    await unlessInUse(() => ask(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  for (const server of servers) await ask(server, `DROP ROLE IF EXISTS ${serviceRoleName(name)}`);
}

async function ask<T>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}
