import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { eraseClient } from '../../src/domain/erasures/index.ts';
import { inTransaction } from '../../src/domain/kernel/context.ts';
import { useTestApi } from '../support/api.ts';
import { columnsWith } from '../support/held-texts.ts';
import { created } from '../support/invoices.ts';
import { sourceOf } from '../support/mutations.ts';
import { countWaiting } from '../support/spread.ts';

/** Writers that have read a client before it was erased, and write when it is. */

const api = useTestApi();
const name = 'Quuxandra Werke';

test('what is written for a client while it is erased is refused, and its name does not come back', async () => {
  const { ours } = api;
  const { id } = await created(ours, 'clients/create', { name, phone: '+49 30 7700 8899' });
  const issued = await created(ours, 'invoices/create', { clientName: name, amount: 5 });
  const ids = { clientId: id };
  const other = await created(ours, 'clients/create', { name: 'Other Ltd' });
  const moved = await created(ours, 'expenses/create', { amount: 1, clientId: other.id });

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

  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isErased = () => {};
  const erased = new Promise<void>((resolve) => {
    isErased = resolve;
  });
  const erasing = inTransaction(ours.context, async (tx) => {
    await eraseClient(tx, { id, confirmName: name });
    isErased();
    await released;
  });
  await erased;
  // Fewer than there are connections, of which erasing has one.
  const writes = [
    action('invoices/create', { ...ids, amount: 3 }),
    action('timeWorked/create', { ...ids, ...hour }),
    action('expenses/create', { ...ids, amount: 2 }),
    action('contacts/create', { first: 'Ada', clientName: name }),
    mutation('createSimpleInvoice', { ...ids, amount: '3' }),
    mutation('createTimeEntry', { ...ids, ...hour }),
    mutation('duplicateInvoice', { id: issued.id }),
    mutation('updateExpense', { id: moved.id, ...ids }),
  ];
  await vi.waitFor(async () => expect(await countWaiting(api.owner)).toBe(writes.length), {
    timeout: 50_000,
    interval: 20,
  });
  release();
  await erasing;
  const answers = await Promise.all(writes);
  const told = answers.map(({ body, status }) =>
    body.data ? body.data.result.__typename : `${status} ${body.code}`,
  );
  expect(told).toEqual([
    ...Array(4).fill('409 conflicting_state'),
    ...Array(4).fill('ConflictError'),
  ]);
  expect(await columnsWith(api.owner, [name, '7700 8899'])).toEqual([]);
});
