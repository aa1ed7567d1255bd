import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { missingPackages, startPatroni } from '../support/patroni.ts';
import { openRawStream } from '../support/raw-streams.ts';
import { type Service, useDataFolder } from '../support/service.ts';

/** TEST_FAILOVER sets how often the leader is killed: ten times take six minutes. */
const kills = Number(inject('testFailover'));
const folder = useDataFolder();
const patience = { timeout: 180_000, interval: 100 };

interface Api {
  path: string;
  body: (name: string) => object;
}

const doors: Api[] = [
  { path: '/public/action/clients/create', body: (name) => ({ name }) },
  {
    path: '/graphql',
    body: (name) => ({
      query: `mutation ($name: String!) { createClient(input: { name: $name }) { __typename } }`,
      variables: { name },
    }),
  },
];

test.skipIf(!(kills > 0) || missingPackages.length > 0)(
  'leaders that are killed under load in both APIs lose and duplicate nothing, and streams continue with the missed events',
  async () => {
    const cluster = await startPatroni();
    const settings = { DATABASE_URL: cluster.url };
    await folder.runHere(['migrate'], settings);
    const args = ['workspace', 'create', '--name', 'Ours', '--owner-email', 'o@ours.example'];
    const { key } = await folder.json<{ key: string }>(args, settings);
    const service = await folder.serve(settings);
    const done: string[] = [];
    let isOver = false;
    const write = async ({ body, path }: Api, caller: number) => {
      for (let at = 0; !isOver; at += 1) {
        const name = `Client-${caller}-${at}`;
        if (await insist(service, key, path, body(name), name, () => isOver)) done.push(name);
        await sleep(10);
      }
    };
    const from = await currentPosition(service, key);
    const streams = [0, 1, 2].map(() => follow(service, key, from));
    const writers = Promise.all([0, 1, 2, 3].map((at) => write(doors[at % 2] as Api, at)));
    const away: number[] = [];
    await vi.waitFor(() => expect(done.length).toBeGreaterThan(20), patience);
    for (let round = 0; round < kills; round += 1) {
      await cluster.whole();
      await cluster.killLeader();
      const began = performance.now();
      const before = done.length;
      await vi.waitFor(() => expect(done.length).toBeGreaterThan(before + 10), patience);
      away.push(Math.round(performance.now() - began) / 1_000);
    }
    await cluster.whole();
    const client = new pg.Client(cluster.url);
    await client.connect();
    isOver = true;
    await writers;
    const { rows } = await client.query('SELECT id, name FROM "Client"');
    await client.end();
    const names = rows.map(({ name }) => name as string);
    const ids = rows.map(({ id }) => id as string);
    expect(new Set(names).size).toBe(names.length);
    expect(done.filter((name) => !names.includes(name))).toEqual([]);
    for (const stream of streams) {
      await vi.waitFor(() => expect(new Set(stream.told).size).toBe(ids.length), patience);
      expect(stream.told.toSorted()).toEqual(ids.toSorted());
      stream.end();
    }
    // Printed for a person who runs this to measure.
    process.stdout.write(
      `${done.length} writes acknowledged, ${names.length} there; away for ${away.join(', ')} s\n`,
    );
    expect(Math.max(...away)).toBeLessThan(30);
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
    await cluster.stop();
  },
  3_600_000,
);

/** Sends with an idempotency key until it gets a success. Returns whether it did. */
async function insist(
  { url }: Service,
  key: string,
  path: string,
  body: object,
  name: string,
  isOver: () => boolean,
): Promise<boolean> {
  while (!isOver()) {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': name },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: in either API
    const answer = (await response.json()) as any;
    if (response.status === 200 && !answer.errors) return true;
    const code = answer.code ?? answer.errors?.[0].extensions.code;
    expect(code).toBeOneOf([
      'database_unavailable',
      'idempotency_key_in_use',
      'operation_timed_out',
      'outcome_unknown',
      'read_only',
    ]);
    await sleep(200);
  }
  return false;
}

/** Where the workspace's events are. */
async function currentPosition({ url }: Service, key: string): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ events(after: "now") { place } }' }),
  });
  const { data } = (await response.json()) as { data: { events: { place: string } } };
  return data.events.place;
}

/** Follows new clients, and goes on where it stopped when the stream ends. */
function follow({ url }: Service, key: string, from: string) {
  const told: string[] = [];
  const query = 'subscription { recordChanged(types: [CLIENT]) { id kind } }';
  let cut: () => void = () => undefined;
  let isEnded = false;
  const run = async () => {
    let lastEventId = from;
    while (!isEnded) {
      try {
        const stream = await openRawStream({ url, key, query, lastEventId });
        ({ cut } = stream);
        while (!isEnded) {
          const { data, id } = await stream.next();
          lastEventId = id ?? lastEventId;
          if (data.data?.recordChanged?.kind === 'CREATED') told.push(data.data.recordChanged.id);
        }
      } catch {
        await sleep(200);
      }
    }
  };
  void run();
  return {
    told,
    end: () => {
      isEnded = true;
      cut();
    },
  };
}
