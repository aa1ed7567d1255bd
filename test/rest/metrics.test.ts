import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkerMetrics } from '../../src/cluster/worker-metrics.ts';
import { packageRoot } from '../../src/config/package-root.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import { createTestApp, useTestApi } from '../support/api.ts';

const token = 'figures-of-the-service-1';
const api = useTestApi({ metrics: createMetrics(token) });

async function totals(displayed = `Bearer ${token}`): Promise<{ status: number; text: string }> {
  const answer = await api.app.request('/metrics', { headers: { authorization: displayed } });
  return { status: answer.status, text: await answer.text() };
}

/** The sum of all samples of a figure that have these labels. */
function sumOf(text: string, total: string, labels: Record<string, string> = {}): number {
  const expected = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${total}{`) || line.startsWith(`${total} `))
    .filter((line) => expected.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

test('counts requests by API, operation and status, with their statements', async () => {
  const create = 'POST clients/create';
  const before = (await totals()).text;
  await api.ours.post('clients/create', { name: 'Counted GmbH' });
  await api.ours.post('clients/create', {});
  await api.ours.gql('query Counted { clients(first: 1) { totalCount } }');
  await api.ours.gql('mutation Counted { archiveClient(input: { id: "cli_1" }) { __typename } }');
  const after = (await totals()).text;
  const counted = (sample: string, labels: Record<string, string>) =>
    sumOf(after, sample, labels) - sumOf(before, sample, labels);
  const requests = 'actiongraph_request_duration_seconds_count';
  expect(counted(requests, { door: 'rest', operation: create, status: '200' })).toBe(1);
  expect(counted(requests, { door: 'rest', operation: create, status: '400' })).toBe(1);
  expect(counted(requests, { door: 'graphql', operation: 'query', status: '200' })).toBe(1);
  expect(counted(requests, { door: 'graphql', operation: 'archiveClient' })).toBe(1);
  expect(counted('actiongraph_statements_total', { operation: create })).toBeGreaterThan(0);
  expect(counted('actiongraph_statement_seconds_total', { operation: create })).toBeGreaterThan(0);
});

const failures = (text: string, code: string) =>
  sumOf(text, 'actiongraph_failures_total', { code });

test('counts each failure of the service by its code once, in either API, and no error of the caller', async () => {
  await api.owner.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'no more' USING ERRCODE = NEW.name; END $$`);
  await api.owner.query(
    `CREATE TRIGGER fail BEFORE INSERT ON "Vendor" FOR EACH ROW WHEN (NEW.name ~ '^(53100|XX000)$') EXECUTE FUNCTION fail()`,
  );
  const before = (await totals()).text;
  // Prometheus sees no rise in a figure that was not there before it was 1.
  expect(failures(before, 'internal_error')).toBe(0);
  expect(before).toContain('actiongraph_failures_total{code="internal_error"} 0');
  for (const vendor of ['53100', 'XX000']) {
    await api.ours.post('expenses/create', {
      name: 'Paper',
      amount: 1,
      date: '2026-03-02',
      vendor,
    });
    const { status, body } = await api.ours.gql(
      `mutation { createVendor(input: { name: "${vendor}" }) { __typename } }`,
    );
    expect({ status, failed: body.errors.length }).toEqual({ status: 200, failed: 1 });
  }
  await api.ours.post('expenses/create', {});
  await api.ours.gql('{ nothing }');
  const { text } = await totals();
  expect(failures(text, 'database_unavailable')).toBe(2);
  expect(failures(text, 'internal_error')).toBe(2);
  expect(sumOf(text, 'actiongraph_failures_total')).toBe(4);
});

test('contains no name, key or workspace of any request', async () => {
  await api.ours.post('clients/create', { name: 'Secretive AG' });
  await api.ours.get('clients/search', { query: 'Secretive' });
  await api.ours.gql('query AdaLovelace { clients(first: 1) { totalCount } }');
  await api.request('/public/action/nothing/Lovelace');
  await api.request('/graphql/Lovelace', { method: 'POST' });
  const { text } = await totals();
  expect(text).not.toMatch(/Secretive|Lovelace|ag_\d|cli_/);
  expect(text).not.toContain(api.ours.key);
});

test('contains running and queued work', async () => {
  const { text } = await totals();
  expect(sumOf(text, 'actiongraph_database_up')).toBe(1);
  expect(sumOf(text, 'actiongraph_database_connections', { state: 'busy' })).toBeLessThanOrEqual(1);
  expect(sumOf(text, 'actiongraph_database_connections')).toBeGreaterThan(0);
  expect(sumOf(text, 'actiongraph_info')).toBe(1);
  for (const gauge of ['jobs_waiting', 'mails_waiting', 'mail_oldest_seconds', 'streams']) {
    expect(text).toMatch(new RegExp(`^actiongraph_${gauge} 0$`, 'm'));
  }
});

