import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { splitHostUrls } from '../../config/host-urls.ts';

/** One server of those that a URL names. */
export interface Host {
  host: string;
  port: number;
}

/** The servers of a database of which one takes changes, and which of them that is as far as this process knows. */
export class FailoverHosts {
  readonly count: number;
  readonly #all: readonly Host[];
  #at = 0;

  constructor(all: readonly Host[]) {
    this.#all = all;
    this.count = all.length;
  }

  get current(): Host {
    return this.#all[this.#at] as Host;
  }

  /** This one is away, or takes no changes: the next is tried, unless somebody else has gone on already. */
  failed({ host, port }: Host): void {
    if (this.current.host !== host || this.current.port !== port) return;
    this.#at = (this.#at + 1) % this.count;
  }

  /** As the URL has them, for a person. */
  toString(): string {
    return this.#all.map(({ host, port }) => `${host}:${port}`).join(', ');
  }
}

/** The settings of a connection, with the servers where the URL names several. */
export type FailoverConfig = pg.ClientConfig & { hosts?: FailoverHosts };

const usualPort = 5432;

/** Shared, so that what one connection finds out, all know. */
const known = new Map<string, FailoverHosts>();

/** The settings in a PostgreSQL URL; of several servers, those of the one that takes changes as far as this process knows. */
export function parseDatabaseUrl(url: string): FailoverConfig {
  const urls = splitHostUrls(url);
  const configs = urls.map((one) => parseIntoClientConfig(one));
  const [first = {}] = configs;
  if (configs.length === 1) return first;
  const all = configs.map(({ host, port }) => ({
    host: host ?? 'localhost',
    port: Number(port ?? usualPort),
  }));
  const name = all.map(({ host, port }) => `${host}:${port}`).join(',');
  const hosts = known.get(name) ?? new FailoverHosts(all);
  known.set(name, hosts);
  return { ...first, ...hosts.current, hosts };
}

/** The same settings for the server that takes changes as far as this process knows by now. */
export const withCurrentHost = <C extends FailoverConfig>(config: C): C =>
  config.hosts ? { ...config, ...config.hosts.current } : config;

/** A server takes no changes, and another is to be tried. SQL calls it so too. */
class ReadOnlyServerError extends Error {
  override readonly name = 'ReadOnlyServerError';
  readonly code = '25006';

  constructor({ host, port }: Host) {
    super(`The server at ${host}:${port} takes no changes.`);
  }
}

/**
 * Makes sure of a new connection that its server takes changes; where the URL names one server only, nothing is asked.
 * @throws ReadOnlyServerError; whatever the connection throws
 */
export async function requirePrimary(
  hosts: FailoverHosts | undefined,
  client: pg.ClientBase & Host,
): Promise<void> {
  if (hosts === undefined) return;
  try {
    const { rows } = await client.query('SHOW transaction_read_only');
    if (rows[0].transaction_read_only === 'off') return;
    throw new ReadOnlyServerError(client);
  } catch (error) {
    hosts.failed(client);
    throw error;
  }
}

/**
 * Connects once to find the server that takes changes, so that whatever connects next goes there. Where none does, whatever
 * connects next says why.
 */
export async function findPrimary(url: string): Promise<void> {
  const { hosts } = parseDatabaseUrl(url);
  for (let tried = 0; tried < (hosts?.count ?? 0); tried += 1) {
    const client = new pg.Client({ ...parseDatabaseUrl(url), connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    const at = { host: client.host, port: client.port };
    try {
      await client.connect();
      await requirePrimary(hosts, client);
      return;
    } catch {
      hosts?.failed(at);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
