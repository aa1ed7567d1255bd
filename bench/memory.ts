import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { packageRoot } from '../src/config/package-root.ts';

const idleMillis = 60_000;
const callers = 64;

/** Resident memory of a process, in megabytes. */
function residentMegabytes(pid: number): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}

const lists = [
  '{ clients(first: 50) { nodes { id name outstanding { currency amount } contacts { nodes { email } } } } }',
  '{ invoices(first: 25) { nodes { id total client { name } lineItems { description lineTotal } } } }',
  '{ projects(first: 50) { nodes { id name trackedMinutes } } }',
];

/** Prints the memory of the service with its demo data: a minute after it is ready, and at most under 64 callers. */
export async function measureMemory(node: string, port: number, seconds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'actiongraph-memory-'));
  const child = spawn(node, [join(packageRoot, 'dist/cli.js'), 'serve', '--json'], {
    env: {
      ...process.env,
      ...{ DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'error' },
      REQUEST_LIMITS: 'requestsPerMinute=1000000000,costPerMinute=1000000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = child.pid ?? 0;
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url, key } = JSON.parse(line.toString()) as { url: string; key: string };
    console.log(`ready                ${residentMegabytes(pid)} MB`);
    await sleep(idleMillis);
    console.log(`idle for 60 s        ${residentMegabytes(pid)} MB (goal 180)`);
    const requests = lists.map((query) => ({
      method: 'POST' as const,
      path: '/graphql',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    }));
    for (const { body, headers, method, path } of requests) {
      const answer = await (await fetch(`${url}${path}`, { body, headers, method })).json();
      if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    }
    let largest = 0;
    const watch = setInterval(() => {
      largest = Math.max(largest, residentMegabytes(pid));
    }, 1_000);
    await autocannon({ url, connections: callers, duration: seconds, requests });
    clearInterval(watch);
    console.log(`64 callers, ${seconds} s     ${largest} MB at most (goal 350)`);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}
