import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../../src/observability/logger.ts';
import { installCommand, openTracing } from '../../src/observability/tracing.ts';
import { useKeyedDatabase } from '../support/keyed-database.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const patience = { timeout: 120_000, interval: 50 };

const ours = useKeyedDatabase();

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
}

interface Sent {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[];
}

/** Takes what OTLP sends by HTTP. */
async function startCollector() {
  const bodies: Sent[] = [];
  const server: Server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    bodies.push(JSON.parse(text));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => JSON.stringify(bodies),
    resources: () =>
      bodies.flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource)),
    spans: () =>
      bodies.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const attributesOf = ({ attributes }: Pick<Span, 'attributes'>) =>
  Object.fromEntries(
    attributes.map((one) => [one.key, one.value.stringValue ?? Number(one.value.intValue)]),
  );

test('traces requests in both APIs with their statements, as a part of the caller’s trace, without names', async () => {
  const collector = await startCollector();
  const service = await folder.serve({
    DATABASE_URL: ours.home.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
  });
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const send = async (path: string, body: object, flags = '01') => {
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: {
        'x-api-key': ours.key,
        'content-type': 'application/json',
        traceparent: `00-${trace}-00f067aa0ba902b7-${flags}`,
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  };
  await send('/public/action/clients/create', { name: 'Lovelace AG' });
  const query = 'mutation Ada { createClient(input: { name: "Engines" }) { __typename } }';
  await send('/graphql', { query });
  // The caller has decided not to sample this trace.
  await send('/graphql', { query: '{ vendors { totalCount } }' }, '00');
  const rest = 'rest POST clients/create';
  const graphql = 'graphql createClient';
  await vi.waitFor(() => {
    const names = collector.spans().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([rest, graphql]));
  }, patience);
  const resource = attributesOf(collector.resources()[0] ?? { attributes: [] });
  expect(resource).toMatchObject({
    'service.name': 'actiongraph',
    'deployment.environment': 'test',
  });
  for (const [name, endpoint, operation] of [
    [rest, 'rest', 'POST clients/create'],
    [graphql, 'graphql', 'createClient'],
  ]) {
    const span = collector.spans().find((one) => one.name === name) as Span;
    expect(span).toMatchObject({ traceId: trace, parentSpanId: '00f067aa0ba902b7' });
    expect(attributesOf(span)).toEqual({
      'actiongraph.door': endpoint,
      'actiongraph.operation': operation,
      'http.request.method': 'POST',
      'http.response.status_code': 200,
    });
    const children = collector.spans().filter((one) => one.parentSpanId === span.spanId);
    const texts = children.map((one) => String(attributesOf(one)['db.query.text']));
    expect(texts.join('\n')).toContain('INSERT INTO');
    for (const child of children) {
      expect(child.traceId).toBe(trace);
      expect(BigInt(child.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(child.endTimeUnixNano));
    }
  }
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
  expect(collector.text()).not.toMatch(/Lovelace|Engines|Ada|Vendor/);
  expect(collector.text()).not.toContain(ours.key.slice(-40));
  expect(collector.text()).not.toContain(`ag_${ours.accountId}_`);
  collector.close();
});

test('without the packages names those to install, and the service continues', async () => {
  const lines: string[] = [];
  const log = createLogger('warn', { write: (line) => lines.push(line) });
  const missing = () => Promise.reject(new Error('not found'));
  expect(await openTracing(log, '1.0.0', missing)).toBeUndefined();
  expect(lines.join('')).toContain(installCommand);
});
