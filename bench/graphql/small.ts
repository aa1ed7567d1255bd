import { getIntrospectionQuery } from 'graphql';
import { newId } from '../../src/platform/ids/record-ids.ts';
import type { BenchRequest, Workload } from '../workloads.ts';
import type { GraphQLBenchData } from './data.ts';

const createService = `mutation ($input: CreateTimeEntryInput!) { createTimeEntry(input: $input) {
  ... on CreateTimeEntrySuccess { timeEntry { id clientId projectId deliverableId timerStart timerEnd notes } }
  ... on ExpectedError { code message } } }`;

const createPostgraphile = `mutation ($entry: TimeEntryInput!) {
  createTimeEntry(input: { timeEntry: $entry }) { timeEntry {
    id: rowId clientId projectId deliverableId timerStart timerEnd notes } } }`;

/** What is asked in one line: nothing at all, the schema, and a record made by ids; parts of PostGraphile's throughput. */
export function makeSmallWorkloads(
  { accountId, userId, workIds }: GraphQLBenchData,
  post: (path: string, body: object) => BenchRequest,
): Workload[] {
  const all = { connections: 16, servers: ['ours', 'postgraphile'], volatile: ['id'] } as const;
  const introspection = post('/graphql', { query: getIntrospectionQuery() });
  const nothing = post('/graphql', { query: '{ __typename }' });
  return [
    { ...all, name: '{ __typename } (goal 1.00)', request: () => ({ ...nothing }) },
    {
      ...all,
      name: 'Introspection (goal 1.00; each of its own schema)',
      comparisons: 0,
      request: () => ({ ...introspection }),
    },
    {
      ...all,
      name: 'createTimeEntry by ids (goal 0.80)',
      request: (n, server) => {
        const entry = {
          ...workIds[(n * 31) % workIds.length],
          timerStart: '2026-03-02T09:00:00.000Z',
          timerEnd: '2026-03-02T10:30:00.000Z',
          notes: 'Bench',
        };
        return server === 'ours'
          ? post('/graphql', { query: createService, variables: { input: entry } })
          : post('/graphql', {
              query: createPostgraphile,
              variables: { entry: { ...entry, accountId, userId, rowId: newId('TimeEntry') } },
            });
      },
    },
  ];
}
