import type { MetricsSnapshot } from '../observability/metrics.ts';
import type { ShutdownTimeouts } from './running-server.ts';

/** What the main process tells a worker. A connection comes with its message. */
export type MessageToWorker =
  | {
      type: 'connection';
      /** Whether it is answered here for the moment only: the next connection of the same caller goes to another worker. */
      isForNow: boolean;
    }
  /** The service stops: say so at /ready, and end each connection after its answer. */
  | { type: 'drain'; times: ShutdownTimeouts }
  /** No more connections will come: answer what was accepted, then end. */
  | { type: 'over' }
  /** Say that you are there. */
  | { type: 'ask' }
  /** Tell your figures. */
  | { type: 'figures'; id: number }
  /** The figures of all workers, for the one that asked. */
  | { type: 'allFigures'; id: number; figures: MetricsSnapshot[] };

/** What a worker tells the main process. */
export type MessageFromWorker =
  | { type: 'ready' }
  /** The answer to `ask`. */
  | { type: 'here' }
  /** The answer to `figures`. */
  | { type: 'figures'; id: number; figures: MetricsSnapshot }
  /** Asks for the figures of all. */
  | { type: 'allFigures'; id: number };
