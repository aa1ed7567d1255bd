import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

/** What an update requires, keeps, and clears by itself, by one rule for every record. */

const api = useTestApi();

let made = 0;
const client = async () =>
  (await api.ours.post('clients/create', { name: `Client ${++made}` })).body;

/** A record of each kind, and the field without which there is none. */
const resources = {
  clients: { requires: 'name', create: client },
  projects: {
    requires: 'name',
    create: async () => {
      const fields = { name: 'Site', clientId: (await client()).id };
      return (await api.ours.post('projects/create', fields)).body;
    },
  },
  opportunities: {
    requires: 'name',
    create: async () => {
      const fields = { name: 'Deal', stageName: 'Qualified', value: 5, toDos: [{ item: 'Call' }] };
      return (await api.ours.post('opportunities/create', fields)).body;
    },
  },
  expenses: {
    requires: 'amount',
    create: async () =>
      (await api.ours.post('expenses/create', { amount: 5, vendor: 'V', category: 'C' })).body,
  },
  contacts: {
    requires: 'firstName',
    create: async () =>
      (await api.ours.post('contacts/create', { first: 'Ada', clientId: (await client()).id }))
        .body,
  },
} as const;

describe.each(Object.entries(resources))('PUT %s/update', (resource, { requires, create }) => {
  const read = async ({ id }: { id: string }) =>
    (await api.ours.patch(`${resource}/update`, { id })).body;

  test.each([{}, { notes: 'lost its fields' }, { description: null }])(
    'rejects %o without the required fields, and changes nothing',
    async (rest) => {
      const record = await create();
      const answer = await api.ours.put(`${resource}/update`, { id: record.id, ...rest });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
      expect(answer.body.errors).toMatchObject([{ path: requires, code: 'required' }]);
      expect(await read(record)).toEqual(record);
    },
  );

  test('accepts the required fields of a create, and keeps those that cannot be empty', async () => {
    const record = await create();
    const body = { id: record.id, [requires]: record[requires] };
    const { status, body: replaced } = await api.ours.put(`${resource}/update`, body);
    expect(status).toBe(200);
    const stays = { opportunities: 'statusId', projects: 'clientId' }[resource as string];
    if (stays) expect(replaced[stays]).toBe(record[stays]);
  });
});

describe('fields with two names are taken by either, on creates and updates', () => {
  test('first and firstName, last and lastName', async () => {
    const { body: contact } = await api.ours.post('contacts/create', { first: 'A', lastName: 'B' });
    expect(contact).toMatchObject({ firstName: 'A', lastName: 'B' });
    const { id } = contact;
    const change = async (method: 'put' | 'patch', body: object) =>
      (await api.ours[method]('contacts/update', { id, ...body })).body;
    expect(await change('patch', { first: 'ZZ' })).toEqual({ ...contact, firstName: 'ZZ' });
    expect(await change('patch', { last: null })).toMatchObject({
      firstName: 'ZZ',
      lastName: null,
    });
    expect(await change('put', { first: 'Put', last: 'By' })).toMatchObject({
      firstName: 'Put',
      lastName: 'By',
    });
    expect(await change('put', { firstName: 'Put', first: null })).toMatchObject({
      firstName: 'Put',
      lastName: null,
    });
  });

  test('markupPercentage and markupPercent', async () => {
    for (const name of ['markupPercentage', 'markupPercent']) {
      const { body: made } = await api.ours.post('expenses/create', { amount: 1, [name]: 3 });
      expect(made.markupPercent).toBe(3);
      const { id } = made;
      const { body: patched } = await api.ours.patch('expenses/update', { id, [name]: 4 });
      expect(patched.markupPercent).toBe(4);
      const { body: put } = await api.ours.put('expenses/update', { id, amount: 1, [name]: 5 });
      expect(put.markupPercent).toBe(5);
      const { body: cleared } = await api.ours.patch('expenses/update', { id, [name]: null });
      expect(cleared.markupPercent).toBeNull();
    }
  });

  test('but not by both if they differ', async () => {
    const { body: contact } = await api.ours.post('contacts/create', { first: 'A' });
    const { body: expense } = await api.ours.post('expenses/create', { amount: 1 });
    const names = { first: 'A', firstName: 'B' };
    const markup = { markupPercent: 1, markupPercentage: 2 };
    const calls = [
      ['post', 'contacts/create', names, 'first'],
      ['patch', 'contacts/update', { id: contact.id, ...names }, 'first'],
      ['put', 'contacts/update', { id: contact.id, ...names }, 'first'],
      ['post', 'clients/create', { name: 'Two names', contacts: [names] }, 'contacts.0.first'],
      ['post', 'expenses/create', { amount: 1, ...markup }, 'markupPercentage'],
      ['patch', 'expenses/update', { id: expense.id, ...markup }, 'markupPercentage'],
      ['put', 'expenses/update', { id: expense.id, amount: 1, ...markup }, 'markupPercentage'],
    ] as const;
    for (const [method, path, body, field] of calls) {
      const { status, body: answer } = await api.ours[method](path, body);
      expect([status, answer.errors], path).toMatchObject([
        400,
        [{ path: field, code: 'disagrees' }],
      ]);
    }
    const same = { first: 'A', firstName: ' A ' };
    expect((await api.ours.post('contacts/create', same)).status).toBe(200);
    const equal = { amount: 1, markupPercent: 1.5, markupPercentage: '1.50' };
    expect((await api.ours.post('expenses/create', equal)).body.markupPercent).toBe(1.5);
  });

  test('GraphQL has one name for each', async () => {
    const { body: contact } = await api.ours.post('contacts/create', { first: 'A' });
    const source = `mutation ($i: UpdateContactInput!) { updateContact(input: $i) {
      ... on UpdateContactSuccess { contact { firstName } } } }`;
    const renamed = await api.ours.gql(source, { i: { id: contact.id, firstName: 'G' } });
    expect(renamed.body.data.updateContact).toEqual({ contact: { firstName: 'G' } });
    const { body: rejected } = await api.ours.gql(source, { i: { id: contact.id, first: 'H' } });
    expect(rejected.errors[0].message).toContain('Field "first" is not defined');
  });
});

