import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { snapshot } from '../support/snapshot.ts';

/** The exhaustive test of idempotency keys sends every write as a dry run. */

const api = useTestApi();

const createClient = (name: string) =>
  `createClient(input: { name: "${name}" }) { __typename ... on CreateClientSuccess { client { name } } ... on ExpectedError { code path } }`;

async function sendUnchanged(path: string, body: unknown, headers: Record<string, string> = {}) {
  const before = await snapshot(api.database.pool);
  const answer = await api.request(path, {
    method: 'POST',
    headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(await snapshot(api.database.pool)).toEqual(before);
  return answer;
}

describe('@dryRun', () => {
  test('returns the results of all mutations, of which each sees the earlier ones', async () => {
    const project =
      'createProject(input: { name: "Site", clientName: "Dry" }) { ... on CreateProjectSuccess { project { name client { name } } } }';
    const query = `mutation @dryRun { ${createClient('Dry')} ${project} }`;
    const { body, headers } = await sendUnchanged('/graphql', { query });
    expect(body.data).toEqual({
      createClient: { __typename: 'CreateClientSuccess', client: { name: 'Dry' } },
      createProject: { project: { name: 'Site', client: { name: 'Dry' } } },
    });
    expect(headers.get('dry-run')).toBe('true');
  });

  test('returns errors', async () => {
    const query = `mutation @dryRun { a: ${createClient('Twice')} b: ${createClient('Twice')} }`;
    const { body } = await sendUnchanged('/graphql', { query });
    expect(body.data).toMatchObject({
      a: { __typename: 'NotDoneError' },
      b: { __typename: 'ConflictError', code: 'name_taken' },
    });
  });

  test('does not delete a workspace', async () => {
    const { name } = await api.database.prisma.workspace.findFirstOrThrow({
      where: { accountId: api.ours.accountId },
    });
    const query =
      'mutation ($name: String!) @dryRun { deleteWorkspace(input: { confirmName: $name }) { __typename } }';
    const { body } = await sendUnchanged('/graphql', { query, variables: { name } });
    expect(body.data.deleteWorkspace.__typename).toBe('DeleteWorkspaceSuccess');
    expect((await api.ours.gql('{ clients { totalCount } }')).status).toBe(200);
  });
});

test.each([
  ['/graphql', { query: `mutation { ${createClient('Misspelled')} }` }],
  ['/public/action/clients/create', { name: 'Misspelled' }],
])('a misspelled header Dry-Run is an error at %s', async (path, sent) => {
  const { text } = await sendUnchanged(path, sent, { 'dry-run': 'yes' });
  expect(text).toContain('"path":"Dry-Run"');
  expect(text).toContain('must be true or false');
});
