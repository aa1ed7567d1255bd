import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';
import { mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();

const hour = (index: number) => ({
  timerStart: new Date(Date.UTC(2026, 2, 2, index)).toISOString(),
  timerEnd: new Date(Date.UTC(2026, 2, 2, index + 1)).toISOString(),
});

/** Forty names: four clients with four projects each, and twenty deliverables. */
const works = Array.from({ length: 20 }, (_, index) => ({
  clientName: `Client ${index % 4}`,
  projectName: `Project ${index % 16}`,
  deliverableName: `Deliverable ${index}`,
}));
const everything = { createClient: true, createProject: true, createDeliverable: true };
const bulk = (items: object[], selection: string, partial = false) =>
  mutate(api.ours, 'createTimeEntries', { input: { items, partial } }, selection);
const countOf = (model: 'timeEntry' | 'client' | 'project' | 'deliverable') =>
  (api.database.prisma[model].count as (args: object) => Promise<number>)({
    where: { accountId: api.ours.accountId },
  });
const resultsWith = (fields: string) =>
  `results { ... on CreateTimeEntrySuccess { timeEntry { ${fields} } }
    ... on ExpectedError { code errors { path code } } }`;
const returned = `made refused ${resultsWith('notes')}`;

beforeAll(async () => {
  const items = works.map((work, index) => ({ ...hour(index), ...work, ...everything }));
  await mutated(api.ours, 'createTimeEntries', { input: { items } }, 'made');
});

describe('five hundred time entries', () => {
  const items = Array.from({ length: 500 }, (_, index) => ({
    ...hour(index),
    ...works[index % works.length],
    notes: `Entry ${index}`,
  }));

  test('with forty names take one statement for the names, one for the entries, one for their audit entries', async () => {
    const selection = `made ${resultsWith(
      'notes deliverable { name } project { name client { name } } user { email }',
    )}`;
    const { result, roundTrips, statements } = await recordStatements(() => bulk(items, selection));
    expect(result.made).toBe(500);
    const notes = ({ timeEntry }: { timeEntry: { notes: string } }) => timeEntry.notes;
    expect(result.results.map(notes)).toEqual(items.map((item) => item.notes));
    expect(result.results[499].timeEntry).toEqual({
      notes: 'Entry 499',
      deliverable: { name: 'Deliverable 19' },
      project: { name: 'Project 3', client: { name: 'Client 3' } },
      user: { email: 'owner@ours.example' },
    });
    const further = statements.filter((sql) => !sql.includes('"ApiKey"'));
    // BEGIN, names; guard, entries, audit entries, COMMIT; records
    expect(further.length, further.join('\n')).toBe(7);
    expect(roundTrips - (statements.length - further.length)).toBe(3);
  });

  test('are not read again if only their own columns are selected', async () => {
    const small = await recordStatements(() => bulk(items.slice(0, 2), resultsWith('id notes')));
    const many = await recordStatements(() => bulk(items, resultsWith('id notes')));
    expect(many.statements.length).toBe(small.statements.length);
    expect(many.statements.join()).not.toMatch(/SELECT .* FROM "public"."TimeEntry"/);
  });
});

test('records for create flags are created once for all, in as many statements for 4 as for 40', async () => {
  const made = async (count: number) => {
    const items = Array.from({ length: count }, (_, index) => ({
      ...hour(index),
      ...everything,
      clientName: `New ${count}`,
      projectName: `New ${index % 3}`,
      deliverableName: `New ${index % 4}`,
    }));
    return recordStatements(() => bulk(items, 'made'));
  };
  const before = [await countOf('client'), await countOf('project')];
  const [limited, many] = [await made(4), await made(40)];
  expect([limited.result.made, many.result.made]).toEqual([4, 40]);
  expect(many.statements.length).toBe(limited.statements.length);
  expect([await countOf('client'), await countOf('project')]).toEqual([
    (before[0] ?? 0) + 2,
    (before[1] ?? 0) + 6,
  ]);
});

const faulty = [
  { ...hour(1), ...works[0], notes: 'Fine' },
  { timerStart: hour(2).timerEnd, timerEnd: hour(2).timerStart, notes: 'a\u0000' },
  { ...hour(3), ...works[0], projectName: 'Project 99' },
  { ...hour(4), deliverableName: 'Nowhere', createClient: true },
  { ...hour(5), clientId: `cli_${'0'.repeat(32)}` },
  { ...hour(6), userEmail: 'nobody@ours.example' },
  { ...hour(7), ...works[1], deliverableName: 'Made', createDeliverable: true, notes: 'Made' },
  {
    ...hour(8),
    ...everything,
    createProject: false,
    clientName: 'Half',
    projectName: 'No',
    deliverableName: 'X',
  },
];

const problems = [
  ['items.1.timerEnd', 'not_after_start'],
  ['items.1.notes', 'invalid_text'],
  ['items.2.projectName', 'name_not_found'],
  // Once, although the deliverable lacks it and the flag that wants to make it does too.
  ['items.3.clientName', 'required'],
  ['items.3.projectName', 'required'],
  ['items.4.clientId', 'record_not_found'],
  ['items.5.userEmail', 'name_not_found'],
  ['items.7.projectName', 'name_not_found'],
];

const sorted = (errors: { path: string; code: string }[]) =>
  errors.map(({ path, code }) => [path, code].join(' ')).sort();

describe('items that cannot be taken', () => {
  test('are all reported in one response, each error with its path, and nothing is created', async () => {
    const before = [
      await countOf('timeEntry'),
      await countOf('client'),
      await countOf('deliverable'),
    ];
    const result = await bulk(faulty, returned);
    expect(result).toMatchObject({ __typename: 'InvalidInputError', code: 'invalid_input' });
    expect(sorted(result.errors)).toEqual(problems.map((problem) => problem.join(' ')).sort());
    expect([
      await countOf('timeEntry'),
      await countOf('client'),
      await countOf('deliverable'),
    ]).toEqual(before);
  });

  test('are reported separately if the others are created', async () => {
    const before = [
      await countOf('timeEntry'),
      await countOf('client'),
      await countOf('deliverable'),
    ];
    const { made, refused, results } = await bulk(faulty, returned, true);
    expect([made, refused]).toEqual([2, 6]);
    expect(results.map(({ timeEntry }: { timeEntry?: object }) => timeEntry ?? null)).toEqual([
      { notes: 'Fine' },
      ...[null, null, null, null, null],
      { notes: 'Made' },
      null,
    ]);
    const codes = results.map(({ code }: { code?: string }) => code);
    expect(codes).toEqual([
      undefined,
      'invalid_input',
      'name_not_found',
      'invalid_input',
      'record_not_found',
      'name_not_found',
      undefined,
      'name_not_found',
    ]);
    const received = results.flatMap(({ errors = [] }: { errors?: [] }) => errors);
    expect(sorted(received)).toEqual(problems.map((failure) => failure.join(' ')).sort());
    expect([
      await countOf('timeEntry'),
      await countOf('client'),
      await countOf('deliverable'),
    ]).toEqual([(before[0] ?? 0) + 2, before[1], (before[2] ?? 0) + 1]);
  });

  test('by name take few statements, however many they are', async () => {
    const items = Array.from({ length: 200 }, (_, index) => ({
      ...hour(index),
      clientName: `Nobody ${index}`,
    }));
    const { result, statements } = await recordStatements(() => bulk(items, returned, true));
    expect(result.refused).toBe(200);
    expect(statements.length).toBeLessThanOrEqual(12);
  });

  test('alone carry their own code', async () => {
    expect(await bulk([faulty[2] ?? {}], returned)).toMatchObject({
      __typename: 'NotFoundError',
      code: 'name_not_found',
      path: 'items.0.projectName',
    });
  });
});

test('a list of none or of more than a thousand is rejected', async () => {
  for (const items of [[], Array.from({ length: 1_001 }, (_, index) => hour(index))]) {
    expect(await bulk(items, 'made')).toMatchObject({
      __typename: 'InvalidInputError',
      path: 'items',
      errors: [{ code: 'invalid_length' }],
    });
  }
});

test('a thousand are taken', async () => {
  const items = Array.from({ length: 1_000 }, (_, index) => hour(index));
  expect(await bulk(items, 'made refused')).toMatchObject({ made: 1_000, refused: 0 });
});
