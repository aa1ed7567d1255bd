import { isDeepStrictEqual } from 'node:util';
import type { Servers } from './servers.ts';
import type { BenchRequest, Workload } from './workloads.ts';

async function ask(base: string, { path, ...init }: BenchRequest): Promise<unknown> {
  const response = await fetch(base + path, init);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${base}${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** A figure for a server that answers something else would mean nothing. */
export async function compareAnswers(workload: Workload, servers: Servers): Promise<void> {
  const steady = (answer: unknown) =>
    JSON.parse(JSON.stringify(answer), (name, value) =>
      workload.volatile.includes(name) ? undefined : value,
    );
  for (let n = 0; n < 20; n += 1) {
    const request = workload.request(n);
    const ours = steady(await ask(servers.ours, request));
    const floor = steady(await ask(servers.floor, request));
    if (!isDeepStrictEqual(ours, floor)) {
      throw new Error(
        `${workload.name}: the answers differ.\nours:  ${JSON.stringify(ours)}\nfloor: ${JSON.stringify(floor)}`,
      );
    }
  }
}
