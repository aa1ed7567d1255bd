import { test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { creditActs, raceOfBounces } from '../support/credit-acts.ts';
import { created } from '../support/invoices.ts';
import { raceOfAllocations, raceOfCredit, raceReversals } from '../support/reversal-races.ts';

const api = useTestApi();

test('500 invoices that are credited, paid, reversed, refunded and voided at the same time have consistent totals', async () => {
  await created(api.ours, 'clients/create', { name: 'Acme', currency: 'EUR' });
  await raceReversals(api, 500);
});

test('500 pairs of invoices that are overpaid, paid with credit, credited and reversed at the same time have consistent totals', async () => {
  await raceOfCredit(api, 500);
});

test('500 pairs of invoices with a shared payment, reversed and refunded at the same time, have consistent totals', async () => {
  await raceOfAllocations(api, 500);
});

test('500 payments that became credit and paid other invoices can be reversed during other commands', async () => {
  await raceOfBounces(creditActs(api), 500);
});
