import { afterAll, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { followCut } from '../support/raw-streams.ts';
import { useDataFolder } from '../support/service.ts';
import type { TestProcess } from '../support/streams.ts';
import { startProcess } from '../support/streams.ts';

const api = useTestApi();
const folder = useDataFolder();
const started: TestProcess[] = [];
afterAll(() => Promise.all(started.map((process) => process.close())));

const query = `subscription ($types: [RecordType!]) { recordChanged(types: $types) { id kind } }`;

test('streams cut at random, while four processes write and one is killed, are told everything once, in order', async () => {
  for (let n = 0; n < 3; n += 1) started.push(await startProcess(api));
  const killed = await folder.serve({ DATABASE_URL: api.databaseUrl });
  const { key } = api.ours;
  const place = await api.ours.gql('{ events(after: "now") { place } }');
  const from = place.body.data.events.place as string;
  let count: number | undefined;
  const all = [...started, killed];
  const streams = Array.from({ length: 12 }, () =>
    followCut(
      () => all,
      { key, query, variables: { types: ['CLIENT'] } },
      { awaited: () => count, from, random: Math.random },
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
  const writers = all.map(async (process, index) => {
    for (let n = 0; n < 100; n += 1) {
      // Whoever writes by the one that is killed goes on by another.
      await write(process, `${index} ${n}`).catch(() =>
        write(started[0] as TestProcess, `${index} ${n} again`),
      );
      if (index === 0 && n === 30) await killed.end('SIGKILL');
    }
  });
  await Promise.all(writers);
  const committed: string[] = [];
  for (let after = from; ; ) {
    const { body } = await api.ours.gql(
      `{ events(after: "${after}", types: ["client.created"], first: 100) { place hasMore events { recordId } } }`,
    );
    committed.push(
      ...body.data.events.events.map(({ recordId }: { recordId: string }) => recordId),
    );
    after = body.data.events.place;
    if (!body.data.events.hasMore) break;
  }
  expect(committed).toEqual(expect.arrayContaining(made));
  count = committed.length;
  for (const told of await Promise.all(streams)) expect(told).toEqual(committed);
});
