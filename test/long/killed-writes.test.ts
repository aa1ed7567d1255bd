import { createConnection, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { addContact, created } from '../support/invoices.ts';
import { killProcess } from '../support/kill.ts';
import { useDataFolder } from '../support/service.ts';

/**
 * A service is killed before and after each of the steps in which a write with an idempotency key speaks to the database: sent
 * again, it is done once, and nothing is there by half. A write is sent in many workspaces at once, and held in each of them at another step,
 * until the one process is killed in which all of them are.
 */

/** More than any of these writes has steps. */
const mostSteps = 40;

const api = useTestApi();
const folder = useDataFolder();

type When = 'before' | 'after';

interface Holder {
  url: string;
  /** From the statement on that has these words, what is sent on its connection is counted; the nth is held, and resolves this. */
  hold(words: string, nth: number, when: When): Promise<void>;
  /** What has these words is not held any more. */
  pass(words: string): void;
  close(): void;
}

interface Held {
  words: string;
  nth: number;
  when: When;
  reached: () => void;
}

/** Stands between the service and its database. */
async function startHolder(databaseUrl: string): Promise<Holder> {
  const url = new URL(databaseUrl);
  const far = { port: Number(url.port), host: '127.0.0.1' };
  const armed = new Map<string, Held>();
  const server = createServer((near) => {
    const back = createConnection(far);
    let own: Held | undefined;
    let step = 0;
    let isSilent = false;
    near.on('data', (sent) => {
      const text = sent.toString();
      const named = [...armed.values()].find(({ words }) => text.includes(words));
      if (named && named !== own) {
        own = named;
        step = 0;
      }
      const held = own && armed.get(own.words);
      if (held) step += 1;
      if (isSilent || !held || step !== held.nth) return back.write(sent);
      isSilent = true;
      if (held.when === 'before') return held.reached();
      back.once('data', held.reached);
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
    hold: (words, nth, when) =>
      new Promise((reached) => armed.set(words, { words, nth, when, reached })),
    pass: (words) => void armed.delete(words),
    close: () => server.close(),
  };
}

/** One for each step, so that none waits for what another one has locked. */
const workspaces: TestWorkspace[] = [];
let holder: Holder;
beforeAll(async () => {
  holder = await startHolder(api.databaseUrl);
  const ada = { firstName: 'Ada', email: 'ada@own.example', invoiceContact: true };
  for (let step = 1; step <= mostSteps; step += 1) {
    const own = await api.addWorkspace();
    const { id } = await created(own, 'clients/create', { name: 'Own' });
    await addContact(api, own, id, ada);
    workspaces.push(own);
  }
});
afterAll(() => holder.close());

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

const init = (by: TestWorkspace, mark: string, body: object) => ({
  method: 'POST',
  headers: {
    'x-api-key': by.key,
    'content-type': 'application/json',
    'idempotency-key': mark,
  },
  body: JSON.stringify(body),
});

/** A connection for each of the writes, and no end to how long one may take. */
const settings = {
  DATABASE_POOL_SIZE: String(mostSteps + 10),
  GRAPHQL_TIME_LIMIT_MS: '300000',
};

/**
 * Sends a write until it is held at its step, or done without coming there. Connections that nobody made in time, on a busy
 * machine, are told by 503: nothing was written then.
 */
async function untilHeld(mark: string, nth: number, when: When, send: () => Promise<Response>) {
  for (;;) {
    const held = holder.hold(mark, nth, when).then(() => true);
    const answer = send().then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => undefined,
    );
    const isHeld = await Promise.race([held, answer.then(() => false)]);
    if (isHeld) return { answer, isHeld };
    holder.pass(mark);
    const done = await answer;
    if (done?.status === 200) return { answer, isHeld };
    expect(done, mark).toMatchObject({ status: 503, text: expect.stringContaining('unavailable') });
  }
}

describe.each(Object.entries(writes))('%s', (title, { path, body, made }) => {
  test.each(['before', 'after'] as const)(
    'is there once and as a whole, whatever step its service is killed %s',
    async (when) => {
      const service = await folder.serve({ ...settings, DATABASE_URL: holder.url });
      const sent = await Promise.all(
        workspaces.map(async (by, index) => {
          const mark = `${title.split(' ').join('-')}-${when}-${index + 1}-`;
          const send = () => fetch(`${service.url}${path}`, init(by, mark, body(mark)));
          return { by, mark, ...(await untilHeld(mark, index + 1, when, send)) };
        }),
      );
      killProcess(service.pid, 'SIGKILL');
      await service.ended;
      for (const { answer, by, isHeld, mark } of sent) {
        const first = await answer;
        expect(first?.status === 200, `${mark}: ${first?.text}`).toBe(!isHeld);
        const half = await made(mark);
        expect(new Set(half).size, `${mark}: ${half}`).toBe(1);
        const again = await vi.waitFor(
          async () => {
            const answer = await api.request(path, init(by, mark, body(mark)));
            expect(answer.status, answer.text).toBe(200);
            return answer;
          },
          { timeout: 60_000, interval: 50 },
        );
        if (first?.status === 200) expect(again.text).toBe(first.text);
        expect(await made(mark), mark).toEqual(half.map(() => 1));
      }
      // Every step from the first to the last one, and none was left out behind them.
      const steps = sent.findLastIndex(({ isHeld }) => isHeld) + 1;
      expect(sent.slice(0, steps).filter(({ isHeld }) => !isHeld)).toEqual([]);
      expect(steps).toBeGreaterThan(3);
      expect(steps).toBeLessThan(mostSteps);
    },
  );
});
