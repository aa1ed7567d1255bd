import type { AddressInfo, Socket } from 'node:net';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll } from 'vitest';

/** What the server does with the next message: answers with a code, or something worse. */
type Behaviour =
  | 'take'
  | { code: number; text: string }
  /** Has the whole message, and is gone without an answer. */
  | 'drop-after-data'
  /** Has the whole message, and never answers. */
  | 'hang';

/** A mail server on this machine, whose mails can be read. */
export interface MailServer {
  url: string;
  /** Mails taken, parsed, in order. */
  inbox: Email[];
  /** How often a message was begun. */
  attempts: number;
  /** What happens to the messages to come, in order; those after them are taken. */
  behave: Behaviour[];
  /** The replies to recipients, by address. */
  refused: Map<string, { code: number; text: string }>;
  /** Resolves once `count` mails were taken in all. */
  received(count: number): Promise<void>;
  /** Resolves once `count` messages were begun in all. */
  begun(count: number): Promise<void>;
  /** Stops listening and comes back on the same port. */
  down(): Promise<void>;
  up(): Promise<void>;
}

/** A mail server for a test file. */
export function useMailServer(): MailServer {
  const state = { inbox: [], attempts: 0, behave: [], refused: new Map() } as unknown as MailServer;
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const look of waiting) look();
  };
  const until = (isDone: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isDone()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  let server: SMTPServer;
  let port = 0;
  const open = async () => {
    server = createServer(state, changed);
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
    ({ port } = server.server.address() as AddressInfo);
    state.url = `smtp://127.0.0.1:${port}`;
  };
  const close = () => new Promise<void>((closed) => server.close(() => closed()));
  state.received = (count) => until(() => state.inbox.length >= count);
  state.begun = (count) => until(() => state.attempts >= count);
  state.up = open;
  state.down = close;
  beforeAll(open);
  afterAll(close);
  return state;
}

function rejection({ code, text }: { code: number; text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function createServer(state: MailServer, changed: () => void): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, callback) => {
      const answer = state.refused.get(address);
      callback(answer ? rejection(answer) : null);
    },
    onData: (stream, session, callback) => {
      const behaviour = state.behave.shift() ?? 'take';
      state.attempts += 1;
      changed();
      const cut = () => {
        for (const connection of server.connections as Set<{ id: string; _socket: Socket }>) {
          if (connection.id === session.id) connection._socket.destroy();
        }
      };
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (behaviour === 'drop-after-data') return cut();
        if (behaviour === 'hang') return;
        if (typeof behaviour === 'object') return callback(rejection(behaviour));
        state.inbox.push(await PostalMime.parse(Buffer.concat(chunks)));
        callback();
        changed();
      });
    },
  });
  server.on('error', () => undefined);
  return server;
}
