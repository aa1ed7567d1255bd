import type { ReadyEndpoint } from '../../domain/webhooks/endpoint-reader.ts';

/** Always read, so that a change of an endpoint applies to all later events. */
export const endpointSubject = 'webhookEndpoint';

export const endpointKey = ({ accountId, id, isReplay }: ReadyEndpoint): string =>
  `${accountId}/${id}/${isReplay}`;

/** Equal types share a page. */
export const sortedTypes = (types: readonly string[]): string[] => [...new Set(types)].sort();

/** The newest known version of each endpoint. */
export class KnownEndpoints {
  #endpoints = new Map<string, ReadyEndpoint>();
  readonly #types = new Map<number, readonly string[]>();

  get all(): readonly ReadyEndpoint[] {
    return [...this.#endpoints.values()];
  }

  get accountIds(): readonly number[] {
    return [...this.#types.keys()];
  }

  has(key: string): boolean {
    return this.#endpoints.has(key);
  }

  newest(endpoint: ReadyEndpoint): ReadyEndpoint {
    return this.#endpoints.get(endpointKey(endpoint)) ?? endpoint;
  }

  /** The types of events that endpoints of the workspace want, and changes of endpoints. */
  typesOf(accountId: number): readonly string[] {
    return this.#types.get(accountId) ?? [];
  }

  replaceAll(rows: readonly ReadyEndpoint[]): void {
    // A later version may have been read while the statement ran.
    const newest = rows.map((row) => {
      const known = this.newest(row);
      return known.version > row.version ? known : row;
    });
    this.#endpoints = new Map(newest.map((endpoint) => [endpointKey(endpoint), endpoint]));
    this.#collectTypes();
  }

  replace(endpoint: ReadyEndpoint): void {
    if (this.newest(endpoint).version === endpoint.version) return;
    this.#endpoints.set(endpointKey(endpoint), endpoint);
    this.#collectTypes();
  }

  #collectTypes(): void {
    const types = new Map<number, string[]>();
    for (const { accountId, wantedTypes } of this.#endpoints.values()) {
      const own = types.get(accountId) ?? [endpointSubject];
      own.push(...wantedTypes);
      types.set(accountId, own);
    }
    this.#types.clear();
    for (const [accountId, all] of types) this.#types.set(accountId, sortedTypes(all));
  }
}
