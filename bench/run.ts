/**
 * Compares the service with the floor, side by side in one run: for each workload the same requests go to both in
 * turns, and the table shows the medians of the ratios. Before anything is measured, both have to give the same answers.
 *
 *   npm run bench [-- --seconds 5 --rounds 5 --only search]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readyDatabase } from '../src/database/access.ts';
import { openDatabase } from '../src/database/client.ts';
import { createWorkspace } from '../src/domain/workspaces/index.ts';
import { compareAnswers } from './compare.ts';
import { makeData } from './data.ts';
import { measure } from './measure.ts';
import { startServers } from './servers.ts';
import { makeWorkloads } from './workloads.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});

const dataDir = await mkdtemp(join(tmpdir(), 'actiongraph-bench-'));
const access = await readyDatabase({ dataDir, databaseUrl: undefined }, 'command', console.error);
const database = openDatabase({ url: access.url });
try {
  const { context, key } = await createWorkspace(
    database.prisma,
    { name: 'Bench', ownerEmail: 'owner@bench.example', currency: 'CAD' },
    new Date(),
  );
  console.error('Making 50,000 clients and 150,000 contacts …');
  const data = await makeData(database.prisma, context);
  const servers = await startServers(access.url);
  try {
    for (const workload of makeWorkloads(data, key)) {
      if (options.only && !workload.name.includes(options.only)) continue;
      await compareAnswers(workload, servers);
      const result = await measure(workload, servers, {
        seconds: Number(options.seconds),
        rounds: Number(options.rounds),
      });
      console.log(result);
    }
  } finally {
    await servers.stop();
  }
} finally {
  await database.close();
  await access.close();
  await rm(dataDir, { recursive: true, force: true });
}
