import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { packageRoot } from '../src/config/package-root.ts';
import type { GeneratorResult, GeneratorTask } from './generator.ts';
import type { BenchRequest } from './workloads.ts';

const program = join(packageRoot, 'bench/generator.ts');

/** A request as it is sent. */
function written(host: string, { method, path, headers, body = '' }: BenchRequest): string {
  const length = method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries({ host, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

/**
 * Has a program of its own ask a server, which takes less of the processors than any that makes requests while it asks.
 * @throws Error where an answer is no success
 */
export async function generate(
  node: string,
  { requests, ...task }: Omit<GeneratorTask, 'requests'> & { requests: BenchRequest[] },
): Promise<GeneratorResult> {
  const { host } = new URL(task.url);
  const child = spawn(node, ['--import', 'tsx', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send({ ...task, requests: requests.map((request) => written(host, request)) });
  const [result] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The program that asks ended with ${code}.`);
    }),
  ])) as [GeneratorResult];
  if (result.refusal !== undefined) throw new Error(`${task.url}: ${result.refusal}`);
  return result;
}
