import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { MetricsSnapshot } from '../observability/metrics.ts';
import { ConnectionBalancer } from './connection-balancer.ts';
import { MetricsAccumulator } from './metrics-accumulator.ts';
import type { ShutdownTimeouts } from './running-server.ts';
import { heartbeatIntervalMs, WorkerHeartbeats } from './worker-heartbeats.ts';
import type { MessageFromWorker } from './worker-messages.ts';
import { createWorkerMetrics } from './worker-metrics.ts';
import { WorkerProcess, type WorkerStartOptions } from './worker-process.ts';

/** Before a worker that died is replaced: doubled each time, until one has lived for a while. */
const firstPauseMillis = 100;
const longestPauseMillis = 10_000;
const soundAfterMillis = 60_000;

/** One that has not started by then hangs. Not at the start of the service, when all start at once: whoever waits for that sees it. */
const usualLongestStartMillis = 300_000;

/**
 * Nobody waits for a worker that is replaced: it answers on the connections that it has until they were idle for a while, so that
 * hardly a request meets one that is just being closed.
 */
const replacedTimes: ShutdownTimeouts = { patienceMillis: 30_000, lingerMillis: 5_000 };

/** Who does not tell its figures in time counts with what it told before. */
const figuresPatienceMillis = 3_000;

/** A worker could not start; it has said why. */
class WorkersNotStartedError extends Error {
  override readonly name = 'WorkersNotStartedError';
}

interface CrewOptions {
  size: number;
  /** How many of them are to work at once, those at the first places ({@link ConnectionBalancer}). */
  atWork: number;
  /** After how long one that says nothing is replaced; 0 for never. */
  silenceSeconds: number;
  /** For how long one that takes a place later may start. */
  longestStartMillis?: number;
  /** How the worker at a place is started, by the place's number from 0 on. */
  start: (place: number) => WorkerStartOptions;
  log: Logger;
  /** Told when there is one more to take connections. */
  onReady: () => void;
  /** Told of each connection that was meant for a worker and was not sent to it before it was gone. */
  onReturned: (socket: Socket) => void;
}

