import { expect, test } from 'vitest';
import { createWorkerThread } from '../../src/platform/worker-threads/worker-thread.ts';

const source = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (order) => parentPort.postMessage({ made: order }));`;

const createThread = (capacityOfOwner = 100) =>
  createWorkerThread<string>({
    program: { url: new URL(`data:text/javascript,${encodeURIComponent(source)}`), execArgv: [] },
    ...{ capacity: 100, capacityOfOwner, timeoutMs: 10_000, memoryMegabytes: 64 },
    messageWords: { one: 'One', thread: 'The thread', tooMany: 'Too many.', none: 'None.' },
  });

/** Requests as owner and number, for example "1a", in the order in which they were made. */
async function orderOf(requests: readonly string[]): Promise<string[]> {
  const thread = createThread();
  const order: string[] = [];
  const make = async (request: string) => {
    await thread.make(request, request[0] === '-' ? {} : { owner: Number(request[0]) });
    order.push(request);
  };
  await Promise.all(requests.map(make));
  await thread.close();
  return order;
}

test.each([
  [
    'owners take turns',
    ['1a', '1b', '1c', '1d', '2a', '2b', '3a'],
    ['1a', '2a', '3a', '1b', '2b', '1c', '1d'],
  ],
  ['the requests of one owner keep their order', ['1a', '1b', '1c'], ['1a', '1b', '1c']],
  ['requests without owner keep their order', ['-a', '-b', '-c'], ['-a', '-b', '-c']],
])('%s', async (_name, requests, order) => {
  expect(await orderOf(requests)).toEqual(order);
});

test('a new owner has the next turn', async () => {
  const thread = createThread();
  const order: string[] = [];
  const make = async (owner: number) => {
    await thread.make('', { owner });
    order.push(String(owner));
  };
  const first = make(1);
  const waiting = [make(1), make(1)];
  await first;
  await Promise.all([...waiting, make(2)]);
  expect(order).toEqual(['1', '1', '2', '1']);
  await thread.close();
});
