import pg from 'pg';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { type FailoverConfig, requirePrimary, withCurrentHost } from '../pool/hosts.ts';
import { destroyConnection } from '../pool/pooled-connection.ts';
import { isCitusClient } from '../statements/citus-statements.ts';
import { trackFlush } from '../statements/write-tracker.ts';

/** The server says nothing for so long: it is taken for lost. */
const timeoutMillis = 8_000;

/** A connection that nobody needed for so long is closed. */
const idleMillis = 5 * 60_000;

/** After a connection could not be made, commits wait for the disk themselves for so long. */
const pauseMillis = 1_000;

/** So long a wait is not sent yet, where more commits are about to come that can be waited for with it. */
const gatheringMillis = 4;

const statement = { name: 'flushed', text: 'SELECT "flushed"()' };

/** What waits for the disk for commits that did not. */
export interface ActiveCommitFlusher {
  /**
   * Resolves once all that was committed before this was called is on the disk; one wait is for all who ask meanwhile.
   * @param areMoreToCome whether others are about to ask, so that the wait for the disk may begin a few milliseconds later
   * @throws CommitLostError where nobody knows whether it is
   */
  flushed(areMoreToCome?: boolean): Promise<void>;
}

/** What was committed may be lost: the server was, before it said that it has it on its disk. */
class CommitLostError extends Error {
  override readonly name = 'CommitLostError';
  /** What PostgreSQL calls it: transaction_resolution_unknown. */
  readonly code = '08007';
}

/**
 * One connection by which commits that did not wait for the disk are waited for, all at once. A server that crashes takes its
 * connections with it: as long as this one lives that was open before a write was sent, what the write committed is there. So
 * it leads to the server through no pooler, and what is asked of it is asked of no other connection that is made later.
 */
export class CommitFlusher {
  readonly #config: FailoverConfig;
  #open: ConnectedFlusher | undefined;
  #isConnecting = false;
  #isClosed = false;
  #notBefore = 0;

  constructor(config: FailoverConfig) {
    this.#config = config;
  }

  /** What is open; undefined while nothing is, which is being made then: until then commits wait for the disk themselves. */
  get open(): ActiveCommitFlusher | undefined {
    if (this.#open === undefined && !this.#isConnecting && !this.#isClosed) void this.#connect();
    this.#open?.keep();
    return this.#open;
  }

  async #connect(): Promise<void> {
    if (performance.now() < this.#notBefore) return;
    this.#isConnecting = true;
    const client = new pg.Client({
      ...withCurrentHost(this.#config),
      application_name: 'actiongraph commits',
      keepAlive: true,
      connectionTimeoutMillis: timeoutMillis,
      query_timeout: timeoutMillis,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await requirePrimary(this.#config.hosts, client);
      // A server that refuses it, to this role say, is not to be found out by whoever has committed.
      await client.query(statement);
      const connected = new ConnectedFlusher(client, () => {
        if (this.#open === connected) this.#open = undefined;
      });
      if (this.#isClosed) connected.close();
      else this.#open = connected;
    } catch {
      // Whatever keeps it from being made: nothing depends on it.
      this.#notBefore = performance.now() + pauseMillis;
      destroyConnection(client);
    } finally {
      this.#isConnecting = false;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#open?.close();
  }
}

class ConnectedFlusher implements ActiveCommitFlusher {
  readonly #client: pg.Client;
  readonly #onEnd: () => void;
  readonly #idle: NodeJS.Timeout;
  /** The wait that was sent. What is committed meanwhile may be too late for it. */
  #sent: Promise<void> | undefined;
  /** The wait that is sent next. */
  #next: Promise<void> | undefined;
  /** Lets that be sent, as soon as the one before it is answered. */
  #begin: (() => void) | undefined;
  #isOver = false;

  constructor(client: pg.Client, onEnd: () => void) {
    this.#client = client;
    this.#onEnd = onEnd;
    this.#idle = setTimeout(() => this.close(), idleMillis).unref();
    client.once('end', () => this.#end());
  }

  /** Somebody is about to need it. */
  keep(): void {
    this.#idle.refresh();
  }

  flushed(areMoreToCome = false): Promise<void> {
    if (!areMoreToCome) this.#begin?.();
    if (this.#next !== undefined) return this.#next;
    if (this.#sent === undefined && !areMoreToCome) return this.#send();
    const begun = new Promise<void>((resolve) => {
      this.#begin = resolve;
      if (areMoreToCome) setTimeout(resolve, gatheringMillis);
      else resolve();
    });
    this.#next = Promise.all([begun, this.#sent?.catch(() => undefined)]).then(() => {
      this.#next = undefined;
      this.#begin = undefined;
      return this.#send();
    });
    return this.#next;
  }

  #send(): Promise<void> {
    const sent = this.#ask().finally(() => {
      if (this.#sent === sent) this.#sent = undefined;
    });
    this.#sent = sent;
    return sent;
  }

  async #ask(): Promise<void> {
    try {
      if (this.#isOver) throw new Error('The connection was lost.');
      await this.#client.query(statement);
    } catch (cause) {
      // Whatever it was: who asks next must not be answered by what is left of it.
      this.#end();
      destroyConnection(this.#client);
      throw new CommitLostError('It is unknown whether the commit reached the disk.', {
        cause,
      });
    }
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#idle);
    this.#onEnd();
  }

  close(): void {
    this.#end();
    void (this.#sent ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => this.#client.end())
      .catch(() => undefined);
  }
}

const flushers = new WeakMap<PrismaClient, CommitFlusher>();

/** Says by what the commits of a client may be waited for. */
export function registerCommitFlusher(client: PrismaClient, flusher: CommitFlusher): void {
  flushers.set(client, flusher);
}

/** By what the commits of a client may be waited for now; undefined: they have to wait for the disk themselves. */
export const activeCommitFlusherOf = (client: PrismaClient): ActiveCommitFlusher | undefined =>
  isCitusClient(client) ? undefined : flushers.get(client)?.open;

/**
 * Waits until a write that was committed is on the disk.
 * @param areMoreToCome whether other writes wait for their turn, whose commits may be waited for together with this one
 * @throws CommitLostError, and then whether it was done is not known
 */
export const waitForFlush = (flusher: ActiveCommitFlusher, areMoreToCome = false): Promise<void> =>
  trackFlush(flusher.flushed(areMoreToCome));
