import type { Logger } from 'pino';
import type { Database } from '../database/client/client.ts';
import type { ConnectionSource, DrainTimeouts } from '../http/http-server.ts';
import type { MetricsSnapshot } from '../observability/metrics.ts';

export const databasePortChangedMessage =
  'The embedded database had to move to another port. The service ends and must be started again.';

/** Most process managers kill a process after 10 s. */
export const defaultDrainTimeoutMs = 8_000;

export interface ServerDependencies {
  log: Logger;
  progress?: (line: string) => void;
  prepare?: (database: Database) => Promise<void>;
  signal?: AbortSignal;
  onLost?: (message: string) => void;
  drainTimeoutMs?: number;
  /** Set in a worker. */
  main?: {
    connections: ConnectionSource;
    readAllMetrics(): Promise<MetricsSnapshot[]>;
    setMetricsSource(read: () => Promise<MetricsSnapshot>): void;
  };
}

export interface RunningServer {
  url: string;
  port: number;
  /** Graceful: responds to accepted requests before it closes the database. Idempotent. */
  close(times?: ShutdownTimeouts): Promise<void>;
}

/** Part of a message between processes, see worker-messages.ts. */
export interface ShutdownTimeouts extends DrainTimeouts {
  drainTimeoutMs?: number;
}

/** For requests from this machine. */
export function localHostname(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
