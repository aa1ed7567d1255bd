import { expect, inject, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { followCut } from '../support/raw-streams.ts';
import type { Service } from '../support/service.ts';
import { useDataFolder } from '../support/service.ts';

const api = useTestApi();
const folders = [useDataFolder(), useDataFolder(), useDataFolder(), useDataFolder()];

const query = `subscription ($types: [RecordType!]) { recordChanged(types: $types) { id kind } }`;
const { runs } = inject('longRun');
const writes = runs * 4;
/** 200 at 20,000 writes. */
const streamCount = Math.min(200, Math.ceil(runs / 25));

/** The ids of the clients that were made behind a place, in the order in which that was committed. */
async function committedBehind(place: string): Promise<string[]> {
  const committed: string[] = [];
  for (let after = place; ; ) {
    const { body } = await api.ours.gql(
      `{ events(after: "${after}", types: ["client.created"], first: 100) { place hasMore events { recordId } } }`,
    );
    const { events, hasMore, place: next } = body.data.events;
    committed.push(...events.map(({ recordId }: { recordId: string }) => recordId));
    if (!hasMore) return committed;
    after = next;
  }
}

test('streams that are cut at random, while four processes write and one is killed, are told everything once, in order', async () => {
  const unlimited = {
    ...{ RATE_LIMIT_PER_MINUTE: '0', GRAPHQL_COST_PER_MINUTE: '0' },
    ...{ GRAPHQL_MAX_SUBSCRIPTIONS: '0', GRAPHQL_MAX_EVENT_COST: '0' },
  };
  const services: Service[] = [];
  for (const folder of folders) {
    services.push(await folder.serve({ DATABASE_URL: api.databaseUrl, ...unlimited }));
  }
  const killed = services.at(-1) as Service;
  const { key } = api.ours;
  const { body } = await api.ours.gql('{ events(after: "now") { place } }');
  const from = body.data.events.place as string;
  let count: number | undefined;
  const streams = Array.from({ length: streamCount }, () =>
    followCut(
      () => services,
      { key, query, variables: { types: ['CLIENT'] } },
      { awaited: () => count, from, mostTold: Math.max(12, writes / 4), random: Math.random },
    ),
  );
  const made: string[] = [];
  const write = async ({ url }: { url: string }, name: string) => {
    const response = await fetch(`${url}/public/action/clients/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ name }),
    });
    if (response.ok) made.push(((await response.json()) as { id: string }).id);
  };
  const writers = services.map(async (service, index) => {
    for (let n = 0; n < writes / services.length; n += 1) {
      // Whoever writes by the one that is killed goes on by another.
      await write(service, `${index} ${n}`).catch(() =>
        write(services[0] as Service, `${index} ${n} again`),
      );
      if (index === 0 && n === Math.floor(writes / 12)) await killed.end('SIGKILL');
    }
  });
  await Promise.all(writers);
  const committed = await committedBehind(from);
  const isCommitted = new Set(committed);
  expect(made.filter((id) => !isCommitted.has(id))).toEqual([]);
  expect(made.length).toBeGreaterThan(writes - 20);
  count = committed.length;
  for (const told of await Promise.all(streams)) expect(told).toEqual(committed);
});
