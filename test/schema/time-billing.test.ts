import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { created } from '../support/invoices.ts';
import { personDoors } from '../support/people.ts';

/** The price of an hour and its source. */

const api = useTestApi();
const doors = personDoors(api);
let userId = 0;

async function changed(mutation: 'updateWorkspace' | 'updateUser', input: object): Promise<void> {
  const type = `U${mutation.slice(1)}`;
  const { body } = await api.ours.gql(
    `mutation ($input: ${type}Input!) { ${mutation}(input: $input) { __typename } }`,
    { input },
  );
  expect(body).toMatchObject({ data: { [mutation]: { __typename: `${type}Success` } } });
}

const setWorkspace = (hourlyAmount: string | null) => changed('updateWorkspace', { hourlyAmount });
const setPerson = (hourlyAmount: string | null) =>
  changed('updateUser', { id: `usr_${userId}`, hourlyAmount });

let made = 0;

/** Time of a separate client. */
async function worked(
  { client = {}, project, entry = {} }: { client?: object; project?: object; entry?: object },
  minutes = 80,
) {
  made += 1;
  const name = `Hourly ${made}`;
  await created(api.ours, 'clients/create', { name, currency: 'USD', ...client });
  if (project) {
    await created(api.ours, 'projects/create', { name, clientName: name, feeSchedule: project });
  }
  const end = new Date(Date.parse('2026-03-02T09:00:00Z') + minutes * 60_000).toISOString();
  return created(api.ours, 'timeWorked/create', {
    clientName: name,
    ...(project && { projectName: name }),
    timerStart: '2026-03-02T09:00:00Z',
    timerEnd: end,
    ...entry,
  });
}

const query = `query ($id: ID!) { timeEntry(id: $id) { id billing { hours rate source amount currency } } }`;

async function billingOf({ id }: { id: string }, endpoint: TestWorkspace = api.ours) {
  const { body } = await endpoint.gql(query, { id });
  return { ...body.data?.timeEntry?.billing, errors: body.errors };
}

beforeAll(async () => {
  const { body } = await api.ours.get('users/list');
  userId = body[0].userId;
  await changed('updateWorkspace', { currency: 'USD' });
});

describe('the price of an hour', () => {
  const hourly = { feeType: 'HOURLY', amount: 70 };
  test('is the entry’s, the person’s, the project’s, the client’s, the workspace’s, in this order', async () => {
    await setWorkspace('40');
    await setPerson('80');
    const all = { client: { hourlyAmount: 60 }, project: hourly, entry: { hourlyAmount: 90 } };
    const own = await worked(all);
    expect(own.hourlyAmount).toBe(90);
    expect(await billingOf(own)).toMatchObject({ rate: '90', source: 'ENTRY', amount: '120' });
    const { entry: _, ...others } = all;
    const entry = await worked(others);
    expect(entry.hourlyAmount).toBeNull();
    expect(await billingOf(entry)).toMatchObject({ rate: '80', source: 'PERSON' });
    await setPerson(null);
    expect(await billingOf(entry)).toMatchObject({ rate: '70', source: 'PROJECT' });
    const client = await worked({ client: { hourlyAmount: 60 } });
    expect(await billingOf(client)).toMatchObject({ rate: '60', source: 'CLIENT' });
    const terms = await worked({ client: { paymentTerms: { hourlyAmount: 55.5 } } });
    expect(await billingOf(terms)).toMatchObject({ rate: '55.5', source: 'CLIENT', amount: '74' });
    const none = await worked({});
    expect(await billingOf(none)).toMatchObject({ rate: '40', source: 'WORKSPACE' });
    await setWorkspace(null);
    expect(await billingOf(none)).toMatchObject({ rate: null, source: null, amount: null });
  });

  test('of the person and the workspace is in the workspace’s currency, and counts there only', async () => {
    await setWorkspace('40');
    await setPerson('80');
    const abroad = await worked({ client: { currency: 'CHF' } });
    expect(await billingOf(abroad)).toMatchObject({ rate: null, source: null, currency: 'CHF' });
    const agreed = await worked({ client: { currency: 'CHF', hourlyAmount: 60 } });
    expect(await billingOf(agreed)).toMatchObject({ source: 'CLIENT', currency: 'CHF' });
    await setPerson(null);
    await setWorkspace(null);
  });

  test.each(['FIXED_PRICE', 'PER_ITEM', 'RETAINER'])(
    'is covered by a price that is %s',
    async (feeType) => {
      const covered = await worked({
        client: { hourlyAmount: 60 },
        project: { feeType, amount: 900 },
      });
      expect(await billingOf(covered)).toMatchObject({ rate: '0', source: 'COVERED', amount: '0' });
      const own = await worked({ project: { feeType, amount: 900 }, entry: { hourlyAmount: 10 } });
      expect(await billingOf(own)).toMatchObject({ rate: '10', source: 'ENTRY' });
    },
  );

  test('is zero for time that is not billable', async () => {
    const entry = await worked({ client: { hourlyAmount: 60 }, entry: { billable: false } });
    expect(await billingOf(entry)).toMatchObject({ rate: '60', amount: '0' });
  });

  test.each([
    [1, 15, '0.25'],
    [15, 15, '0.25'],
    [16, 15, '0.5'],
    [80, 0, '1.333333'],
    [80, null, '1.333333'],
    [61, 60, '2'],
  ])('%i minutes in steps of %s are %s hours', async (minutes, roundingIncrement, hours) => {
    const entry = await worked({ client: { hourlyAmount: 60, roundingIncrement } }, minutes);
    expect(await billingOf(entry)).toMatchObject({ hours });
  });

  test.each([
    ['JPY', '1333'],
    ['KWD', '1333.333'],
    ['EUR', '1333.33'],
  ])('of an entry is rounded as %s is', async (currency, amount) => {
    const entry = await worked({ client: { currency, hourlyAmount: 1000 } });
    expect(await billingOf(entry)).toMatchObject({ amount });
  });

  test('of fifty entries is one statement', async () => {
    const source = '{ timeEntries(first: 50) { nodes { id billing { amount } } } }';
    await api.ours.gql(source);
    const count = async () =>
      (await recordStatements(() => api.ours.gql(source))).statements.length;
    const small = await count();
    for (let more = 0; more < 5; more += 1) await worked({});
    expect(await count()).toBe(small);
  });
});

