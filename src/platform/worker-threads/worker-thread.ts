import { Worker } from 'node:worker_threads';
import { ActionError } from '../errors/action-error.ts';
import type { ReadyMessage } from './thread-monitor.ts';
import { busyTimeOf, watchBusyTime } from './thread-monitor.ts';

/** Executes requests one after the other. Owners take turns, so that many requests of one do not delay those of others. */
export interface WorkerThread<DocumentRequest> {
  /**
   * An abort removes a waiting request.
   * @throws ActionError too_many_requests
   * @throws ThreadEndedError after a timeout, out of memory or exit
   * @throws Error of the program, or the abort reason
   */
  make(order: DocumentRequest, waiting?: Waiting): Promise<unknown>;
  /** Rejects waiting requests with too_many_requests. */
  close(): Promise<void>;
}

interface Waiting {
  signal?: AbortSignal | undefined;
  /** The workspace, for turns and `capacityOfOwner`. */
  owner?: number | undefined;
}

export interface WorkerThreadSettings {
  program: WorkerProgram;
  capacity: number;
  capacityOfOwner?: number;
  /** Busy time per request. */
  timeoutMs: number;
  /** The program calls `reportReady`, so its start does not count. */
  reportsReady?: boolean;
  memoryMegabytes: number;
  messageWords: ThreadWords;
}

interface ThreadWords {
  one: string;
  thread: string;
  tooMany: string;
  none: string;
}

export interface WorkerProgram {
  url: URL;
  execArgv: string[];
}

export type ThreadResponse = { made: unknown } | { failed: string };

export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
  readonly reason: 'time' | 'memory' | 'end';

  constructor(message: string, reason: 'time' | 'memory' | 'end', options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}

interface Job<DocumentRequest> {
  order: DocumentRequest;
  owner: number | undefined;
  /** How many requests of its owner are before it. */
  turn: number;
  resolve: (made: unknown) => void;
  reject: (reason: unknown) => void;
}

/** The thread starts with the first request. An idle thread does not keep the process alive. */
export function createWorkerThread<DocumentRequest>(
  settings: WorkerThreadSettings,
): WorkerThread<DocumentRequest> {
  return new OneThread<DocumentRequest>(settings);
}

class OneThread<DocumentRequest> implements WorkerThread<DocumentRequest> {
  readonly #settings: WorkerThreadSettings;
  readonly #waiting: Job<DocumentRequest>[] = [];
  #thread: Worker | undefined;
  #isReady = false;
  #task: number | null = null;
  #current: Job<DocumentRequest> | undefined;
  #stopWatching = () => {};

  constructor(settings: WorkerThreadSettings) {
    this.#settings = settings;
  }

