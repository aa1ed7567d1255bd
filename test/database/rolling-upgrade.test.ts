import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { argumentsFor, mutations } from '../support/mutation-samples.ts';
import { mutate } from '../support/mutations.ts';
import { useFilledWorkspaces } from '../support/records.ts';
import { isNameless, namelessSent } from '../support/sent-statements.ts';

/** A release goes on writing while the database has the tables of the next one, which has columns that it does not know. */

const api = useTestApi();
const { ours } = useFilledWorkspaces(api, { ours: 3, theirs: 1 });

beforeAll(async () => {
  // The permitted changes of a newer release's migration while an older one runs.
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

test('REST creates the records that need several tables', async () => {
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

describe('rows are created with named columns', () => {
  test('by each function of the database', async () => {
    const { rows } = await api.owner.query<{ name: string; text: string }>(
      `SELECT proname AS name, prosrc AS text FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
    );
    expect(rows.filter(({ text }) => /INSERT INTO/i.test(text)).length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => isNameless(text)).map(({ name }) => name)).toEqual([]);
  });

  test('by each statement of the suite: one without columns is found, whichever code sent it', async () => {
    const { pool } = api.database;
    expect(namelessSent()).toEqual([]);
    const vendor = `SELECT v.* FROM "Vendor" v WHERE false`;
    const columns = '("accountId", id, name)';
    const values = `SELECT "accountId", id, name FROM "Vendor" WHERE false`;
    const named = [
      `INSERT INTO "Vendor" ${columns} ${values}`,
      `INSERT INTO "Vendor" AS v ${columns} (${values}) ON CONFLICT DO NOTHING`,
      `WITH made AS (INSERT INTO public."Vendor"${columns} ${values} RETURNING id) SELECT id FROM made`,
    ];
    const nameless = [
      `INSERT INTO "Vendor" ${vendor}`,
      `INSERT INTO "Vendor" AS v (${vendor})`,
      `WITH made AS (INSERT INTO "Vendor" ${columns} ${values} RETURNING id), more AS (
         INSERT INTO "Vendor" SELECT * FROM json_populate_recordset(NULL::"Vendor", '[]') RETURNING id)
       SELECT id FROM made`,
    ];
    for (const text of [...named, ...nameless]) await pool.query(text);
    expect(namelessSent()).toEqual(nameless);
    for (const text of ['MERGE INTO "Vendor" v USING', 'COPY "Vendor" FROM STDIN']) {
      expect(isNameless(text), text).toBe(true);
    }
  });
});
