import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { splitHostUrls } from '../../config/host-urls.ts';

export interface Host {
  host: string;
  port: number;
}

/** Hosts of a URL, and which of them is the primary. */
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

  /** Moves to the next host, unless another caller has already done so. */
  failed({ host, port }: Host): void {
    if (this.current.host !== host || this.current.port !== port) return;
    this.#at = (this.#at + 1) % this.count;
  }

  toString(): string {
    return this.#all.map(({ host, port }) => `${host}:${port}`).join(', ');
  }
}

export type FailoverConfig = pg.ClientConfig & { hosts?: FailoverHosts };

const usualPort = 5432;

/** By URL. Pools share the hosts, so a failover is detected once. */
const known = new Map<string, FailoverHosts>();

/** For several hosts, the settings of the current primary. */
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

export const withCurrentHost = <C extends FailoverConfig>(config: C): C =>
  config.hosts ? { ...config, ...config.hosts.current } : config;

/** Has the SQLSTATE of a read-only transaction. */
class ReadOnlyServerError extends Error {
  override readonly name = 'ReadOnlyServerError';
  readonly code = '25006';

  constructor({ host, port }: Host) {
    super(`The server at ${host}:${port} takes no changes.`);
  }
}

/** @throws ReadOnlyServerError; errors of the connection */
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

/** Ignores errors: the next connection reports them. */
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