  make(order: DocumentRequest, { owner, signal }: Waiting = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (!this.#hasCapacity(owner)) return reject(tryAgain(this.#settings.messageWords.tooMany));
      const turn = this.#turnOf(owner);
      const job = { order, owner, turn, resolve, reject };
      signal?.addEventListener('abort', () => this.#withdraw(job, signal.reason), { once: true });
      const place = this.#waiting.findIndex((other) => other.turn > turn);
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, job);
      this.#next();
    });
  }

  async close(): Promise<void> {
    const ended = this.#thread;
    const reason = tryAgain(this.#settings.messageWords.none);
    this.#thread = undefined;
    for (const job of this.#waiting.splice(0)) job.reject(reason);
    this.#settle((job) => job.reject(reason));
    await ended?.terminate();
  }

  #start(): Worker {
    const { reportsReady, messageWords } = this.#settings;
    const made = startWorker(this.#settings);
    this.#isReady = !reportsReady;
    this.#task = null;
    made.on('message', (answer: ThreadResponse | ReadyMessage) => {
      if (this.#thread !== made) return;
      if (!('ready' in answer)) return this.#settle((job) => settleBy(job, answer, messageWords));
      this.#isReady = true;
      this.#task = answer.ready;
      this.#give();
    });
    const lost = (reason: Error) => {
      if (this.#thread !== made) return;
      this.#thread = undefined;
      this.#settle((job) => job.reject(reason));
    };
    made.on('error', (cause) => lost(failure(cause, messageWords)));
    made.on('exit', () =>
      lost(new ThreadEndedError(`${messageWords.thread} came to an end.`, 'end')),
    );
    return made;
  }

  #settle(how: (job: Job<DocumentRequest>) => void): void {
    const job = this.#current;
    this.#current = undefined;
    this.#stopWatching();
    this.#thread?.unref();
    if (job) how(job);
    this.#next();
  }

  #next(): void {
    if (this.#current) return;
    this.#current = this.#waiting.shift();
    if (!this.#current) return;
    this.#thread ??= this.#start();
    this.#thread.ref();
    if (this.#isReady) this.#give();
  }

  #give(): void {
    const busy = this.#thread;
    if (!busy || !this.#current) return;
    const giveUp = () => void this.#giveUp(busy);
    this.#stopWatching = watchBusyTime(
      busyTimeOf(busy, this.#task),
      this.#settings.timeoutMs,
      giveUp,
    );
    busy.postMessage(this.#current.order);
  }

  async #giveUp(stuck: Worker): Promise<void> {
    if (this.#thread !== stuck) return;
    const { timeoutMs, messageWords } = this.#settings;
    this.#thread = undefined;
    const message = `${messageWords.one} took longer than ${timeoutMs} ms.`;
    this.#settle((job) => job.reject(new ThreadEndedError(message, 'time')));
    await stuck.terminate();
  }

  #withdraw(job: Job<DocumentRequest>, reason: unknown): void {
    const place = this.#waiting.indexOf(job);
    if (place < 0) return;
    this.#waiting.splice(place, 1);
    job.reject(reason);
  }

  #turnOf(owner: number | undefined): number {
    const { turn = 0 } = this.#current ?? {};
    const own = [...this.#waiting, ...(this.#current ? [this.#current] : [])].filter(
      (job) => owner !== undefined && job.owner === owner,
    );
    return Math.max(turn, ...own.map((job) => job.turn + 1));
  }

  #hasCapacity(owner: number | undefined): boolean {
    const { capacity, capacityOfOwner = capacity } = this.#settings;
    if (this.#waiting.length >= capacity) return false;
    if (owner === undefined) return true;
    return this.#waiting.filter((job) => job.owner === owner).length < capacityOfOwner;
  }
}

function startWorker({ memoryMegabytes, program }: WorkerThreadSettings): Worker {
  return new Worker(program.url, {
    execArgv: program.execArgv,
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  });
}

function settleBy<DocumentRequest>(
  job: Job<DocumentRequest>,
  answer: ThreadResponse,
  { one }: ThreadWords,
): void {
  if ('made' in answer) job.resolve(answer.made);
  else job.reject(new Error(`${one} could not be made: ${answer.failed}`));
}

function failure(cause: unknown, { one, thread }: ThreadWords): ThreadEndedError {
  const isOutOfMemory = (cause as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
  const message = isOutOfMemory ? `${one} took too much memory.` : `${thread} failed.`;
  return new ThreadEndedError(message, isOutOfMemory ? 'memory' : 'end', { cause });
}

function tryAgain(message: string): ActionError {
  const text = `${message} Try again in a moment.`;
  return new ActionError('too_many_requests', text, { retryAfterSeconds: 5 });
}

/**
 * Runs source files with tsx.
 * @param module `import.meta.url`
 */
export function resolveWorkerProgram(module: string, name: string): WorkerProgram {
  const isSource = module.endsWith('.ts');
  const url = new URL(`./${name}.${isSource ? 'ts' : 'js'}`, module);
  if (!isSource) return { url, execArgv: [] };
  const loader = import.meta.resolve('tsx/esm/api');
  const help = `import { register } from ${JSON.stringify(loader)}; register();`;
  return { url, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(help)}`] };
}
