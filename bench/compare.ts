import { isDeepStrictEqual } from 'node:util';
import type { ServerName, Servers } from './servers.ts';
import type { BenchRequest, Workload } from './workloads.ts';

async function ask(base: string, { path, ...init }: BenchRequest): Promise<unknown> {
  const response = await fetch(base + path, init);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${base}${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** PostGraphile writes exact numbers with all their zeros, instants with an offset, and wraps lists that have no pages. */
function usual(value: unknown): unknown {
  if (typeof value === 'string' && /^-?\d+\.\d+$/.test(value)) return value.replace(/\.?0+$/, '');
  if (typeof value === 'string' && /T.*[+]00:00$/.test(value)) return new Date(value).toJSON();
  const isWrapped = typeof value === 'object' && value !== null && 'nodes' in value;
  return isWrapped ? value.nodes : value;
}

/** A figure for a server that answers something else would mean nothing. */
export async function compareAnswers(workload: Workload, { running }: Servers): Promise<void> {
  const answerTo = (server: ServerName, request: BenchRequest) =>
    ask(running[server]?.url ?? '', request);
  await workload.prepare?.(answerTo);
  const steady = (answer: unknown) =>
    JSON.parse(JSON.stringify(answer), (name, value) =>
      workload.volatile.includes(name) ? undefined : usual(value),
    );
  for (let n = 0; n < (workload.comparisons ?? 20); n += 1) {
    const answerOf = async (server: ServerName) =>
      steady(await answerTo(server, workload.request(n, server)));
    const ours = await answerOf('ours');
    if ('errors' in ours) throw new Error(`${workload.name}: ${JSON.stringify(ours.errors)}`);
    for (const other of workload.servers) {
      const theirs = await answerOf(other);
      if (isDeepStrictEqual(ours, theirs)) continue;
      throw new Error(
        `${workload.name}: the answers differ.\nours: ${JSON.stringify(ours)}\n${other}: ${JSON.stringify(theirs)}`,
      );
    }
  }
}
