import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Actiongraph, isActiongraphError } from '../../client/src/index.ts';
import { markInvoiceSent } from '../../src/domain/invoices/send-invoice.ts';
import { useTestApi } from '../support/api.ts';
import { startProcess, type TestProcess } from '../support/streams.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const api = useTestApi();
let service: TestProcess;

beforeAll(async () => {
  service = await startProcess(api);
});
afterAll(() => service.close());

const connect = (url = service.url) => new Actiongraph({ url, apiKey: api.ours.key });

async function openInvoice(clientName: string): Promise<string> {
  await api.ours.post('clients/create', { name: clientName });
  const { body } = await api.ours.post('invoices/create', { clientName, amount: 300, taxRate: 0 });
  await markInvoiceSent(api.ours.context, { id: body.id });
  return body.id;
}

test('a call returns the record of the response, with types of input and result', async () => {
  const { rest } = connect();
  const client = await rest.createClient({
    name: 'Ada',
    paymentTerms: { whoPaysCardFees: 'SPLIT' },
  });
  const name: string = client.name;
  const city: string | null = client.city;
  expect([name, city, client.paymentTerms?.whoPaysCardFees]).toEqual(['Ada', null, 'SPLIT']);
  // @ts-expect-error a client has no such field
  expect(client.nmae).toBeUndefined();
  // @ts-expect-error the name is required
  await expect(rest.createClient({ city: 'Rome' })).rejects.toThrow('name');
  // @ts-expect-error not one of the values
  const odd = rest.createClient({ name: 'Odd', paymentTerms: { whoPaysCardFees: 'NOBODY' } });
  await expect(odd).rejects.toMatchObject({ code: 'invalid_input', status: 400 });
});

test('path and query parameters are sent, and a deletion returns nothing', async () => {
  const { rest } = connect();
  const account = await rest.getAccount({ accountId: api.ours.accountId });
  expect(account.accountName).toBe('Ours');
  await rest.createClient({ name: 'Draft' });
  const { id } = await rest.createInvoice({ clientName: 'Draft', amount: 1 });
  await rest.deleteInvoice({ id });
  await expect(rest.deleteInvoice({ id })).rejects.toMatchObject({ code: 'record_not_found' });
});

test('the version of a record is in the response, and protects a change', async () => {
  const { rest } = connect();
  const { data, response } = await rest.createClient({ name: 'Edited' }).withResponse();
  const etag = response.headers.get('etag') ?? '';
  const options = { headers: { 'if-match': etag } };
  await rest.patchClient({ id: data.id, city: 'Rome' }, options);
  const second = rest.patchClient({ id: data.id, city: 'Oslo' }, options);
  await expect(second).rejects.toMatchObject({ code: 'version_mismatch', status: 412 });
});

describe('errors', () => {
  test('are a union of the codes of the operation', async () => {
    const { rest } = connect();
    await rest.createClient({ name: 'Twice' });
    const reported = await rest.createClient({ name: 'Twice' }).catch((error) => {
      switch (error.code) {
        case 'name_taken':
          return error.errors[0]?.path;
        // @ts-expect-error creating a client declares no such error
        case 'duplicate_payment':
          return 'impossible';
        default:
          throw error;
      }
    });
    expect(reported).toBe('name');
  });

  test('have a code, all invalid fields and the id of the request', async () => {
    const failed = connect().rest.createTimeEntry({
      ...{ clientName: 'Ada', timerStart: '2026-03-02T09:00', timerEnd: 'soon' },
    });
    const error = await failed.then(
      () => undefined,
      (reason) => reason,
    );
    if (!isActiongraphError(error)) throw new Error('It did not fail.');
    expect([error.code, error.errors[0]?.path]).toEqual(['invalid_input', 'timerEnd']);
    expect(error.requestId).toMatch(/./);
  });

  test('differ for a wrong key and for an unreachable service', async () => {
    const stranger = new Actiongraph({ url: service.url, apiKey: 'ag_1_nonsense' });
    await expect(stranger.rest.checkKey()).rejects.toMatchObject({ code: 'invalid_api_key' });
    const nowhere = new Actiongraph({ url: 'http://127.0.0.1:1', maxRetries: 0 });
    await expect(nowhere.rest.checkKey()).rejects.toMatchObject({ code: 'connection_failed' });
  });

  test.each(['localhost:4000', 'undefined', 'ftp://localhost'])('name the address %s', (url) => {
    expect(() => new Actiongraph({ url })).toThrow(
      `The url must be an http or https address, not ${url}`,
    );
    expect(() => new Actiongraph({ url: '/api' })).not.toThrow();
  });
});

