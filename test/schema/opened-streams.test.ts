import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { defaultOperationLimits } from '../../src/config/operation-settings.ts';
import { useTestApi } from '../support/api.ts';
import { openRawStream } from '../support/raw-streams.ts';
import type { TestProcess } from '../support/streams.ts';
import { startProcess } from '../support/streams.ts';

/** As many as one key may have open here. */
const max = 200;

const api = useTestApi();
let service: TestProcess;
beforeAll(async () => {
  const limits = { ...defaultOperationLimits, timeMs: 50_000, subscriptions: max, eventCost: 0 };
  service = await startProcess(api, { limits });
});
afterAll(() => service?.close());

const query = 'subscription { recordChanged(types: [CLIENT]) { id } }';
const end = async (): Promise<string> =>
  (await api.ours.gql('{ events(after: "now") { place } }')).body.data.events.place;

/** Half of them go on behind a place, each by itself; the others are equal, and read once for all. */
const openAll = (position: string) =>
  Promise.all(
    Array.from({ length: max }, (_, at) =>
      openRawStream({
        ...{ url: service.url, key: api.ours.key, query },
        lastEventId: at % 2 === 0 ? position : undefined,
      }),
    ),
  );

test('the maximum of streams of a key, opened and cut at the same time, leaves nothing open; new ones get all events', async () => {
  const position = await end();
  for (const stream of await openAll(position)) stream.cut();
  await vi.waitFor(() => expect(service.followed()).toBe(0), { timeout: 50_000 });
  const streams = await openAll(position);
  const { id } = (await api.ours.post('clients/create', { name: 'Told to all' })).body;
  for (const stream of streams) {
    const { data } = await stream.next();
    expect(data.errors ?? data.data.recordChanged.id).toBe(id);
    stream.cut();
  }
  await vi.waitFor(() => expect(service.followed()).toBe(0), { timeout: 50_000 });
});
