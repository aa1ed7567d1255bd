import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from '../config/config.ts';
import { defaultDrainTimeoutMs, type ShutdownTimeouts } from './running-server.ts';
import type { MessageFromWorker, MessageToWorker } from './worker-messages.ts';

/** A worker that does not end is killed this long after its drain timeout. */
const killGraceMs = 10_000;

export interface WorkerStartOptions {
  /** Path of the program. An upgrade replaces the file, so a new worker can run a newer release. */
  program: string;
  args: readonly string[];
  /** Variables in addition to the environment of this process. */
  env: Readonly<Record<string, string>>;
}

/**
 * Closes the connection that was on its way to a process that died. Node keeps it open until the process confirms it, so the
 * client would wait forever. Only a private field of Node references it.
 */
function closeUndeliveredSocket(child: ChildProcess): void {
  (
    child as { _pendingMessage?: { handle?: { close?: () => void } } | null }
  )._pendingMessage?.handle?.close?.();
}

/** A worker in the main process. */
export class WorkerProcess {
  /** Number of the worker, from 0. Its successor has the same number. */
  readonly slot: number;
  readonly startedAt = performance.now();
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #onMessage: (message: MessageFromWorker, worker: WorkerProcess) => void;
  readonly #ready: Promise<boolean>;
  /** Connections that have not arrived. Node sends each one after the previous one has arrived. */
  readonly #pendingSockets = new Set<Socket>();
  /** Start of the wait of the next pending connection. */
  #pendingSince = 0;
  #isFinishing = false;

  /** @param onReturned called with connections that had not been sent when the process ended */
  constructor(
    slot: number,
    { program, args, env }: WorkerStartOptions,
    onMessage: (message: MessageFromWorker, worker: WorkerProcess) => void,
    onReturned: (socket: Socket) => void,
  ) {
    const child = fork(program, args, { env: childEnvironment(env) });
    this.slot = slot;
    this.#child = child;
    this.#onMessage = onMessage;
    this.ended = once(child, 'exit').then(
      ([code, signal]) => String(signal ?? `exit code ${code}`),
      // The process could not start.
      (error: Error) => error.message,
    );
    child.on('error', () => undefined);
    // Node does not emit `disconnect` if a connection was on its way.
    child.once('close', () => {
      closeUndeliveredSocket(child);
      const sockets = [...this.#pendingSockets];
      this.#pendingSockets.clear();
      for (const socket of sockets) onReturned(socket);
    });
    this.#ready = new Promise((resolve) => {
      child.on('message', (message) => {
        const workerMessage = message as MessageFromWorker;
        if (workerMessage.type === 'ready') resolve(true);
        onMessage(workerMessage, this);
      });
      void this.ended.then(() => resolve(false));
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Returns whether the worker serves requests. False if it ended before. */
  waitUntilReady(): Promise<boolean> {
    return this.#ready;
  }

  send(message: MessageToWorker): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  get pendingConnections(): number {
    return this.#pendingSockets.size;
  }

  /** How long the next connection has been pending; 0 if there is none. @param now a monotonic time */
  pendingForMs(now: number): number {
    return this.#pendingSockets.size > 0 ? now - this.#pendingSince : 0;
  }

  ping(): void {
    this.send({ type: 'ask' });
  }

  /** Ends the process at once and aborts its requests. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /**
   * Sends a connection to the worker. Returns false if the worker accepts none.
   * @param isForNow whether the connection ends after its first response
   */
  sendConnection(socket: Socket, isForNow: boolean): boolean {
    if (!this.#child.connected || this.#isFinishing) return false;
    const isQueued = this.#pendingSockets.size > 0;
    if (!isQueued) this.#pendingSince = performance.now();
    this.#pendingSockets.add(socket);
    const message: MessageToWorker = { type: 'connection', isForNow };
    this.#child.send(message, socket, {}, (error) => {
      this.#pendingSockets.delete(socket);
      this.#pendingSince = performance.now();
      if (error) socket.destroy();
      // The worker has taken the previous connection, so it is responsive.
      else if (isQueued) this.#onMessage({ type: 'here' }, this);
    });
    return true;
  }

  /** Sends no more connections, and waits until the worker has responded to its requests and ended. */
  async finish(times: ShutdownTimeouts): Promise<void> {
    this.send({ type: 'drain', times });
    this.send({ type: 'over' });
    this.#isFinishing = true;
    const killCancellation = new AbortController();
    const kill = sleep(
      (times.patienceMillis ?? defaultDrainTimeoutMs) + killGraceMs,
      undefined,
      killCancellation,
    ).then(
      () => this.kill(),
      () => undefined,
    );
    await this.ended;
    killCancellation.abort();
    await kill;
  }
}
