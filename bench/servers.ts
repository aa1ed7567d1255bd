import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { packageRoot } from '../src/database/package-root.ts';

export interface Servers {
  ours: string;
  floor: string;
  stop(): Promise<void>;
}

/** The built service and the floor, each in a process of its own, on one database. */
export async function startServers(databaseUrl: string): Promise<Servers> {
  const environment = { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' };
  const ours = spawn(process.execPath, [join(packageRoot, 'dist/cli.js'), 'serve'], {
    env: { ...environment, PORT: '4801' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const floor = spawn(process.execPath, ['--import', 'tsx', join(packageRoot, 'bench/floor.ts')], {
    env: { ...environment, PORT: '4802' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const urls = { ours: 'http://127.0.0.1:4801', floor: 'http://127.0.0.1:4802' };
  const stop = async () => {
    await Promise.all([stopProcess(ours), stopProcess(floor)]);
  };
  try {
    await Promise.all([reachable(urls.ours), reachable(urls.floor)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...urls, stop };
}

async function stopProcess(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return;
  process.kill('SIGTERM');
  await once(process, 'exit');
}

async function reachable(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`${url} does not answer.`);
}
