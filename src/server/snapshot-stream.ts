import type pg from 'pg';
import { withDatabaseSession } from '../backup/index.ts';
import type { Database } from '../database/client/client.ts';

/** Answers that a connection of their own reads, sent as fast as they are taken. */

/** A caller who takes longer holds a moment of the database too long. */
const longestMillis = 30 * 60_000;

/** A caller who takes nothing for this long holds a place from others. */
const usualPauseMillis = 60_000;

interface SessionStream {
  database: Pick<Database, 'role' | 'url'>;
  signal: AbortSignal;
  /** What has to be done before anything is sent; what it throws is told to the caller. Answers the parts. */
  begin: (client: pg.Client) => Promise<AsyncIterable<Uint8Array>>;
  /** Told once nothing is read any more, whatever came of it. */
  onEnded: () => void;
  /** Told why an answer was broken off that had begun. */
  onBroken: (error: unknown) => void;
  /** Breaks the connection to the caller off; false where there is none, and the stream has to tell. */
  breakOff: () => boolean;
  /** How long a caller may leave a part untaken; left out: a minute. */
  pauseMillis?: number;
}

/** The answer was not sent to its end, since its caller took nothing, or left. */
class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/**
 * Begins to send an answer; resolves once its first part may be read. Memory does not depend on how long it is. A caller who
 * leaves, who takes nothing for a while or who takes too long altogether frees what is held for it.
 */
export async function streamSnapshot({
  begin,
  breakOff,
  database,
  onBroken,
  onEnded,
  pauseMillis = usualPauseMillis,
  signal,
}: SessionStream): Promise<ReadableStream> {
  const given = new AbortController();
  const giveUp = (what: string) => given.abort(new NotTaken(`Its caller ${what}.`));
  const limited = AbortSignal.any([signal, given.signal, AbortSignal.timeout(longestMillis)]);
  const { readable, take } = untilTaken(limited, () => giveUp('left'));
  let hasBegun = false;
  let begun: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const send = async (client: pg.Client) => {
    const parts = await begin(client);
    hasBegun = true;
    begun();
    for await (const part of parts) {
      const pause = setTimeout(giveUp, pauseMillis, `took nothing for ${pauseMillis} ms`);
      await take.part(part).finally(() => clearTimeout(pause));
    }
  };
  const ended = withDatabaseSession(database.url, limited, send, database.role)
    .finally(onEnded)
    // Not before: whoever has read it to its end may ask for the next, for which there is to be a place.
    .then(take.end, (error) => {
      if (hasBegun && breakOff()) take.end();
      else take.fail(error);
      throw error;
    });
  // Before anything is sent a failure is told; afterwards the connection is broken off.
  await Promise.race([isBegun, ended]);
  ended.catch(onBroken);
  return readable;
}

/**
 * A stream that gets a part when one is asked for. A TransformStream would not do: what waits in it for a caller is not
 * ended by aborting it, so that nothing behind it would ever end either.
 */
function untilTaken(limited: AbortSignal, onLeft: () => void) {
  let wanted: () => void = () => undefined;
  let isWanted = new Promise<void>((resolve) => {
    wanted = resolve;
  });
  const isOver = new Promise<never>((_, reject) => {
    const over = () => reject(limited.reason);
    if (limited.aborted) over();
    limited.addEventListener('abort', over, { once: true });
  });
  isOver.catch(() => undefined);
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isOpen = true;
  const readable = new ReadableStream<Uint8Array>(
    {
      start: (of) => {
        controller = of;
      },
      pull: () => wanted(),
      cancel: () => {
        isOpen = false;
        onLeft();
      },
    },
    { highWaterMark: 0 },
  );
  const take = {
    /** Resolves once the part is asked for. @throws the signal's reason */
    part: async (part: Uint8Array) => {
      await Promise.race([isWanted, isOver]);
      isWanted = new Promise((resolve) => {
        wanted = resolve;
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
  return { readable, take };
}
