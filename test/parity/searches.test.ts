import { beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { ask, askFor } from '../support/graphql.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();

type Answer = Record<string, unknown>;

const clientName = 'Lovelace Analytics';

beforeAll(async () => {
  const { ours } = api;
  await created(ours, 'clients/create', { name: clientName });
  for (const name of ['Ada & Co', 'Adam', 'Beta']) {
    await created(ours, 'clients/create', { name, phone: `+49 ${name.length}` });
  }
  const contact = { first: 'Ada', last: 'Lovelace', email: 'ada@lovelace.example', clientName };
  await created(ours, 'contacts/create', contact);
});

test('searchClients returns the same as clients/search, in the same order', async () => {
  const { ours } = api;
  for (const query of ['ad', 'AD', 'LOVE', 'a lov', '+49 4', 'ada@', '', 'zzz', '%', '_']) {
    const rest = (await ours.get('clients/search', { query })).body;
    const source = 'query ($query: String!) { searchClients(query: $query, first: 100) { id } }';
    const { data } = await askFor(ours.context, source, { query });
    expect(data.searchClients.map(({ id }: Answer) => id)).toEqual(
      rest.map(({ id }: Answer) => id),
    );
  }
  const { data } = await askFor(ours.context, '{ searchClients(query: "", first: 2) { name } }');
  expect(data.searchClients).toEqual([{ name: 'Ada & Co' }, { name: 'Adam' }]);
});

test('payableInvoices returns the same as payableInvoices/search, in the same order', async () => {
  const { ours } = api;
  for (const dueDate of ['2027-05-01', '2027-04-01', '2027-04-01']) {
    await created(ours, 'invoices/create', {
      clientName,
      dueDate,
      items: [{ description: '-', rate: 1 }],
    });
  }
  const whole = await created(ours, 'invoices/create', {
    clientName,
    taxRate: 0,
    items: [{ description: '-', rate: 5 }],
  });
  await created(ours, 'payment/create', { invoiceNumber: whole.invoiceNumberFormatted, amount: 5 });
  for (const query of ['', clientName, ` ${clientName} `, 'Ada & Co', 'Nobody']) {
    const rest = (await ours.get('payableInvoices/search', { query })).body;
    const source =
      'query ($clientName: String) { payableInvoices(clientName: $clientName) { totalCount edges { node { id } } } }';
    const { data } = await askFor(ours.context, source, { clientName: query });
    const { totalCount, edges } = data.payableInvoices;
    expect(edges.map(({ node }: { node: Answer }) => node.id)).toEqual(
      rest.map(({ id }: Answer) => id),
    );
    expect(totalCount).toBe(rest.length);
  }
});

test('a name that no client can have is rejected in both APIs with the same code', async () => {
  const rest = await api.ours.get('payableInvoices/search', { query: 'x\u0000' });
  const { errors } = await ask(
    api.ours.context,
    '{ payableInvoices(clientName: "x\\u0000") { edges { node { id } } } }',
  );
  expect(rest.status).toBe(400);
  expect(errors?.[0]?.originalError).toMatchObject({ code: rest.body.code });
});
