import type { WorkspaceEvent } from '../../domain/events/fields.ts';
import type { WebhookEventPage } from '../../domain/webhooks/event-source.ts';
import { readWebhookEvents } from '../../domain/webhooks/event-source.ts';
import { bodyRecordOf } from '../../domain/webhooks/hook-types.ts';
import type { ReadingContext, WebhookServices } from '../../domain/webhooks/services.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { findMissingScopes, type Permissions } from '../../platform/permissions/permissions.ts';
import type { LimitConcurrency } from './limit-concurrency.ts';

/** Maximum number of events in a batch. */
const pageSize = 50;

/** How long endpoints share a page after it was read. */
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
  readonly content: WebhookEventPage;

  constructor(dependencies: Dependencies, accountId: number, content: WebhookEventPage) {
    this.#dependencies = dependencies;
    this.#accountId = accountId;
    this.content = content;
  }

  /** Reads the records of a type once for all endpoints with the same permissions. */
  async readRecord(
    permissions: Permissions,
    hookType: string | null,
    event: WorkspaceEvent,
  ): Promise<string | undefined> {
    const { id, model } = bodyRecordOf(hookType, event);
    const key = `${permissions} ${event.recordType} ${model}`;
    const data = this.#data.get(key) ?? this.#read(permissions, hookType, event, model);
    this.#data.set(key, data);
    return (await data).get(id);
  }

  #read(
    permissions: Permissions,
    hookType: string | null,
    { recordType }: WorkspaceEvent,
    model: string,
  ): Promise<EventData> {
    const ids = this.content.events
      .filter((event) => event.recordType === recordType && event.kind !== 'DELETED')
      .map((event) => bodyRecordOf(hookType, event).id);
    const { limitReads, services } = this.#dependencies;
    const context = this.contextOf(permissions);
    return limitReads(() => services.readRecords(context, model, [...new Set(ids)]));
  }

  contextOf(permissions: Permissions): ReadingContext {
    const { prisma: db, publicUrl } = this.#dependencies;
    const actor = { keyId: null, keyName: null, scopes: findMissingScopes(0, permissions) };
    return { accountId: this.#accountId, actor, db, publicUrl };
  }
}

/** Endpoints of a workspace share a page if they are at the same position. */
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
    const content = await limitReads(() => readWebhookEvents(prisma, accountId, request));
    return new EventPage(this.#dependencies, accountId, content);
  }

  /** Call it when the workspace publishes further events. */
  forget(accountId: number): void {
    this.#pages.delete(accountId);
  }

  /** Pages of single events, for retries. */
  of(accountId: number, events: WorkspaceEvent[]): EventPage {
    return new EventPage(this.#dependencies, accountId, {
      events,
      nextPosition: '0',
      hasMore: false,
    });
  }
}
