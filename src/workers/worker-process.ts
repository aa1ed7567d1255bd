import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentWith } from '../config.ts';
import { type ClosingTimes, drainPatienceMillis } from '../running-server.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** A worker that does not end is killed so long after the time that it had for answers. */
const graceMillis = 10_000;

/** How a worker is started. */
export interface WorkerStart {
  /** The program, which is read anew for each worker: an upgrade replaces it. */
  program: string;
  args: readonly string[];
  /** What it is told by its environment, beside what this process was. */
  env: Readonly<Record<string, string>>;
}

/** A worker, as the main process sees it. */
export class WorkerProcess {
  readonly startedAt = performance.now();
  /** Resolves when the process is no more, with what ended it. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #ready: Promise<boolean>;

  constructor(
    { program, args, env }: WorkerStart,
    onMessage: (message: FromWorker, from: WorkerProcess) => void,
  ) {
    const child = fork(program, args, { env: environmentWith(env) });
    this.#child = child;
    this.ended = once(child, 'exit').then(
      ([code, signal]) => String(signal ?? `exit code ${code}`),
      // It could not be started.
      (error: Error) => error.message,
    );
    child.on('error', () => undefined);
    this.#ready = new Promise((resolve) => {
      child.on('message', (message) => {
        const told = message as FromWorker;
        if (told.type === 'ready') resolve(true);
        onMessage(told, this);
      });
      void this.ended.then(() => resolve(false));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether it answers requests; false where it ended before. */
  ready(): Promise<boolean> {
    return this.#ready;
  }

  tell(message: ToWorker): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  /** Hands a connection over; whether the worker is there to take it. */
  give(socket: Socket): boolean {
    if (!this.#child.connected) return false;
    this.#child.send({ type: 'connection' } satisfies ToWorker, socket, {}, (error) => {
      if (error) socket.destroy();
    });
    return true;
  }

  /** Waits until it has answered what it was handed, and ended. No more connections are given to it. */
  async finish(times: ClosingTimes): Promise<void> {
    this.tell({ type: 'drain', times });
    this.tell({ type: 'over' });
    const late = new AbortController();
    const kill = sleep(
      (times.patienceMillis ?? drainPatienceMillis) + graceMillis,
      undefined,
      late,
    ).then(
      () => this.#child.kill('SIGKILL'),
      () => undefined,
    );
    await this.ended;
    late.abort();
    await kill;
  }
}
