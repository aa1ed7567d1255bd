import autocannon from 'autocannon';
import { generate } from './generate.ts';
import { cpuMillisOf } from './processor-time.ts';
import {
  node24,
  type RunningServer,
  type ServerName,
  type Servers,
  workersOfService,
} from './servers.ts';
import { roundByTurns } from './turns.ts';
import type { Workload } from './workloads.ts';

interface Pace {
  seconds: number;
  rounds: number;
}

/** What one server did in one round. */
export interface Round {
  perSecond: number;
  /** Milliseconds of processor time of the server's own process, and of its workers, for each request; 0 where the system does not tell. */
  cpuMillis: number;
  /** The same of the database. */
  databaseMillis: number;
  /** The same of the program that asks, where it is one of its own. */
  generatorMillis?: number;
}

/** A server is asked so long before anything is measured: what it does is compiled by and by. */
const warmUpSeconds = 2;

/**
 * Where servers with one process and with several are compared: until each process was asked as often as this, or for so long. Each compiles
 * for itself, by and by, and needs some 15,000 requests of a kind until it answers as fast as it ever does, one of four four times as long.
 */
const warmUpRequests = 15_000;
const longestWarmUpSeconds = 90;

/** Any answer that is no success spoils the figure. */
async function round(
  { url, pid }: RunningServer,
  workload: Workload,
  server: ServerName,
  seconds: number,
  database: number,
): Promise<Round> {
  let n = Math.floor(Math.random() * 1_000);
  const before = [cpuMillisOf(pid), cpuMillisOf(database)] as const;
  const result = await autocannon({
    url,
    connections: workload.connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          n += 1;
          return { ...request, ...workload.request(n, server) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${workload.name}: ${result.non2xx} refusals, ${result.errors} errors at ${url}`,
    );
  }
  const { total } = result.requests;
  const all = Math.max(1, total);
  return {
    perSecond: total / result.duration,
    cpuMillis: (cpuMillisOf(pid) - before[0]) / all,
    databaseMillis: (cpuMillisOf(database) - before[1]) / all,
  };
}

/** The same with requests that were made before. */
async function prebuiltRound(
  { url, pid }: RunningServer,
  { connections, prebuilt, request }: Workload,
  server: ServerName,
  seconds: number,
  database: number,
): Promise<Round> {
  const first = Math.floor(Math.random() * 1_000);
  const requests = Array.from({ length: prebuilt ?? 1 }, (_, n) => request(first + n, server));
  const before = [cpuMillisOf(pid), cpuMillisOf(database)] as const;
  const {
    answers,
    cpuMillis,
    seconds: took,
  } = await generate(node24, {
    ...{ url, seconds, connections, requests },
  });
  const all = Math.max(1, answers);
  return {
    perSecond: answers / took,
    cpuMillis: (cpuMillisOf(pid) - before[0]) / all,
    databaseMillis: (cpuMillisOf(database) - before[1]) / all,
    generatorMillis: cpuMillis / all,
  };
}

const median = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

const ratioText = (ratios: number[]) =>
  `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;

async function warmUp(
  server: ServerName,
  { prebuilt }: Workload,
  ask: (seconds: number) => Promise<Round>,
): Promise<void> {
  const processes = server === 'workers' ? workersOfService : 1;
  const needed = prebuilt ? processes * warmUpRequests : 0;
  let asked = 0;
  for (let time = 0; time === 0 || (asked < needed && time < longestWarmUpSeconds); ) {
    const { perSecond } = await ask(warmUpSeconds);
    asked += perSecond * warmUpSeconds;
    time += warmUpSeconds;
  }
}

/** Lines of the table: each server's throughput, and the service's ratio to it with its spread over the rounds. */
export async function measure(
  workload: Workload,
  { running, database }: Servers,
  { seconds, rounds }: Pace,
): Promise<string> {
  const done = new Map<ServerName, Round[]>(workload.servers.map((server) => [server, []]));
  const askedBy = workload.prebuilt ? prebuiltRound : round;
  const ask = (server: ServerName, time: number) => {
    const target = running[server];
    if (!target) throw new Error(`${server} does not run.`);
    return askedBy(target, workload, server, time, database);
  };
  for (const server of workload.servers) {
    await warmUp(server, workload, (time) => ask(server, time));
  }
  for (let turn = 0; turn < rounds; turn += 1) {
    if (workload.isByTurns) {
      const both = await roundByTurns(workload, { running, database }, seconds);
      for (const [server, round] of both) done.get(server)?.push(round);
    } else {
      for (const server of workload.servers) done.get(server)?.push(await ask(server, seconds));
    }
  }
  const ours = done.get('ours') ?? [];
  const lines = [...done].map(([server, theirs]) => {
    const ratios = theirs.map(({ perSecond }, index) => (ours[index]?.perSecond ?? 0) / perSecond);
    const cells = [
      `  ${server}`.padEnd(16),
      `${median(theirs.map(({ perSecond }) => perSecond)).toFixed(0)}/s`.padStart(8),
      `${median(theirs.map(({ cpuMillis }) => cpuMillis)).toFixed(3)} ms of CPU`.padStart(19),
    ];
    const generator = theirs.flatMap(({ generatorMillis }) => generatorMillis ?? []);
    const asking = generator.length > 0 ? `, generator ${median(generator).toFixed(3)}` : '';
    const database = median(theirs.map(({ databaseMillis }) => databaseMillis));
    cells.push(` (database ${database.toFixed(3)}${asking})`);
    if (server !== 'ours') {
      const all = (one?: Round) => (one ? one.cpuMillis + one.databaseMillis : 0);
      const cpu = theirs.map((one, index) => all(ours[index]) / Math.max(all(one), 1e-9));
      cells.push(`   CPU of both, ours ÷ ${server} ${ratioText(cpu)}`);
      cells.push(`   ours ÷ ${server} ${ratioText(ratios)}`);
    }
    return cells.join('');
  });
  return [workload.name, ...lines].join('\n');
}
