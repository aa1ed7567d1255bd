import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { expect, test } from 'vitest';
import { markInvoiceSent } from '../../src/domain/invoices/send-invoice.ts';
import { useTestApi } from '../support/api.ts';
import { graphql } from '../support/typed-documents/index.ts';

const api = useTestApi();

const CreateClient = graphql(`
  mutation CreateClient($input: CreateClientInput!) {
    createClient(input: $input) {
      __typename
      ... on CreateClientSuccess { client { id name archived clientType } }
      ... on ExpectedError { code message path errors { path code } }
    }
  }
`);

const ProjectsOf = graphql(`
  query ProjectsOf($client: String!, $first: Int!) {
    projects(where: { client: { name: { equals: $client } } }, first: $first) {
      totalCount
      pageInfo { hasNextPage }
      edges {
        cursor
        node { id name budgetUsed trackedMinutes client { name } }
      }
    }
  }
`);

const Receivables = graphql(`
  query Receivables {
    figures { receivablesByAge { currency invoices days1To30 days31To60 days61To90 over90Days notDue total } }
  }
`);

async function execute<Result, Variables>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const { body } = await api.request('/graphql', {
    method: 'POST',
    headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: print(document), variables }),
  });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data;
}

/** A root field is null only with an error, for which {@link execute} throws. */
function answered<T>(value: T | null): T {
  if (value === null) throw new Error('Nothing was answered.');
  return value;
}

test('a typed mutation returns the record or an error, distinguished by __typename', async () => {
  const named = { input: { name: 'Lovelace Analytics' } };
  const made = answered((await execute(CreateClient, named)).createClient);
  if (made.__typename !== 'CreateClientSuccess') throw new Error(made.message);
  const { client } = made;
  const [name, isArchived, id]: [string, boolean, string] = [
    client.name,
    client.archived,
    client.id,
  ];
  expect([name, isArchived]).toEqual(['Lovelace Analytics', false]);
  expect(id).toMatch(/^cli_/);

  const nameless = { input: { name: '' } };
  const refused = answered((await execute(CreateClient, nameless)).createClient);
  if (refused.__typename === 'CreateClientSuccess') throw new Error('It was created.');
  const [code, path]: [string, string | null] = [refused.code, refused.path];
  expect([code, path, refused.errors.length]).toEqual(['invalid_input', 'name', 1]);
});

test('a typed list answers whole records, exact amounts as strings, null where there is nothing', async () => {
  await api.ours.post('timeWorked/create', {
    clientName: 'Hopper Books',
    projectName: 'Spring catalogue',
    timerStart: '2026-03-02T09:00:00Z',
    timerEnd: '2026-03-02T10:30:00Z',
    createClient: true,
    createProject: true,
  });
  const asked = { client: 'Hopper Books', first: 1 };
  const projects = answered((await execute(ProjectsOf, asked)).projects);
  const [edge] = projects.edges;
  if (!edge) throw new Error('There is no project.');
  const { node } = edge;
  const values: [string, number | null, string | null, string | undefined] = [
    node.name,
    node.trackedMinutes,
    node.budgetUsed,
    node.client?.name,
  ];
  expect(values).toEqual(['Spring catalogue', 90, null, 'Hopper Books']);
  expect([projects.totalCount, projects.pageInfo.hasNextPage]).toEqual([1, false]);
});

test('typed figures answer an amount for each age', async () => {
  await api.ours.post('clients/create', { name: 'Noether Foods' });
  const invoice = { clientName: 'Noether Foods', amount: 500.5 };
  const { body } = await api.ours.post('invoices/create', invoice);
  await markInvoiceSent(api.ours.context, { id: body.id });
  const figures = answered((await execute(Receivables, {})).figures);
  const totals: [string, string, number][] | undefined = figures.receivablesByAge?.map(
    ({ currency, total, invoices }) => [currency, total, invoices],
  );
  expect(totals).toEqual([['USD', '500.5', 1]]);
});
