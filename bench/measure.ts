import autocannon from 'autocannon';
import { generate } from './generate.ts';
import { cpuMillisOf } from './processor-time.ts';
import { node24, type RunningServer, type ServerName, type Servers } from './servers.ts';
import type { Workload } from './workloads.ts';

interface Pace {
  seconds: number;
  rounds: number;
}

/** What one server did in one round. */
interface Round {
  perSecond: number;
  /** Milliseconds of processor time of the server's own process, and of its workers, for each request; 0 where the system does not tell. */
  cpuMillis: number;
  /** The same of the database and of the program that asked, where they were looked at. */
  others?: { database: number; generator: number };
}

/** So long a server is asked before anything is measured: what it does is compiled by and by. */
const warmUpSeconds: Record<ServerName, number> = {
  ...{ ours: 2, plain: 2, unlogged: 2, floor: 2, postgraphile: 2 },
  // Each of them has a quarter of the requests.
  workers: 8,
};

/** Any answer that is no success spoils the figure. */
async function round(
  { url, pid }: RunningServer,
  workload: Workload,
  server: ServerName,
  seconds: number,
): Promise<Round> {
  let n = Math.floor(Math.random() * 1_000);
  const before = cpuMillisOf(pid);
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
  return {
    perSecond: total / result.duration,
    cpuMillis: (cpuMillisOf(pid) - before) / Math.max(1, total),
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
    others: { database: (cpuMillisOf(database) - before[1]) / all, generator: cpuMillis / all },
  };
}

const median = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** Lines of the table: each server's throughput, and the service's ratio to it with its spread over the rounds. */
export async function measure(
  workload: Workload,
  { running, database }: Servers,
  { seconds, rounds }: Pace,
): Promise<string> {
  const done = new Map<ServerName, Round[]>(workload.servers.map((server) => [server, []]));
  for (let turn = -1; turn < rounds; turn += 1) {
    for (const server of workload.servers) {
      const target = running[server];
      if (!target) throw new Error(`${server} does not run.`);
      const time = turn < 0 ? warmUpSeconds[server] : seconds;
      const figures = workload.prebuilt
        ? await prebuiltRound(target, workload, server, time, database)
        : await round(target, workload, server, time);
      if (turn >= 0) done.get(server)?.push(figures);
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
    const others = theirs.flatMap((one) => one.others ?? []);
    if (others.length > 0) {
      const of = (who: keyof (typeof others)[number]) => median(others.map((one) => one[who]));
      cells.push(
        ` (database ${of('database').toFixed(3)}, generator ${of('generator').toFixed(3)})`,
      );
    }
    if (server === 'plain') {
      const cpu = theirs.map(
        ({ cpuMillis }, index) => (ours[index]?.cpuMillis ?? 0) / Math.max(cpuMillis, 1e-9),
      );
      const spread = `${Math.min(...cpu).toFixed(2)}–${Math.max(...cpu).toFixed(2)}`;
      cells.push(`   CPU ours ÷ ${server} ${median(cpu).toFixed(2)} (${spread})`);
    }
    if (server !== 'ours') {
      const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
      cells.push(`   ours ÷ ${server} ${median(ratios).toFixed(2)} (${spread})`);
    }
    return cells.join('');
  });
  return [workload.name, ...lines].join('\n');
}
