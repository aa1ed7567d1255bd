import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import type { HostileBody } from '../support/hostile-bodies.ts';
import { hostileBodies } from '../support/hostile-bodies.ts';
import { isSampled } from '../support/sampling.ts';
import type { TestProcess } from '../support/streams.ts';
import { startProcess } from '../support/streams.ts';

const api = useTestApi();
let service: TestProcess;

beforeAll(async () => {
  service = await startProcess(api);
  // The first call compiles and prepares statements, which is not measured.
  for (const query of [
    '{ clients { totalCount } }',
    '{ nothing }',
    '{ __schema { types { name } } }',
  ]) {
    await api.ours.gql(query);
    await api.ours.gql('query ($w: ClientWhere) { clients(where: $w) { totalCount } }', { w: 1 });
  }
  await api.ours.post('clients/create', { name: '', customValues: { a: 1 } });
});
afterAll(() => service?.close());

/** No body may take more of the processor's time before it is rejected. */
const maxMs = 250;
/** No answer repeats its request: this is enough for a hundred errors. */
const longestAnswer = 32_768;

interface Measured {
  millis: number;
  status: number;
  text: string;
}

/** The processor's time that this process takes until work is done: however busy the machine is, it is the same. */
async function measured(work: () => Promise<Response>): Promise<Measured> {
  const before = process.cpuUsage();
  const response = await work();
  const text = await response.text();
  const { user, system } = process.cpuUsage(before);
  return { millis: (user + system) / 1_000, status: response.status, text };
}

const init = (body: string) => ({
  method: 'POST',
  headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
  body,
});

/** The best of three times, because other work of the process counts as well, for example garbage collection. */
async function best(measure: () => Promise<Measured>): Promise<Measured> {
  let least = await measure();
  for (let more = 0; more < 2 && least.millis > maxMs; more += 1) {
    const next = await measure();
    if (next.millis < least.millis) least = next;
  }
  return least;
}

function isRejected({ status, text }: Measured): boolean {
  if (status >= 400) return status < 500;
  const { data, errors } = JSON.parse(text);
  // A field at the root fails alone, and is null then.
  return Object.values(data ?? {}).every((field) => field === null) && errors.length > 0;
}

const byName = hostileBodies.map((body): [string, HostileBody] => [body.name, body]);

describe('is rejected before it takes a quarter of a second of the processor', () => {
  test.each(byName)('%s', async (_, { path, text }) => {
    const body = text();
    expect(body.length).toBeLessThan(1_048_576);
    const answer = await best(() => measured(async () => api.app.request(path, init(body))));
    expect(isRejected(answer), answer.text.slice(0, 200)).toBe(true);
    expect(answer.text.length).toBeLessThan(longestAnswer);
    expect(answer.text).not.toContain('internal_error');
    expect(answer.millis).toBeLessThan(maxMs);
  });
});

test('the service is alive while it rejects them', async () => {
  const sent = hostileBodies.filter((_, index) => isSampled(index, 3));
  for (const { name, path, text } of sent) {
    const body = text();
    const health = await best(async () => {
      const rejection = fetch(`${service.url}${path}`, init(body));
      const alive = await measured(() => fetch(`${service.url}/health`));
      await (await rejection).text();
      return alive;
    });
    expect(health.status, name).toBe(200);
    expect(health.millis, name).toBeLessThan(maxMs);
  }
});
