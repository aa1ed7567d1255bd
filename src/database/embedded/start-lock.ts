import { closeSync, constants, openSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const patienceMillis = 180_000;
const pollMillis = 50;

/** Length of the whole address of a Unix socket: releases of Node differ in how they fill up a shorter name. */
const socketNameLength = 108;

/** macOS and the BSDs: open(2) takes an exclusive lock along with the file. */
const exclusiveLockFlag = 0x20;

/**
 * Runs `work` while no other process on this machine does so for the same data folder: starting, adopting and
 * stopping its server are decisions that one process takes at a time. The kernel holds the lock, so it goes with
 * a process that is killed; nothing is left behind that could be stale.
 * @throws Error in words where another process holds it for three minutes.
 */
export async function withStartLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + patienceMillis;
  let release = await tryLock(dataDir);
  while (release === null) {
    if (Date.now() > end) {
      throw new Error(
        `Another process has been starting or stopping the database in ${dataDir} for three minutes. ` +
          'If none is, end the processes named "actiongraph" and try again.',
      );
    }
    await sleep(pollMillis);
    release = await tryLock(dataDir);
  }
  try {
    return await work();
  } finally {
    await release();
  }
}

type Release = () => Promise<void>;

async function tryLock(dataDir: string): Promise<Release | null> {
  const { dev, ino } = statSync(dataDir);
  const name = `actiongraph-${dev}-${ino}`;
  if (platform() === 'linux') return await tryListen(`\0${name}`.padEnd(socketNameLength, '-'));
  if (platform() === 'win32') return await tryListen(`\\\\.\\pipe\\${name}`);
  return tryOpen(join(dataDir, 'start.lock'));
}

/** A name that the kernel gives to one process at a time, without a file. */
function tryListen(path: string): Promise<Release | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen({ path }, () =>
      resolve(() => new Promise((released) => server.close(() => released()))),
    );
  });
}

function tryOpen(path: string): Release | null {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants;
  try {
    const file = openSync(path, O_RDWR | O_CREAT | O_NONBLOCK | exclusiveLockFlag, 0o600);
    return async () => closeSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  }
}
