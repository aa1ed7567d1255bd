import autocannon from 'autocannon';
import type { Servers } from './servers.ts';
import type { Workload } from './workloads.ts';

interface Pace {
  seconds: number;
  rounds: number;
}

/** Requests a second that a server answers; any answer that is no success spoils the figure. */
async function throughput(base: string, workload: Workload, seconds: number): Promise<number> {
  let n = Math.floor(Math.random() * 1_000);
  const result = await autocannon({
    url: base,
    connections: workload.connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          n += 1;
          return { ...request, ...workload.request(n) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${workload.name}: ${result.non2xx} refusals, ${result.errors} errors at ${base}`,
    );
  }
  return result.requests.total / result.duration;
}

const median = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** One line of the table: both throughputs, and the ratio with its spread over the rounds. */
export async function measure(workload: Workload, servers: Servers, { seconds, rounds }: Pace) {
  await throughput(servers.ours, workload, 2);
  await throughput(servers.floor, workload, 2);
  const pairs: { ours: number; floor: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ours = await throughput(servers.ours, workload, seconds);
    const floor = await throughput(servers.floor, workload, seconds);
    pairs.push({ ours, floor });
  }
  const ratios = pairs.map(({ ours, floor }) => ours / floor);
  const perSecond = (values: number[]) => Math.round(median(values)).toString().padStart(6);
  return [
    workload.name.padEnd(48),
    `ours ${perSecond(pairs.map(({ ours }) => ours))}/s`,
    `floor ${perSecond(pairs.map(({ floor }) => floor))}/s`,
    `ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
  ].join('  ');
}
