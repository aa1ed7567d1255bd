import type { MetricsSnapshot } from '../observability/metrics.ts';
import type { ShutdownTimeouts } from './running-server.ts';

/**
 * Names of types and fields must not change: during an upgrade, the main process runs the old release and its
 * workers the new one.
 */
export type MessageToWorker =
  | {
      type: 'connection';
      /** Close it after the first response, so that the client reconnects to an active worker. */
      isForNow: boolean;
    }
  /** Shutdown: close connections after their responses. */
  | { type: 'drain'; times: ShutdownTimeouts }
  /** No more connections will arrive. */
  | { type: 'over' }
  | { type: 'ask' }
  | { type: 'figures'; id: number }
  | { type: 'allFigures'; id: number; figures: MetricsSnapshot[] };

export type MessageFromWorker =
  | { type: 'ready' }
  | { type: 'here' }
  | { type: 'figures'; id: number; figures: MetricsSnapshot }
  | { type: 'allFigures'; id: number };