test('is available without the database, and reports that', async () => {
  const metrics = createMetrics(token);
  const request = new Request('http://actiongraph.test/metrics', {
    headers: { authorization: `Bearer ${token}` },
  });
  const sources = {
    pool: { totalCount: 3, idleCount: 1, waitingCount: 4 },
    admission: { load: () => ({ running: 2, waiting: 5 }) },
    changes: { subscriberCount: () => 6 },
  };
  const readPendingJobs = async () => ({
    jobs: 7,
    oldestJobSeconds: 95,
    mails: 2,
    oldestMailSeconds: 90,
  });
  metrics.setSources({ ...sources, readPendingJobs });
  const up = await (await metrics.respond(request)).text();
  expect(sumOf(up, 'actiongraph_jobs_waiting')).toBe(7);
  expect(sumOf(up, 'actiongraph_streams')).toBe(6);
  expect(sumOf(up, 'actiongraph_requests', { state: 'waiting' })).toBe(5);
  expect(sumOf(up, 'actiongraph_database_connections', { state: 'awaited' })).toBe(4);
  const gone = () => Promise.reject(new Error('gone'));
  metrics.setSources({ ...sources, readPendingJobs: gone });
  const down = await (await metrics.respond(request)).text();
  expect(sumOf(down, 'actiongraph_database_up')).toBe(0);
  expect(down).not.toMatch(/^actiongraph_jobs_waiting /m);
});

test.each(['', 'Bearer', 'Bearer wrong', token, `bearer ${token}x`])(
  'shows nothing to %j',
  async (visible) => {
    const { status, text } = await totals(visible);
    expect(status).toBe(401);
    expect(text).not.toContain('actiongraph_');
  },
);

test('is not available without a token in the configuration', async () => {
  const app = createTestApp(api.database);
  const headers = { authorization: `Bearer ${token}` };
  expect((await app.request('/metrics', { headers })).status).toBe(404);
});

/** The queries of Prometheus: by the panels of the dashboard, and by the table of alerts. */
const requestedOf: Record<string, RegExp> = {
  'grafana-dashboard.json': /"expr": ".*"/g,
  'operating.md': /^\| `.*?` /gm,
};

/** The figures that are there, each with the names by which it can be asked for, and those that a document asks for. */
async function metricsAndQueries(files: readonly string[]) {
  const { text } = await totals();
  const told = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => ({
    name,
    names: type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
  }));
  const questions = files.flatMap((file) => {
    const document = readFileSync(join(packageRoot, 'docs', file), 'utf8');
    return document.match(requestedOf[file] as RegExp) ?? [];
  });
  const named = questions.join('\n').match(/\b(?:actiongraph|nodejs|process)_[a-z0-9_]+/g);
  return { told, asked: new Set(named) };
}

/** Additional metrics of a service with several processes. */
async function clusterMetricNames(): Promise<string[]> {
  const samples = (await createWorkerMetrics().snapshot({ running: 2, unresponsive: 0 })) as {
    name: string;
  }[];
  return samples.map(({ name }) => name);
}

test.each(Object.keys(requestedOf))('%s uses existing metrics', async (file) => {
  await api.ours.get('clients/list');
  const { asked, told } = await metricsAndQueries([file]);
  const names = [...told.flatMap((figure) => figure.names), ...(await clusterMetricNames())];
  expect(asked.size).toBeGreaterThan(7);
  expect([...asked].filter((name) => !names.includes(name))).toEqual([]);
});

test('every metric of the service is shown or has an alert', async () => {
  const { asked, told } = await metricsAndQueries(Object.keys(requestedOf));
  const own = told.filter(({ name }) => name.startsWith('actiongraph_'));
  expect(own.length).toBeGreaterThan(10);
  const forgotten = own.filter(({ names }) => !names.some((name) => asked.has(name)));
  expect(forgotten.map(({ name }) => name)).toEqual([]);
  expect((await clusterMetricNames()).filter((name) => !asked.has(name))).toEqual([]);
});

test('lag of events and replicas is shown, and has an alert', () => {
  for (const file of ['grafana-dashboard.json', 'operating.md']) {
    const document = readFileSync(join(packageRoot, 'docs', file), 'utf8');
    for (const figure of ['event_lag_seconds', 'replica_lag_seconds', 'replica_used']) {
      expect(document, file).toContain(`actiongraph_${figure}`);
    }
  }
});
