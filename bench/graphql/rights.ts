import type { Ask, BenchRequest, Workload } from '../workloads.ts';
import type { GraphQLBenchData } from './data.ts';
import { service } from './operations.ts';

const makeKey = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
  ... on CreateApiKeySuccess { key } ... on ExpectedError { message } } }`;

/** What each read needs, area by area: what is asked is checked and found for just that. */
const reads = [
  ['Q1', 'clients', ['CLIENTS_READ', 'PROJECTS_READ']],
  ['Q2', 'invoice', ['CLIENTS_READ', 'INVOICES_READ']],
  ['Q3', 'projects', ['CLIENTS_READ', 'PROJECTS_READ', 'TIME_READ']],
] as const;

/**
 * Planned reads by a key that has no right but those that they take, beside the workspace's first key, which has all of them: what it
 * costs that rights are checked.
 */
export function makeRightsWorkloads(
  { invoiceIds }: GraphQLBenchData,
  post: (path: string, body: object) => BenchRequest,
): Workload[] {
  return reads.map(([name, query, scopes]) => {
    let narrow = '';
    return {
      name: `${name} with the narrowest key ÷ with one that may do everything, 16 connections (goal 0.95)`,
      connections: 16,
      servers: ['ours', 'plain'],
      prepare: async (ask: Ask) => {
        const input = { name: `Bench ${name} ${Date.now()}`, scopes };
        const made = await ask('ours', post('/graphql', { query: makeKey, variables: { input } }));
        narrow = (made as { data: { createApiKey: { key: string } } }).data.createApiKey.key;
      },
      request: (n, server) => {
        const variables = query === 'invoice' && {
          id: invoiceIds[(n * 7_919) % invoiceIds.length],
        };
        const request = post('/graphql', { query: service[query], variables: variables || {} });
        if (server === 'plain') return request;
        return { ...request, headers: { ...request.headers, 'x-api-key': narrow } };
      },
      volatile: [],
    };
  });
}
