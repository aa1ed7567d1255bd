import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { entriesTable } from '../support/citus.ts';
import { cutListeners, followCut, openRawStream } from '../support/raw-streams.ts';
import type { TestProcess } from '../support/streams.ts';
import { startProcess, useStreams } from '../support/streams.ts';

const api = useTestApi();
const subscribe = useStreams();
let processes: TestProcess[] = [];

beforeAll(async () => {
  processes = await Promise.all([startProcess(api), startProcess(api)]);
});
afterAll(() => Promise.all(processes.map((process) => process.close())));

const query = `subscription ($types: [RecordType!], $after: ID) {
  recordChanged(types: $types, after: $after) { type id kind place }
}`;
const variables = { types: ['CLIENT', 'CALENDAR_EVENT'] };

const end = async (workspace: Pick<typeof api.ours, 'gql'>) =>
  (await workspace.gql('{ events(after: "now") { place } }')).body.data.events.place as string;

const make = async (name: string, workspace = api.ours) =>
  (await workspace.post('clients/create', { name })).body.id as string;

/** A sequence of numbers that is the same each time. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test('a stream continues after the position of its last event, by argument or by header, deletions included', async () => {
  const [first, second] = processes as [TestProcess, TestProcess];
  const { key } = api.ours;
  const { body: event } = await api.ours.post('calendar/createOrUpdate', {
    ...{ summary: 'Gone', userEmail: 'owner@ours.example' },
    ...{ startTime: '2026-04-02T14:00:00', endTime: '2026-04-02T15:30:00' },
  });
  const gone = event.id;
  const stream = await openRawStream({ url: first.url, key, query, variables });
  const one = await make('One');
  const reported = await stream.next();
  expect(reported.data.data.recordChanged).toEqual({
    ...{ type: 'CLIENT', id: one, kind: 'CREATED' },
    place: reported.id,
  });
  stream.cut();
  const two = await make('Two');
  await api.ours.patch('clients/update', { id: two, city: 'Rome' });
  await api.ours.delete(`calendar/${gone}`);
  const missed = [
    ['CREATED', two],
    ['DELETED', gone],
  ];
  const byHeader = await openRawStream({
    ...{ url: second.url, key, query, variables },
    lastEventId: reported.id,
  });
  const byArgument = await subscribe(first, api.ours, query, { ...variables, after: reported.id });
  const three = await make('Three');
  for (const next of [
    async () => (await byHeader.next()).data.data.recordChanged,
    () => byArgument.nextChange(),
  ]) {
    for (const [kind, id] of [...missed, ['CREATED', three]]) {
      expect(await next()).toMatchObject({ kind, id });
    }
  }
  byHeader.cut();
});

test('places of others, of nowhere and too old ones are rejected', async () => {
  const foreign = await end(api.theirs);
  for (const [after, code] of [
    [foreign, 'events_expired'],
    ['77777777-abc', 'events_expired'],
    [`${'9'.repeat(18)}-zzzzzzzzz`, 'events_expired'],
    ['nonsense', 'invalid_input'],
    ['-1-abc', 'invalid_input'],
    [`${foreign}, ${foreign}`, 'invalid_input'],
  ]) {
    const stream = await subscribe(processes[0] as TestProcess, api.ours, query, { after });
    expect((await stream.next()).errors?.[0]?.extensions).toMatchObject({ code });
    const raw = await openRawStream({
      ...{ url: (processes[0] as TestProcess).url, key: api.ours.key, query, lastEventId: after },
    });
    const { extensions } = (await raw.next()).data.errors[0];
    expect(extensions.code).toBe(code);
    // By the name under which it was given.
    expect(extensions.errors?.[0].path ?? 'Last-Event-ID').toBe('Last-Event-ID');
    raw.cut();
  }
});

test('a follower that missed more than the buffer gets everything', async () => {
  const after = await end(api.ours);
  const expected = 1_300;
  await api.owner.query(
    `INSERT INTO ${entriesTable} ("accountId", kind, "recordType", "recordId", "actorKind", operation, "requestId")
     SELECT $1, 'CREATED', 'Client', 'cli_away' || n, 'SERVICE', 'test', 'r' FROM generate_series(1, $2::int) n`,
    [api.ours.accountId, expected],
  );
  const stream = await openRawStream({
    ...{ url: (processes[1] as TestProcess).url, key: api.ours.key, query, variables },
    lastEventId: after,
  });
  for (let n = 1; n <= expected; n += 1) {
    const { data } = await stream.next();
    expect(data.data?.recordChanged.id, JSON.stringify(data)).toBe(`cli_away${n}`);
  }
  stream.cut();
});

test('streams that are cut at random and continue at another process, while no process hears of changes for a moment, get everything once, in order', async () => {
  const workspace = await api.addWorkspace();
  const from = await end(workspace);
  let count: (awaited: number) => void = () => undefined;
  const awaited = new Promise<number>((resolve) => {
    count = resolve;
  });
  const streams = [1, 2, 3].map((seed) =>
    followCut(
      () => processes,
      { key: workspace.key, query, variables },
      { awaited, from, random: numbersFrom(seed) },
    ),
  );
  const made: string[] = [];
  const writer = async (name: string) => {
    for (let n = 0; n < 15; n += 1) {
      made.push(await make(`${name} ${n}`, workspace));
      if (name === 'B' && n === 7) expect(await cutListeners(api.owner)).toBeGreaterThan(0);
    }
  };
  await Promise.all(['A', 'B', 'C'].map(writer));
  count(made.length);
  const { body } = await workspace.gql(
    `{ events(after: "${from}", types: ["client.created"], first: 100) { events { recordId } } }`,
  );
  const committed = body.data.events.events.map(({ recordId }: { recordId: string }) => recordId);
  expect([...committed].sort()).toEqual([...made].sort());
  for (const received of await Promise.all(streams)) expect(received).toEqual(committed);
});
