import { beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { argumentsFor, mutations } from '../support/mutation-samples.ts';
import { mutate } from '../support/mutations.ts';
import { useFilledWorkspaces } from '../support/records.ts';

/** A release goes on writing while the database has the tables of the next one, which has columns that it does not know. */

const api = useTestApi();
const { ours } = useFilledWorkspaces(api, { ours: 3, theirs: 1 });

beforeAll(async () => {
  // What the migration of a newer release may do beside an older one.
  await api.owner.query(`DO $$ DECLARE t regclass; BEGIN
    FOR t IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition AND relname <> '_prisma_migrations'
    LOOP EXECUTE format('ALTER TABLE %s ADD later_null text, ADD later_default text NOT NULL DEFAULT ''kept''', t); END LOOP;
  END $$`);
});

test('every mutation writes', async () => {
  const failed: unknown[] = [];
  let written = 0;
  for (const { name } of mutations) {
    try {
      const { __typename } = await mutate(api.ours, name, argumentsFor(name, ours), '__typename');
      if (!String(__typename).endsWith('Error')) written += 1;
    } catch (error) {
      failed.push([name, String(error)]);
    }
  }
  expect(failed).toEqual([]);
  expect(written).toBeGreaterThan(50);
});

test('REST makes what is made of several tables', async () => {
  const client = await api.ours.post('clients/create', {
    name: 'Rolling AG',
    contacts: [{ firstName: 'Ada', email: 'ada@rolling.example' }],
  });
  const worked = await api.ours.post('timeWorked/create', {
    clientName: 'Rolling AG',
    projectName: 'Upgrade',
    deliverableName: 'Wheels',
    timerStart: '2026-03-02T09:00:00Z',
    timerEnd: '2026-03-02T10:30:00Z',
    createProject: true,
    createDeliverable: true,
  });
  const invoice = await api.ours.post('invoices/create', {
    clientName: 'Rolling AG',
    amount: 100,
  });
  const paid = await api.ours.post('payment/create', {
    invoiceNumber: invoice.body.invoiceNumberFormatted,
    amount: 10,
  });
  const statuses = [client, worked, invoice, paid].map(({ status, body }) => [
    status,
    body.message,
  ]);
  expect(statuses).toEqual(Array(4).fill([200, undefined]));
  const { rows } = await api.owner.query(
    `SELECT DISTINCT later_null, later_default FROM "InvoiceLine" WHERE "invoiceId" = $1`,
    [invoice.body.id],
  );
  expect(rows).toEqual([{ later_null: null, later_default: 'kept' }]);
});
