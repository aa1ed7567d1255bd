import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { describeConditions } from '../support/conditions.ts';
import { ask } from '../support/graphql.ts';
import { idsBySql, order } from '../support/where-comparison.ts';

const api = useTestApi();

// `npm run test:long` tries every condition on every field.
describeConditions(api, false);

test('a relation that is null finds the records that have none', async () => {
  const found = async (where: object) => {
    const source =
      'query ($where: TimeEntryWhere) { timeEntries(first: 100, where: $where) { edges { node { invoiceId } } } }';
    const { data } = await ask(api.ours.context, source, { where });
    return data.timeEntries.edges.map((edge: { node: object }) => edge.node);
  };
  const [without, all] = [await found({ invoice: null }), await found({})];
  expect(without.length).toBeGreaterThan(0);
  expect(without).toEqual(all.filter((node: { invoiceId: unknown }) => node.invoiceId === null));
});

test('an unknown value of a related record matches neither a condition nor its negation', async () => {
  const { db, accountId } = api.ours.context;
  const own = { accountId, id: (await db.client.findFirstOrThrow({ where: { accountId } })).id };
  const project = await db.project.findFirstOrThrow({
    where: { accountId, NOT: { clientId: own.id } },
  });
  await db.client.updateMany({ where: own, data: { city: null } });
  await db.client.updateMany({ where: { accountId, NOT: own }, data: { city: 'Ulm' } });
  const ulm = { city: { equals: 'Ulm' } };
  const inUlm = { client: ulm };
  const wheres = [
    inUlm,
    { NOT: inUlm },
    { NOT: { NOT: inUlm } },
    { client: { NOT: ulm } },
    { NOT: { client: { NOT: ulm } } },
    { NOT: { client: { city: { equals: null } } } },
    { NOT: { OR: [inUlm, { id: { equals: project.id } }] } },
    { NOT: { client: { projects: { every: inUlm } } } },
    { NOT: { client: { projects: { some: { NOT: inUlm } } } } },
    { client: { projects: { none: { NOT: inUlm } } } },
  ].flatMap((project) => [{ project }, { NOT: { project } }, { NOT: { NOT: { project } } }]);
  const source = `query ($where: TimeEntryWhere) {
    timeEntries(first: 100, where: $where, ${order}) { edges { node { id } } } }`;
  for (const where of wheres) {
    const { data, errors } = await ask(api.ours.context, source, { where });
    expect(errors).toBeUndefined();
    const found = data.timeEntries.edges.map(({ node }: { node: { id: string } }) => node.id);
    expect(found, JSON.stringify(where)).toEqual(
      await idsBySql(api, { model: 'TimeEntry' }, where),
    );
  }
});

const nested = (levels: number): object => (levels === 0 ? {} : { NOT: nested(levels - 1) });

test.each([
  ['too deep', nested(11)],
  ['too many conditions', { OR: Array.from({ length: 201 }, () => ({ name: { equals: 'x' } })) }],
  ['too many values', { name: { in: Array.from({ length: 1_001 }, String) } }],
])('a where with %s is rejected', async (_, where) => {
  const source = 'query ($where: ClientWhere) { clients(where: $where) { totalCount } }';
  const { errors } = await ask(api.ours.context, source, { where });
  expect(errors?.[0]?.originalError).toMatchObject({ code: 'invalid_input' });
});
