import type pg from 'pg';
import { withSession } from './backup/session.ts';
import type { Database } from './database/client.ts';

/** Answers that a connection of their own reads, sent as fast as they are taken. */

/** A caller who takes longer holds a moment of the database too long. */
const longestMillis = 30 * 60_000;

interface SessionStream {
  database: Pick<Database, 'role' | 'url'>;
  signal: AbortSignal;
  /** What has to be done before anything is sent; what it throws is told to the caller. Answers the parts. */
  begin: (client: pg.Client) => Promise<AsyncIterable<Uint8Array>>;
  /** Told once nothing is read any more, whatever came of it. */
  onEnded: () => void;
  /** Told why an answer was broken off that had begun. */
  onBroken: (error: unknown) => void;
}

/** Begins to send an answer; resolves once its first part may be read. Memory does not depend on how long it is. */
export async function streamSession({
  begin,
  database,
  onBroken,
  onEnded,
  signal,
}: SessionStream): Promise<ReadableStream> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let begun: () => void = () => undefined;
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const send = async (client: pg.Client) => {
    const parts = await begin(client);
    begun();
    for await (const part of parts) {
      await writer.ready;
      await writer.write(part);
    }
    await writer.close();
  };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(longestMillis)]);
  const ended = withSession(database.url, limited, send, database.role)
    .finally(onEnded)
    .catch(async (error) => {
      await writer.abort(error).catch(() => undefined);
      throw error;
    });
  // Before anything is sent a failure is told; afterwards the connection is broken off.
  await Promise.race([isBegun, ended]);
  ended.catch(onBroken);
  return readable;
}
