import { Worker } from 'node:worker_threads';
import { ActionError } from '../errors/action-error.ts';
import type { ReadyMessage } from './thread-monitor.ts';
import { busyTimeOf, watchBusyTime } from './thread-monitor.ts';

/** Does work in one thread of its own, one order after the other, in the order in which they were given. */
export interface WorkerThread<DocumentRequest> {
  /**
   * What the thread makes of an order. One that still waits when `signal` is aborted is not made any more; what the
   * thread has begun it finishes.
   * @throws ActionError too_many_requests where too many wait already; ThreadEndedError where it took too long or too much
   * memory, or the thread came to an end; Error where it failed; the signal's reason where it was aborted in time
   */
  make(order: DocumentRequest, waiting?: Waiting): Promise<unknown>;
  /** Ends the thread; what waits is refused with too_many_requests. The next order starts another one. */
  close(): Promise<void>;
}

interface Waiting {
  signal?: AbortSignal | undefined;
  /** Who shares the places of `capacityOfOwner`: a workspace's number. */
  owner?: number | undefined;
}

export interface WorkerThreadSettings {
  program: WorkerProgram;
  /** Requests that may wait, of all owners. */
  capacity: number;
  /** Requests of one owner that may wait. */
  capacityOfOwner?: number;
  /** How long the thread may be busy with one order: of its own time on a processor, where the system tells that. */
  patienceMillis: number;
  /** Whether the program calls `reportReady`, so that its start does not count for the first order. */
  tellsWhenReady?: boolean;
  memoryMegabytes: number;
  words: ThreadWords;
}

/** What errors say. */
interface ThreadWords {
  /** "A document" */
  one: string;
  /** "The thread that makes documents" */
  thread: string;
  /** "Too many documents are being made." */
  tooMany: string;
  /** "No documents are made at the moment." */
  none: string;
}

/** The thread's program, and how Node starts it. */
export interface WorkerProgram {
  url: URL;
  execArgv: string[];
}

/** What a program answers an order with: what it made, or why it could not. */
export type ThreadResponse = { made: unknown } | { failed: string };

/** The thread came to an end with an order in hand. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
  /** Whether the order took too long, or too much memory; otherwise it is a defect. */
  readonly reason: 'time' | 'memory' | 'end';

  constructor(message: string, reason: 'time' | 'memory' | 'end', options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}

interface Job<DocumentRequest> {
  order: DocumentRequest;
  owner: number | undefined;
  resolve: (made: unknown) => void;
  reject: (reason: unknown) => void;
}

/** No thread is started before the first order, and none keeps the process alive while it has nothing to do. */
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
  /** See {@link ReadyMessage}. */
  #task: number | null = null;
  #current: Job<DocumentRequest> | undefined;
  #stopWatching = () => {};

  constructor(settings: WorkerThreadSettings) {
    this.#settings = settings;
  }

  make(order: DocumentRequest, { owner, signal }: Waiting = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (!this.#hasPlace(owner)) return reject(tryAgain(this.#settings.words.tooMany));
      const job = { order, owner, resolve, reject };
      signal?.addEventListener('abort', () => this.#withdraw(job, signal.reason), { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  async close(): Promise<void> {
    const ended = this.#thread;
    const reason = tryAgain(this.#settings.words.none);
    this.#thread = undefined;
    for (const job of this.#waiting.splice(0)) job.reject(reason);
    this.#settle((job) => job.reject(reason));
    await ended?.terminate();
  }

  #start(): Worker {
    const { tellsWhenReady, words } = this.#settings;
    const made = startWorker(this.#settings);
    this.#isReady = !tellsWhenReady;
    this.#task = null;
    made.on('message', (answer: ThreadResponse | ReadyMessage) => {
      if (this.#thread !== made) return;
      if (!('ready' in answer)) return this.#settle((job) => settleBy(job, answer, words));
      this.#isReady = true;
      this.#task = answer.ready;
      this.#give();
    });
    const lost = (reason: Error) => {
      if (this.#thread !== made) return;
      this.#thread = undefined;
      this.#settle((job) => job.reject(reason));
    };
    made.on('error', (cause) => lost(failure(cause, words)));
    made.on('exit', () => lost(new ThreadEndedError(`${words.thread} came to an end.`, 'end')));
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
      this.#settings.patienceMillis,
      giveUp,
    );
    busy.postMessage(this.#current.order);
  }

  async #giveUp(stuck: Worker): Promise<void> {
    if (this.#thread !== stuck) return;
    const { patienceMillis, words } = this.#settings;
    this.#thread = undefined;
    const message = `${words.one} took longer than ${patienceMillis} ms.`;
    this.#settle((job) => job.reject(new ThreadEndedError(message, 'time')));
    await stuck.terminate();
  }

  #withdraw(job: Job<DocumentRequest>, reason: unknown): void {
    const place = this.#waiting.indexOf(job);
    if (place < 0) return;
    this.#waiting.splice(place, 1);
    job.reject(reason);
  }

  #hasPlace(owner: number | undefined): boolean {
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
  const isMemory = (cause as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
  const told = isMemory ? `${one} took too much memory.` : `${thread} failed.`;
  return new ThreadEndedError(told, isMemory ? 'memory' : 'end', { cause });
}

function tryAgain(message: string): ActionError {
  const told = `${message} Try again in a moment.`;
  return new ActionError('too_many_requests', told, { retryAfterSeconds: 5 });
}

/**
 * A program that stands beside a module: as it was built, or its source, which Node reads with the help of tsx.
 * @param module the module's `import.meta.url`
 * @param name without its ending: "document-worker"
 */
export function resolveWorkerProgram(module: string, name: string): WorkerProgram {
  const isSource = module.endsWith('.ts');
  const url = new URL(`./${name}.${isSource ? 'ts' : 'js'}`, module);
  if (!isSource) return { url, execArgv: [] };
  const loader = import.meta.resolve('tsx/esm/api');
  const help = `import { register } from ${JSON.stringify(loader)}; register();`;
  return { url, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(help)}`] };
}
