import { expect, test } from 'vitest';
import { heartbeatIntervalMs, WorkerHeartbeats } from '../../src/cluster/worker-heartbeats.ts';

/** Two workers that are asked each beat, and given up after five seconds. */
function twoWorkers() {
  const beats = new WorkerHeartbeats<ReturnType<typeof worker>>(2, 5);
  const worker = (name: string) => {
    const one = {
      name,
      hangs: false,
      ping: () => {
        // The answer comes after the beat.
        queueMicrotask(() => one.hangs || beats.recordResponse(one));
      },
    };
    return one;
  };
  const workers = [worker('first'), worker('second')];
  let now = 0;
  /** The worker that the next, late heartbeat kills. */
  const heartbeat = async (ms = heartbeatIntervalMs) => {
    now += ms;
    const found = beats.check(now, workers)?.name;
    await Promise.resolve();
    return found;
  };
  const beatTimes = async (times: number, timeMs?: number) => {
    const found: (string | undefined)[] = [];
    for (let at = 0; at < times; at += 1) found.push(await heartbeat(timeMs));
    return found.filter((name) => name !== undefined);
  };
  return { beats, beatTimes, worker, workers };
}

test('a worker that responds is never killed', async () => {
  expect(await twoWorkers().beatTimes(100)).toEqual([]);
});

test('a silent worker is killed after the timeout, and reported as silent before', async () => {
  const { beats, beatTimes, workers } = twoWorkers();
  Object.assign(workers[1] as object, { hangs: true });
  // The first one asks.
  expect(await beatTimes(5)).toEqual([]);
  expect(beats.unresponsiveCount).toBe(1);
  expect(await beatTimes(1)).toEqual(['second']);
});

test('a silence that ends counts for nothing', async () => {
  const { beats, beatTimes, workers } = twoWorkers();
  const [, second] = workers as [object, object & { name: string }];
  for (let round = 0; round < 10; round += 1) {
    Object.assign(second, { hangs: true });
    expect(await beatTimes(4)).toEqual([]);
    Object.assign(second, { hangs: false });
    beats.recordResponse(second as never);
    expect(await beatTimes(2)).toEqual([]);
  }
});

test('no worker is killed for time in which this process itself was suspended', async () => {
  const { beatTimes, workers } = twoWorkers();
  for (const one of workers) Object.assign(one, { hangs: true });
  expect(await beatTimes(100, 60_000)).toEqual([]);
});

test('of several hanging workers one is killed, and the next after its replacement started', async () => {
  const { beatTimes, worker, workers } = twoWorkers();
  for (const one of workers) Object.assign(one, { hangs: true });
  expect(await beatTimes(6)).toEqual(['first']);
  workers.shift();
  expect(await beatTimes(20)).toEqual([]);
  workers.push(worker('third'));
  expect(await beatTimes(1)).toEqual(['second']);
});

test('with 0 no worker is killed', async () => {
  const beats = new WorkerHeartbeats<{ ping(): void }>(1, 0);
  const hanging = { ping: () => undefined };
  for (let at = 1; at <= 1_000; at += 1) {
    expect(beats.check(at * heartbeatIntervalMs, [hanging])).toBeUndefined();
  }
  expect(beats.unresponsiveCount).toBe(1);
});
