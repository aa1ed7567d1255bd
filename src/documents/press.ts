import { Worker } from 'node:worker_threads';
import { ActionError } from '../domain/kernel/errors.ts';
import type { Answer, Order } from './press-worker.ts';

/** Makes documents in one thread, one after the other, in the order in which they were asked for. */
export interface Press {
  /**
   * What the thread makes of an order. One that still waits when `signal` is aborted is not made any more; what the
   * thread has begun it finishes.
   * @throws ActionError too_many_requests where too many wait already; Error where it failed, took too long, or the
   * thread came to an end; the signal's reason where it was aborted in time
   */
  make(order: Order, signal?: AbortSignal): Promise<unknown>;
  /** Ends the thread; what waits is refused with too_many_requests. The next order starts another one. */
  close(): Promise<void>;
}

interface Options {
  /** Orders that may wait. */
  capacity?: number;
  /** How long one order may take; the first of a thread includes its start. */
  patienceMillis?: number;
  /** The thread's program, and how Node starts it. */
  program?: { url: URL; execArgv: string[] };
}

interface Job {
  order: Order;
  resolve: (made: unknown) => void;
  reject: (reason: unknown) => void;
}

/** A thousand lines of 600 characters take two to three seconds; what takes longer than the patience is given up. */
const usual = { capacity: 100, patienceMillis: 20_000 };

/** No thread is started before the first order, and none keeps the process alive while it has nothing to do. */
export function createPress({
  capacity = usual.capacity,
  patienceMillis = usual.patienceMillis,
  program = ownProgram(),
}: Options = {}): Press {
  const waiting: Job[] = [];
  let thread: Worker | undefined;
  let current: Job | undefined;
  let patience: NodeJS.Timeout | undefined;

  function start(): Worker {
    const made = new Worker(program.url, {
      execArgv: program.execArgv,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const lost = (reason: Error) => {
      if (thread !== made) return;
      thread = undefined;
      settle((job) => job.reject(reason));
    };
    made.on('message', (answer: Answer) =>
      settle((job) => {
        if ('made' in answer) job.resolve(answer.made);
        else job.reject(new Error(`A document could not be made: ${answer.failed}`));
      }),
    );
    made.on('error', (cause) =>
      lost(new Error('The thread that makes documents failed.', { cause })),
    );
    made.on('exit', () => lost(new Error('The thread that makes documents came to an end.')));
    return made;
  }

  function settle(how: (job: Job) => void): void {
    const job = current;
    current = undefined;
    clearTimeout(patience);
    thread?.unref();
    if (job) how(job);
    next();
  }

  function next(): void {
    if (current) return;
    current = waiting.shift();
    if (!current) return;
    thread ??= start();
    thread.ref();
    patience = setTimeout(() => void giveUp(), patienceMillis);
    thread.postMessage(current.order);
  }

  async function giveUp(): Promise<void> {
    const stuck = thread;
    thread = undefined;
    settle((job) => job.reject(new Error(`A document took longer than ${patienceMillis} ms.`)));
    await stuck?.terminate();
  }

  function withdraw(job: Job, reason: unknown): void {
    const place = waiting.indexOf(job);
    if (place < 0) return;
    waiting.splice(place, 1);
    job.reject(reason);
  }

  return {
    make: (order, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (waiting.length >= capacity) return reject(busy(tooMany));
        const job = { order, resolve, reject };
        signal?.addEventListener('abort', () => withdraw(job, signal.reason), { once: true });
        waiting.push(job);
        next();
      }),
    close: async () => {
      const ended = thread;
      thread = undefined;
      const reason = busy('No documents are made at the moment. Try again in a moment.');
      for (const job of waiting.splice(0)) job.reject(reason);
      settle((job) => job.reject(reason));
      await ended?.terminate();
    },
  };
}

const tooMany = 'Too many documents are being made. Try again in a moment.';

function busy(message: string): ActionError {
  return new ActionError('too_many_requests', message, { retryAfterSeconds: 5 });
}

/** The program beside this file: as it was built, or its source, which Node reads with the help of tsx. */
function ownProgram(): { url: URL; execArgv: string[] } {
  const isSource = import.meta.url.endsWith('.ts');
  const url = new URL(`./press-worker.${isSource ? 'ts' : 'js'}`, import.meta.url);
  if (!isSource) return { url, execArgv: [] };
  const loader = import.meta.resolve('tsx/esm/api');
  const help = `import { register } from ${JSON.stringify(loader)}; register();`;
  return { url, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(help)}`] };
}
