import type { WorkspaceEvent } from '../../domain/events/fields.ts';
import type { WebhookEventPage } from '../../domain/webhooks/event-source.ts';
import { readWebhookEvents } from '../../domain/webhooks/event-source.ts';
import type { WebhookServices } from '../../domain/webhooks/services.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { findMissingScopes, type Permissions } from '../../platform/permissions/permissions.ts';
import type { LimitConcurrency } from './limit-concurrency.ts';

/** Events of a batch. */
const pageSize = 50;

/** Endpoints start at about the same time. */
const sharedMs = 250;

/** The REST records of events, by the id of the record. */
export type EventData = ReadonlyMap<string, string>;

interface Dependencies {
  limitReads: LimitConcurrency;
  prisma: PrismaClient;
  services: WebhookServices;
  publicUrl: string;
}

/** A page of events, and their records by permissions. */
export class EventPage {
  readonly #dependencies: Dependencies;
  readonly #accountId: number;
  readonly #data = new Map<string, Promise<EventData>>();
  readonly page: WebhookEventPage;

  constructor(dependencies: Dependencies, accountId: number, page: WebhookEventPage) {
    this.#dependencies = dependencies;
    this.#accountId = accountId;
    this.page = page;
  }

  /** Reads the records of a type once for all endpoints with the same permissions. */
  readData(permissions: Permissions, model: string): Promise<EventData> {
    const key = `${permissions} ${model}`;
    const data = this.#data.get(key) ?? this.#read(permissions, model);
    this.#data.set(key, data);
    return data;
  }

  #read(permissions: Permissions, model: string): Promise<EventData> {
    const { limitReads, prisma: db, publicUrl, services } = this.#dependencies;
    const ids = this.page.events.filter(
      ({ kind, recordType }) => recordType === model && kind !== 'DELETED' && kind !== 'ERASED',
    );
    if (ids.length === 0) return Promise.resolve(new Map());
    const actor = { keyId: null, keyName: null, scopes: findMissingScopes(0, permissions) };
    const context = { accountId: this.#accountId, actor, db, publicUrl };
    const recordIds = [...new Set(ids.map(({ recordId }) => recordId))];
    return limitReads(() => services.readRecords(context, model, recordIds));
  }
}

/** Endpoints of a workspace that are at the same position share one page, until further events follow. */
export class EventPages {
  readonly #dependencies: Dependencies;
  readonly #pages = new Map<number, Map<string, Promise<EventPage>>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  read(accountId: number, after: string, types: readonly string[]): Promise<EventPage> {
    const pages = this.#pages.get(accountId) ?? new Map<string, Promise<EventPage>>();
    this.#pages.set(accountId, pages);
    const key = JSON.stringify([after, types]);
    const known = pages.get(key);
    if (known !== undefined) return known;
    const page = this.#read(accountId, after, types);
    pages.set(key, page);
    const remove = () => setTimeout(() => pages.delete(key), sharedMs).unref();
    page.then(remove, remove);
    return page;
  }

  async #read(accountId: number, after: string, types: readonly string[]): Promise<EventPage> {
    const { limitReads, prisma } = this.#dependencies;
    const request = { after, limit: pageSize, types };
    const page = await limitReads(() => readWebhookEvents(prisma, accountId, request));
    return new EventPage(this.#dependencies, accountId, page);
  }

  /** Further events of the workspace may follow. */
  forget(accountId: number): void {
    this.#pages.delete(accountId);
  }

  /** Pages of single events, for retries. */
  of(accountId: number, events: WorkspaceEvent[]): EventPage {
    return new EventPage(this.#dependencies, accountId, { events, place: '0', hasMore: false });
  }
}
