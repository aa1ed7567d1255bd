import { expect, test } from 'vitest';
import { ConnectionBalancer } from '../../src/cluster/connection-balancer.ts';

/** Workers that accept no connection until the test allows it. */
function clusterOf(names: string, atWork: number) {
  const worker = (name: string) => ({
    name,
    pendingConnections: 0,
    waitsSince: 0,
    pendingForMs(time: number) {
      return this.pendingConnections > 0 ? time - this.waitsSince : 0;
    },
  });
  const workers = [...names].map(worker);
  const order = new ConnectionBalancer<ReturnType<typeof worker>>(atWork);
  let now = 0;
  return {
    workers,
    pass: (ms: number) => {
      now += ms;
    },
    /** Opens so many connections. Returns their workers. @param isTaken whether each is accepted before the next one */
    give: (count: number, isTaken = true) =>
      Array.from({ length: count }, () => {
        const [first] = order.order(workers, now);
        if (first === undefined) return undefined;
        order.recordReceiver(first);
        if (!isTaken && first.pendingConnections === 0) first.waitsSince = now;
        if (!isTaken) first.pendingConnections += 1;
        return first.name;
      }).join(''),
    take: (name: string) => {
      const one = workers.find((worker) => worker.name === name);
      Object.assign(one ?? {}, { pendingConnections: 0 });
    },
  };
}

test('exactly the configured number of active workers get connections in turn', () => {
  expect(clusterOf('ABCD', 2).give(6)).toBe('ABABAB');
  expect(clusterOf('ABC', 3).give(7)).toBe('ABCABCA');
  expect(clusterOf('A', 2).give(3)).toBe('AAA');
});

test('simultaneous connections go only to active workers', () => {
  expect(clusterOf('ABCD', 2).give(8, false)).toBe('ABABABAB');
});

test('a worker that accepts fewer gets fewer', () => {
  const { give, take } = clusterOf('ABC', 2);
  expect(give(2, false)).toBe('AB');
  take('B');
  expect(give(3)).toBe('BBB');
});

test('standby workers get connections only while all active workers are late', () => {
  const { give, pass, take } = clusterOf('ABCD', 2);
  expect(give(2, false)).toBe('AB');
  pass(100);
  expect(give(2, false)).toBe('AB');
  pass(1);
  expect(give(4)).toBe('CDCD');
  take('B');
  expect(give(2)).toBe('BB');
});

test('where all are late, those at work get connections, the ones with the fewest that wait first', () => {
  const { give, pass } = clusterOf('ABC', 2);
  give(2, false);
  pass(101);
  give(1, false);
  pass(101);
  expect(give(4, false)).toBe('ABAB');
});

test('a standby worker replaces one that hangs, until that accepts connections again', () => {
  const { give, pass, take } = clusterOf('ABCD', 2);
  expect(give(2, false)).toBe('AB');
  take('B');
  pass(1_000);
  expect(give(2)).toBe('BB');
  pass(1);
  expect(give(4)).toBe('CBCB');
  take('A');
  expect(give(4)).toBe('ABAB');
});

test('one that is late for a moment comes before those that hang', () => {
  const { give, pass } = clusterOf('ABC', 2);
  expect(give(2, false)).toBe('AB');
  pass(1_001);
  expect(give(1, false)).toBe('C');
  pass(101);
  expect(give(3, false)).toBe('CCC');
  pass(1_000);
  expect(give(4, false)).toBe('ABAB');
});

test('a standby worker replaces one that ended', () => {
  const { give, workers } = clusterOf('ABCD', 2);
  expect(give(3)).toBe('ABA');
  workers.shift();
  expect(give(4)).toBe('BCBC');
  workers.splice(0, 3);
  expect(give(1)).toBe('');
});
