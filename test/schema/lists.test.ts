import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { ask, askFor } from '../support/graphql.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();

/** The names that a list of clients answers. */
async function clients(args = ''): Promise<string[]> {
  const { data } = await askFor(
    api.ours.context,
    `{ clients${args} { totalCount edges { node { name } } } }`,
  );
  const { totalCount, edges } = data.clients;
  const names = edges.map(({ node }: { node: { name: string } }) => node.name);
  expect(totalCount).toBe(names.length);
  return names;
}

beforeAll(async () => {
  const { ours } = api;
  for (const [name, country] of [
    ['Beta', 'Germany'],
    ['alpha', 'France'],
    ['Gamma 50%', null],
    ['Gamma 500', 'France'],
    ['Old', 'Spain'],
  ]) {
    await created(ours, 'clients/create', { name, country });
  }
  for (const [first, clientName] of [
    ['Ada', 'Beta'],
    ['Grace', 'Beta'],
    ['Alan', 'alpha'],
  ]) {
    await created(ours, 'contacts/create', { first, clientName });
  }
  for (const [name, clientName] of [
    ['One', 'Beta'],
    ['Two', 'Beta'],
    ['Three', 'alpha'],
  ]) {
    await created(ours, 'projects/create', { name, clientName });
  }
  const { accountId } = ours;
  const { prisma } = api.database;
  await prisma.client.updateMany({ where: { accountId, name: 'Old' }, data: { archived: true } });
  await prisma.contact.updateMany({
    where: { accountId, firstName: 'Grace' },
    data: { archived: true },
  });
  await prisma.project.updateMany({ where: { accountId, name: 'Two' }, data: { active: false } });
});

const active = ['Beta', 'Gamma 50%', 'Gamma 500', 'alpha'];

describe('a list of records that can be archived', () => {
  test('leaves archived ones out', async () => {
    expect((await clients()).toSorted()).toEqual(active);
  });

  test('contains archived ones on request', async () => {
    expect((await clients('(includeArchived: true)')).toSorted()).toEqual(
      [...active, 'Old'].toSorted(),
    );
  });

  test('contains them if a condition on any level concerns them', async () => {
    expect(await clients('(where: { archived: { equals: true } })')).toEqual(['Old']);
    expect(
      await clients(
        '(where: { OR: [{ name: { equals: "Beta" } }, { archived: { equals: true } }] })',
      ),
    ).toEqual(['Beta', 'Old']);
    expect(await clients('(where: { NOT: { archived: { equals: false } } })')).toEqual(['Old']);
  });

  test('does the same below a record, and counts the same', async () => {
    const source = `{ clients(where: { name: { equals: "Beta" } }) { edges { node {
      contacts { totalCount edges { node { firstName } } }
      all: contacts(includeArchived: true) { totalCount }
      projects { totalCount edges { node { name } } }
      every: projects(includeInactive: true) { totalCount } } } } }`;
    const { data } = await askFor(api.ours.context, source);
    expect(data.clients.edges[0].node).toEqual({
      contacts: { totalCount: 1, edges: [{ node: { firstName: 'Ada' } }] },
      all: { totalCount: 2 },
      projects: { totalCount: 1, edges: [{ node: { name: 'One' } }] },
      every: { totalCount: 2 },
    });
  });
});

