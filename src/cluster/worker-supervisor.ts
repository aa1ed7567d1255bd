import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { MetricsSnapshot } from '../observability/metrics.ts';
import { ConnectionBalancer } from './connection-balancer.ts';
import type { ShutdownTimeouts } from './running-server.ts';
import { heartbeatIntervalMs, WorkerHeartbeats } from './worker-heartbeats.ts';
import type { MessageFromWorker } from './worker-messages.ts';
import { createWorkerMetrics } from './worker-metrics.ts';
import { WorkerMetricsCollector } from './worker-metrics-collector.ts';
import { WorkerProcess, type WorkerStartOptions } from './worker-process.ts';

const initialRestartDelayMs = 100;
const maxRestartDelayMs = 10_000;
const stableAfterMs = 60_000;

/** Not at the start of the service, when the operator waits. */
const defaultStartTimeoutMs = 300_000;

/** Idle connections linger, so that few requests arrive on a closing one. */
const replacementTimeouts: ShutdownTimeouts = { drainTimeoutMs: 30_000, closeTimeoutMs: 5_000 };

class WorkersNotStartedError extends Error {
  override readonly name = 'WorkersNotStartedError';
}

interface WorkerSupervisorOptions {
  size: number;
  /** The workers with the lowest slots ({@link ConnectionBalancer}). */
  activeWorkers: number;
  /** 0 disables the check. */
  heartbeatTimeoutSeconds: number;
  startTimeoutMs?: number;
  start: (slot: number) => WorkerStartOptions;
  log: Logger;
  onReady: () => void;
  /** Called for each connection that an ended worker did not receive. */
  onReturned: (socket: Socket) => void;
}

export class WorkerSupervisor {
  readonly #options: WorkerSupervisorOptions;
  /** Workers that accept connections, ordered by slot. */
  #running: WorkerProcess[] = [];
  readonly #workers = new Set<WorkerProcess>();
  readonly #stopping = new AbortController();
  #hasStarted = false;
  #replacement: Promise<void> = Promise.resolve();
  /** Slots whose successor starts while the old worker still runs. */
  readonly #slotsWithSuccessor = new Set<number>();
  readonly #heartbeats: WorkerHeartbeats<WorkerProcess>;
  readonly #balancer: ConnectionBalancer<WorkerProcess>;
  readonly #killedWorkers = new WeakSet<WorkerProcess>();
  readonly #workerMetrics = createWorkerMetrics();
  readonly #metricsCollector = new WorkerMetricsCollector();

  constructor(options: WorkerSupervisorOptions) {
    this.#options = options;
    this.#balancer = new ConnectionBalancer(options.activeWorkers);
    this.#heartbeats = new WorkerHeartbeats(options.size, options.heartbeatTimeoutSeconds);
  }

