import type { Logger } from 'pino';
import type { Database } from '../database/client/client.ts';
import type { ConnectionSource, DrainTimeouts } from '../http/http-server.ts';
import type { MetricsSnapshot } from '../observability/metrics.ts';

/** Every connection that the service makes goes to the port that it knew when it started. */
export const databasePortChangedMessage =
  'The embedded database had to move to another port: the service ends, to be started anew.';

/** Accepted requests are answered within this long after the service was told to stop; most supervisors kill after 10 s. */
export const drainTimeoutMs = 8_000;

export interface ServerDependencies {
  log: Logger;
  /** Told in words of what takes a moment while the service starts. */
  progress?: (line: string) => void;
  /** Runs when the database is ready, before the first request is taken. */
  prepare?: (database: Database) => Promise<void>;
  /** Gives the start up at the next step. */
  signal?: AbortSignal;
  /** Told where the service cannot go on and is to be started anew. */
  onLost?: (message: string) => void;
  /** How long {@link RunningServer.close} waits for answers. */
  patienceMillis?: number;
  /** The process of which this one is a worker; none when left out. */
  main?: {
    connections: ConnectionSource;
    figuresOfAll(): Promise<MetricsSnapshot[]>;
    tellFigures(own: () => Promise<MetricsSnapshot>): void;
  };
}

export interface RunningServer {
  /** Where it answers on this machine. */
  url: string;
  port: number;
  /**
   * Says so at /ready, takes connections until no more come, answers what was accepted, then closes the database's connections and stops the
   * embedded PostgreSQL. Safe to call twice.
   */
  close(times?: ShutdownTimeouts): Promise<void>;
}

/** How long closing takes at most; as usual when left out. */
export interface ShutdownTimeouts extends DrainTimeouts {
  patienceMillis?: number;
}

/** How this machine reaches a service that listens on `host`. */
export function localHostname(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
