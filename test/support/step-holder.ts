import { createConnection, createServer, type Socket } from 'node:net';

export type When = 'before' | 'after';

/** A proxy between a service and its database that holds a request at one of its steps. */
export interface StepHolder {
  url: string;
  /** Counts the messages on a connection from the statement with these words on. The nth is held, and resolves this. */
  hold(words: string, nth: number, when: When): Promise<void>;
  /** Stops holding statements with these words. */
  pass(words: string): void;
  close(): void;
}

interface Held {
  words: string;
  nth: number;
  when: When;
  steps: number;
  reached: () => void;
  timer: NodeJS.Timeout;
}

/** A step that never comes fails the test with its words, long before the test times out. */
const stepTimeoutMs = 300_000;

/** If the server ends the connection instead of answering, the next connection with the statement is held. */
function whenResponded(back: Socket, held: Held): void {
  const release = () => {
    held.steps = 0;
  };
  back.once('close', release);
  back.once('data', (answer) => {
    if (answer.includes('FATAL')) return;
    back.off('close', release);
    held.reached();
  });
}

export async function startStepHolder(databaseUrl: string): Promise<StepHolder> {
  const url = new URL(databaseUrl);
  const far = { port: Number(url.port), host: '127.0.0.1' };
  const armed = new Map<string, Held>();
  const server = createServer((nearby) => {
    const back = createConnection(far);
    let own: Held | undefined;
    let isSilent = false;
    nearby.on('data', (sent) => {
      const text = sent.toString();
      own = [...armed.values()].find(({ words }) => text.includes(words)) ?? own;
      const held = own && armed.get(own.words);
      if (held) held.steps += 1;
      if (isSilent || !held || held.steps !== held.nth) return back.write(sent);
      isSilent = true;
      if (held.when === 'before') return held.reached();
      whenResponded(back, held);
      return back.write(sent);
    });
    back.on('data', (answer) => isSilent || nearby.write(answer));
    for (const [one, other] of [
      [nearby, back],
      [back, nearby],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    hold: (words, nth, when) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`No statement with "${words}" came.`)),
          stepTimeoutMs,
        );
        const reached = () => {
          clearTimeout(timer);
          resolve();
        };
        armed.set(words, { words, nth, when, steps: 0, reached, timer });
      }),
    pass: (words) => {
      clearTimeout(armed.get(words)?.timer);
      armed.delete(words);
    },
    close: () => {
      for (const { timer } of armed.values()) clearTimeout(timer);
      server.close();
    },
  };
}
