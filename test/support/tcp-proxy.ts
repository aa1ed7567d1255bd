import { createConnection, createServer, type Socket } from 'node:net';

/** Stands between a client and a server, and can swallow what they say. */
export interface TcpProxy {
  port: number;
  /** From now on nothing passes, and nobody is told: what a network does that drops packets. */
  swallow(): void;
  /**
   * The first statement with these words reaches the server; its answer is lost, and the connection with it, or in
   * silence.
   */
  loseAnswerTo(words: string, how?: 'reset' | 'silence'): void;
  /** Lets new connections through again; those that were cut off stay so. */
  letThrough(): void;
  close(): Promise<void>;
}

/** A proxy on loopback for the server on the port given; it listens on any free port, or on the one given. */
export async function startTcpProxy(serverPort: number, ownPort = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let swallowing = false;
  let words: string | undefined;
  let isReset = true;
  const server = createServer((near) => {
    near.on('error', () => undefined);
    near.on('close', () => sockets.delete(near));
    sockets.add(near);
    if (swallowing) {
      near.pause();
      return;
    }
    const far = createConnection({ port: serverPort, host: '127.0.0.1' });
    far.on('error', () => undefined);
    far.on('close', () => sockets.delete(far));
    sockets.add(far);
    near.on('data', (sent) => {
      if (words === undefined || !sent.includes(words)) return;
      words = undefined;
      far.unpipe(near).once('data', () => {
        if (isReset) near.resetAndDestroy();
        far.end();
      });
      far.resume();
    });
    near.pipe(far);
    far.pipe(near);
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
      words = of;
      isReset = how === 'reset';
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
