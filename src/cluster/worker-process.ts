import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from '../config/config.ts';
import { defaultDrainTimeoutMs, type ShutdownTimeouts } from './running-server.ts';
import type { MessageFromWorker, MessageToWorker } from './worker-messages.ts';

const killGraceMs = 10_000;

export interface WorkerStartOptions {
  /** An upgrade replaces the file, so a new worker can run a newer release. */
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

/**
 * Node keeps the socket of an undelivered message open, so the client would wait forever. Only a private field of
 * Node references it.
 */
function closeUndeliveredSocket(child: ChildProcess): void {
  (
    child as { _pendingMessage?: { handle?: { close?: () => void } } | null }
  )._pendingMessage?.handle?.close?.();
}

export class WorkerProcess {
  /** From 0. A successor has the same slot. */
  readonly slot: number;
  readonly startedAt = performance.now();
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #onMessage: (message: MessageFromWorker, worker: WorkerProcess) => void;
  readonly #ready: Promise<boolean>;
  /** Node sends each socket after the previous one has arrived. */
  readonly #pendingSockets = new Set<Socket>();
  #pendingSince = 0;
  #isFinishing = false;

  /** @param onReturned called for each connection that an ended process did not receive */
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
      (error: Error) => error.message,
    );
    child.on('error', () => undefined);
    // Node emits no `disconnect` while a connection is being sent.
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

  waitUntilReady(): Promise<boolean> {
    return this.#ready;
  }

  send(message: MessageToWorker): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  get pendingConnections(): number {
    return this.#pendingSockets.size;
  }

  /** @param now a monotonic time */
  pendingForMs(now: number): number {
    return this.#pendingSockets.size > 0 ? now - this.#pendingSince : 0;
  }

  ping(): void {
    this.send({ type: 'ping' });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** @param closesAfterResponse whether the connection ends after its first response */
  sendConnection(socket: Socket, closesAfterResponse: boolean): boolean {
    if (!this.#child.connected || this.#isFinishing) return false;
    const isQueued = this.#pendingSockets.size > 0;
    if (!isQueued) this.#pendingSince = performance.now();
    this.#pendingSockets.add(socket);
    const message: MessageToWorker = { type: 'connection', closesAfterResponse };
    this.#child.send(message, socket, {}, (error) => {
      this.#pendingSockets.delete(socket);
      this.#pendingSince = performance.now();
      if (error) socket.destroy();
      // The worker received the previous connection, so it is responsive.
      else if (isQueued) this.#onMessage({ type: 'pong' }, this);
    });
    return true;
  }

  async finish(timeouts: ShutdownTimeouts): Promise<void> {
    this.send({ type: 'drain', timeouts });
    this.send({ type: 'end' });
    this.#isFinishing = true;
    const killCancellation = new AbortController();
    const kill = sleep(
      (timeouts.drainTimeoutMs ?? defaultDrainTimeoutMs) + killGraceMs,
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
