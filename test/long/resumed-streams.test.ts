import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { firstPrepared, pgbouncerVersion, startPgbouncer } from '../support/pgbouncer.ts';
import { clientsMadeBehind, cutListeners, followCut } from '../support/raw-streams.ts';
import type { Service } from '../support/service.ts';
import { useDataFolder } from '../support/service.ts';

const api = useTestApi();
const folders = [useDataFolder(), useDataFolder(), useDataFolder(), useDataFolder()];

const query = `subscription ($types: [RecordType!]) { recordChanged(types: $types) { id kind } }`;
const { runs } = inject('longRun');
/** With a pooler in transaction mode if TEST_PGBOUNCER names one. */
const { pgbouncer: input } = inject('programs');
const isPooled = input !== '' && (pgbouncerVersion(input) ?? 0) >= firstPrepared;
const writes = runs * 4;
/** 200 at 20,000 writes. */
const streamCount = Math.min(200, Math.ceil(runs / 25));

test('streams that are cut at random, while four processes write, one is killed, and pooler and listeners lose their connections, get every event once, in order', async () => {
  const pooler = isPooled
    ? await startPgbouncer(input, api.databaseUrl, [
        ...['pool_mode = transaction', 'default_pool_size = 20', 'max_client_conn = 1000'],
        'max_prepared_statements = 200',
      ])
    : undefined;
  const settings = {
    REQUEST_LIMITS: 'requestsPerMinute=0,costPerMinute=0',
    GRAPHQL_LIMITS: 'subscriptions=0,eventCost=0',
    DATABASE_URL: pooler?.url ?? api.databaseUrl,
    ...(pooler && { DATABASE_DIRECT_URL: api.databaseUrl }),
  };
  const services: Service[] = [];
  for (const folder of folders) services.push(await folder.serve(settings));
  const killed = services.at(-1) as Service;
  const { key } = api.ours;
  const { body } = await api.ours.gql('{ events(after: "now") { place } }');
  const from = body.data.events.place as string;
  let count: (awaited: number) => void = () => undefined;
  const awaited = new Promise<number>((resolve) => {
    count = resolve;
  });
  const streams = Array.from({ length: streamCount }, () =>
    followCut(
      () => services,
      { key, query, variables: { types: ['CLIENT'] } },
      { awaited, from, mostTold: Math.max(12, writes / 4), random: Math.random },
    ),
  );
  const made: string[] = [];
  const write = async ({ url }: { url: string }, name: string): Promise<boolean> => {
    try {
      const response = await fetch(`${url}/public/action/clients/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ name }),
      });
      if (response.ok) made.push(((await response.json()) as { id: string }).id);
      return response.ok;
    } catch {
      return false;
    }
  };
  const written = async (index: number, n: number) => {
    let service = services[index] as Service;
    // A write without a response may have been executed. It is repeated with another name at another process.
    for (let attempt = 0; !(await write(service, `${index} ${n} ${attempt}`)); attempt += 1) {
      service = services[attempt % 3] as Service;
      await sleep(20);
    }
  };
  const each = writes / services.length;
  const errors = new Map<number, () => Promise<unknown>>([
    [Math.floor(each / 4), () => killed.end('SIGKILL')],
    [Math.floor(each / 3), async () => pooler?.restart()],
    [Math.floor(each / 2), async () => expect(await cutListeners(api.owner)).toBeGreaterThan(0)],
  ]);
  const writers = services.map(async (_, index) => {
    for (let n = 0; n < each; n += 1) {
      await written(index, n);
      if (index === 0) await errors.get(n)?.();
    }
  });
  await Promise.all(writers);
  const ask = async (requested: string) => (await api.ours.gql(requested)).body;
  const committed = await clientsMadeBehind(ask, from);
  const isCommitted = new Set(committed);
  expect(made.filter((id) => !isCommitted.has(id))).toEqual([]);
  expect(made).toHaveLength(writes);
  count(committed.length);
  // Compared as texts: comparing millions of ids one by one takes longer than receiving them.
  const expected = committed.join();
  for (const reported of await Promise.all(streams)) {
    if (reported.join() !== expected) expect(reported).toEqual(committed);
  }
  for (const service of services.slice(0, -1)) await service.end('SIGTERM');
  await pooler?.stop();
});
