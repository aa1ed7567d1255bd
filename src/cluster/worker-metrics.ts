import { Counter, Gauge, Registry } from 'prom-client';
import type { MetricsSnapshot } from '../observability/metrics.ts';

/** Why a worker is no more that nobody had told to end. */
type LossReason = 'died' | 'hung';

/** What the main process tells of its workers, beside what they tell of themselves. */
export interface WorkerMetrics {
  lost(reason: LossReason): void;
  /** @param silent of those that answer requests, how many say nothing */
  read(standing: { taking: number; silent: number }): Promise<MetricsSnapshot>;
}

/** MetricsSnapshot of workers, for Prometheus. */
export function createWorkerMetrics(): WorkerMetrics {
  const register = new Registry();
  const registers = [register];
  const lost = new Counter({
    name: 'actiongraph_workers_lost_total',
    help: 'Workers that died, or were killed since they hung, each of which another one replaces.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['died', 'hung'] satisfies LossReason[]) lost.inc({ reason }, 0);
  const workers = new Gauge({
    name: 'actiongraph_workers',
    help: 'Workers that are there to answer requests, also those that stand by, and those that say nothing.',
    labelNames: ['state'],
    registers,
  });
  return {
    lost: (reason) => lost.inc({ reason }),
    read: ({ silent, taking }) => {
      workers.set({ state: 'answering' }, taking - silent);
      workers.set({ state: 'silent' }, silent);
      return register.getMetricsAsJSON();
    },
  };
}
