import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import type { TestProcess } from '../support/streams.ts';
import { startProcess, useStreams } from '../support/streams.ts';

const api = useTestApi();
const subscribe = useStreams();
let first: TestProcess;
let second: TestProcess;

beforeAll(async () => {
  [first, second] = await Promise.all([startProcess(api), startProcess(api)]);
});
afterAll(() => Promise.all([first?.close(), second?.close()]));

const everything = `subscription ($types: [RecordType!], $ids: [ID!]) {
  recordChanged(types: $types, ids: $ids) {
    type id kind
    node { __typename id ... on Client { name contacts { totalCount } } }
  }
}`;

const graphql = async (process: TestProcess, key: string, query: string) => {
  const response = await fetch(`${process.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query }),
  });
  return response.json();
};

describe('two processes on one database', () => {
  test('both tell a change that came by REST to the first, and one by GraphQL to the second', async () => {
    const streams = [
      await subscribe(first, api.ours, everything),
      await subscribe(second, api.ours, everything),
    ];
    const created = await api.ours.post('clients/create', { name: 'Lovelace Analytics' });
    const { id } = created.body;
    for (const stream of streams) {
      expect(await stream.next()).toEqual({
        data: {
          recordChanged: {
            type: 'CLIENT',
            id,
            kind: 'CREATED',
            node: {
              __typename: 'Client',
              id,
              name: 'Lovelace Analytics',
              contacts: { totalCount: 0 },
            },
          },
        },
      });
    }
    await graphql(
      second,
      api.ours.key,
      `mutation { updateClient(input: { id: "${id}", name: "Lovelace" }) { __typename } }`,
    );
    for (const stream of streams) {
      const { data } = await stream.next();
      expect(data.recordChanged).toMatchObject({ id, kind: 'UPDATED', node: { name: 'Lovelace' } });
    }
  });
});
