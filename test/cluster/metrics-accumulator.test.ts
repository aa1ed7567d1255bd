import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { MetricsAccumulator } from '../../src/cluster/metrics-accumulator.ts';

/** A worker that has counted so many requests, and holds so many connections. */
async function reportedBy(requests: number, connections: number) {
  const register = new Registry();
  const registers = [register];
  const common = { help: 'h', registers };
  new Counter({ name: 'requests_total', labelNames: ['door'], ...common }).inc(
    { door: 'rest' },
    requests,
  );
  new Gauge({ name: 'connections', ...common }).set(connections);
  const took = new Histogram({ name: 'took', buckets: [1], ...common });
  for (let at = 0; at < requests; at += 1) took.observe(2);
  return await register.getMetricsAsJSON();
}

const named = (name: string) => ({ name });

async function sumOf(stored: MetricsAccumulator<object>, returned: object[]): Promise<string[]> {
  const totals = stored.snapshots(new Set(returned));
  const text = await AggregatorRegistry.aggregate(totals).metrics();
  return text.split('\n').filter((line) => /^(requests_total|connections|took_count)/.test(line));
}

test('counters never fall; gauges count only the workers that respond', async () => {
  const remaining = new MetricsAccumulator<object>();
  const [first, second, third] = [named('first'), named('second'), named('third')];
  remaining.record(first, await reportedBy(5, 3));
  remaining.record(second, await reportedBy(7, 4));
  const batch = ['requests_total{door="rest"} 12', 'connections 7', 'took_count 12'];
  expect(await sumOf(remaining, [first, second])).toEqual(batch);
  // One worker sends nothing.
  const counted = ['requests_total{door="rest"} 12', 'connections 3', 'took_count 12'];
  expect((await sumOf(remaining, [first])).toSorted()).toEqual(counted.toSorted());
  // It ended, and so did its successor. Late values of it do not count.
  remaining.removeWorker(second);
  remaining.record(second, await reportedBy(100, 100));
  remaining.record(third, await reportedBy(2, 1));
  remaining.removeWorker(third);
  remaining.removeWorker(named('that never told any'));
  const after = ['requests_total{door="rest"} 14', 'connections 3', 'took_count 14'];
  expect((await sumOf(remaining, [first])).toSorted()).toEqual(after.toSorted());
});
