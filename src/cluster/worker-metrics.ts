import { Counter, Gauge, Registry } from 'prom-client';
import type { MetricsSnapshot } from '../observability/metrics.ts';

type LossReason = 'died' | 'hung';

export interface WorkerMetrics {
  recordLoss(reason: LossReason): void;
  snapshot(counts: { running: number; unresponsive: number }): Promise<MetricsSnapshot>;
}

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
    recordLoss: (reason) => lost.inc({ reason }),
    snapshot: ({ unresponsive, running }) => {
      workers.set({ state: 'answering' }, running - unresponsive);
      workers.set({ state: 'silent' }, unresponsive);
      return register.getMetricsAsJSON();
    },
  };
}
