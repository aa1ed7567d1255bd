import { makeListWorkloads } from '../lists/workloads.ts';
import type { ServerName } from '../servers.ts';
import type { BenchRequest, Workload } from '../workloads.ts';
import { sharedAmongWorkers } from '../workloads.ts';
import type { GraphQLBenchData } from './data.ts';
import { postgraphile, service } from './operations.ts';
import { makePageWorkloads } from './pages.ts';
import { makeRightsWorkloads } from './rights.ts';
import { makeSmallWorkloads } from './small.ts';

const itemsInBulk = 500;

const shortList = '{ clients(first: 20) { edges { node { id name city } } } }';

/** What is measured of GraphQL, with the part of PostGraphile's throughput that it should reach. */
export function makeGraphQLWorkloads(data: GraphQLBenchData, key: string): Workload[] {
  const { accountId, invoiceIds, work } = data;
  const post = (path: string, body: object): BenchRequest => ({
    method: 'POST',
    path,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const asked = (
    name: keyof typeof service,
    variablesOf: (n: number) => Record<string, unknown> = () => ({}),
  ): Workload['request'] => {
    return (n: number, server: ServerName) => {
      const variables = variablesOf(n);
      if (server === 'floor') return post(`/graphql/${name}`, { variables });
      if (server === 'ours') return post('/graphql', { query: service[name], variables });
      return post('/graphql', {
        query: postgraphile[name as keyof typeof postgraphile],
        variables: { account: accountId, ...variables },
      });
    };
  };
  const items = (n: number) => ({
    items: Array.from({ length: itemsInBulk }, (_, index) => ({
      ...work[((n * itemsInBulk + index) * 31) % work.length],
      timerStart: '2026-03-02T09:00:00Z',
      timerEnd: '2026-03-02T10:30:00Z',
      notes: 'Bench',
    })),
  });
  const all = { connections: 16, servers: ['ours', 'floor', 'postgraphile'] } as const;
  const randomInvoice = (n: number) => ({ id: invoiceIds[(n * 7_919) % invoiceIds.length] });
  return [
    {
      ...all,
      name: 'Q1: 50 clients with contacts and projects (goal 0.85)',
      request: asked('clients'),
      volatile: [],
    },
    {
      ...all,
      name: 'Q2: an invoice with client, lines, payments, taxes (goal 1.00)',
      request: asked('invoice', randomInvoice),
      volatile: [],
    },
    {
      ...all,
      name: 'Q3: 100 projects with client, deliverables, time (goal 0.75)',
      request: asked('projects'),
      volatile: [],
    },
    {
      name: 'B1: 500 time entries by name',
      connections: 16,
      servers: ['ours', 'floor'],
      request: asked('bulk', items),
      volatile: ['id'],
    },
    sharedAmongWorkers('A GraphQL list', '1.00', () => post('/graphql', { query: shortList })),
    ...makeListWorkloads(data, post),
    ...makePageWorkloads(data, post),
    ...makeSmallWorkloads(data, post),
    ...makeRightsWorkloads(data, post),
  ];
}
