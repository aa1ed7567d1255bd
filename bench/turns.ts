import { Agent, request as sendRequest } from 'node:http';
import type { Round } from './measure.ts';
import { cpuMillisOf } from './processor-time.ts';
import type { ServerName, Servers } from './servers.ts';
import type { BenchRequest, Workload } from './workloads.ts';

/**
 * Two servers that differ by a tenth, asked by turns of some hundredths of a second: what else the machine does, and how fast it is just then, is the
 * same for both. In rounds of a second it is not, and a ratio is off by a tenth.
 */
const turnMillis = 20;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function ask(url: string, { body, headers, method, path }: BenchRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = sendRequest(new URL(path, url), { agent, method, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve()
          : reject(new Error(`${method} ${path}: ${answer.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Asks the servers of a workload by turns, until each was asked for so long. @throws Error where an answer is no success */
export async function roundByTurns(
  workload: Workload,
  { running, database }: Pick<Servers, 'running' | 'database'>,
  seconds: number,
): Promise<Map<ServerName, Round>> {
  const done = new Map(
    workload.servers.map((server) => [
      server,
      { requests: 0, millis: 0, cpuMillis: 0, databaseMillis: 0 },
    ]),
  );
  let n = Math.floor(Math.random() * 1_000);
  for (let turn = 0; turn < (seconds * 1_000) / turnMillis; turn += 1) {
    const order = turn % 2 === 0 ? workload.servers : workload.servers.toReversed();
    for (const server of order) {
      const target = running[server];
      const sum = done.get(server);
      if (!target || !sum) throw new Error(`${server} does not run.`);
      const before = [cpuMillisOf(target.pid), cpuMillisOf(database)] as const;
      const start = performance.now();
      do {
        n += 1;
        await ask(target.url, workload.request(n, server));
        sum.requests += 1;
      } while (performance.now() - start < turnMillis);
      sum.millis += performance.now() - start;
      sum.cpuMillis += cpuMillisOf(target.pid) - before[0];
      sum.databaseMillis += cpuMillisOf(database) - before[1];
    }
  }
  return new Map(
    [...done].map(([server, { cpuMillis, databaseMillis, millis, requests }]) => [
      server,
      {
        perSecond: (requests * 1_000) / millis,
        cpuMillis: cpuMillis / requests,
        databaseMillis: databaseMillis / requests,
      },
    ]),
  );
}
