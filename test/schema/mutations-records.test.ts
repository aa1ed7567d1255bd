import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { useArranged } from '../support/arranged-records.ts';
import { charge, conflict, mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();
const world = useArranged(api, 'Own');

const clientName = 'Own Analytics';

test('an expense is deleted unless an invoice has charged it', async () => {
  const make = () => mutated(api.ours, 'createExpense', { input: { amount: '1' } });
  const [free, charged] = [await make(), await make()];
  expect(await mutated(api.ours, 'deleteExpense', { id: free.id })).toEqual({ deletedId: free.id });
  await charge(api, 'expense', charged.id, world.made.createInvoice.id);
  expect(await mutate(api.ours, 'deleteExpense', { id: charged.id })).toMatchObject(conflict);
});

test('a calendar event is deleted by its id or by the caller’s own', async () => {
  const make = (eventId: string) =>
    mutated(api.ours, 'createOrUpdateCalendarEvent', {
      input: { eventId, startsAt: '2026-04-02T14:00:00', timeZone: 'Europe/Berlin' },
    });
  const [one, other] = [await make('uid-1'), await make('uid-2')];
  expect(await mutated(api.ours, 'deleteCalendarEvent', { id: one.id })).toEqual({
    deletedId: one.id,
  });
  expect(await mutated(api.ours, 'deleteCalendarEvent', { id: 'uid-2' })).toEqual({
    deletedId: other.id,
  });
  expect(await mutate(api.ours, 'deleteCalendarEvent', { id: 'uid-2' })).toMatchObject({
    code: 'record_not_found',
  });
});

test('a form submission gets notes and is deleted; its client and opportunity stay', async () => {
  const { id, client, opportunity } = await mutated(
    api.ours,
    'createFormSubmission',
    { input: { formName: 'Contact', lastName: 'Lead' } },
    'id client { id } opportunity { id }',
  );
  const recorded = { input: { id, notes: 'Called' } };
  expect(await mutated(api.ours, 'updateFormSubmission', recorded, 'notes')).toEqual({
    notes: 'Called',
  });
  expect(await mutated(api.ours, 'deleteFormSubmission', { id })).toEqual({ deletedId: id });
  const source = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
  const { body } = await api.ours.gql(source, { ids: [id, client.id, opportunity.id] });
  expect(body.data.nodes).toEqual([null, client, opportunity]);
});

describe.each(['Client', 'Contact'])('an archived %s', (type) => {
  test('is left out of lists until it is taken out of the archive', async () => {
    const { id } = world.made[`create${type}`];
    const list = type === 'Client' ? 'clients' : 'contacts';
    const isListed = async () => {
      const { body } = await api.ours.gql(`{ ${list} { edges { node { id } } } }`);
      return JSON.stringify(body).includes(id);
    };
    expect(await mutated(api.ours, `archive${type}`, { id }, 'archived')).toEqual({
      archived: true,
    });
    expect(await isListed()).toBe(false);
    await mutated(api.ours, `unarchive${type}`, { id });
    expect(await isListed()).toBe(true);
  });
});

test('a client’s tax rule applies to its next invoices until it is taken away', async () => {
  const rule = { name: 'Own rule', components: [{ name: 'VAT', rate: 20 }] };
  await mutated(api.ours, 'createTaxRule', { input: rule });
  const { id } = world.made.createClient;
  const bill = async () => {
    const input = { clientName, amount: '10' };
    return mutated(api.ours, 'createSimpleInvoice', { input }, 'tax taxRule { name }');
  };
  await mutated(api.ours, 'setClientTaxRule', { input: { id, taxRuleName: 'Own rule' } });
  expect(await bill()).toEqual({ tax: '2', taxRule: { name: 'Own rule' } });
  await mutated(api.ours, 'setClientTaxRule', { input: { id } });
  expect(await bill()).toEqual({ tax: '0', taxRule: null });
});