describe('permissions for it', () => {
  test('no member: neither the entry’s own rate nor its costs, and it sets none', async () => {
    const own = await created(api.ours, 'timeWorked/create', {
      timerStart: '2026-03-02T09:00:00Z',
      timerEnd: '2026-03-02T10:00:00Z',
      hourlyAmount: 90,
    });
    const member = doors({ role: 'MEMBER', userId });
    const displayed = await billingOf(own, member);
    // It lacks the scopes of the others' prices besides.
    expect(displayed.errors).toMatchObject([{ extensions: { code: 'missing_scope' } }]);
    expect(displayed.amount).toBeUndefined();
    const { body } = await member.gql(
      `query ($id: ID!) { timeEntry(id: $id) { id hourlyAmount } }`,
      { id: own.id },
    );
    expect(body.data.timeEntry).toEqual({ id: own.id, hourlyAmount: null });
    const set = `mutation ($id: ID!) { updateTimeEntry(input: { id: $id, hourlyAmount: "500" }) { __typename } }`;
    expect((await member.gql(set, { id: own.id })).body.errors).toMatchObject([
      { extensions: { code: 'not_for_role' } },
    ]);
    const logged = `mutation { createTimeEntry(input: { timerStart: "2026-03-02T09:00:00Z", timerEnd: "2026-03-02T10:00:00Z", hourlyAmount: "5" }) { __typename } }`;
    expect((await member.gql(logged)).body.errors).toMatchObject([
      { extensions: { code: 'not_for_role' } },
    ]);
    // What a member may not see is kept by its changes.
    const recorded = `mutation ($id: ID!) { updateTimeEntry(input: { id: $id, notes: "Mine" }) { ... on UpdateTimeEntrySuccess { timeEntry { notes } } } }`;
    expect((await member.gql(recorded, { id: own.id })).body.data).toEqual({
      updateTimeEntry: { timeEntry: { notes: 'Mine' } },
    });
    expect(await billingOf(own)).toMatchObject({ rate: '90' });
  });

  test('a key that reads only time sees the entry’s own rate, and no result of other rates', async () => {
    const entry = await worked({ client: { hourlyAmount: 60 } });
    const { key } = await makeKey(api.ours.context, ['time:read']);
    const timekeeper = workspaceOf(api, api.ours.context, key);
    const { errors, amount } = await billingOf(entry, timekeeper);
    expect(errors).toMatchObject([{ extensions: { code: 'missing_scope' } }]);
    expect(amount).toBeUndefined();
  });
});
