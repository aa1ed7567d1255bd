import type pg from 'pg';
import { withDatabaseSession } from '../backup/index.ts';
import type { Database } from '../database/client/client.ts';

/** A longer download would hold its snapshot of the database for too long. */
const maxDurationMs = 30 * 60_000;

/** A caller that reads nothing for this long would block other downloads. */
const defaultIdleTimeoutMs = 60_000;

interface SnapshotStreamOptions {
  database: Pick<Database, 'role' | 'url'>;
  signal: AbortSignal;
  /** Returns the parts. Its errors reach the caller, since nothing is sent before it resolves. */
  begin: (client: pg.Client) => Promise<AsyncIterable<Uint8Array>>;
  /** Called when the database session has ended, with or without an error. */
  onEnded: () => void;
  /** Called with the reason if a response is aborted after its start. */
  onBroken: (error: unknown) => void;
  /** Aborts the connection to the caller. Returns false if there is none, so that the stream has to fail. */
  breakOff: () => boolean;
  /** Timeout for reading one part (default: a minute). */
  idleTimeoutMs?: number;
}

/** The caller stopped reading or disconnected before the end of the response. */
class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/**
 * Streams a response from a separate database session, with constant memory. Resolves when the first part can be read. The
 * session ends if the caller disconnects, reads nothing for a while or exceeds the maximum duration.
 */
export async function streamSnapshot({
  begin,
  breakOff,
  database,
  onBroken,
  onEnded,
  idleTimeoutMs = defaultIdleTimeoutMs,
  signal,
}: SnapshotStreamOptions): Promise<ReadableStream> {
  const abandonment = new AbortController();
  const abandon = (reason: string) => abandonment.abort(new NotTaken(`Its caller ${reason}.`));
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
    // The stream ends after `onEnded`, so that the next download of the caller finds a free slot.
    .then(output.end, (error) => {
      if (hasStarted && breakOff()) output.end();
      else output.fail(error);
      throw error;
    });
  // An error before the start rejects the promise. A later one aborts the connection.
  await Promise.race([started, ended]);
  ended.catch(onBroken);
  return readable;
}

/**
 * A stream that takes a part only when the reader requests one. A TransformStream is not suitable: aborting it does not end a
 * pending write, so the source would never end.
 */
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
    /** Resolves when the reader requests the part. @throws the reason of the signal */
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
