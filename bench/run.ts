/**
 * Compares the service with the floor, and its GraphQL with PostGraphile, side by side in one run: for each workload the
 * same questions go to all in turns, and the table shows the medians of the ratios. Before anything is measured, all have
 * to give the same answers.
 *
 *   npm run bench [-- --seconds 5 --rounds 5 --only Q1,Q2 --node 24 --port 4801 --data FOLDER --bare]
 *
 * With --bare the service is measured as it would be if it kept no log of changes and counted no requests for its limits,
 * neither of which the floor and PostGraphile do.
 *
 * With --growth it asks workspaces of 5,000 and 100,000 clients for every list, order, search and figure instead, and names what
 * costs more in the larger one; --growth=300000 adds a third size.
 *
 *   npm run bench -- --growth[=300000] [--only clients]
 *
 * With --memory it measures the memory of the service with its demo data instead, idle and while 64 callers ask.
 *
 * The data are made once and kept in a folder, of the system's temporary files unless --data names another.
 */
import { execFileSync } from 'node:child_process';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createWorkspace } from '../src/domain/workspaces/create.ts';
import type { PrismaClient } from '../src/generated/prisma/client.ts';
import { compareAnswers } from './compare.ts';
import { makeData } from './data.ts';
import { openDataSet } from './data-sets.ts';
import { makeGraphQLData } from './graphql/data.ts';
import { makeGraphQLWorkloads } from './graphql/workloads.ts';
import { measureGrowth, usualLargest } from './growth/run.ts';
import { measure } from './measure.ts';
import { measureMemory } from './memory.ts';
import { node24, startServers } from './servers.ts';
import type { Workload } from './workloads.ts';
import { makeWorkloads } from './workloads.ts';

const { values: options } = parseArgs({
  // By itself it means the usual sizes.
  args: process.argv.slice(2).map((arg) => (arg === '--growth' ? `--growth=${usualLargest}` : arg)),
  options: {
    growth: { type: 'string' },
    memory: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    node: { type: 'string', default: '24' },
    port: { type: 'string', default: '4801' },
    bare: { type: 'boolean', default: false },
    data: { type: 'string', default: join(tmpdir(), 'actiongraph-bench') },
  },
});

const node = options.node === '24' ? node24 : process.execPath;

function workspaceOf(prisma: PrismaClient, name: string) {
  const settings = { name, ownerEmail: `owner@${name}.example`, currency: 'CAD' };
  return createWorkspace(prisma, settings, new Date());
}

/** A workspace for each door: what one is asked must not depend on what the other has written. */
async function makeFacts(prisma: PrismaClient) {
  const rest = await workspaceOf(prisma, 'rest');
  console.error('Making 50,000 clients and 150,000 contacts, once …');
  const restData = await makeData(prisma, rest.context);
  const graphql = await workspaceOf(prisma, 'graphql');
  console.error(
    'Making 5,000 clients with 10,000 projects, 20,000 invoices and 200,000 entries, once …',
  );
  const graphqlData = await makeGraphQLData(prisma, graphql.context);
  return {
    rest: { key: rest.key, data: restData },
    graphql: { key: graphql.key, data: graphqlData },
  };
}

/** The workloads that were asked for. */
function wantedOf({ rest, graphql }: Awaited<ReturnType<typeof makeFacts>>): Workload[] {
  const parts = options.only.split(',').map((part) => part.trim());
  const workloads = [
    ...makeWorkloads(rest.data, rest.key),
    ...makeGraphQLWorkloads(graphql.data, graphql.key),
  ].filter(({ name }) => parts.some((part) => name.includes(part)));
  if (workloads.length === 0) throw new Error(`No workload has "${options.only}" in its name.`);
  return workloads;
}

async function compareServers(): Promise<void> {
  const { facts, url, close } = await openDataSet(options.data, {
    name: 'compared',
    sources: ['data.ts', 'graphql/data.ts', 'graphql/invoice-data.ts'],
    make: makeFacts,
  });
  try {
    const workloads = wantedOf(facts);
    const names = [...new Set(workloads.flatMap(({ servers }) => servers))];
    const servers = await startServers(names, url, {
      node,
      firstPort: Number(options.port),
      isBare: options.bare,
    });
    try {
      const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
      console.log(`Node ${version}, ${cpus().length} × ${cpus()[0]?.model}`);
      for (const workload of workloads) {
        await compareAnswers(workload, servers);
        const pace = { seconds: Number(options.seconds), rounds: Number(options.rounds) };
        console.log(await measure(workload, servers, pace));
      }
      console.log(
        `Load of the machine: ${loadavg()
          .map((load) => load.toFixed(1))
          .join(' ')}`,
      );
    } finally {
      await servers.stop();
    }
  } finally {
    await close();
  }
}

if (options.memory) await measureMemory(node, Number(options.port), Number(options.seconds));
else if (options.growth === undefined) await compareServers();
else {
  const { data: folder, only } = options;
  const isFine = await measureGrowth({ largest: Number(options.growth), folder, node, only });
  if (!isFine) process.exitCode = 1;
}
