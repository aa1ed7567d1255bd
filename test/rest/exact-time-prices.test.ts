import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { created } from '../support/invoices.ts';
import { monday, worker } from '../support/worked-time.ts';

/** Time is priced from its exact duration, by everything that shows its price. */

const api = useTestApi();
const { bill, newClient, preview, project, search, work } = worker(api);

test.each([
  ['one minute at a price that is large in its currency', 'EUR', 129_360, [1], 2_156],
  ['forty minutes in a currency with large amounts', 'HUF', 45_000, [40], 30_000],
  ['three times twenty minutes are an hour', 'HUF', 45_000, [20, 20, 20], 45_000],
  ['three thirds of a price that a third is no cent of', 'EUR', 100, [20, 20, 20], 100],
  ['half a minor unit rounds up', 'EUR', 0.015, [20], 0.01],
  ['a day in a currency without minor units', 'JPY', 999_999, [1_441], 24_016_643],
])('%s', async (_, currency, hourlyAmount, minutes, amount) => {
  const clientName = await newClient({ currency, hourlyAmount });
  const worth = (hourlyAmount * minutes.reduce((sum, one) => sum + one)) / 60;
  const { id: projectId } = await project(clientName, {
    ...{ feeType: 'HOURLY', amount: hourlyAmount, estimateMax: worth },
  });
  for (const [index, one] of minutes.entries()) {
    const start = new Date(Date.parse(monday) + index * 86_400_000).toISOString();
    await work(clientName, start, one, { projectName: 'Site' });
  }
  const source = `query ($id: ID!) { project(id: $id) { budgetUsed profit { currency unbilled billed } } }`;
  const projectNow = async () => (await api.ours.gql(source, { id: projectId })).body.data.project;
  const displayed = await search({ clientName });
  if (minutes.length === 1) expect(displayed.body[0]).toMatchObject({ amount });
  const found = await preview(clientName);
  expect(found.body).toMatchObject({ total: amount, lineItems: [{ lineTotal: amount }] });
  expect((await projectNow()).profit).toContainEqual({
    currency,
    unbilled: String(amount),
    billed: '0',
  });
  const sums = `query ($id: ID!) { unbilledWork(projectId: $id) { totals { time total items } } }`;
  const { data } = (await api.ours.gql(sums, { id: projectId })).body;
  expect(data.unbilledWork.totals).toEqual([
    { time: String(amount), total: String(amount), items: minutes.length },
  ]);
  expect(Number((await projectNow()).budgetUsed)).toBe(1);

  const { body: invoice } = await bill(clientName);
  expect(invoice.total).toBe(amount);
  const [{ quantity, unitPrice, lineTotal }] = invoice.lineItems;
  const digits = { EUR: 2, HUF: 2, JPY: 0 }[currency] as number;
  expect(Math.round(quantity * unitPrice * 10 ** digits) / 10 ** digits).toBe(lineTotal);
  const left = (await projectNow()).profit.map(({ unbilled }: { unbilled: string }) => unbilled);
  expect(left).toEqual(left.map(() => '0'));
});

test('a draft of exact time keeps its total if the returned record is sent back', async () => {
  const clientName = await newClient({ hourlyAmount: 129_360 });
  await work(clientName, monday, 1);
  const { body: draft } = await bill(clientName);
  const [{ description, quantity, unitPrice }] = draft.lineItems;
  const source = `mutation ($input: UpdateInvoiceInput!) { updateInvoice(input: $input) {
    ... on UpdateInvoiceSuccess { invoice { total lineItems { quantity } } } } }`;
  const input = {
    id: draft.id,
    lineItems: [{ description, quantity: String(quantity), unitPrice: String(unitPrice) }],
  };
  const { body } = await api.ours.gql(source, { input });
  expect(body.data?.updateInvoice.invoice).toEqual({
    total: '2156',
    lineItems: [{ quantity: String(quantity) }],
  });
});

test('fractions of a second count neither in the duration nor in the price', async () => {
  const clientName = await newClient({ hourlyAmount: 100, roundingIncrement: 15 });
  const entry = await created(api.ours, 'timeWorked/create', {
    clientName,
    timerStart: '2026-03-02T09:00:00.900Z',
    timerEnd: '2026-03-02T09:15:00.950Z',
  });
  expect(entry.duration).toBe(900);
  const { body } = await search({ clientName });
  expect(body).toMatchObject([{ quantity: 0.25, amount: 25 }]);
});
