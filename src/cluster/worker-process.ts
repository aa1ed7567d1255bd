import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from '../config/config.ts';
import { drainTimeoutMs, type ShutdownTimeouts } from './running-server.ts';
import type { MessageFromWorker, MessageToWorker } from './worker-messages.ts';

/** A worker that does not end is killed so long after the time that it had for answers. */
const graceMillis = 10_000;

/** How a worker is started. */
export interface WorkerStartOptions {
  /** The program, which is read anew for each worker: an upgrade replaces it. */
  program: string;
  args: readonly string[];
  /** What it is told by its environment, beside what this process was. */
  env: Readonly<Record<string, string>>;
}

/**
 * Closes the connection that was sent to a process and had not arrived when that died. Node keeps it open until the process says that it has it,
 * and forgets it, so that whoever is at its other end would wait for ever; it is had from a field of Node's own alone.
 */
function closeArriving(child: ChildProcess): void {
  (
    child as { _pendingMessage?: { handle?: { close?: () => void } } | null }
  )._pendingMessage?.handle?.close?.();
}

/** A worker, as the main process sees it. */
export class WorkerProcess {
  /** Which of the workers it is; the one that replaces it has the same. */
  readonly place: number;
  readonly startedAt = performance.now();
  /** Resolves when the process is no more, with what ended it. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #onMessage: (message: MessageFromWorker, from: WorkerProcess) => void;
  readonly #ready: Promise<boolean>;
  /** Connections that were not sent to it yet: Node sends each once the one before has arrived. */
  readonly #unsent = new Set<Socket>();
  /** Since when the next of them waits to be taken. */
  #waitsSince = 0;
  #isOver = false;

  /** @param onReturned takes connections that the process was not sent before it was gone */
  constructor(
    place: number,
    { program, args, env }: WorkerStartOptions,
    onMessage: (message: MessageFromWorker, from: WorkerProcess) => void,
    onReturned: (socket: Socket) => void,
  ) {
    const child = fork(program, args, { env: childEnvironment(env) });
    this.place = place;
    this.#child = child;
    this.#onMessage = onMessage;
    this.ended = once(child, 'exit').then(
      ([code, signal]) => String(signal ?? `exit code ${code}`),
      // It could not be started.
      (error: Error) => error.message,
    );
    child.on('error', () => undefined);
    // Not on `disconnect`, which Node does not emit where a connection was on its way.
    child.once('close', () => {
      closeArriving(child);
      const sockets = [...this.#unsent];
      this.#unsent.clear();
      for (const socket of sockets) onReturned(socket);
    });
    this.#ready = new Promise((resolve) => {
      child.on('message', (message) => {
        const told = message as MessageFromWorker;
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

  tell(message: MessageToWorker): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  /** Connections that it was given and that wait until it has taken others. */
  get untaken(): number {
    return this.#unsent.size;
  }

  /** For how long it has taken none though some wait for it; 0 where none wait. @param now by a clock that is not set */
  lateFor(now: number): number {
    return this.#unsent.size > 0 ? now - this.#waitsSince : 0;
  }

  ask(): void {
    this.tell({ type: 'ask' });
  }

  /** Ends it at once, with what it is at. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /**
   * Hands a connection over; whether the worker is there to take it.
   * @param isForNow whether it ends with its first answer
   */
  give(socket: Socket, isForNow: boolean): boolean {
    if (!this.#child.connected || this.#isOver) return false;
    const isQueued = this.#unsent.size > 0;
    if (!isQueued) this.#waitsSince = performance.now();
    this.#unsent.add(socket);
    const message: MessageToWorker = { type: 'connection', isForNow };
    this.#child.send(message, socket, {}, (error) => {
      this.#unsent.delete(socket);
      this.#waitsSince = performance.now();
      if (error) socket.destroy();
      // It has taken the one before.
      else if (isQueued) this.#onMessage({ type: 'here' }, this);
    });
    return true;
  }

  /** Waits until it has answered what it was handed, and ended. No more connections are given to it. */
  async finish(times: ShutdownTimeouts): Promise<void> {
    this.tell({ type: 'drain', times });
    this.tell({ type: 'over' });
    this.#isOver = true;
    const late = new AbortController();
    const kill = sleep(
      (times.patienceMillis ?? drainTimeoutMs) + graceMillis,
      undefined,
      late,
    ).then(
      () => this.kill(),
      () => undefined,
    );
    await this.ended;
    late.abort();
    await kill;
  }
}
