import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { created } from '../support/invoices.ts';
import { mutate, mutated } from '../support/mutations.ts';
import { arranger } from '../support/report-totals.ts';

const api = useTestApi();

const displayed = 'id day baseCurrency quoteCurrency rate';
const euros = { baseCurrency: 'EUR', quoteCurrency: 'USD' };

test('an exchange rate can be created, changed, listed by its day, and deleted', async () => {
  const first = await mutated(
    api.ours,
    'createExchangeRate',
    { day: '2026-03-30', ...euros, rate: 1.08 },
    displayed,
  );
  const second = await mutated(
    api.ours,
    'createExchangeRate',
    { day: '2026-03-31', ...euros, rate: 1.1 },
    displayed,
  );
  expect(first).toMatchObject({ day: '2026-03-30', ...euros, rate: '1.08' });
  const changed = await mutated(
    api.ours,
    'updateExchangeRate',
    { id: first.id, rate: 1.0812345678 },
    displayed,
  );
  expect(changed).toEqual({ ...first, rate: '1.0812345678' });
  const { accountId } = api.ours;
  const { body } = await api.ours.get('exchangeRates/list');
  const reported = [second, changed].map(({ rate, ...record }) => ({
    accountId,
    ...record,
    rate: Number(rate),
  }));
  expect(body).toEqual(reported);
  await mutated(api.ours, 'deleteExchangeRate', { id: first.id });
  expect((await api.ours.get('exchangeRates/list')).body).toHaveLength(1);
});

test('there is one rate of two currencies for a day, above 0, of two that differ', async () => {
  const rate = { day: '2026-04-01', ...euros, rate: 1.1 };
  await mutated(api.ours, 'createExchangeRate', rate);
  expect(await mutate(api.ours, 'createExchangeRate', rate)).toMatchObject({ code: 'name_taken' });
  await mutated(api.theirs, 'createExchangeRate', rate);
  for (const wrong of [
    { rate: 0 },
    { rate: -1 },
    { quoteCurrency: 'EUR' },
    { quoteCurrency: 'XX1' },
  ]) {
    const rejected = await mutate(api.ours, 'createExchangeRate', {
      ...rate,
      day: '2026-04-02',
      ...wrong,
    });
    expect(rejected.__typename, JSON.stringify(wrong)).not.toBe('CreateExchangeRateSuccess');
  }
});

test('reports in one currency use the rates of the issue dates, and list them', async () => {
  const workspace = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
  const { client, invoice } = arranger(api, workspace);
  const id = await client();
  const issued = (amount: number, day: string, currency: string) =>
    invoice(id, amount, day, { currency, dateCreated: new Date(day) });
  await issued(100, '2026-01-05', 'EUR');
  await issued(54, '2026-01-06', 'USD');
  await issued(54, '2026-01-06', 'USD');
  await issued(1_000, '2026-02-01', 'JPY');
  const requested = async () =>
    (
      await workspace.gql(`{ figures { invoicedIn(currency: "EUR", from: "2026-01-01", to: "2026-03-31") {
        start currency invoices net tax total rates { day baseCurrency quoteCurrency rate } } } }`)
    ).body;
  const rejection = JSON.stringify(await requested());
  expect(rejection).toContain('USD in EUR for 2026-01-06, JPY in EUR for 2026-02-01');
  await mutated(workspace, 'createExchangeRate', { day: '2026-01-06', ...euros, rate: 1.08 });
  const yen = { baseCurrency: 'JPY', quoteCurrency: 'EUR' };
  await mutated(workspace, 'createExchangeRate', { day: '2026-02-01', ...yen, rate: 0.00615 });
  const { data } = await requested();
  expect(data.figures.invoicedIn).toEqual([
    {
      ...{ start: '2026-01-01', currency: 'EUR', invoices: 3, net: '200', tax: '0', total: '200' },
      rates: [{ day: '2026-01-06', ...euros, rate: '1.08' }],
    },
    {
      ...{
        start: '2026-02-01',
        currency: 'EUR',
        invoices: 1,
        net: '6.15',
        tax: '0',
        total: '6.15',
      },
      rates: [{ day: '2026-02-01', ...yen, rate: '0.00615' }],
    },
  ]);
});

test('an invoice that is voided and created again for the same total changes its tax in one currency too', async () => {
  const workspace = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
  await created(workspace, 'clients/create', { name: 'Abroad', currency: 'USD' });
  const issued = async (rate: number, taxRate: number) => {
    const bill = { clientName: 'Abroad', taxRate, items: [{ description: 'Work', rate }] };
    const { dateCreated, id } = await created(workspace, 'invoices/create', bill);
    await mutated(workspace, 'markInvoiceSent', { id });
    return { day: dateCreated, id };
  };
  const { day, id } = await issued(100, 19);
  await api.database.prisma.invoice.updateMany({
    where: { accountId: workspace.accountId, id },
    data: { dateIssued: new Date('2026-01-06') },
  });
  await mutated(workspace, 'voidInvoice', { id });
  await issued(119, 0);
  await mutated(workspace, 'createExchangeRate', { day, ...euros, rate: 2 });
  const { body } = await workspace.gql(`{ figures {
    invoicedIn(currency: "EUR", from: "${day}", to: "${day}") { invoices net tax total } } }`);
  const movement = { invoices: 0, net: '9.5', tax: '-9.5', total: '0' };
  expect(body.data.figures.invoicedIn).toEqual([movement]);
});

test('a day without a rate has that of the last day before, of at most a week before', async () => {
  const workspace = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
  const { client, invoice } = arranger(api, workspace);
  const id = await client();
  const issued = (day: string) =>
    invoice(id, 110, day, { currency: 'USD', dateCreated: new Date(day) });
  const rate = (day: string, value: number, pair: object = euros) =>
    mutated(workspace, 'createExchangeRate', { day, ...pair, rate: value });
  await rate('2026-01-01', 5);
  await rate('2026-01-08', 1, { baseCurrency: 'USD', quoteCurrency: 'EUR' });
  await rate('2026-01-09', 1.1);
  for (const day of ['2026-01-09', '2026-01-10', '2026-01-11', '2026-01-16']) await issued(day);
  const sent = async (to: string) => {
    const { body } =
      await workspace.gql(`{ figures { invoicedIn(currency: "EUR", from: "2026-01-01", to: "${to}") {
      total rates { day rate } } } }`);
    return body.data?.figures?.invoicedIn ?? JSON.stringify(body);
  };
  expect(await sent('2026-01-31')).toEqual([
    { total: '400', rates: [{ day: '2026-01-09', rate: '1.1' }] },
  ]);
  await issued('2026-01-17');
  expect(await sent('2026-01-31')).toContain('USD in EUR for 2026-01-17');
  expect(await sent('2026-01-16')).toHaveLength(1);
});
