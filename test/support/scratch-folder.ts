import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statfsSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory, and how it calls that kind of file system. */
const tmpfs = { path: '/dev/shm', type: 0x01021994 };

/** What the databases of a run take at most, with much to spare. */
const neededBytes = 2 * 1024 ** 3;

/**
 * Where folders of databases are made: in memory where there is much of it, else among the system's temporary files. A new
 * database is some three hundred files, and a disk's file system takes longer over making and removing them than
 * PostgreSQL does over all that a test file asks of it.
 */
export function databasesFolder(): string {
  try {
    const { type, bavail, bsize } = statfsSync(tmpfs.path);
    if (type === tmpfs.type && bavail * bsize >= neededBytes) return tmpfs.path;
  } catch {
    // No such place, on macOS for instance.
  }
  return tmpdir();
}

/** A temporary folder, fit for a DATA_DIR. */
export interface ScratchFolder {
  path: string;
  /** Ends the embedded server that may run in it, and removes it. */
  remove(): Promise<void>;
}

/**
 * A new folder that its owner alone can enter. A shell is left behind that ends the server in it and removes it
 * when this process lets go of the shell's input: when `remove` is called, or when this process is gone, killed even.
 */
export async function createScratchFolder(): Promise<ScratchFolder> {
  const path = await realpath(await mkdtemp(join(databasesFolder(), 'actiongraph-')));
  const script = `read -r _; pid=$(head -n 1 "$1/postgres/postmaster.pid" 2>/dev/null)
    if ps -p "$pid" -o command= 2>/dev/null | grep -qF "$1"; then
      kill -QUIT "$pid"
      for i in $(seq 100); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
    fi
    rm -rf "$1"`;
  const shell = spawn('/bin/sh', ['-c', script, 'sh', path], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return {
    path,
    remove: async () => {
      if (shell.exitCode !== null) return;
      const ended = once(shell, 'exit');
      shell.ref();
      shell.stdin.end();
      await ended;
    },
  };
}
