import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { errorsOf } from '../support/invoices.ts';

/** The fields beyond the specification that integrations send. */

const api = useTestApi();
let made = 0;

const terms = {
  paymentDays: 14,
  latePaymentFee: 40.5,
  depositAmount: 25,
  depositType: 'PERCENTAGE',
  hourlyAmount: 95,
  whoPaysCardFees: 'SPLIT',
};

const beyond = {
  initials: 'LA',
  color: '#71EBEE00',
  leadSource: 'Newsletter',
  paymentTerms: terms,
  hourlyAmount: 95.25,
  roundingIncrement: 15,
};

async function makeClient() {
  made += 1;
  const { status, body } = await api.ours.post('clients/create', { name: `C ${made}`, ...beyond });
  expect(status).toBe(200);
  return body;
}

describe('a client’s further fields', () => {
  test('are stored and returned, with the creation date', async () => {
    const client = await makeClient();
    expect(client).toMatchObject(beyond);
    expect(Date.now() - Date.parse(client.created)).toBeLessThan(600_000);
    const listed = (await api.ours.get('clients/list')).body;
    expect(listed.find(({ id }: { id: string }) => id === client.id)).toEqual(client);
    const found = await api.ours.get('clients/search', { query: client.name });
    expect(found.body).toContainEqual(client);
  });

  test('enumerations of the terms are matched loosely', async () => {
    made += 1;
    const paymentTerms = { whoPaysCardFees: 'Freelancer', depositType: 'No deposit' };
    const { body } = await api.ours.post('clients/create', { name: `C ${made}`, paymentTerms });
    expect(body.paymentTerms).toMatchObject({
      whoPaysCardFees: 'FREELANCER',
      depositType: 'NO_DEPOSIT',
      paymentDays: null,
    });
  });

  test('PATCH merges the terms, PUT replaces them if they are sent', async () => {
    const client = await makeClient();
    const change = { id: client.id, paymentTerms: { paymentDays: 7, depositType: null } };
    const patched = await api.ours.patch('clients/update', change);
    expect(patched.body.paymentTerms).toEqual({ ...terms, paymentDays: 7, depositType: null });
    const put = await api.ours.put('clients/update', { ...change, name: client.name });
    const nothing = Object.fromEntries(Object.keys(terms).map((name) => [name, null]));
    expect(put.body.paymentTerms).toEqual({ ...nothing, paymentDays: 7 });
    const cleared = await api.ours.patch('clients/update', { id: client.id, paymentTerms: null });
    expect(cleared.body.paymentTerms).toBeNull();
  });

  test('PUT changes them only if they are sent', async () => {
    const client = await makeClient();
    const { name, id } = client;
    expect((await api.ours.put('clients/update', { id, name })).body).toMatchObject(beyond);
    const input = { id, name, color: null, hourlyAmount: 1, roundingIncrement: '' };
    expect((await api.ours.put('clients/update', input)).body).toMatchObject({
      ...beyond,
      color: null,
      hourlyAmount: 1,
      roundingIncrement: null,
    });
  });

  test('a PUT of the returned record changes nothing, also with read-only fields', async () => {
    const client = await makeClient();
    expect((await api.ours.put('clients/update', client)).body).toEqual(client);
    const lying = { ...client, created: '2020-01-01T00:00:00.000Z', contacts: [{ first: 'X' }] };
    expect((await api.ours.put('clients/update', lying)).body).toEqual(client);
  });

  test('report all errors in one response', async () => {
    const answer = await api.ours.post('clients/create', {
      name: 'Faulty',
      paymentTerms: { paymentDays: -1, whoPaysCardFees: 'nobody' },
      hourlyAmount: -1,
      roundingIncrement: 1.5,
      archive: 'perhaps',
    });
    expect(errorsOf(answer).sort()).toEqual([
      'archive: invalid_type',
      'hourlyAmount: out_of_range',
      'paymentTerms.paymentDays: out_of_range',
      'paymentTerms.whoPaysCardFees: invalid_choice',
      'roundingIncrement: invalid_type',
    ]);
  });
});
