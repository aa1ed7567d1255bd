import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();

test.each([
  ['EUR', '€1,043.40', '€521.70', '€0.00'],
  ['JPY', '¥1,044', '¥522', '¥0'],
  ['KWD', 'KWD 1,043.400', 'KWD 521.700', 'KWD 0.000'],
])('amounts in %s are written as documents write them', async (currency, total, price, nothing) => {
  const name = `Client in ${currency}`;
  await created(api.ours, 'clients/create', { name, currency });
  const rate = currency === 'JPY' ? 522 : 521.7;
  const items = [{ description: 'Work', quantity: 2, rate, taxable: false }];
  const { id } = await created(api.ours, 'invoices/create', { clientName: name, items });
  const query = `query ($id: ID!) {
    invoice(id: $id) { total formatted { total amountDue tax } lineItems { formatted { unitPrice lineTotal } } }
  }`;
  const { body } = await api.ours.gql(query, { id });
  const { formatted, lineItems } = body.data.invoice;
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  expect(plain(formatted.total)).toBe(total);
  expect(plain(formatted.amountDue)).toBe(total);
  expect(plain(formatted.tax)).toBe(nothing);
  expect(plain(lineItems[0].formatted.unitPrice)).toBe(price);
});
