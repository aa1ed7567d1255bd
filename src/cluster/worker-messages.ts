import type { MetricsSnapshot } from '../observability/metrics.ts';
import type { ShutdownTimeouts } from './running-server.ts';

/**
 * Messages of the main process to a worker. The message `connection` carries the socket.
 *
 * Names of types and fields must stay: during an upgrade, the main process runs the old release and its workers the new one.
 */
export type MessageToWorker =
  | {
      type: 'connection';
      /** Whether the connection ends after its first response, so that the next one goes to another worker. */
      isForNow: boolean;
    }
  /** The service stops: report it at /ready, and end each connection after its response. */
  | { type: 'drain'; times: ShutdownTimeouts }
  /** No more connections will arrive: respond to the accepted requests, then end. */
  | { type: 'over' }
  /** Heartbeat. The worker responds with `here`. */
  | { type: 'ask' }
  /** Requests the metrics of the worker. */
  | { type: 'figures'; id: number }
  /** Metrics of all workers, as the response to `allFigures`. */
  | { type: 'allFigures'; id: number; figures: MetricsSnapshot[] };

/** Messages of a worker to the main process. The same constraint holds. */
export type MessageFromWorker =
  | { type: 'ready' }
  /** Response to `ask`. */
  | { type: 'here' }
  /** Response to `figures`. */
  | { type: 'figures'; id: number; figures: MetricsSnapshot }
  /** Requests the metrics of all workers. */
  | { type: 'allFigures'; id: number };
