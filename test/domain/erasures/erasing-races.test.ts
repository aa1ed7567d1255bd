import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { eraseClient } from '../../../src/domain/erasures/erase.ts';
import { inTransaction } from '../../../src/write/in-transaction.ts';
import { useTestApi } from '../../support/api.ts';
import { countWaiting } from '../../support/citus.ts';
import { created } from '../../support/invoices.ts';
import { sourceOf } from '../../support/mutations.ts';
import { issuedInvoice } from '../../support/reversal-races.ts';
import { columnsWith } from '../../support/stored-texts.ts';

/** Writers that have read a client before it was erased, and write when it is. */

const api = useTestApi();
const name = 'Quuxandra Werke';

/** What waits until it is opened. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), passed };
}

test('a write for a client during its erasure is rejected, and its name does not come back', async () => {
  const { ours } = api;
  const { id } = await created(ours, 'clients/create', { name, phone: '+49 30 7700 8899' });
  const issued = await created(ours, 'invoices/create', { clientName: name, amount: 5 });
  const ids = { clientId: id };
  const other = await created(ours, 'clients/create', { name: 'Other Ltd' });
  const movement = await created(ours, 'expenses/create', { amount: 1, clientId: other.id });

  const post = (path: string, body: object, method = 'POST') =>
    api.request(path, {
      method,
      headers: {
        'x-api-key': ours.key,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
  const action = (path: string, body: object, method?: string) =>
    post(`/public/action/${path}`, body, method);
  const mutation = (mutates: string, input: object) =>
    post('/graphql', { query: sourceOf(mutates, '__typename'), variables: { input } });
  const hour = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };

  const released = gate();
  const erased = gate();
  const erasing = inTransaction(ours.context, async (tx) => {
    await eraseClient(tx, { id, confirmName: name });
    erased.open();
    await released.passed;
  });
  await erased.passed;
  // Fewer than there are connections, of which erasing has one.
  const writes = [
    action('invoices/create', { ...ids, amount: 3 }),
    action('timeWorked/create', { ...ids, ...hour }),
    action('expenses/create', { ...ids, amount: 2 }),
    action('contacts/create', { first: 'Ada', clientName: name }),
    mutation('createSimpleInvoice', { ...ids, amount: '3' }),
    mutation('createTimeEntry', { ...ids, ...hour }),
    mutation('duplicateInvoice', { id: issued.id }),
    mutation('updateExpense', { id: movement.id, ...ids }),
  ];
  await vi.waitFor(async () => expect(await countWaiting(api.owner)).toBe(writes.length), {
    timeout: 50_000,
    interval: 20,
  });
  released.open();
  await erasing;
  const answers = await Promise.all(writes);
  const reported = answers.map(({ body, status }) =>
    body.data ? body.data.result.__typename : `${status} ${body.code}`,
  );
  expect(reported).toEqual([
    ...Array(4).fill('409 conflicting_state'),
    ...Array(4).fill('ConflictError'),
  ]);
  expect(await columnsWith(api.owner, [name, '7700 8899'])).toEqual([]);
});

test('the response for a remaining invoice is stored without the name of the erased client, and replayed', async () => {
  const { ours } = api;
  const printed = 'Zephyrine “Kontor”';
  const { id } = await created(ours, 'clients/create', {
    name: printed,
    phone: '+49 30 6600 5544',
  });
  const issued = () => issuedInvoice(ours, printed, 5);
  const post = (key: string, path: string, body: object) =>
    api.request(path, {
      method: 'POST',
      headers: {
        'x-api-key': ours.key,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
  const [one, two, three] = [await issued(), await issued(), await issued()];
  const pay =
    (key: string, { number: invoiceNumber }: typeof one) =>
    () =>
      post(key, '/public/action/payment/create', { invoiceNumber, amount: 1 });
  const byGraphql =
    (key: string, { number: invoiceNumber }: typeof one) =>
    () =>
      post(key, '/graphql', {
        query: sourceOf('recordPayment', 'clientInfo { name }'),
        variables: { input: { invoiceNumber, amount: '1' } },
      });
  const during = [pay('during-REST', one), byGraphql('during-GraphQL', two)];
  const later = [pay('later-REST', two), byGraphql('later-GraphQL', three)];

  const held = gate();
  const erased = gate();
  const erasing = inTransaction(ours.context, async (tx) => {
    await eraseClient(tx, { id, confirmName: printed });
    erased.open();
    await held.passed;
  });
  await erased.passed;
  const waiting = Promise.all(during.map((send) => send()));
  await vi.waitFor(async () => expect(await countWaiting(api.owner)).toBe(during.length), {
    timeout: 50_000,
    interval: 20,
  });
  held.open();
  await erasing;
  const first = [...(await waiting), ...(await Promise.all(later.map((send) => send())))];
  for (const { status, text } of first) {
    expect(status, text).toBe(200);
    expect(text).not.toContain('Error"');
  }
  expect(first.some(({ text }) => text?.includes('Zephyrine'))).toBe(true);
  const saved = await columnsWith(api.owner, ['Zephyrine', '6600 5544']);
  expect(saved.filter((column) => !column.startsWith('Invoice.'))).toEqual([]);

  const payments = 'SELECT count(*)::int AS count FROM "Payment" WHERE "accountId" = $1';
  const before = await api.owner.query(payments, [ours.accountId]);
  for (const send of [...during, ...later]) {
    const again = await send();
    expect(again.status, again.text).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  }
  expect((await api.owner.query(payments, [ours.accountId])).rows).toEqual(before.rows);
});
