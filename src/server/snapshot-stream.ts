import type pg from 'pg';
import { withDatabaseSession } from '../backup/index.ts';
import type { Database } from '../database/client/client.ts';

const maxDurationMs = 30 * 60_000;

const defaultIdleTimeoutMs = 60_000;

interface SnapshotStreamOptions {
  database: Pick<Database, 'role' | 'url'>;
  signal: AbortSignal;
  /** Its errors reach the caller, since nothing is sent before it resolves. */
  begin: (client: pg.Client) => Promise<AsyncIterable<Uint8Array>>;
  /** Also called after errors. */
  onEnded: () => void;
  /** Gets the reason if a started response is aborted. */
  onAborted: (error: unknown) => void;
  /** Returns false without a connection: the stream has to fail. */
  breakOff: () => boolean;
  idleTimeoutMs?: number;
}

class DownloadAbandonedError extends Error {
  override readonly name = 'DownloadAbandonedError';
}

/** Streams from a separate database session with constant memory. Resolves with the first part. */
export async function streamSnapshot({
  begin,
  breakOff,
  database,
  onAborted,
  onEnded,
  idleTimeoutMs = defaultIdleTimeoutMs,
  signal,
}: SnapshotStreamOptions): Promise<ReadableStream> {
  const abandonment = new AbortController();
  const abandon = (reason: string) =>
    abandonment.abort(new DownloadAbandonedError(`Its caller ${reason}.`));
  const endSignal = AbortSignal.any([
    signal,
    abandonment.signal,
    AbortSignal.timeout(maxDurationMs),
  ]);
  const { readable, output } = createPullStream(endSignal, () => abandon('left'));
  let hasStarted = false;
  let resolveStarted: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    resolveStarted = resolve;
  });
  const send = async (client: pg.Client) => {
    const parts = await begin(client);
    hasStarted = true;
    resolveStarted();
    for await (const part of parts) {
      const idleTimer = setTimeout(abandon, idleTimeoutMs, `took nothing for ${idleTimeoutMs} ms`);
      await output.part(part).finally(() => clearTimeout(idleTimer));
    }
  };
  const ended = withDatabaseSession(database.url, endSignal, send, database.role)
    .finally(onEnded)
    // After `onEnded`, so that the caller's next download finds a free slot.
    .then(output.end, (error) => {
      if (hasStarted && breakOff()) output.end();
      else output.fail(error);
      throw error;
    });
  // An error before the start rejects; a later one aborts the connection.
  await Promise.race([started, ended]);
  ended.catch(onAborted);
  return readable;
}

/** Produces a part only on request. Aborting a TransformStream would not end a pending write. */
function createPullStream(endSignal: AbortSignal, onCancel: () => void) {
  let resolveRequested: () => void = () => undefined;
  let requested = new Promise<void>((resolve) => {
    resolveRequested = resolve;
  });
  const aborted = new Promise<never>((_, reject) => {
    const rejectAborted = () => reject(endSignal.reason);
    if (endSignal.aborted) rejectAborted();
    endSignal.addEventListener('abort', rejectAborted, { once: true });
  });
  aborted.catch(() => undefined);
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isOpen = true;
  const readable = new ReadableStream<Uint8Array>(
    {
      start: (streamController) => {
        controller = streamController;
      },
      pull: () => resolveRequested(),
      cancel: () => {
        isOpen = false;
        onCancel();
      },
    },
    { highWaterMark: 0 },
  );
  const output = {
    /** @throws the reason of the signal */
    part: async (part: Uint8Array) => {
      await Promise.race([requested, aborted]);
      requested = new Promise((resolve) => {
        resolveRequested = resolve;
      });
      controller?.enqueue(part);
    },
    end: () => {
      if (isOpen) controller?.close();
      isOpen = false;
    },
    fail: (error: unknown) => {
      if (isOpen) controller?.error(error);
      isOpen = false;
    },
  };
  return { readable, output };
}
