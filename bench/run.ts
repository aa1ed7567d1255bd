/**
 * Compares the service with the floor, and its GraphQL with PostGraphile, side by side in one run: for each workload the
 * same questions go to all in turns, and the table shows the medians of the ratios. Before anything is measured, all have
 * to give the same answers.
 *
 *   npm run bench [-- --seconds 5 --rounds 5 --only Q1,Q2 --node 24]
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readyDatabase } from '../src/database/access.ts';
import { openDatabase } from '../src/database/client.ts';
import { createWorkspace } from '../src/domain/workspaces/index.ts';
import type { PrismaClient } from '../src/generated/prisma/client.ts';
import { compareAnswers } from './compare.ts';
import { makeData } from './data.ts';
import { makeGraphQLData } from './graphql/data.ts';
import { makeGraphQLWorkloads } from './graphql/workloads.ts';
import { measure } from './measure.ts';
import { node24, startServers } from './servers.ts';
import type { Workload } from './workloads.ts';
import { makeWorkloads } from './workloads.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    node: { type: 'string', default: '24' },
  },
});

const node = options.node === '24' ? node24 : process.execPath;
const statementTimeoutMillis = 120_000;

function workspaceOf(prisma: PrismaClient, name: string) {
  const settings = { name, ownerEmail: `owner@${name}.example`, currency: 'CAD' };
  return createWorkspace(prisma, settings, new Date());
}

/** A workspace for each door: what one is asked must not depend on what the other has written. */
async function prepare(prisma: PrismaClient): Promise<Workload[]> {
  const parts = options.only.split(',').map((part) => part.trim());
  const wanted = ({ name }: Workload) => parts.some((part) => name.includes(part));
  // Which workloads there are does not depend on the data.
  const noData = { accountId: 0, invoiceIds: [], work: [] };
  const workloads: Workload[] = [];
  if (makeWorkloads({ searchTerms: [], work: [], invoiceNumbers: [] }, '').some(wanted)) {
    const { context, key } = await workspaceOf(prisma, 'rest');
    console.error('Making 50,000 clients and 150,000 contacts …');
    workloads.push(...makeWorkloads(await makeData(prisma, context), key));
  }
  if (makeGraphQLWorkloads(noData, '').some(wanted)) {
    const { context, key } = await workspaceOf(prisma, 'graphql');
    console.error(
      'Making 5,000 clients with 10,000 projects, 20,000 invoices and 200,000 entries …',
    );
    workloads.push(...makeGraphQLWorkloads(await makeGraphQLData(prisma, context), key));
  }
  if (workloads.length === 0) throw new Error(`No workload has "${options.only}" in its name.`);
  return workloads.filter(wanted);
}

const dataDir = await mkdtemp(join(tmpdir(), 'actiongraph-bench-'));
const access = await readyDatabase({ dataDir, databaseUrl: undefined }, 'command', console.error);
const database = openDatabase({ url: access.url, statementTimeoutMillis });
try {
  const workloads = await prepare(database.prisma);
  const names = [...new Set(workloads.flatMap(({ servers }) => servers))];
  const servers = await startServers(names, access.url, node);
  try {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    console.log(`Node ${version}, ${cpus().length} × ${cpus()[0]?.model}`);
    for (const workload of workloads) {
      await compareAnswers(workload, servers);
      const pace = { seconds: Number(options.seconds), rounds: Number(options.rounds) };
      console.log(await measure(workload, servers, pace));
    }
  } finally {
    await servers.stop();
  }
} finally {
  await database.close();
  await access.close();
  await rm(dataDir, { recursive: true, force: true });
}
