import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { ask } from '../support/graphql.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { caseReporter, whereComparison } from '../support/where-comparison.ts';

const api = useTestApi();
const { ours } = useFilledWorkspaces(api, { ours: 4, theirs: 3 });

/** A sample that is the same every time; `npm run test:long` goes on from there. */
const sample = { seed: 20_261_122, numRuns: 75 };

beforeAll(async () => {
  const { db, accountId } = api.ours.context;
  await db.customField.updateMany({ where: { accountId }, data: { projectTypeId: null } });
});

test('pages, counts and lists below records agree with plain SQL, whatever the conditions', async () => {
  expect.hasAssertions();
  const property = await whereComparison(api, ours);
  await fc.assert(property, { ...sample, reporter: caseReporter });
});

/** What was seen to differ between pages and counts once, or says nothing at one place and something at another. */
const seen: [field: string, where: string, like: string][] = [
  [
    'deliverables',
    '{ name: { not: { startsWith: "D", contains: "1" } } }',
    '{ NOT: { name: { startsWith: "D", contains: "1" } } }',
  ],
  ['deliverables', '{ dueDate: { not: { not: null } } }', '{ dueDate: null }'],
  [
    'deliverables',
    '{ dueDate: { not: { lte: "2026-01-03", gt: "9999-12-30" } } }',
    '{ dueDate: { not: null } }',
  ],
  ['customFields', '{ projectType: { isDefaultProjectType: {} } }', '{}'],
  ['customFields', '{ projectType: { NOT: {} } }', '{}'],
  ['formSubmissions', '{ form: { OR: [] } }', '{}'],
  ['formSubmissions', '{ NOT: { form: { submissions: {} } } }', '{}'],
  ['deliverables', '{ timeEntries: { some: { OR: [] } } }', '{ timeEntries: { some: {} } }'],
  ['deliverables', '{ timeEntries: { none: { OR: [{}] } } }', '{ timeEntries: { none: {} } }'],
  ['deliverables', '{ timeEntries: { every: { OR: [] } } }', '{}'],
  ['deliverables', '{ OR: [] }', '{}'],
  ['deliverables', '{ OR: [{}, { name: { contains: "1" } }] }', '{ name: { contains: "1" } }'],
  ['clients', '{ archived: {} }', '{}'],
  ['clients', '{ NOT: { archived: {} } }', '{}'],
];

test.each(seen)('%s(where: %s) means the same as %s', async (field, where, like) => {
  const idsOf = async (given: string) => {
    const source = `{ ${field}(first: 100, where: ${given}) { totalCount edges { node { id } } } }`;
    const { data } = await ask(api.ours.context, source);
    const { totalCount, edges } = data[field];
    expect(totalCount).toBe(edges.length);
    return edges.map(({ node }: { node: { id: string } }) => node.id);
  };
  expect(await idsOf(where)).toEqual(await idsOf(like));
});
