import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../src/domain/workspaces/users.ts';
import { useTestApi } from '../support/api.ts';
import { mutated } from '../support/mutations.ts';
import { personDoors } from '../support/people.ts';
import type { TestProcess } from '../support/streams.ts';
import { recordChanges, startProcess, useStreams } from '../support/streams.ts';

/** References to what another system calls a record, where more than one thing happens to a request. */

const api = useTestApi();
const doors = personDoors(api);
const subscribe = useStreams();
let service: TestProcess;
let clientId: string;
let projectId: string;

afterAll(() => service?.close());
beforeAll(async () => {
  service = await startProcess(api);
  const named = (externalId: string) => ({ externalId, source: 'crm' });
  const client = { name: 'Known', ...named('1') };
  ({ id: clientId } = (await api.ours.post('clients/create', client)).body);
  const project = { name: 'Site', clientName: 'Known', ...named('2') };
  ({ id: projectId } = (await api.ours.post('projects/create', project)).body);
});

const sendKeyed = async (path: string, body: object, name: string) => {
  const response = await api.app.request(path, {
    method: 'POST',
    headers: {
      'x-api-key': api.ours.key,
      'content-type': 'application/json',
      'idempotency-key': name,
    },
    body: JSON.stringify(body),
  });
  const isReplayed = response.headers.get('idempotency-replayed');
  return { status: response.status, text: await response.text(), isReplayed };
};

test('with a key are replayed in REST, also after another record gets the name', async () => {
  const body = { amount: 1, clientId: 'cli_ext:crm:1' };
  const send = () => sendKeyed('/public/action/expenses/create', body, 'by-reference');
  const first = await send();
  expect([first.status, JSON.parse(first.text).clientId]).toEqual([200, clientId]);
  expect(await send()).toEqual({ ...first, isReplayed: 'true' });
  await api.ours.patch('clients/update', { id: clientId, externalId: 'moved' });
  expect(await send()).toEqual({ ...first, isReplayed: 'true' });
  await api.ours.patch('clients/update', { id: clientId, externalId: '1' });
  const { accountId } = api.ours;
  expect(await api.database.prisma.expense.count({ where: { accountId, clientId } })).toBe(1);
});

test('with a key are replayed in GraphQL, in variables and in the text', async () => {
  const note = (id: string) =>
    `updateClient(input: { id: ${id}, notes: "N" }) { ... on UpdateClientSuccess { client { id version } } }`;
  const inText = { query: `mutation { ${note('"cli_ext:crm:1"')} }` };
  const inVariables = {
    query: `mutation ($id: ID!) { ${note('$id')} }`,
    variables: { id: 'cli_ext:crm:1' },
  };
  for (const [at, body] of [inText, inVariables].entries()) {
    const send = () => sendKeyed('/graphql', body, `graphql-${at}`);
    const first = await send();
    expect(JSON.parse(first.text).data.updateClient.client.id).toBe(clientId);
    expect(await send()).toEqual({ ...first, isReplayed: 'true' });
  }
});

test('with @atomic refer to their records in every field, and an unknown one rolls back everything', async () => {
  const send = (second: string) =>
    api.ours.gql(`mutation @atomic {
      a: updateClient(input: { id: "cli_ext:crm:1", city: "Oslo" }) { __typename ... on UpdateClientSuccess { client { id city } } }
      b: updateProject(input: { id: "${second}", description: "D" }) { __typename ... on UpdateProjectSuccess { project { id } } } }`);
  const rejected = (await send('prj_ext:crm:none')).body.data;
  expect([rejected.a.__typename, rejected.b.__typename]).toEqual(['NotDoneError', 'NotFoundError']);
  const { city } = await api.database.prisma.client.findFirstOrThrow({ where: { id: clientId } });
  expect(city).toBeNull();
  const { a, b } = (await send('prj_ext:crm:2')).body.data;
  expect([a.client, b.project]).toEqual([{ id: clientId, city: 'Oslo' }, { id: projectId }]);
});

test('a subscription follows the record of a reference', async () => {
  const stream = await subscribe(service, api.ours, recordChanges, { ids: ['cli_ext:crm:1'] });
  await api.ours.post('clients/create', { name: 'Another' });
  await api.ours.patch('clients/update', { id: clientId, city: 'Rome' });
  expect(await stream.nextChange()).toMatchObject({ id: clientId, kind: 'UPDATED' });
});

describe('a member', () => {
  test('finds only assigned records by references', async () => {
    const email = 'member@ours.example';
    await createUser(api.ours.context, { email });
    const { id: userId } = await api.database.prisma.user.findFirstOrThrow({ where: { email } });
    const member = doors({ role: 'MEMBER', userId });
    const ask = async () =>
      (await member.gql('{ project(id: "prj_ext:crm:2") { id } }')).body.data.project;
    expect(await ask()).toBeNull();
    await mutated(api.ours, 'setProjectMembers', { id: projectId, memberEmails: [email] });
    expect(await ask()).toEqual({ id: projectId });
  });
});
