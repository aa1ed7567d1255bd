import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { MetricsSnapshot } from '../observability/metrics.ts';

type Figure = MetricObjectWithValues<MetricValue<string>>;

/** Those that count what happened: they only ever grow. */
const grows = (figure: object) =>
  ['counter', 'histogram'].includes(String((figure as Figure).type));

const growing = (figures: MetricsSnapshot): MetricsSnapshot => figures.filter(grows);

/**
 * What workers told of themselves, kept so that no sum of what was counted falls: Prometheus takes a fall for a restart, and all that is
 * left of the sum for new. A worker that does not answer, or is gone, counts with what it told last; what it holds, its memory or
 * connections say, counts only where it answers.
 */
export class MetricsAccumulator<Worker extends object> {
  readonly #last = new Map<Worker, MetricsSnapshot>();
  readonly #gone = new WeakSet<Worker>();
  #ofGone: MetricsSnapshot = [];

  /** A worker told its figures. */
  heard(worker: Worker, figures: MetricsSnapshot): void {
    if (!this.#gone.has(worker)) this.#last.set(worker, figures);
  }

  /** A worker has ended: what it counted is added to what those before it did. */
  gone(worker: Worker): void {
    this.#ofGone = summed([this.#ofGone, growing(this.#last.get(worker) ?? [])]);
    this.#gone.add(worker);
    this.#last.delete(worker);
  }

  /** What is to be summed. @param answered those that told theirs just now */
  all(answered: ReadonlySet<Worker>): MetricsSnapshot[] {
    const told = [...this.#last].map(([worker, figures]) =>
      answered.has(worker) ? figures : growing(figures),
    );
    return [...told, this.#ofGone];
  }
}

/** Those of all as those of one, as a worker tells them. */
function summed(all: MetricsSnapshot[]): MetricsSnapshot {
  const figures = AggregatorRegistry.aggregate(all).getMetricsAsArray() as Figure[];
  return figures.map(({ aggregator, help, name, type, values }) => ({
    ...{ aggregator, help, name, type, values },
  }));
}