describe('where', () => {
  test('looks into related records: the one, and some, every or none of many', async () => {
    const source = `{ projects(where: { client: { country: { equals: "Germany" } } }) { edges { node { name } } } }`;
    const { data } = await askFor(api.ours.context, source);
    expect(data.projects.edges).toEqual([{ node: { name: 'One' } }]);
    expect(await clients('(where: { projects: { some: { name: { equals: "Three" } } } })')).toEqual(
      ['alpha'],
    );
    expect(await clients('(where: { projects: { none: {} }, contacts: { none: {} } })')).toEqual([
      'Gamma 50%',
      'Gamma 500',
    ]);
    expect(
      await clients('(where: { projects: { some: {}, every: { active: { equals: true } } } })'),
    ).toEqual(['alpha']);
  });

  test('joins conditions by and, or and not', async () => {
    const gammas = '{ name: { startsWith: "Gamma" } }';
    expect(await clients(`(where: { AND: [${gammas}, { country: { equals: null } }] })`)).toEqual([
      'Gamma 50%',
    ]);
    expect(await clients(`(where: { OR: [${gammas}, { name: { equals: "Beta" } }] })`)).toEqual([
      'Beta',
      'Gamma 50%',
      'Gamma 500',
    ]);
    expect((await clients(`(where: { NOT: ${gammas} })`)).toSorted()).toEqual(['Beta', 'alpha']);
  });

  test('takes texts for themselves, wildcards of SQL included', async () => {
    expect(await clients('(where: { name: { contains: "50%" } })')).toEqual(['Gamma 50%']);
    expect(await clients('(where: { name: { contains: "_" } })')).toEqual([]);
    expect(await clients('(where: { name: { equals: "GAMMA 5_%", mode: INSENSITIVE } })')).toEqual(
      [],
    );
    expect(
      await clients('(where: { name: { not: { equals: "gamma%" }, mode: INSENSITIVE } })'),
    ).toHaveLength(4);
  });

  test('is case-sensitive unless it ignores case', async () => {
    expect(await clients('(where: { name: { equals: "beta" } })')).toEqual([]);
    expect(await clients('(where: { name: { equals: "beta", mode: INSENSITIVE } })')).toEqual([
      'Beta',
    ]);
    expect(
      await clients('(where: { name: { in: ["BETA", "ALPHA"], mode: INSENSITIVE } })'),
    ).toHaveLength(2);
  });

  test('finds changes after an instant', async () => {
    const { prisma } = api.database;
    const { accountId } = api.ours;
    const { updatedAt } = await prisma.client.findFirstOrThrow({
      where: { accountId, name: 'Old' },
    });
    await prisma.client.updateMany({
      where: { accountId, name: 'Beta' },
      data: { notes: 'changed' },
    });
    expect(await clients(`(where: { updatedAfter: "${updatedAt.toISOString()}" })`)).toEqual([
      'Beta',
    ]);
  });
});

describe('a page', () => {
  test('has 25 records by default, and at most 100', async () => {
    const { prisma } = api.database;
    await prisma.vendor.createMany({
      data: Array.from({ length: 101 }, (_, index) => ({
        accountId: api.ours.accountId,
        id: `ven_${index}`,
        name: `Vendor no. ${index}`,
      })),
    });
    const source =
      '{ vendors { pageInfo { hasNextPage } edges { cursor } } all: vendors(first: 100) { edges { cursor } } }';
    const { data } = await askFor(api.ours.context, source);
    expect(data.vendors.edges).toHaveLength(25);
    expect(data.vendors.pageInfo.hasNextPage).toBe(true);
    expect(data.all.edges).toHaveLength(100);
  });

  test.each(['first: 101', 'last: 101', 'first: -1'])('is rejected with %s', async (size) => {
    const { data, errors } = await ask(
      api.ours.context,
      `{ clients(${size}) { edges { cursor } } }`,
    );
    expect(data).toEqual({ clients: null });
    expect(errors).toHaveLength(1);
  });
});

test('the first entry of an order counts first; descending, records without a value come first', async () => {
  const names = await clients('(orderBy: [{ country: DESC }, { name: ASC }])');
  expect(names).toEqual(['Gamma 50%', 'Beta', 'Gamma 500', 'alpha']);
});

test('custom fields are read once, for values of any number of records and types', async () => {
  const { ours } = api;
  for (const name of ['With values 1', 'With values 2']) {
    await created(ours, 'clients/create', { name, customValues: { Colour: 'blue', Size: 3 } });
    await created(ours, 'projects/create', { name, clientName: name, customValues: { Phase: 1 } });
  }
  const source = `{ clients(where: { name: { startsWith: "With" } }) { edges { node {
    customValues { fieldName mappingKey type value }
    projects { edges { node { customValues { fieldName value } client { customValues { value } } } } } } } } }`;
  const { data, statements } = await askFor(ours.context, source);
  expect(statements).toHaveLength(2);
  expect(data.clients.edges[0].node).toEqual({
    customValues: [
      { fieldName: 'Colour', mappingKey: 'colour', type: 'TEXT', value: 'blue' },
      { fieldName: 'Size', mappingKey: 'size', type: 'NUMERIC', value: 3 },
    ],
    projects: {
      edges: [
        {
          node: {
            customValues: [{ fieldName: 'Phase', value: 1 }],
            client: { customValues: [{ value: 'blue' }, { value: 3 }] },
          },
        },
      ],
    },
  });
});
