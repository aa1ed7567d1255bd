import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricsSnapshot } from '../observability/metrics.ts';
import { MetricsAccumulator } from './metrics-accumulator.ts';
import type { WorkerProcess } from './worker-process.ts';

/** A late worker counts with its previous metrics. */
const responseTimeoutMs = 3_000;

export class WorkerMetricsCollector {
  readonly #accumulator = new MetricsAccumulator<WorkerProcess>();
  readonly #responseHandlers = new Map<number, (worker: WorkerProcess) => void>();
  #lastRequestId = 0;

  removeWorker(worker: WorkerProcess): void {
    this.#accumulator.removeWorker(worker);
  }

  recordResponse(requestId: number, worker: WorkerProcess, snapshot: MetricsSnapshot): void {
    const handleResponse = this.#responseHandlers.get(requestId);
    if (handleResponse === undefined) return;
    this.#accumulator.record(worker, snapshot);
    handleResponse(worker);
  }

  /** Includes the counters of ended workers. */
  async collect(running: readonly WorkerProcess[]): Promise<MetricsSnapshot[]> {
    this.#lastRequestId += 1;
    const id = this.#lastRequestId;
    const responded = new Set<WorkerProcess>();
    const requestedWorkers = [...running];
    const allResponses = new Promise<void>((resolve) => {
      this.#responseHandlers.set(id, (worker) => {
        responded.add(worker);
        if (requestedWorkers.every((requested) => responded.has(requested))) resolve();
      });
    });
    for (const worker of requestedWorkers) worker.send({ type: 'metrics', id });
    const timeout = new AbortController();
    await Promise.race([
      allResponses,
      sleep(responseTimeoutMs, undefined, timeout).catch(() => undefined),
    ]);
    timeout.abort();
    this.#responseHandlers.delete(id);
    return this.#accumulator.snapshots(responded);
  }
}