describe('an opportunity that is opened again', () => {
  const stages = async () => {
    const { body } = await api.ours.get('pipelineStages/list');
    const idOf = (expected: string) =>
      body.find(({ label }: { label: string }) => label === expected).id as string;
    return { lead: idOf('Lead'), won: idOf('Won'), lost: idOf('Lost') };
  };
  const make = async (fields = {}) =>
    (await api.ours.post('opportunities/create', { name: 'Deal', ...fields })).body;
  const patch = async (body: object) => (await api.ours.patch('opportunities/update', body)).body;

  test('loses the close date that moving it had set, and gets a new one when it is closed again', async () => {
    const { lead, won, lost } = await stages();
    const { id } = await make();
    expect((await patch({ id, statusId: won })).actualCloseDate).not.toBeNull();
    expect((await patch({ id, statusId: lost })).actualCloseDate).not.toBeNull();
    expect((await patch({ id, statusId: lead })).actualCloseDate).toBeNull();
    expect((await patch({ id, statusId: won })).actualCloseDate).not.toBeNull();
  });

  test('loses it also if it was created in a closed stage, or the whole record is sent back', async () => {
    const { lead } = await stages();
    const opportunity = await make({ stageName: 'Won' });
    expect(opportunity.actualCloseDate).not.toBeNull();
    const { body: same } = await api.ours.put('opportunities/update', opportunity);
    expect(same).toEqual(opportunity);
    const { body } = await api.ours.put('opportunities/update', { ...same, statusId: lead });
    expect(body.actualCloseDate).toBeNull();
  });

  test('keeps a date that a caller gave', async () => {
    const { lead, won } = await stages();
    const actualCloseDate = '2026-01-05';
    const { id } = await make({ actualCloseDate });
    expect((await patch({ id, statusId: won })).actualCloseDate).toBe(actualCloseDate);
    expect((await patch({ id, statusId: lead })).actualCloseDate).toBe(actualCloseDate);
    const other = await make({ stageName: 'Won' });
    await patch({ id: other.id, actualCloseDate });
    expect((await patch({ id: other.id, statusId: lead })).actualCloseDate).toBe(actualCloseDate);
    const third = await make({ stageName: 'Won' });
    const movement = await patch({ id: third.id, statusId: lead, actualCloseDate });
    expect(movement.actualCloseDate).toBe(actualCloseDate);
  });
});

describe('an expense that is no longer paid', () => {
  const make = async () =>
    (await api.ours.post('expenses/create', { amount: 1, paid: true, paidDate: '2026-01-05' }))
      .body;

  test.each(['patch', 'put'] as const)('has no paidDate after a %s', async (method) => {
    const expense = await make();
    const whole = { ...expense, paid: false };
    const change = method === 'put' ? whole : { id: expense.id, paid: false };
    const { body } = await api.ours[method]('expenses/update', change);
    expect(body).toEqual({ ...whole, paidDate: null });
  });

  test('keeps a given day, and one that it had without being paid', async () => {
    const expense = await make();
    const change = { id: expense.id, paid: false, paidDate: '2026-02-01' };
    const { body } = await api.ours.patch('expenses/update', change);
    expect(body.paidDate).toBe('2026-02-01');
    expect((await api.ours.put('expenses/update', body)).body).toEqual(body);
  });
});
