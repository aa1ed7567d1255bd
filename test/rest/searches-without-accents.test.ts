import { beforeAll, describe, expect, test } from 'vitest';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await api.addWorkspace({ name: 'Accents' });
  const clients = [
    { name: 'José & Søn', phone: '(613) 555-0142' },
    { name: 'Łódź Æther Straße' },
    { name: 'O’Brien', phone: '+49 (0)30 12 34 56' },
    { name: 'Ёлка Νίκος' },
  ];
  for (const client of clients) await workspace.post('clients/create', client);
  const contacts = [
    { clientName: 'O’Brien', first: 'Zoë', last: 'Ångström', email: 'renée@mail.example' },
    { clientName: 'O’Brien', first: 'Phone', phone: '613.555.9999', mobile: '+33 6 12 34 56 78' },
    { first: 'Free', last: 'Dvořák' },
  ];
  for (const contact of contacts) await workspace.post('contacts/create', contact);
  await workspace.post('projects/create', { clientName: 'O’Brien', name: 'Site' });
  const task = { clientName: 'O’Brien', projectName: 'Site' };
  await workspace.post('tasks/create', { ...task, name: 'Menü', description: 'Crème\nbrûlée' });
  await api.theirs.post('clients/create', { name: 'Jose', phone: '(613) 555-0142' });
  await api.theirs.post('contacts/create', { first: 'Zoe', phone: '613.555.9999' });
});

async function namesOf(path: string, query: string): Promise<string[]> {
  const { status, body } = await workspace.get(path, { query });
  expect(status).toBe(200);
  return body.map((one: { name?: string; firstName?: string }) => one.name ?? one.firstName);
}

async function searchInGraphql(query: string, first = 20): Promise<string[]> {
  const { body } = await workspace.gql(
    `query ($query: String!, $first: Int!) { searchClients(query: $query, first: $first) { name } }`,
    { query, first },
  );
  return body.data.searchClients.map(({ name }: { name: string }) => name);
}

describe.each([
  ['clients/search', (query: string) => namesOf('clients/search', query)],
  ['searchClients of GraphQL', (query: string) => searchInGraphql(query)],
  ['searchClients of GraphQL for one', (query: string) => searchInGraphql(query, 1)],
])('%s', (_, search) => {
  test.each([
    ...['jose', 'JOSÉ', 'jóse & son', 'Jose\u0301'].map((query) => [query, 'José & Søn']),
    ...['lodz', 'ŁODZ AETHER', 'łódź æther strasse'].map((query) => [query, 'Łódź Æther Straße']),
    ...["o'brien", 'O‘BRIEN', 'zoe angs', 'ANGSTROM'].map((query) => [query, 'O’Brien']),
    ...['елка', 'ЁЛКА', 'елка νικοσ', 'Ёлка νίκος'].map((query) => [query, 'Ёлка Νίκος']),
    ...['6135550142', '613-555-0142', '555-0142', '(613) 5550142', '555 0142'].map((query) => [
      query,
      'José & Søn',
    ]),
    ...['030 123456', '+49 30 123456', '0049(0)30123456', '123456'].map((query) => [
      query,
      'O’Brien',
    ]),
    ...['6135559999', '555–9999'].map((query) => [query, 'O’Brien']),
    ...['555', 'osé', '0142', 'a6135550142', '000000'].map((query) => [query, undefined]),
  ])('finds %j: %j', async (query, name) => {
    expect(await search(String(query))).toEqual(name === undefined ? [] : [name]);
  });
});

test.each([
  ...['zoe', 'ZOË', 'oe ang', 'ängstrôm', 'RENÉE@'].map((query) => [query, 'Zoë']),
  ...['dvorak', 'DVOŘÁK', 'vořá'].map((query) => [query, 'Free']),
  ...['6135559999', '555-9999', '0612345678', '+33 6 12 34 56 78'].map((query) => [query, 'Phone']),
  ...['555', '99999', '%'].map((query) => [query, undefined]),
])('contacts/search finds %j: %j', async (query, name) => {
  expect(await namesOf('contacts/search', String(query))).toEqual(name === undefined ? [] : [name]);
});

test.each(['menu', 'MENÜ', 'crème', 'BRÛLÉE'])('tasks/search finds %j', async (query) => {
  expect(await namesOf('tasks/search', query)).toEqual(['Menü']);
});
