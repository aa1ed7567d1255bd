import { beforeAll, describe, expect, test } from 'vitest';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { askFor } from '../support/graphql.ts';
import { created } from '../support/invoices.ts';
import { personDoors } from '../support/people.ts';
import { addRecordsWithWord, fieldsWithWord } from '../support/searched-records.ts';

const api = useTestApi();
const doors = personDoors(api);

const source = `query ($query: String!, $types: [SearchType!], $first: Int, $after: String) {
  search(query: $query, types: $types, first: $first, after: $after) {
    edges { cursor node { id } }
    nodes { type id title field value match }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const typesOf = ({ body }: { body: { data: { search: { nodes: { type: string }[] } } } }) =>
  new Set(body.data.search.nodes.map(({ type }) => type));

beforeAll(async () => {
  await addRecordsWithWord(api.ours, 'Kiwi');
  await addRecordsWithWord(api.theirs, 'Kiwi');
});

test('search returns what the search of REST returns, in the same order', async () => {
  for (const query of ['kiwi', 'k', 'kiwi works', 'iwi', '0001', 'hopper']) {
    const { data } = await askFor(api.ours.context, source, { query, first: 100 });
    const { body } = await api.ours.get('search', { query, limit: '100' });
    expect(data.search.nodes).toEqual(body);
    expect(body.length).toBeGreaterThan(0);
  }
});

test('the pages of a search make up the whole', async () => {
  const { data: all } = await askFor(api.ours.context, source, { query: 'kiwi', first: 100 });
  const ids = all.search.nodes.map(({ id }: { id: string }) => id);
  const seen: string[] = [];
  let after: string | null = null;
  for (let page = 0; page === 0 || after !== null; page += 1) {
    const variables: object = { query: 'kiwi', first: 3, after };
    const { data } = await askFor(api.ours.context, source, { ...variables });
    const { edges, pageInfo } = data.search;
    seen.push(...edges.map(({ node }: { node: { id: string } }) => node.id));
    expect(pageInfo).toEqual({
      hasNextPage: seen.length < ids.length,
      hasPreviousPage: page > 0,
      startCursor: edges[0].cursor,
      endCursor: edges.at(-1).cursor,
    });
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
  expect(seen).toEqual(ids);
});

test('a hit has its record, with one more statement for each type', async () => {
  const { data, statements } = await askFor(
    api.ours.context,
    `{ search(query: "kiwi", first: 100) { nodes { type id record { __typename
      ... on Node { id } ... on Client { name contacts { nodes { email } } } ... on Invoice { total }
      ... on Ticket { subject client { name } } } } } }`,
  );
  expect(statements).toHaveLength(1 + Object.keys(fieldsWithWord).length);
  const types = new Set<string>();
  for (const { type, id, record } of data.search.nodes) {
    expect(record.id).toBe(id);
    types.add(type);
  }
  expect(types).toEqual(new Set(Object.keys(fieldsWithWord)));
  const { record } = data.search.nodes.find((hit: { type: string }) => hit.type === 'TICKET');
  expect(record).toMatchObject({ __typename: 'Ticket', client: { name: 'Kiwi Works' } });
});

test('without their records, hits take one statement', async () => {
  const { statements } = await askFor(api.ours.context, source, { query: 'kiwi', first: 100 });
  expect(statements).toHaveLength(1);
});

test.each([
  [{ query: ' ' }, 'query', 'required'],
  [{ query: 'a', first: 0 }, 'first', 'out_of_range'],
  [{ query: 'a', first: 101 }, 'first', 'out_of_range'],
  [{ query: 'a', after: 'abc' }, 'after', 'invalid_cursor'],
  [{ query: 'a', types: [] }, 'types', 'invalid_length'],
])('rejects %j', async (variables, path, code) => {
  const { body } = await api.ours.gql(source, variables);
  expect(body.errors[0].extensions).toMatchObject({
    code: 'invalid_input',
    errors: [{ path, code }],
  });
});

describe('search for a caller with restricted access', () => {
  let member: TestWorkspace;
  let contact: TestWorkspace;

  beforeAll(async () => {
    const { ours } = api;
    const { accountId } = ours;
    const { prisma } = api.database;
    const where = { accountId };
    const project = await prisma.project.findFirstOrThrow({
      where: { ...where, name: 'Kiwi site' },
    });
    const { ownerId: userId } = ours.context.workspace;
    await prisma.projectMember.create({ data: { accountId, projectId: project.id, userId } });
    await created(ours, 'clients/create', { name: 'Hidden Kiwi', phone: '+44 20 7946 0000' });
    await created(ours, 'projects/create', { clientName: 'Hidden Kiwi', name: 'Kiwi hidden' });
    await prisma.client.updateMany({
      where: { ...where, name: 'Kiwi Works' },
      data: { phone: '+44 20 7946 1111' },
    });
    const { id: contactId, clientId } = await prisma.contact.findFirstOrThrow({
      where: { ...where, email: 'grace@hopper.example' },
    });
    await prisma.contact.updateMany({
      where: { ...where, id: contactId },
      data: { portalAccess: true },
    });
    await prisma.invoice.updateMany({ where, data: { status: 'SENT', dateIssued: new Date() } });
    member = doors({ role: 'MEMBER', userId });
    contact = doors({ contact: { contactId, clientId: clientId as string } });
  });

  test('a member finds the records of its projects and its own expenses', async () => {
    const answer = await member.gql(source, { query: 'kiwi', first: 100 });
    expect(answer.body.errors).toBeUndefined();
    const titles = answer.body.data.search.nodes.map(({ title }: { title: string }) => title);
    expect(titles.sort()).toEqual(['Kiwi Works', 'Kiwi site', 'Logo']);
    const inRest = await member.get('search', { query: 'kiwi', limit: '100' });
    expect(inRest.body).toEqual(answer.body.data.search.nodes);
  });

  test('a member finds nothing by hidden fields, and asks for no types that it may not read', async () => {
    const { body } = await member.gql(source, { query: '79461111' });
    expect(body.data.search.nodes).toEqual([]);
    const refused = await member.gql(source, { query: 'kiwi', types: ['INVOICE'] });
    expect(refused.body.errors[0].extensions.code).toBe('missing_scope');
    const answer = await member.gql(source, { query: 'hopper', types: ['CONTACT'] });
    expect(answer.body.data.search.nodes).toEqual([]);
  });

  test('a contact finds what the portal shows it', async () => {
    const answer = await contact.gql(source, { query: 'kiwi', first: 100 });
    expect(answer.body.errors).toBeUndefined();
    expect(typesOf(answer)).toEqual(
      new Set(['CLIENT', 'CONTACT', 'PROJECT', 'DELIVERABLE', 'INVOICE', 'TICKET']),
    );
    for (const { title } of answer.body.data.search.nodes) expect(title).not.toContain('idden');
    const { body } = await contact.gql(source, { query: '79461111' });
    expect(body.data.search.nodes).toEqual([]);
  });
});
