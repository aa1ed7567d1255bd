import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { MetricsSnapshot } from '../observability/metrics.ts';

type Metric = MetricObjectWithValues<MetricValue<string>>;

/** Counters and histograms never decrease. */
const isCumulative = (metric: object) =>
  ['counter', 'histogram'].includes(String((metric as Metric).type));

const cumulativeMetrics = (snapshot: MetricsSnapshot): MetricsSnapshot =>
  snapshot.filter(isCumulative);

/**
 * Stores the metrics of the workers so that no counter decreases: Prometheus interprets a decrease as a restart and counts the
 * remaining value again. The counters of a worker that does not respond or has ended keep their last value. Its gauges, such as
 * memory or connections, are omitted.
 */
export class MetricsAccumulator<Worker extends object> {
  readonly #lastSnapshots = new Map<Worker, MetricsSnapshot>();
  readonly #endedWorkers = new WeakSet<Worker>();
  #endedTotals: MetricsSnapshot = [];

  record(worker: Worker, snapshot: MetricsSnapshot): void {
    if (!this.#endedWorkers.has(worker)) this.#lastSnapshots.set(worker, snapshot);
  }

  /** Adds the counters of an ended worker to those of earlier ones. */
  removeWorker(worker: Worker): void {
    this.#endedTotals = sumSnapshots([
      this.#endedTotals,
      cumulativeMetrics(this.#lastSnapshots.get(worker) ?? []),
    ]);
    this.#endedWorkers.add(worker);
    this.#lastSnapshots.delete(worker);
  }

  /** The snapshots to sum. @param respondedWorkers workers that responded to the current request */
  snapshots(respondedWorkers: ReadonlySet<Worker>): MetricsSnapshot[] {
    const current = [...this.#lastSnapshots].map(([worker, snapshot]) =>
      respondedWorkers.has(worker) ? snapshot : cumulativeMetrics(snapshot),
    );
    return [...current, this.#endedTotals];
  }
}

/** Sums snapshots into one snapshot. */
function sumSnapshots(snapshots: MetricsSnapshot[]): MetricsSnapshot {
  const snapshot = AggregatorRegistry.aggregate(snapshots).getMetricsAsArray() as Metric[];
  return snapshot.map(({ aggregator, help, name, type, values }) => ({
    ...{ aggregator, help, name, type, values },
  }));
}
