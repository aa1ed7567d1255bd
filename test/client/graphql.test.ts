import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Actiongraph, type GraphQL, unwrap } from '../../client/src/index.ts';
import { printDocument } from '../../client/src/print-document.ts';
import { packageRoot } from '../../src/config/package-root.ts';
import { useTestApi } from '../support/api.ts';
import { startProcess, type TestProcess } from '../support/streams.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { graphql } from '../support/typed-documents/index.ts';

const api = useTestApi();
let service: TestProcess;

beforeAll(async () => {
  service = await startProcess(api);
});
afterAll(() => service.close());

const connect = (url = service.url) => new Actiongraph({ url, apiKey: api.ours.key });

const CreateClient = graphql(`
  mutation CreateClient($input: CreateClientInput!) {
    createClient(input: $input) {
      __typename
      ... on CreateClientSuccess { client { id name archived clientType } }
      ... on ExpectedError { code message path errors { path code } }
    }
  }
`);

const createText = `mutation ($input: CreateClientInput!) {
  createClient(input: $input) {
    ... on CreateClientSuccess { client { id name } }
    ... on ExpectedError { code message errors { path code message } }
  }
}`;

interface Created {
  createClient: { client: Pick<GraphQL.Client, 'id' | 'name'> } | GraphQL.ExpectedError;
}

describe('a document', () => {
  test('with types has a typed result and typed variables', async () => {
    const client = connect();
    const { createClient } = await client.graphql(CreateClient, { input: { name: 'Ada' } });
    if (createClient?.__typename !== 'CreateClientSuccess') throw new Error('It failed.');
    const name: string = createClient.client.name;
    expect(name).toBe('Ada');
    // @ts-expect-error the name is required
    const nameless = client.graphql(CreateClient, { input: {} });
    await expect(nameless).rejects.toMatchObject({ code: 'invalid_operation' });
    // @ts-expect-error the variables are required
    await expect(client.graphql(CreateClient)).rejects.toThrow('$input');
  });

  test('as a text has the types that the caller names, with those of the schema', async () => {
    const input: GraphQL.CreateClientInput = { name: 'Bea', clientType: 'CLIENT' };
    const { createClient } = await connect().graphql<Created>(createText, { input });
    const { client } = unwrap(createClient);
    const name: string = client.name;
    expect(name).toBe('Bea');
  });

  test.each([
    'query Q($a: [Int!]! = [1], $b: T = {c: "x\\ny\\"", d: [null, ENUM]}) @atomic { a: b(c: 1.5, d: true, e: [$e, false]) @skip(if: $f) { ...F ... on T @include(if: false) { g } ... { h } } } fragment F on T { __typename }',
    'subscription { recordChanged(types: [CLIENT]) { id } }',
    '{ a }',
  ])('is printed from its nodes: %s', (text) => {
    expect(print(parse(printDocument(parse(text))))).toBe(print(parse(text)));
  });

  test('with a block string is printed with a plain string', () => {
    const text = printDocument(parse('mutation { a(b: """It is "quoted".""") }'));
    expect(text).toContain('a(b: "It is \\"quoted\\".")');
  });

  test('of the dashboard is printed from its nodes', () => {
    const file = join(packageRoot, 'examples/dashboard/src/documents.ts');
    const texts = readFileSync(file, 'utf8').matchAll(/graphql\(`([^`]+)`\)/g);
    for (const [, text = ''] of texts) {
      expect(print(parse(printDocument(parse(text))))).toBe(print(parse(text)));
    }
  });
});

describe('an error', () => {
  test('of an invalid operation has the code of the service', async () => {
    await expect(connect().graphql('{ nonsense }')).rejects.toMatchObject({
      ...{ name: 'ActiongraphError', code: 'invalid_operation' },
    });
  });

  test('that the caller can fix is thrown by `unwrap`, with all invalid fields', async () => {
    const { createClient } = await connect().graphql<Created>(createText, { input: { name: '' } });
    expect(() => unwrap(createClient)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        errors: [expect.objectContaining({ path: 'name' })],
      }),
    );
  });

  test('of one field comes with the other fields', async () => {
    const text =
      '{ workspace { name } client(id: "cli_none") { name } events(after: "1-a") { place } }';
    await expect(connect().graphql(text)).rejects.toMatchObject({
      data: { workspace: { name: 'Ours' } },
    });
  });
});

test('all pages of a connection are one sequence', async () => {
  const client = connect();
  const named = [1, 2, 3, 4, 5].map((number) => `Vendor ${number}`);
  for (const name of named) {
    await client.graphql(
      'mutation ($name: String!) { createVendor(input: { name: $name }) { __typename } }',
      { name },
    );
  }
  const text = `query ($first: Int!, $after: String) {
    vendors(first: $first, after: $after) { nodes { name } pageInfo { hasNextPage endCursor } }
  }`;
  type Vendors = { vendors: { nodes: { name: string }[]; pageInfo: GraphQL.PageInfo } };
  const vendors = client.paginate(text, { first: 2 }, ({ vendors }: Vendors) => vendors);
  const names: string[] = [];
  for await (const { name } of vendors) names.push(name);
  expect(names).toEqual(named);
});

test('a mutation whose response is lost is executed once, and its result arrives', async () => {
  const proxy = await startTcpProxy(Number(new URL(service.url).port));
  const client = connect(`http://127.0.0.1:${proxy.port}`);
  proxy.loseAnswerTo('createClient');
  const { createClient } = await client.graphql<Created>(createText, { input: { name: 'Once' } });
  await proxy.close();
  const { id } = unwrap(createClient).client;
  const found = await api.database.prisma.client.findMany({ where: { name: 'Once' } });
  expect(found.map((one) => one.id)).toEqual([id]);
});
