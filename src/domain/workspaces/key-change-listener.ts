import { randomUUID } from 'node:crypto';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';
import type { ListenerHeartbeat } from './listener-heartbeat.ts';

/** The payload is a workspace id, or * for all. */
export const credentialsChannel = 'actiongraph_keys';

/** After this number of lost heartbeats the connection is tested. */
const heartbeatsUntilCheck = 5;

type Log = (message: string, error?: unknown) => void;

export interface KeyChangeSource {
  db: PrismaClient;
  connect: (handlers: {
    onNotification: (channel: string, payload: string) => void;
    onLost: () => void;
    onRestored: () => void;
    log: Log;
  }) => NotificationConnection;
  log: Log;
}

export class KeyChangeListener {
  readonly #source: KeyChangeSource;
  readonly #heartbeat: ListenerHeartbeat;
  readonly #forget: (account: string) => void;
  readonly #heartbeatChannel = `actiongraph_beat_${randomUUID()}`;
  #connection: NotificationConnection | undefined;
  #isListening = false;
  #isBusy = false;
  #isReported = false;
  #sentWithoutReply = 0;

  constructor(
    source: KeyChangeSource,
    heartbeat: ListenerHeartbeat,
    forget: (account: string) => void,
  ) {
    this.#source = source;
    this.#heartbeat = heartbeat;
    this.#forget = forget;
  }

  async sendHeartbeat(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#send();
    } catch (error) {
      this.#reportUnavailable(error);
    } finally {
      this.#isBusy = false;
    }
  }

  async close(): Promise<void> {
    this.#onLost();
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
  }

  #connect(): NotificationConnection {
    const { connect, log } = this.#source;
    return connect({
      onNotification: (channel, payload) => this.#onNotification(channel, payload),
      onLost: () => this.#onLost(),
      onRestored: () => undefined,
      log,
    });
  }

  #onNotification(channel: string, payload: string): void {
    if (channel === credentialsChannel) {
      this.#forget(payload);
      return;
    }
    this.#sentWithoutReply = 0;
    this.#isReported = false;
    if (!this.#heartbeat.receive(payload)) this.#forget('*');
  }

  #onLost(): void {
    this.#heartbeat.reset();
    this.#forget('*');
  }

  #reportUnavailable(error?: unknown): void {
    if (this.#isReported || this.#connection === undefined) return;
    this.#isReported = true;
    this.#source.log(
      'Changes of API keys are not received, so every request reads its key from the database.',
      error,
    );
  }

  async #send(): Promise<void> {
    this.#connection ??= this.#connect();
    if (!this.#isListening || this.#sentWithoutReply >= heartbeatsUntilCheck) {
      await this.#connection.listen(credentialsChannel);
      await this.#connection.listen(this.#heartbeatChannel);
      this.#isListening = true;
    }
    this.#sentWithoutReply += 1;
    if (this.#sentWithoutReply > heartbeatsUntilCheck) this.#reportUnavailable();
    const { db } = this.#source;
    await db.$executeRaw`SELECT pg_notify(${this.#heartbeatChannel}, ${this.#heartbeat.next()})`;
  }
}