  /**
   * Starts the first worker alone, so that the reason of a failure is logged once.
   * @throws WorkersNotStartedError
   */
  async start(): Promise<void> {
    await this.#startWorker(0);
    const otherStarts = Array.from({ length: this.#options.size - 1 }, (_, index) =>
      this.#startWorker(index + 1),
    );
    await Promise.all(otherStarts);
    this.#hasStarted = true;
    const heartbeatTimer = setInterval(() => this.#checkHeartbeats(), heartbeatIntervalMs).unref();
    this.#stopping.signal.addEventListener('abort', () => clearInterval(heartbeatTimer));
  }

  dispatch(socket: Socket): boolean {
    const candidates = this.#balancer.order(this.#running, performance.now());
    const receiver = candidates.find((worker) =>
      // A client of a standby worker reconnects after its response and gets an active worker.
      worker.sendConnection(socket, worker.slot >= this.#options.activeWorkers),
    );
    if (receiver !== undefined) this.#balancer.recordReceiver(receiver);
    return receiver !== undefined;
  }

  /** One after the other. If a successor cannot start, the old workers continue. */
  replace(): Promise<void> {
    this.#replacement = this.#replacement.then(() => this.#replaceAll());
    return this.#replacement;
  }

  drain(timeouts: ShutdownTimeouts): void {
    this.#stopping.abort();
    for (const worker of this.#workers) worker.send({ type: 'drain', timeouts });
  }

  async finish(timeouts: ShutdownTimeouts): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#workers].map((worker) => worker.finish(timeouts)));
  }

  async #replaceAll(): Promise<void> {
    const { log } = this.#options;
    // Including starting workers, which may run the old program.
    const oldWorkers = [...this.#workers].sort((a, b) => a.slot - b.slot);
    log.info({ workers: oldWorkers.length }, 'workers are replaced');
    for (const worker of oldWorkers) {
      if (this.#isStopping) return;
      // A started worker accepts connections in the next tick.
      await worker.waitUntilReady();
      await nextTurn();
      if (!this.#running.includes(worker)) continue;
      const { slot } = worker;
      this.#slotsWithSuccessor.add(slot);
      try {
        await this.#startWorker(slot, () => {
          this.#running = this.#running.filter((other) => other !== worker);
          this.#slotsWithSuccessor.delete(slot);
        });
      } catch (err) {
        this.#slotsWithSuccessor.delete(slot);
        if (this.#isStopping) return;
        log.error({ err }, 'a new worker could not start; the other workers continue');
        if (!this.#running.includes(worker)) void this.#restartWorker(slot, initialRestartDelayMs);
        return;
      }
      await worker.finish(replacementTimeouts);
    }
    log.info('workers were replaced');
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /**
   * @param whenReady called when the worker accepts connections
   * @throws WorkersNotStartedError
   */
  async #startWorker(
    slot: number,
    whenReady?: () => void,
    restartDelayMs = initialRestartDelayMs,
  ): Promise<void> {
    const worker = new WorkerProcess(
      slot,
      this.#options.start(slot),
      (message, sender) => this.#handleMessage(message, sender),
      this.#options.onReturned,
    );
    this.#workers.add(worker);
    void worker.ended.then(() => {
      this.#workers.delete(worker);
      this.#metricsCollector.removeWorker(worker);
    });
    if (!(await this.#waitForStart(worker)) || this.#isStopping) {
      throw new WorkersNotStartedError(`A worker could not start: ${await worker.ended}.`);
    }
    this.#running = [...this.#running, worker].sort((a, b) => a.slot - b.slot);
    whenReady?.();
    this.#options.onReady();
    void worker.ended.then((reason) => this.#handleEnd(worker, reason, restartDelayMs));
  }

  async #waitForStart(worker: WorkerProcess): Promise<boolean> {
    const { log, startTimeoutMs: timeoutMs = defaultStartTimeoutMs } = this.#options;
    const killHangingWorker = () => {
      log.error({ worker: worker.pid }, 'a worker hangs at its start; it is killed');
      worker.kill();
    };
    const timer = this.#hasStarted ? setTimeout(killHangingWorker, timeoutMs) : undefined;
    const isReady = await worker.waitUntilReady();
    clearTimeout(timer);
    return isReady;
  }

  #handleEnd(worker: WorkerProcess, reason: string, restartDelayMs: number): void {
    const wasRunning = this.#running.includes(worker);
    this.#running = this.#running.filter((other) => other !== worker);
    if (!wasRunning || this.#isStopping) return;
    this.#workerMetrics.recordLoss(this.#killedWorkers.has(worker) ? 'hung' : 'died');
    this.#options.log.error(
      { worker: worker.pid, reason },
      'a worker ended; a new one replaces it',
    );
    if (this.#slotsWithSuccessor.has(worker.slot)) return;
    const wasStable = performance.now() - worker.startedAt > stableAfterMs;
    void this.#restartWorker(worker.slot, wasStable ? initialRestartDelayMs : restartDelayMs);
  }

  async #restartWorker(slot: number, initialDelayMs: number): Promise<void> {
    const { signal } = this.#stopping;
    for (
      let delayMs = initialDelayMs;
      !signal.aborted;
      delayMs = Math.min(2 * delayMs, maxRestartDelayMs)
    ) {
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        return await this.#startWorker(slot, undefined, Math.min(2 * delayMs, maxRestartDelayMs));
      } catch (err) {
        if (!signal.aborted) this.#options.log.error({ err }, 'a worker could not start');
      }
    }
  }

  /** Requests of a hanging worker would never end. */
  #checkHeartbeats(): void {
    const worker = this.#heartbeats.check(performance.now(), this.#running);
    if (worker === undefined || this.#killedWorkers.has(worker)) return;
    this.#killedWorkers.add(worker);
    const { log, heartbeatTimeoutSeconds } = this.#options;
    log.error(
      { worker: worker.pid, silenceSeconds: heartbeatTimeoutSeconds },
      'a worker hangs; it is killed',
    );
    worker.kill();
  }

  #handleMessage(message: MessageFromWorker, sender: WorkerProcess): void {
    if (message.type === 'pong') this.#heartbeats.recordResponse(sender);
    if (message.type === 'metrics')
      this.#metricsCollector.recordResponse(message.id, sender, message.metrics);
    if (message.type !== 'allMetrics') return;
    void this.#readMetrics().then((metrics) =>
      sender.send({ type: 'allMetrics', id: message.id, metrics }),
    );
  }

  async #readMetrics(): Promise<MetricsSnapshot[]> {
    const snapshots = await this.#metricsCollector.collect(this.#running);
    const ownMetrics = await this.#workerMetrics.snapshot({
      running: this.#running.length,
      unresponsive: this.#heartbeats.unresponsiveCount,
    });
    return [...snapshots, ownMetrics];
  }
}
