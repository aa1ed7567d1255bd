import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Subscriptions as their bytes come, for what client libraries do not show: the ids of events. */

interface RawEvent {
  id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  data: any;
}

export interface RawStream {
  /** The next event; fails where the stream ends before. */
  next(): Promise<RawEvent>;
  /** All events that are there, once there is one; fails where the stream ends before. */
  some(): Promise<RawEvent[]>;
  /** Breaks the stream off, as a lost connection does. */
  cut(): void;
}

interface Opening {
  url: string;
  key: string;
  query: string;
  variables?: object;
  /** Of the last event that came before. */
  lastEventId?: string | undefined;
}

function parsed(block: string): RawEvent | undefined {
  const lines = block.split('\n');
  const fieldOf = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const data = fieldOf('data');
  return fieldOf('event') === 'next' && data
    ? { id: fieldOf('id'), data: JSON.parse(data) }
    : undefined;
}

/** Opens a stream, and resolves when its answer has begun. */
export async function openRawStream(opening: Opening): Promise<RawStream> {
  const { key, lastEventId, query, url, variables } = opening;
  // Not by `fetch`, whose streams take several times as long: tests read millions of events.
  const sent = request(`${url}/graphql`, {
    method: 'POST',
    agent: false,
    headers: {
      ...{ accept: 'text/event-stream', 'content-type': 'application/json', 'x-api-key': key },
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  sent.end(JSON.stringify({ query, variables }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  // The reader gets the error. Without a reader the error does not matter.
  for (const side of [sent, response]) side.on('error', () => undefined);
  const chunks: AsyncIterator<string> = response.setEncoding('utf8')[Symbol.asyncIterator]();
  let text = '';
  const ready: RawEvent[] = [];
  const read = async () => {
    while (ready.length === 0) {
      const { done, value } = await chunks.next();
      if (done) throw new Error('The stream is over.');
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() as string;
      for (const block of blocks) {
        const event = parsed(block);
        if (event) ready.push(event);
      }
    }
  };
  return {
    next: async () => {
      await read();
      return ready.shift() as RawEvent;
    },
    some: async () => {
      await read();
      return ready.splice(0);
    },
    cut: () => sent.destroy(),
  };
}

/** The ids of the clients that were made behind a place, in the order in which that was committed. */
export async function clientsMadeBehind(
  // biome-ignore lint/suspicious/noExplicitAny: tests look into returns of every shape
  ask: (query: string) => Promise<any>,
  position: string,
): Promise<string[]> {
  const made: string[] = [];
  for (let after = position; ; ) {
    const { data } = await ask(
      `{ events(after: "${after}", types: ["client.created"], first: 100) { place hasMore events { recordId } } }`,
    );
    made.push(...data.events.events.map(({ recordId }: { recordId: string }) => recordId));
    if (!data.events.hasMore) return made;
    after = data.events.place;
  }
}

/** Errors of a stream during an outage of the database, after which it ends and is opened again. */
const passing = new Set(['database_unavailable', 'read_only']);

/**
 * Follows new clients by streams that are cut repeatedly and continue where they stopped, at one of the processes,
 * until the awaited number arrived. Returns their ids in the order of their events.
 */
export async function followCut(
  processes: () => readonly { url: string }[],
  opening: Omit<Opening, 'url' | 'lastEventId'>,
  {
    awaited,
    from,
    mostTold = 12,
    random,
  }: {
    /** How many there are to be, once that is known. */
    awaited: Promise<number>;
    from: string;
    /** The maximum of events of one stream before it is cut. */
    mostTold?: number;
    random: () => number;
  },
): Promise<string[]> {
  const reported: string[] = [];
  let lastEventId: string | undefined = from;
  let current: RawStream | undefined;
  let expected: number | undefined;
  const isWhole = () => expected !== undefined && reported.length >= expected;
  // After the last awaited event, no other would arrive.
  void awaited.then((count) => {
    expected = count;
    if (isWhole()) current?.cut();
  });
  /** Takes events until one ends the stream; how many of them. */
  const take = (events: readonly RawEvent[], max: number): number => {
    let taken = 0;
    for (const { data, id } of events) {
      if (taken === max || isWhole()) break;
      if (passing.has(data.errors?.[0].extensions?.code)) return max;
      if (data.errors) throw new Error(JSON.stringify(data.errors));
      const { id: record, kind } = data.data.recordChanged;
      if (kind === 'CREATED') reported.push(record);
      lastEventId = id ?? lastEventId;
      taken += 1;
    }
    return taken;
  };
  while (!isWhole()) {
    const all = processes();
    const { url } = all[Math.floor(random() * all.length)] as { url: string };
    try {
      const stream = await openRawStream({ ...opening, url, lastEventId });
      current = stream;
      for (let left = 1 + Math.floor(random() * mostTold); left > 0 && !isWhole(); ) {
        left -= take(await stream.some(), left);
      }
      stream.cut();
    } catch (error) {
      // A process that was killed, or the end.
      if (/errors|extensions/.test(String(error))) throw error;
      await sleep(5);
    }
  }
  return reported;
}

/** Ends the connections on which the processes of a database listen for changes. Returns their number. */
export async function cutListeners(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'actiongraph changes'`,
  );
  return rows.length;
}
