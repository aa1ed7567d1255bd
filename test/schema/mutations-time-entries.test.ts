import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';
import { useArranged } from '../support/arranged-records.ts';
import { charge, conflict, mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();
const world = useArranged(api, 'Own');

const clientName = 'Own Analytics';
const projectName = 'Own Website';

describe('a time entry', () => {
  const fields =
    'timerStart timerEnd notes deliverableName client { name } project { name } user { email }';
  const hours = { timerStart: '2026-03-02T09:00:00.000Z', timerEnd: '2026-03-02T10:00:00.000Z' };
  const work = { clientName, projectName, deliverableName: 'Own Wireframes' };
  const log = (input: object = work) =>
    mutated(api.ours, 'createTimeEntry', { input: { ...hours, ...input } }, `id ${fields}`);
  const change = (input: object, name = 'updateTimeEntry') =>
    mutated(api.ours, name, { input }, fields);
  const ownWork = {
    deliverableName: 'Own Wireframes',
    client: { name: clientName },
    project: { name: projectName },
  };

  test('is changed by names and ids, and keeps missing fields', async () => {
    const { id, ...made } = await log();
    expect(await change({ id })).toEqual(made);
    expect(await change({ id, notes: 'Drew', userEmail: 'user@own.example' })).toEqual({
      ...made,
      notes: 'Drew',
      user: { email: 'user@own.example' },
    });
    expect(await change({ id, timerEnd: '2026-03-02T11:00:00+01:00', notes: null })).toMatchObject({
      timerEnd: '2026-03-02T10:00:00.000Z',
      notes: null,
    });
  });

  test('with a new client or project loses the records below, and finds names in the new one', async () => {
    const { id } = await log();
    const noWork = { deliverableName: null, client: null, project: null };
    expect(await change({ id, clientName })).toMatchObject({
      ...noWork,
      client: { name: clientName },
    });
    expect(await change({ id, projectName })).toMatchObject({ ...ownWork, deliverableName: null });
    expect(await change({ id, deliverableName: 'Own Wireframes' })).toMatchObject(ownWork);
    expect(await change({ id, clientId: null })).toMatchObject(noWork);
    expect(await change({ id, deliverableId: world.ids.deliverable })).toMatchObject(ownWork);
    expect(await change({ id }, 'replaceTimeEntry')).toMatchObject({
      ...hours,
      ...noWork,
      user: { email: 'owner@ours.example' },
    });
    expect(
      await mutate(api.ours, 'updateTimeEntry', { input: { id, deliverableName: 'X' } }),
    ).toMatchObject({ code: 'invalid_input' });
  });

  test('ends after its start, also if only one of the two changes', async () => {
    const { id } = await log();
    const input = { id, timerEnd: hours.timerStart };
    expect(await mutate(api.ours, 'updateTimeEntry', { input })).toMatchObject({
      code: 'invalid_input',
      path: 'timerEnd',
      errors: [{ code: 'not_after_start' }],
    });
  });

  test('is neither changed nor deleted after an invoice has charged it, except on request', async () => {
    const { id } = await log();
    await charge(api, 'timeEntry', id, world.made.createInvoice.id);
    for (const name of ['updateTimeEntry', 'replaceTimeEntry']) {
      expect(await mutate(api.ours, name, { input: { id, notes: 'Late' } })).toMatchObject(
        conflict,
      );
    }
    expect(await mutate(api.ours, 'deleteTimeEntry', { id })).toMatchObject(conflict);
    const free = await log();
    expect(await mutated(api.ours, 'deleteTimeEntry', { id: free.id })).toEqual({
      deletedId: free.id,
    });
  });
});

const times = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:30:00Z' };

/** Work that is there, by its names and by its ids. */
async function arrangedWork(clientName: string) {
  const names = { clientName, projectName: 'P', deliverableName: 'D' };
  const flags = { createClient: true, createProject: true, createDeliverable: true };
  const shown = 'clientId projectId deliverableId';
  const input = { ...names, ...flags, ...times };
  const { id: _, ...ids } = await mutated(api.ours, 'createTimeEntry', { input }, shown);
  return { names, ids, shown };
}

/** What a mutation answers, and its statements but for the key's. */
async function counted(work: () => Promise<unknown>) {
  const { result, roundTrips, statements } = await recordStatements(work);
  const further = statements.filter((sql) => !sql.includes('"ApiKey"'));
  return { result, further, roundTrips: roundTrips - (statements.length - further.length) };
}

test('time logged by ids takes one round trip, by names two, for any selection of its work', async () => {
  const { names, ids, shown } = await arrangedWork('In one statement');
  const selection = `${shown} minutes deliverableName billable
    project { name client { name } } deliverable { name } user { email } invoice { total }`;
  for (const [work, expected] of [
    [ids, 1],
    [names, 2],
  ] as const) {
    const input = { ...work, ...times, notes: 'One' };
    const { result, roundTrips } = await counted(() =>
      mutated(api.ours, 'createTimeEntry', { input }, selection),
    );
    expect(result).toEqual({
      ...ids,
      minutes: 90,
      deliverableName: 'D',
      billable: true,
      project: { name: 'P', client: { name: names.clientName } },
      deliverable: { name: 'D' },
      user: { email: 'owner@ours.example' },
      invoice: null,
    });
    expect(roundTrips).toBe(expected);
  }
});

test('the parents of new time are read after it was written', async () => {
  const { names, ids } = await arrangedWork('Read again');
  const input = { ...ids, ...times };
  for (const [selection, expected] of [
    ['project { trackedMinutes }', { project: { trackedMinutes: 180 } }],
    ['client { timeEntries { totalCount } }', { client: { timeEntries: { totalCount: 3 } } }],
  ] as const) {
    const { result, further } = await counted(() =>
      mutated(api.ours, 'createTimeEntry', { input }, selection),
    );
    expect(result).toEqual(expected);
    expect(further.length, further.join('\n')).toBeGreaterThan(1);
  }
  const twice = await api.ours.gql(
    `mutation ($input: CreateTimeEntryInput!) { createTimeEntry(input: $input) {
      ... on CreateTimeEntrySuccess { timeEntry { notes } again: timeEntry { client { name } } } } }`,
    { input: { ...input, notes: 'Twice' } },
  );
  expect(twice.body.data.createTimeEntry).toEqual({
    timeEntry: { notes: 'Twice' },
    again: { client: { name: names.clientName } },
  });
});
