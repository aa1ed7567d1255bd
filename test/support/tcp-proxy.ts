import { createConnection, createServer, type Socket } from 'node:net';

/** A proxy between a client and a server that can drop their data. */
export interface TcpProxy {
  port: number;
  /** From now on it drops all data silently, like a network that drops packets. */
  swallow(): void;
  /**
   * The first statement with these words reaches the server; its answer is lost, and the connection with it, or in
   * silence. Of several words, it is the first statement with the last ones after those with the others.
   */
  loseAnswerTo(words: string | readonly string[], how?: 'reset' | 'silence'): void;
  /** From now on the nth message breaks its connection, before it is sent or after its response. 0 disables it. */
  cutAt(nth: number, when: 'before' | 'after'): void;
  /** Lets new connections through again; those that were cut off stay so. */
  letThrough(): void;
  close(): Promise<void>;
}

/** A proxy on loopback for the server on the port given; it listens on any free port, or on the one given. */
export async function startTcpProxy(serverPort: number, ownPort = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let swallowing = false;
  let words: readonly string[] = [];
  let isReset = true;
  let untilCut = 0;
  let cutsBefore = false;
  const server = createServer((nearby) => {
    nearby.on('error', () => undefined);
    nearby.on('close', () => sockets.delete(nearby));
    sockets.add(nearby);
    if (swallowing) {
      nearby.pause();
      return;
    }
    const far = createConnection({ port: serverPort, host: '127.0.0.1' });
    far.on('error', () => undefined);
    far.on('close', () => sockets.delete(far));
    sockets.add(far);
    const loseAnswer = () => {
      far.unpipe(nearby).once('data', () => {
        if (isReset) nearby.resetAndDestroy();
        far.end();
      });
      far.resume();
    };
    nearby.on('data', (sent) => {
      if (untilCut > 0) {
        untilCut -= 1;
        if (untilCut === 0 && !cutsBefore) loseAnswer();
        // Data to a closed connection is dropped.
        if (untilCut === 0 && cutsBefore) for (const side of [far, nearby]) side.resetAndDestroy();
      }
      const [next, ...more] = words;
      if (next === undefined || !sent.includes(next)) return;
      words = more;
      if (more.length === 0) loseAnswer();
    });
    nearby.pipe(far);
    far.pipe(nearby);
  });
  await new Promise<void>((listening) => server.listen(ownPort, '127.0.0.1', listening));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    swallow: () => {
      swallowing = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    loseAnswerTo: (of, how = 'reset') => {
      words = typeof of === 'string' ? [of] : of;
      isReset = how === 'reset';
    },
    cutAt: (nth, when) => {
      untilCut = nth;
      cutsBefore = when === 'before';
    },
    letThrough: () => {
      swallowing = false;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
