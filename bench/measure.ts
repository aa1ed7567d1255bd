import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { RunningServer, ServerName, Servers } from './servers.ts';
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
}

const ticksPerMilli = 0.1;

/** Of a process and the workers that it started. */
function cpuMillisOf(pid: number): number {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    const workers = started.filter(Boolean).map((worker) => cpuMillisOf(Number(worker)));
    return workers.reduce((sum, each) => sum + each, ((user ?? 0) + (system ?? 0)) / ticksPerMilli);
  } catch {
    return 0;
  }
}

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

const median = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** Lines of the table: each server's throughput, and the service's ratio to it with its spread over the rounds. */
export async function measure(
  workload: Workload,
  { running }: Servers,
  { seconds, rounds }: Pace,
): Promise<string> {
  const done = new Map<ServerName, Round[]>(workload.servers.map((server) => [server, []]));
  for (let turn = -1; turn < rounds; turn += 1) {
    for (const server of workload.servers) {
      const target = running[server];
      if (!target) throw new Error(`${server} does not run.`);
      const figures = await round(target, workload, server, turn < 0 ? 2 : seconds);
      if (turn >= 0) done.get(server)?.push(figures);
    }
  }
  const ours = done.get('ours') ?? [];
  const lines = [...done].map(([server, theirs]) => {
    const ratios = theirs.map(({ perSecond }, index) => (ours[index]?.perSecond ?? 0) / perSecond);
    const cells = [
      `  ${server}`.padEnd(16),
      `${median(theirs.map(({ perSecond }) => perSecond)).toFixed(0)}/s`.padStart(8),
      `${median(theirs.map(({ cpuMillis }) => cpuMillis)).toFixed(2)} ms of CPU`.padStart(18),
    ];
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
