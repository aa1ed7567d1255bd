import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { OperationLimits } from '../../src/config/operation-settings.ts';
import { defaultOperationLimits } from '../../src/config/operation-settings.ts';
import { createApiKey, revokeApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { useTestApi } from '../support/api.ts';
import type { TestProcess } from '../support/streams.ts';
import {
  recordChanges,
  recordChangesWithNodes,
  startProcess,
  useStreams,
} from '../support/streams.ts';

const api = useTestApi();
const subscribe = useStreams();
let service: TestProcess;
const others: TestProcess[] = [];

beforeAll(async () => {
  service = await startProcess(api);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => Promise.all([service, ...others].map((process) => process?.close())));

async function serviceWith(limits: Partial<OperationLimits>): Promise<TestProcess> {
  const made = await startProcess(api, { limits: { ...defaultOperationLimits, ...limits } });
  others.push(made);
  return made;
}

let names = 0;
const createClient = async () =>
  (await api.ours.post('clients/create', { name: `Shared ${++names}` })).body.id as string;

const newKey = async (name: string) =>
  createApiKey({ ...api.ours.context, now: new Date() }, { name, scopes: ['read'] });

/** The statements that read clients while work runs. */
async function readsOf(work: () => Promise<void>): Promise<number> {
  const requested = vi.spyOn(service.database.pool, 'query');
  await work();
  const texts = requested.mock.calls.map(([query]) => (query as unknown as { text: string }).text);
  requested.mockRestore();
  return texts.filter((text) => text.includes('"Client"')).length;
}

describe('the record of a change is read', () => {
  const tell = async (streams: { nextChange: (millis?: number) => Promise<unknown> }[]) => {
    const id = await createClient();
    for (const stream of streams) {
      let change = await stream.nextChange();
      // A change just before the stream may be published as well: the key of one of them.
      while ((change as { id: string }).id.startsWith('key_')) change = await stream.nextChange();
      expect(change).toMatchObject({ id, node: { id } });
    }
  };

  test('once for all equal subscriptions of a key', async () => {
    const one = [await subscribe(service, api.ours, recordChangesWithNodes, { types: ['CLIENT'] })];
    const alone = await readsOf(() => tell(one));
    expect(alone).toBeGreaterThan(0);
    for (let more = 0; more < 9; more += 1) {
      one.push(await subscribe(service, api.ours, recordChangesWithNodes, { types: ['CLIENT'] }));
    }
    expect(await readsOf(() => tell(one))).toBe(alone);
  });

  test('apart for another key, other variables and another operation', async () => {
    const key = await newKey('Reader');
    const streams = [
      await subscribe(service, api.ours, recordChangesWithNodes),
      await subscribe(service, api.ours, recordChangesWithNodes, { types: ['CLIENT', 'VENDOR'] }),
      await subscribe(service, key, recordChangesWithNodes),
      await subscribe(service, api.ours, `${recordChangesWithNodes} # other`),
    ];
    const contacts = await subscribe(service, api.ours, recordChangesWithNodes, {
      types: ['CONTACT'],
    });
    expect(await readsOf(() => tell(streams))).toBeGreaterThanOrEqual(streams.length);
    const { body } = await api.ours.post('contacts/create', { firstName: 'Ada' });
    expect(await contacts.nextChange()).toMatchObject({ id: body.id });
  });
});

test('a follower that leaves ends no other stream, and a later one gets events from then on', async () => {
  const [first, second] = [
    await subscribe(service, api.ours, recordChanges),
    await subscribe(service, api.ours, recordChanges),
  ];
  const before = await createClient();
  for (const stream of [first, second])
    expect(await stream.nextChange()).toMatchObject({ id: before });
  first.close();
  const later = await subscribe(service, api.ours, recordChanges);
  const id = await createClient();
  for (const stream of [second, later]) expect(await stream.nextChange()).toMatchObject({ id });
});

test('a key that is revoked ends all of its streams, each with a word of it', async () => {
  const key = await newKey('Short');
  const streams = [
    await subscribe(service, key, recordChanges),
    await subscribe(service, key, recordChanges),
  ];
  await revokeApiKey({ ...api.ours.context, now: new Date() }, key.record.id);
  for (const stream of streams) {
    const reported = await stream.rest();
    expect(reported.at(-1)?.errors?.[0]?.extensions?.code).toBe('invalid_api_key');
  }
});

describe('a key has a maximum of open subscriptions', () => {
  const ask = (url: string, key: string, signal?: AbortSignal) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'x-api-key': key,
      },
      body: JSON.stringify({ query: recordChanges }),
      ...(signal && { signal }),
    });

  test('another one is rejected, until one is closed; other keys have their own', async () => {
    const { url } = await serviceWith({ subscriptions: 2 });
    const leaving = [new AbortController(), new AbortController()];
    for (const { signal } of leaving)
      expect((await ask(url, api.ours.key, signal)).status).toBe(200);
    const rejection = await ask(url, api.ours.key);
    expect([rejection.status, rejection.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await rejection.json()).toMatchObject({
      errors: [
        {
          message: 'This key has 2 open subscriptions; the limit is 2.',
          extensions: { code: 'too_many_requests' },
        },
      ],
    });
    const other = new AbortController();
    leaving.push(other);
    expect((await ask(url, api.theirs.key, other.signal)).status).toBe(200);
    leaving[0]?.abort();
    await vi.waitFor(
      async () => {
        const again = new AbortController();
        leaving.push(again);
        expect((await ask(url, api.ours.key, again.signal)).status).toBe(200);
      },
      { timeout: 50_000 },
    );
    for (const one of leaving) one.abort();
  });

  test('one that cannot be opened counts no longer', async () => {
    const { url } = await serviceWith({ subscriptions: 1 });
    const ids = Array.from({ length: 1_001 }, (_, index) => `cli_${index}`);
    const wrong = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'x-api-key': api.ours.key,
      },
      body: JSON.stringify({ query: recordChanges, variables: { ids } }),
    });
    expect(await wrong.text()).toContain('invalid_input');
    const leaving = new AbortController();
    expect((await ask(url, api.ours.key, leaving.signal)).status).toBe(200);
    leaving.abort();
  });
});

