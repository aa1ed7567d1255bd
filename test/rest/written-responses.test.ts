import { expect, test } from 'vitest';
import { recordResponse } from '../../src/rest/core/record-responses.ts';
import { defineSerializer, text } from '../../src/rest/core/serializer.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

/** An answer as it is sent. */
async function sent(method: string, path: string, body?: object): Promise<string> {
  const response = await api.app.request(`/public/action/${path}`, {
    method,
    headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response.text();
}

const custom = { Sizes: { small: 1.5, large: [{ z: 1, a: null }], medium: 'x, y: z' } };

test('a client is the same, byte for byte, in the responses of create, update and list', async () => {
  const contacts = [{ first: 'Ada', customValues: custom }];
  const made = await sent('POST', 'clients/create', {
    name: 'Same',
    customValues: custom,
    contacts,
  });
  const { id } = JSON.parse(made);
  expect(await sent('GET', 'clients/list')).toBe(`[${made}]`);
  expect(await sent('PATCH', 'clients/update', { id })).toBe(made);
});

test('a task is the same in the responses of create, update, list and search', async () => {
  await sent('POST', 'projects/create', { name: 'Site', clientName: 'Same' });
  const task = { name: 'Draw', projectName: 'Site', tasks: ['One'], customValues: custom };
  const made = await sent('POST', 'tasks/create', task);
  expect(await sent('GET', 'tasks/list')).toBe(`[${made}]`);
  expect(await sent('GET', 'tasks/search?query=dra')).toBe(`[${made}]`);
  expect(await sent('PATCH', 'tasks/update', { id: JSON.parse(made).id })).toBe(made);
});

test('an invoice is the same in the responses of payments and the list of open invoices', async () => {
  const { body } = await api.ours.post('invoices/create', {
    clientName: 'Same',
    items: [{ rate: 9 }],
  });
  const invoiceNumber = body.invoiceNumberFormatted;
  const paid = await sent('POST', 'payment/create', { invoiceNumber, amount: 2.5 });
  expect(await sent('GET', 'payableInvoices/search')).toBe(`[${paid}]`);
  expect(JSON.parse(paid).payments).toEqual([expect.objectContaining({ amount: 2.5 })]);
});

test('a record that is deleted before its response was written: the outcome is reported as unknown', async () => {
  const names = defineSerializer<{ name: string }>()('Named', 'A name.', { name: text });
  const answer = recordResponse('Client', names);
  const read = answer.read(api.ours.context, { id: 'cli_0' });
  await expect(read).rejects.toMatchObject({ code: 'outcome_unknown' });
});

test('another workspace’s record is missing', async () => {
  const { body } = await api.theirs.post('clients/create', { name: 'Theirs' });
  const names = defineSerializer<{ name: string }>()('Named', 'A name.', { name: text });
  const read = recordResponse('Client', names).read(api.ours.context, { id: body.id });
  await expect(read).rejects.toMatchObject({ code: 'outcome_unknown' });
});