test('a list is one page when it is awaited, and all pages when it is iterated', async () => {
  const { rest } = connect();
  const query = 'Pages';
  await rest.createClient({ name: query });
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
    await rest.createProject({ clientName: query, name });
  const input = { query, limit: 2, order: '-name' } as const;
  const page = await rest.searchProjects(input);
  const all: string[] = [];
  for await (const { name } of rest.searchProjects(input)) all.push(name);
  expect(page.map(({ name }) => name)).toEqual(['Two', 'Three']);
  expect(all).toEqual(['Two', 'Three', 'One', 'Four', 'Five']);
});

test('the iteration of all events ends at the end of the log', async () => {
  const { rest } = connect();
  const created: string[] = [];
  for await (const { recordId } of rest.listEvents({ types: 'client.created', limit: 2 }))
    created.push(recordId);
  expect(created.length).toBe(await api.database.prisma.client.count({ where: ours() }));
});

const ours = () => ({ accountId: api.ours.accountId });

test('a dry run returns the response of a write, and stores nothing', async () => {
  const client = connect();
  const options = { dryRun: true };
  const { id, name } = await client.rest.createClient({ name: 'Imagined' }, options);
  const text = 'mutation { createClient(input: { name: "Imagined" }) { __typename } }';
  const { createClient } = await client.graphql<{ createClient: object }>(text, {}, options);
  expect([name, createClient]).toEqual(['Imagined', { __typename: 'CreateClientSuccess' }]);
  expect(id).toMatch(/^cli_/);
  const where = { ...ours(), name: 'Imagined' };
  expect(await api.database.prisma.client.count({ where })).toBe(0);
});

test('a payment whose response is lost is recorded once, and its response arrives', async () => {
  const id = await openInvoice('Lost');
  const proxy = await startTcpProxy(Number(new URL(service.url).port));
  const { rest } = connect(`http://127.0.0.1:${proxy.port}`);
  const { invoiceNumberFormatted = '' } = (await rest.searchInvoices({ id }))[0] ?? {};
  proxy.loseAnswerTo('payment/create');
  const payment = { invoiceNumber: invoiceNumberFormatted, amount: 100 };
  const { data, response } = await rest.createPayment(payment).withResponse();
  const payments = await rest.searchPayments({ query: invoiceNumberFormatted });
  await proxy.close();
  expect(data.amountDue).toBe(200);
  expect(payments.map(({ amount }) => amount)).toEqual([100]);
  expect(response.headers.get('idempotency-replayed')).toBe('true');
});

test('a file is sent as a form, and once for each idempotency key', async () => {
  const { rest } = connect();
  const expense = await rest.createExpense({
    description: 'Train',
    amount: 20,
    date: '2026-03-31',
  });
  const file = new File(['%PDF-1.4 receipt'], 'Receipt.pdf', { type: 'application/pdf' });
  const input = { id: expense.id, type: 'EXPENSE' as const, file };
  const options = { idempotencyKey: 'receipt-1' };
  const id = await rest.createAttachment(input, options);
  expect(await rest.createAttachment(input, options)).toBe(id);
  const list = await rest.listAttachments({ id: expense.id, type: 'EXPENSE' });
  expect(list.map((attachment) => [attachment.id, attachment.fileName])).toEqual([
    [id, 'Receipt.pdf'],
  ]);
});