/** The workers of a service: as many as there are to be, replaced where they die. */
export class WorkerSupervisor {
  readonly #options: CrewOptions;
  /** Those that connections are given to, by their places. */
  #taking: WorkerProcess[] = [];
  readonly #all = new Set<WorkerProcess>();
  readonly #stopping = new AbortController();
  readonly #asked = new Map<number, (from: WorkerProcess, figures: MetricsSnapshot) => void>();
  #lastQuestion = 0;
  #hasStarted = false;
  #replacing: Promise<void> = Promise.resolve();
  /** Places whose worker is being replaced while it still works: where it dies, its successor is starting already. */
  readonly #succeeded = new Set<number>();
  readonly #heartbeats: WorkerHeartbeats<WorkerProcess>;
  readonly #turns: ConnectionBalancer<WorkerProcess>;
  /** Those that were killed since they hung. */
  readonly #hung = new WeakSet<WorkerProcess>();
  readonly #figuresOfCrew = createWorkerMetrics();
  readonly #kept = new MetricsAccumulator<WorkerProcess>();

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#turns = new ConnectionBalancer(options.atWork);
    this.#heartbeats = new WorkerHeartbeats(options.size, options.silenceSeconds);
  }

  /**
   * Starts all of them: the first by itself, so that what keeps it from starting is said once.
   * @throws WorkersNotStartedError
   */
  async start(): Promise<void> {
    await this.#keepOne(0);
    const others = Array.from({ length: this.#options.size - 1 }, (_, at) => this.#keepOne(at + 1));
    await Promise.all(others);
    this.#hasStarted = true;
    const beats = setInterval(() => this.#beat(), heartbeatIntervalMs).unref();
    this.#stopping.signal.addEventListener('abort', () => clearInterval(beats));
  }

  /** Hands a connection to the worker whose turn it is. Answers whether there is one. */
  give(socket: Socket): boolean {
    const inTurn = this.#turns.order(this.#taking, performance.now());
    const taker = inTurn.find((worker) =>
      // Who comes anew gets one that is to be at work.
      worker.give(socket, worker.place >= this.#options.atWork),
    );
    if (taker !== undefined) this.#turns.took(taker);
    return taker !== undefined;
  }

  /**
   * Replaces every worker by a new one, one after the other: the old one gets no more connections once the new one takes them,
   * and answers what it has. Where a new one cannot start, the old ones go on.
   */
  replace(): Promise<void> {
    this.#replacing = this.#replacing.then(() => this.#replaceAll());
    return this.#replacing;
  }

  /** Tells all that the service stops; connections are still handed over. */
  drain(times: ShutdownTimeouts): void {
    this.#stopping.abort();
    for (const worker of this.#all) worker.tell({ type: 'drain', times });
  }

  /** Waits until all have answered what they were handed, and ended. */
  async finish(times: ShutdownTimeouts): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#all].map((worker) => worker.finish(times)));
  }

  async #replaceAll(): Promise<void> {
    const { log } = this.#options;
    // Also those that are just starting: by the program as it was before, perhaps.
    const old = [...this.#all].sort((one, other) => one.place - other.place);
    log.info({ workers: old.length }, 'workers are replaced');
    for (const worker of old) {
      if (this.#isStopping) return;
      // In the next turn it takes connections, if it started.
      await worker.ready();
      await nextTurn();
      // One that died meanwhile is replaced already.
      if (!this.#taking.includes(worker)) continue;
      const { place } = worker;
      this.#succeeded.add(place);
      try {
        await this.#keepOne(place, () => {
          this.#taking = this.#taking.filter((one) => one !== worker);
          this.#succeeded.delete(place);
        });
      } catch (err) {
        this.#succeeded.delete(place);
        if (this.#isStopping) return;
        log.error({ err }, 'a new worker could not start: the others go on');
        if (!this.#taking.includes(worker)) void this.#restart(place, firstPauseMillis);
        return;
      }
      await worker.finish(replacedTimes);
    }
    log.info('workers were replaced');
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /**
   * Starts one, and from then on keeps one at its place.
   * @param whenReady called in the moment in which it begins to take connections
   * @throws WorkersNotStartedError where it ends before
   */
  async #keepOne(
    place: number,
    whenReady?: () => void,
    pauseMillis = firstPauseMillis,
  ): Promise<void> {
    const worker = new WorkerProcess(
      place,
      this.#options.start(place),
      (message, from) => this.#heard(message, from),
      this.#options.onReturned,
    );
    this.#all.add(worker);
    void worker.ended.then(() => {
      this.#all.delete(worker);
      this.#kept.gone(worker);
    });
    if (!(await this.#hasComeUp(worker)) || this.#isStopping) {
      throw new WorkersNotStartedError(`A worker could not start: ${await worker.ended}.`);
    }
    this.#taking = [...this.#taking, worker].sort((one, other) => one.place - other.place);
    whenReady?.();
    this.#options.onReady();
    void worker.ended.then((reason) => this.#ended(worker, reason, pauseMillis));
  }

  /** Whether it has started: it is killed where it takes too long. */
  async #hasComeUp(worker: WorkerProcess): Promise<boolean> {
    const { log, longestStartMillis: longest = usualLongestStartMillis } = this.#options;
    const giveUp = () => {
      log.error({ worker: worker.pid }, 'a worker hangs at its start; it is killed');
      worker.kill();
    };
    const patience = this.#hasStarted ? setTimeout(giveUp, longest) : undefined;
    const isReady = await worker.ready();
    clearTimeout(patience);
    return isReady;
  }

  #ended(worker: WorkerProcess, reason: string, pauseMillis: number): void {
    const wasTaking = this.#taking.includes(worker);
    this.#taking = this.#taking.filter((one) => one !== worker);
    if (!wasTaking || this.#isStopping) return;
    this.#figuresOfCrew.lost(this.#hung.has(worker) ? 'hung' : 'died');
    this.#options.log.error(
      { worker: worker.pid, reason },
      'a worker died; another takes its place',
    );
    if (this.#succeeded.has(worker.place)) return;
    const isSound = performance.now() - worker.startedAt > soundAfterMillis;
    void this.#restart(worker.place, isSound ? firstPauseMillis : pauseMillis);
  }

  async #restart(place: number, firstPause: number): Promise<void> {
    const { signal } = this.#stopping;
    for (let pause = firstPause; !signal.aborted; pause = Math.min(2 * pause, longestPauseMillis)) {
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        return await this.#keepOne(place, undefined, Math.min(2 * pause, longestPauseMillis));
      } catch (err) {
        if (!signal.aborted) this.#options.log.error({ err }, 'a worker could not start');
      }
    }
  }

  /** Kills one that hangs: whoever waits for it would wait for ever. */
  #beat(): void {
    const worker = this.#heartbeats.beat(performance.now(), this.#taking);
    if (worker === undefined || this.#hung.has(worker)) return;
    this.#hung.add(worker);
    const { log, silenceSeconds } = this.#options;
    log.error({ worker: worker.pid, silenceSeconds }, 'a worker hangs; it is killed');
    worker.kill();
  }

  #heard(message: MessageFromWorker, from: WorkerProcess): void {
    if (message.type === 'here') this.#heartbeats.heard(from);
    if (message.type === 'figures') this.#asked.get(message.id)?.(from, message.figures);
    if (message.type !== 'allFigures') return;
    void this.#figures().then((figures) =>
      from.tell({ type: 'allFigures', id: message.id, figures }),
    );
  }

  /** The figures of all workers, also of those that are no more, and those of this process. */
  async #figures(): Promise<MetricsSnapshot[]> {
    this.#lastQuestion += 1;
    const id = this.#lastQuestion;
    const told = new Set<WorkerProcess>();
    const asked = [...this.#taking];
    const all = new Promise<void>((resolve) => {
      this.#asked.set(id, (from, figures) => {
        told.add(from);
        this.#kept.heard(from, figures);
        if (asked.every((worker) => told.has(worker))) resolve();
      });
    });
    for (const worker of asked) worker.tell({ type: 'figures', id });
    const late = new AbortController();
    await Promise.race([all, sleep(figuresPatienceMillis, undefined, late).catch(() => undefined)]);
    late.abort();
    this.#asked.delete(id);
    const { silent } = this.#heartbeats;
    const own = await this.#figuresOfCrew.read({ taking: this.#taking.length, silent });
    return [...this.#kept.all(told), own];
  }
}
