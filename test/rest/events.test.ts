import { expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';

const api = useTestApi();

test('an empty list contains the next position, and so does the last page', async () => {
  const { ours } = api;
  const end = await ours.get('events/list', { after: 'now', limit: '1000' });
  expect([end.status, end.body]).toEqual([200, []]);
  const link = end.headers.get('link') ?? '';
  expect(link).toMatch(/^<\/public\/action\/events\/list\?after=\d+-\w+&limit=1000>; rel="next"$/);
  const next = link.slice('</public/action/'.length, link.indexOf('>'));
  const [path = '', query = ''] = next.split('?');
  const again = await ours.get(path, Object.fromEntries(new URLSearchParams(query)));
  expect([again.status, again.body, again.headers.get('link')]).toEqual([200, [], link]);
});

test('sizes, types and places that there are not are rejected', async () => {
  const { ours } = api;
  const problems: [string, Record<string, string>][] = [
    ['limit', { limit: '0' }],
    ['limit', { limit: '1001' }],
    ['limit', { limit: 'many' }],
    ['types.1', { types: 'client,clients' }],
    ['types.0', { types: 'client.paid' }],
    ['after', { after: 'yesterday' }],
  ];
  for (const [path, query] of problems) {
    const { body, status } = await ours.get('events/list', query);
    expect([status, body.errors[0]?.path], JSON.stringify(query)).toEqual([400, path]);
  }
});

test('all invalid arguments are reported in one response, in both APIs', async () => {
  const { ours } = api;
  const types = ['client', 'clients', 'client.paid'];
  const { body } = await ours.get('events/list', {
    ...{ limit: '0', after: 'yesterday', types: types.join() },
  });
  const paths = (errors: { path: string }[]) => errors.map(({ path }) => path).sort();
  expect(paths(body.errors)).toEqual(['after', 'limit', 'types.1', 'types.2']);
  const answer = await ours.gql(
    'query ($types: [String!]) { events(first: 0, after: "yesterday", types: $types) { place } }',
    { types },
  );
  const [error] = answer.body.errors;
  expect(paths(error.extensions.errors)).toEqual(['after', 'first', 'types.1', 'types.2']);
});

test('types are one parameter or several', async () => {
  const { id } = (await api.ours.post('clients/create', { name: 'Several' })).body;
  await api.ours.post('contacts/create', { first: 'One', clientName: 'Several' });
  const list = (query: string) => {
    const headers = { 'x-api-key': api.ours.key };
    return api.request(`/public/action/events/list?limit=1000&${query}`, { headers });
  };
  const expected = await list('types=client.created,contact');
  expect(expected.body.map((event: { type: string }) => event.type)).toEqual([
    'client.created',
    'contact.created',
  ]);
  expect(expected.body[0].recordId).toBe(id);
  for (const query of [
    'types[]=client.created&types[]=contact',
    'types%5B0%5D=client.created&types%5B1%5D=contact',
    'types=client.created&types=contact&types=',
  ])
    expect((await list(query)).body, query).toEqual(expected.body);
  const wrong = await list('types[]=client&types[]=clients');
  expect(wrong.body.errors).toMatchObject([{ path: 'types.1' }]);
});

test('events of keys require read permission for keys', async () => {
  const { ours } = api;
  const { key } = await createApiKey(ours.context, { name: 'Reads', scopes: ['read'] });
  const reader = workspaceOf(api, ours.context, key);
  const typesOf = (body: { recordType: string }[]) =>
    new Set(body.map(({ recordType }) => recordType));
  expect(typesOf((await ours.get('events/list', { limit: '1000' })).body)).toContain('ApiKey');
  const received = typesOf((await reader.get('events/list', { limit: '1000' })).body);
  expect(received).toContain('User');
  expect(received).not.toContain('ApiKey');
  expect((await reader.get('events/list', { types: 'apiKey' })).status).toBe(403);
});