test('events above the cost limit of a second wait, and none is lost', async () => {
  const limited = await serviceWith({ eventCost: 1 });
  const stream = await subscribe(limited, api.ours, recordChanges);
  // The time at which the service sends an event. The time at which a busy client reads it is less exact.
  const passedAt: number[] = [];
  const { consume } = RateLimiterMemory.prototype;
  vi.spyOn(RateLimiterMemory.prototype, 'consume').mockImplementation(async function (
    this: RateLimiterMemory,
    ...cost
  ) {
    const result = await consume.apply(this, cost);
    passedAt.push(performance.now());
    return result;
  });
  const ids = [await createClient(), await createClient(), await createClient()];
  for (const id of ids) expect(await stream.nextChange()).toMatchObject({ id });
  const [first = 0, , last = 0] = passedAt;
  expect(passedAt).toHaveLength(3);
  expect(last - first).toBeGreaterThan(900);
});

test('the events of one key use at most two connections', async () => {
  const fields = ['name', 'city', 'phone', 'notes', 'country', 'locality'];
  const streams = [];
  for (const field of fields) {
    const query = `subscription { recordChanged(types: [CLIENT]) { id node { ... on Client { ${field} } } } }`;
    streams.push(await subscribe(service, api.ours, query));
  }
  const { pool } = service.database;
  let reading = 0;
  let max = 0;
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(pool, 'query').mockImplementation((async (...args: unknown[]) => {
    if (!(args[0] as { text: string }).text.includes('"Client"')) return query(...args);
    reading += 1;
    max = Math.max(max, reading);
    try {
      return await query(...args);
    } finally {
      reading -= 1;
    }
  }) as never);
  const id = await createClient();
  for (const stream of streams) expect(await stream.nextChange()).toMatchObject({ id });
  expect(max).toBe(2);
});
