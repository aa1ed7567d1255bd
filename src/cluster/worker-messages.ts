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
      closesAfterResponse: boolean;
    }
  /** Shutdown: close connections after their responses. */
  | { type: 'drain'; timeouts: ShutdownTimeouts }
  /** No more connections will arrive. */
  | { type: 'end' }
  | { type: 'ping' }
  | { type: 'metrics'; id: number }
  | { type: 'allMetrics'; id: number; metrics: MetricsSnapshot[] };

export type MessageFromWorker =
  | { type: 'ready' }
  | { type: 'pong' }
  | { type: 'metrics'; id: number; metrics: MetricsSnapshot }
  | { type: 'allMetrics'; id: number };
