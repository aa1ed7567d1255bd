import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Postmaster {
  pid: number;
  port: number;
  /** starting, ready, stopping or standby. */
  status: string;
}

/** After this time SIGQUIT, which requires recovery. */
const stopTimeoutMs = 30_000;
const pollIntervalMs = 20;

export function readPostmaster(cluster: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

/** False for zombies and reused process ids. */
export function isServing(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  return commandLine(pid).includes(cluster);
}

/** Empty for a zombie. */
function commandLine(pid: number): string {
  if (platform() === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout ?? '';
}

/** Fast shutdown: rolls back open transactions. */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const end = Date.now() + stopTimeoutMs;
    while (Date.now() < end) {
      if (!isServing(cluster, pid)) return;
      await sleep(pollIntervalMs);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
