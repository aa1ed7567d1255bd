import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Actiongraph } from '../../client/src/index.ts';
import { useTestApi } from '../support/api.ts';
import { startProcess, type TestProcess } from '../support/streams.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const api = useTestApi();
let service: TestProcess;
let proxy: TcpProxy;
const controllers: AbortController[] = [];

beforeAll(async () => {
  service = await startProcess(api);
  proxy = await startTcpProxy(Number(new URL(service.url).port));
});
afterEach(() => {
  for (const controller of controllers.splice(0)) controller.abort();
});
afterAll(async () => {
  await proxy.close();
  await service.close();
});

/** Breaks all connections; new ones are possible. */
async function breakConnections() {
  const { port } = proxy;
  await proxy.close();
  proxy = await startTcpProxy(Number(new URL(service.url).port), port);
}

const connect = (key = api.ours.key) =>
  new Actiongraph({ url: `http://127.0.0.1:${proxy.port}`, apiKey: key });

const abortable = () => {
  const controller = new AbortController();
  controllers.push(controller);
  return controller.signal;
};

const create = async (name: string): Promise<string> =>
  (await api.ours.post('clients/create', { name })).body.id;

const text = `subscription ($types: [RecordType!]) { recordChanged(types: $types) { id kind } }`;
const variables = { types: ['CLIENT'] };
type Changed = { recordChanged: { id: string; kind: string } };

/** Follows clients, and counts how often the stream opened and was lost. */
function follow(after?: string) {
  const counts = { opened: 0, lost: 0 };
  const changes = connect().subscribe<Changed>(text, variables, {
    signal: abortable(),
    ...(after !== undefined && { after }),
    onOpen: () => {
      counts.opened += 1;
    },
    onLost: () => {
      counts.lost += 1;
    },
  });
  const next = async () => (await changes.next()).value?.recordChanged.id;
  return { changes, counts, next };
}

test('a subscription continues behind its last change when the connection breaks, and loses and repeats nothing', async () => {
  const { changes, counts, next } = follow();
  const first = next();
  await expect.poll(() => counts.opened).toBe(1);
  const made = [await create('First')];
  const received = [await first];
  for (const round of [1, 2]) {
    await breakConnections();
    made.push(await create(`While it is broken ${round}`), await create(`And another ${round}`));
    received.push(await next(), await next());
  }
  expect(received).toEqual(made);
  expect([counts.opened, counts.lost >= 2]).toEqual([3, true]);
  await changes.return();
  await expect.poll(() => service.followed()).toBe(0);
});

test('a connection that breaks before the first change loses nothing', async () => {
  const { counts, next } = follow();
  const first = next();
  await expect.poll(() => counts.opened).toBe(1);
  await breakConnections();
  const id = await create('Before anything arrived');
  expect(await first).toBe(id);
});

test('a subscription starts behind a position of the caller, and an expired one is an error', async () => {
  const { events } = await connect().graphql<{ events: { place: string } }>(
    '{ events(after: "now") { place } }',
  );
  const id = await create('Behind the position');
  expect(await follow(events.place).next()).toBe(id);
  const expired = follow('77777777-abc').changes.next();
  await expect(expired).rejects.toMatchObject({ code: 'events_expired' });
});

test('an error that no repetition can fix ends the subscription', async () => {
  const stranger = connect('ag_1_nonsense').subscribe(text, variables, { signal: abortable() });
  await expect(stranger.next()).rejects.toMatchObject({ code: 'invalid_api_key' });
  const wrong = connect().subscribe('subscription { nonsense }', {}, { signal: abortable() });
  await expect(wrong.next()).rejects.toMatchObject({ code: 'invalid_operation' });
});

test('the caller ends a subscription with its signal', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const changes = connect().subscribe(text, variables, { signal });
  const next = expect(changes.next()).rejects.toMatchObject({ code: 'aborted' });
  controller.abort();
  await next;
});

test('the feed of events has every change once and in order, also over a broken connection', async () => {
  const positions: string[] = [];
  const events = connect().events({
    types: 'client',
    signal: abortable(),
    pollIntervalMs: 20,
    onPosition: (position) => positions.push(position),
  });
  const first = events.next();
  await expect.poll(() => positions.length).toBeGreaterThan(0);
  const made = [await create('Fed')];
  const received = [(await first).value?.recordId];
  await breakConnections();
  made.push(await create('Fed later'), await create('Fed last'));
  received.push((await events.next()).value?.recordId, (await events.next()).value?.recordId);
  expect(received).toEqual(made);
  expect(positions.every((position) => /^\d+-/.test(position))).toBe(true);
});
