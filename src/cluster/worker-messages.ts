import type { MetricsSnapshot } from '../observability/metrics.ts';
import type { ShutdownTimeouts } from './running-server.ts';

/**
 * Messages to a worker. Names of types and fields must not change: during an upgrade, the main process runs the
 * old release and its workers the new one.
 */
export type MessageToWorker =
  | {
      type: 'connection';
      /** Close the connection after its first response, so that the client reconnects to an active worker. */
      isForNow: boolean;
    }
  /** The service stops: report it at /ready and close connections after their responses. */
  | { type: 'drain'; times: ShutdownTimeouts }
  /** No more connections will arrive. */
  | { type: 'over' }
  /** Heartbeat. */
  | { type: 'ask' }
  | { type: 'figures'; id: number }
  /** Response to `allFigures`. */
  | { type: 'allFigures'; id: number; figures: MetricsSnapshot[] };

/** Messages to the main process, with the same constraint. */
export type MessageFromWorker =
  | { type: 'ready' }
  | { type: 'here' }
  | { type: 'figures'; id: number; figures: MetricsSnapshot }
  | { type: 'allFigures'; id: number };
