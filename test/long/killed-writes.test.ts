import { createConnection, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { addContact, created } from '../support/invoices.ts';
import { killProcess } from '../support/kill.ts';
import { useDataFolder } from '../support/service.ts';

/**
 * A service is killed before and after each of the steps in which a write with an idempotency key speaks to the database: sent
 * again, it is done once, and nothing is there by half.
 */

const api = useTestApi();
const folder = useDataFolder();

interface Killer {
  url: string;
  /** From the statement on that has these words, what is sent on its connection is counted; at the nth, `kill` is called. */
  arm(words: string, nth: number, when: 'before' | 'after', kill: () => void): void;
  isReached(): boolean;
  close(): void;
}

/** Stands between the service and its database. */
async function startKiller(databaseUrl: string): Promise<Killer> {
  const url = new URL(databaseUrl);
  const far = { port: Number(url.port), host: '127.0.0.1' };
  let armed: { words: string; nth: number; when: string; kill: () => void } | undefined;
  let isReached = false;
  const server = createServer((near) => {
    const back = createConnection(far);
    let step = 0;
    let isSilent = false;
    near.on('data', (sent) => {
      if (armed && (step > 0 || sent.includes(armed.words))) step += 1;
      if (isSilent || !armed || step !== armed.nth) return back.write(sent);
      isReached = true;
      isSilent = true;
      const { kill, when } = armed;
      if (when === 'before') return kill();
      back.once('data', kill);
      return back.write(sent);
    });
    back.on('data', (answer) => isSilent || near.write(answer));
    for (const [one, other] of [
      [near, back],
      [back, near],
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
    arm: (words, nth, when, kill) => {
      armed = { words, nth, when, kill };
      isReached = false;
    },
    isReached: () => isReached,
    close: () => server.close(),
  };
}

let killer: Killer;
beforeAll(async () => {
  killer = await startKiller(api.databaseUrl);
  const { id } = await created(api.ours, 'clients/create', { name: 'Own' });
  const ada = { firstName: 'Ada', email: 'ada@own.example', invoiceContact: true };
  await addContact(api, api.ours, id, ada);
});
afterAll(() => killer.close());

interface Write {
  path: string;
  body: (mark: string) => object;
  /** How many there are of each record that it makes. */
  made: (mark: string) => Promise<number[]>;
}

const client = (alias: string, name: string) =>
  `${alias}: createClient(input: { name: "${name}" }) { ... on CreateClientSuccess { client { id } } }`;

const writes: Record<string, Write> = {
  'an invoice with its mail': {
    path: '/public/action/invoices/create',
    body: (description) => ({
      clientName: 'Own',
      amount: 5,
      description,
      sendTo: { send: true },
    }),
    made: async (description) => {
      const { invoice, invoiceEvent, outboxMail } = api.database.prisma;
      const where = { invoice: { description } };
      return Promise.all([
        invoice.count({ where: { description } }),
        outboxMail.count({ where }),
        invoiceEvent.count({ where: { ...where, kind: 'SENT' } }),
      ]);
    },
  },
  'time with all that it is logged on': {
    path: '/public/action/timeWorked/create',
    body: (name) => ({
      timerStart: '2026-03-02T09:00:00Z',
      timerEnd: '2026-03-02T10:00:00Z',
      clientName: name,
      projectName: name,
      deliverableName: name,
      createClient: true,
      createProject: true,
      createDeliverable: true,
      notes: name,
    }),
    made: async (name) => {
      const { client: clients, deliverable, project, timeEntry } = api.database.prisma;
      const where = { name };
      return Promise.all([
        clients.count({ where }),
        project.count({ where }),
        deliverable.count({ where }),
        timeEntry.count({ where: { notes: name } }),
      ]);
    },
  },
  'two mutations with @atomic': {
    path: '/graphql',
    body: (name) => ({
      query: `mutation @atomic { ${client('a', name)} ${client('b', `${name} B`)} }`,
    }),
    made: async (name) => {
      const { client: clients } = api.database.prisma;
      const names = [name, `${name} B`];
      return Promise.all(names.map((one) => clients.count({ where: { name: one } })));
    },
  },
};

const init = (mark: string, body: object) => ({
  method: 'POST',
  headers: {
    'x-api-key': api.ours.key,
    'content-type': 'application/json',
    'idempotency-key': mark,
  },
  body: JSON.stringify(body),
});

describe.each(Object.entries(writes))('%s', (title, { path, body, made }) => {
  test.each(['before', 'after'] as const)(
    'is there once and as a whole, whatever step its service is killed %s',
    async (when) => {
      let steps = 0;
      for (let nth = 1, isReached = true; isReached; nth += 1) {
        const service = await folder.serve({ DATABASE_URL: killer.url });
        const mark = `${title.split(' ').join('-')}-${when}-${nth}`;
        killer.arm(mark, nth, when, () => killProcess(service.pid, 'SIGKILL'));
        const first = await fetch(`${service.url}${path}`, init(mark, body(mark))).then(
          async (response) => ({ status: response.status, text: await response.text() }),
          () => undefined,
        );
        isReached = killer.isReached();
        if (isReached) await service.ended;
        else await service.end('SIGTERM');
        const half = await made(mark);
        expect(new Set(half).size, `${mark}: ${half}`).toBe(1);
        const again = await vi.waitFor(
          async () => {
            const answer = await api.request(path, init(mark, body(mark)));
            expect(answer.status, answer.text).toBe(200);
            return answer;
          },
          { timeout: 60_000, interval: 50 },
        );
        if (first) expect(again.text).toBe(first.text);
        expect(await made(mark), mark).toEqual(half.map(() => 1));
        if (isReached) steps = nth;
      }
      expect(steps).toBeGreaterThan(3);
    },
  );
});
