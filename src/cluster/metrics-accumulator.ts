import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { MetricsSnapshot } from '../observability/metrics.ts';

type Metric = MetricObjectWithValues<MetricValue<string>>;

const isCumulative = (metric: object) =>
  ['counter', 'histogram'].includes(String((metric as Metric).type));

const cumulativeMetrics = (snapshot: MetricsSnapshot): MetricsSnapshot =>
  snapshot.filter(isCumulative);

/** Keeps counters of ended workers, since Prometheus takes a decrease for a restart. Omits their gauges. */
export class MetricsAccumulator<Worker extends object> {
  readonly #lastSnapshots = new Map<Worker, MetricsSnapshot>();
  readonly #endedWorkers = new WeakSet<Worker>();
  #endedTotals: MetricsSnapshot = [];

  record(worker: Worker, snapshot: MetricsSnapshot): void {
    if (!this.#endedWorkers.has(worker)) this.#lastSnapshots.set(worker, snapshot);
  }

  removeWorker(worker: Worker): void {
    this.#endedTotals = sumSnapshots([
      this.#endedTotals,
      cumulativeMetrics(this.#lastSnapshots.get(worker) ?? []),
    ]);
    this.#endedWorkers.add(worker);
    this.#lastSnapshots.delete(worker);
  }

  snapshots(respondedWorkers: ReadonlySet<Worker>): MetricsSnapshot[] {
    const current = [...this.#lastSnapshots].map(([worker, snapshot]) =>
      respondedWorkers.has(worker) ? snapshot : cumulativeMetrics(snapshot),
    );
    return [...current, this.#endedTotals];
  }
}

function sumSnapshots(snapshots: MetricsSnapshot[]): MetricsSnapshot {
  const snapshot = AggregatorRegistry.aggregate(snapshots).getMetricsAsArray() as Metric[];
  return snapshot.map(({ aggregator, help, name, type, values }) => ({
    ...{ aggregator, help, name, type, values },
  }));
}
