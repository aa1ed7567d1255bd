import { setTimeout as sleep } from 'node:timers/promises';

/** Subscriptions as their bytes come, for what client libraries do not show: the ids of events. */

interface RawEvent {
  id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  data: any;
}

export interface RawStream {
  /** The next event; fails where the stream ends before. */
  next(): Promise<RawEvent>;
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
  const abort = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    signal: abort.signal,
    headers: {
      ...{ accept: 'text/event-stream', 'content-type': 'application/json', 'x-api-key': key },
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  return {
    next: async () => {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const event = parsed(text.slice(0, end));
          text = text.slice(end + 2);
          if (event) return event;
          continue;
        }
        const { done, value } = await reader.read();
        if (done) throw new Error('The stream is over.');
        text += decoder.decode(value, { stream: true });
      }
    },
    cut: () => abort.abort(),
  };
}

/**
 * Follows new clients by streams that are cut again and again and go on where they stopped, by one or another of the processes,
 * until as many as are awaited came; answers their ids in the order in which they were told.
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
    awaited: () => number | undefined;
    from: string;
    /** How many events one stream tells before it is cut. */
    mostTold?: number;
    random: () => number;
  },
): Promise<string[]> {
  const told: string[] = [];
  let lastEventId: string | undefined = from;
  const ended = over(awaited, told);
  ended.catch(() => undefined);
  while (told.length !== awaited()) {
    const all = processes();
    const { url } = all[Math.floor(random() * all.length)] as { url: string };
    try {
      const stream = await openRawStream({ ...opening, url, lastEventId });
      for (
        let left = 1 + Math.floor(random() * mostTold);
        left > 0 && told.length !== awaited();
        left -= 1
      ) {
        const { data, id } = await Promise.race([stream.next(), ended]);
        if (data.errors) throw new Error(JSON.stringify(data.errors));
        const { id: record, kind } = data.data.recordChanged;
        if (kind === 'CREATED') told.push(record);
        lastEventId = id ?? lastEventId;
      }
      stream.cut();
    } catch (error) {
      // A process that was killed, or the end.
      if (/errors|extensions/.test(String(error))) throw error;
      await sleep(5);
    }
  }
  return told;
}

/** Fails when all has been told that is awaited: nothing more would come. */
async function over(awaited: () => number | undefined, told: readonly string[]): Promise<never> {
  while (told.length !== awaited()) await sleep(20);
  throw new Error('It is over.');
}
