import type { Logger } from 'pino';
import type { Database } from '../database/client/client.ts';
import type { ConnectionSource, DrainTimeouts } from '../http/http-server.ts';
import type { MetricsSnapshot } from '../observability/metrics.ts';

/** Connections of the service always use the port that was known at its start. */
export const databasePortChangedMessage =
  'The embedded database had to move to another port. The service ends and must be started again.';

/** Time for accepted requests after the start of a shutdown. Most process managers kill a process after 10 s. */
export const defaultDrainTimeoutMs = 8_000;

export interface ServerDependencies {
  log: Logger;
  /** Reports slow steps of the start in words. */
  progress?: (line: string) => void;
  /** Runs when the database is ready, before the first request. */
  prepare?: (database: Database) => Promise<void>;
  /** Aborts the start at the next step. */
  signal?: AbortSignal;
  /** Called if the service cannot continue and has to be restarted. */
  onLost?: (message: string) => void;
  /** How long {@link RunningServer.close} waits for responses. */
  drainTimeoutMs?: number;
  /** The main process, if this process is a worker. */
  main?: {
    connections: ConnectionSource;
    readAllMetrics(): Promise<MetricsSnapshot[]>;
    setMetricsSource(read: () => Promise<MetricsSnapshot>): void;
  };
}

export interface RunningServer {
  /** URL on this machine. */
  url: string;
  port: number;
  /**
   * Reports the shutdown at /ready, accepts connections until no more arrive, responds to all accepted requests, then closes the
   * connections of the database and stops the embedded PostgreSQL. Safe to call twice.
   */
  close(times?: ShutdownTimeouts): Promise<void>;
}

/** A message between processes contains it: see worker-messages.ts before renaming a field. */
export interface ShutdownTimeouts extends DrainTimeouts {
  patienceMillis?: number;
}

/** The host name for requests from this machine to a service that listens on `host`. */
export function localHostname(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
