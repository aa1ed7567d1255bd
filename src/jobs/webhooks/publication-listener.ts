import type { Logger } from 'pino';
import type { Database } from '../../database/client/client.ts';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';

const channelPrefix = 'actiongraph_';

/** Receives notifications about published events. Connects when the first workspace has an endpoint. */
export class PublicationListener {
  readonly #database: Pick<Database, 'listener'>;
  readonly #log: Logger;
  readonly #onPublished: (accountId: number) => void;
  readonly #followed = new Set<number>();
  #connection: NotificationConnection | undefined;

  constructor(
    database: Pick<Database, 'listener'>,
    log: Logger,
    onPublished: (accountId: number) => void,
  ) {
    this.#database = database;
    this.#log = log;
    this.#onPublished = onPublished;
  }

  async follow(accountIds: ReadonlySet<number>): Promise<void> {
    for (const accountId of accountIds) {
      if (this.#followed.has(accountId)) continue;
      this.#connection ??= this.#connect();
      await this.#connection.listen(`${channelPrefix}${accountId}`);
      this.#followed.add(accountId);
    }
    for (const accountId of this.#followed) {
      if (accountIds.has(accountId)) continue;
      this.#followed.delete(accountId);
      await this.#connection?.unlisten(`${channelPrefix}${accountId}`);
    }
  }

  #connect(): NotificationConnection {
    return this.#database.listener({
      onNotification: (channel) => this.#onPublished(Number(channel.slice(channelPrefix.length))),
      // The poll reads what was missed.
      onRestored: () => undefined,
      log: (message, err) => this.#log.warn({ err }, message),
    });
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }
}
