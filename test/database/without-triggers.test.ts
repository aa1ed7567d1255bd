import { beforeAll, expect, test } from 'vitest';
import { auditLogStagingTable } from '../../src/database/statements/audit-log-tables.ts';
import { toCitusStatement } from '../../src/database/statements/citus-statements.ts';
import { modelsClosedForErasedClients } from '../../src/write/erased-client-guard.ts';
import { useTestApi } from '../support/api.ts';
import { createWithoutTriggers } from '../support/citus.ts';
import { createTestDatabase } from '../support/database.ts';
import { mutate, sourceOf } from '../support/mutations.ts';
import { isFickle } from '../support/sent-statements.ts';

/** Distributed tables have no triggers; statements do their work. */

const api = useTestApi({ openDatabase: createWithoutTriggers });

let clientName: string;

beforeAll(async () => {
  const { body } = await api.ours.post('clients/create', { name: 'Lovelace' });
  clientName = body.name;
});

const versions = async (table: string) => {
  const { rows } = await api.owner.query(
    `SELECT version, "updatedAt" > "createdAt" AS "isLater" FROM "${table}" WHERE "accountId" = $1`,
    [api.ours.accountId],
  );
  return rows;
};

test('a row that is changed has the next version, by Prisma and by hand; one that stays has its own', async () => {
  const where = { accountId: api.ours.accountId };
  const { prisma } = api.database;
  await prisma.client.updateMany({ where, data: { phone: '1' } });
  expect(await versions('Client')).toEqual([{ version: 2, isLater: true }]);
  await prisma.client.updateMany({ where, data: { phone: '1' } });
  expect(await versions('Client')).toMatchObject([{ version: 2 }]);
  await prisma.$executeRaw`UPDATE "Client" c SET phone = coalesce(${'2'}, 'a, b'), notes = 'FROM, WHERE' WHERE c."accountId" = ${where.accountId}`;
  expect(await versions('Client')).toMatchObject([{ version: 3 }]);
  await prisma.client.updateMany({ where, data: { version: { increment: 1 } } });
  expect(await versions('Client')).toMatchObject([{ version: 4 }]);
});

test('an upsert that updates raises the version of the row', () => {
  const text = `INSERT INTO "Client" AS c (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET name = 'x' RETURNING c.id`;
  expect(toCitusStatement(text)).toBe(
    `INSERT INTO "Client" AS c (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET "updatedAt" = excluded."updatedAt", "version" = c."version" + (c."name" IS DISTINCT FROM ('x'))::int, name = 'x' RETURNING c.id`,
  );
  expect(toCitusStatement('SELECT FROM "Client"')).toBe('SELECT 1 FROM "Client"');
});

test('an upsert with a value that is not immutable, which Citus rejects, is found', () => {
  const conflict = `INSERT INTO "KeptAnswer" (key) VALUES ($1) ON CONFLICT (key) DO`;
  for (const moment of ['now()', 'CURRENT_TIMESTAMP', 'clock_timestamp()']) {
    expect(isFickle(`${conflict} UPDATE SET needed = 1, "createdAt" = ${moment}`)).toBe(true);
  }
  for (const steady of [
    `${conflict} NOTHING RETURNING now()`,
    `${conflict} UPDATE SET "createdAt" = EXCLUDED."createdAt" RETURNING now()`,
    'UPDATE "KeptAnswer" SET "createdAt" = now()',
  ]) {
    expect(isFickle(steady), steady).toBe(false);
  }
});

test('a search for clients finds the same without the functions that read tables', async () => {
  const { body } = await api.ours.get('clients/search', { query: 'Love' });
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['Lovelace']);
  const text = 'SELECT "first_clients_found"($1::int, $2::text, $3::text, $4::int)';
  const argument = [api.ours.accountId, 'Love', '%Love%', 20];
  const { rows } = await api.owner.query({
    text: toCitusStatement(text),
    values: argument,
    rowMode: 'array',
  });
  expect(rows).toEqual((await api.owner.query({ text, values: argument, rowMode: 'array' })).rows);
  expect(rows).toHaveLength(1);
});

async function issue(amount: number): Promise<{ id: string; invoiceNumberFormatted: string }> {
  const { body, status, text } = await api.ours.post('invoices/create', {
    clientName,
    items: [{ rate: amount }],
  });
  expect(status, text).toBe(200);
  return body;
}

test('a payment that issues a draft stores its seller and its day, and its amounts are right', async () => {
  const { id, invoiceNumberFormatted } = await issue(100);
  const { status, text } = await api.ours.post('payment/create', {
    invoiceNumber: invoiceNumberFormatted,
    amount: 40,
    date: '2026-01-05',
    paymentType: 'CASH',
  });
  expect(status, text).toBe(200);
  const { prisma } = api.database;
  const invoice = await prisma.invoice.findFirstOrThrow({ where: { id } });
  await containsSnapshot(id);
  expect(invoice).toMatchObject({ status: 'PARTIAL', sellerInfo: { keptBy: 'ISSUE' } });
  expect(invoice.dateIssued).not.toBeNull();
  expect(Number(invoice.amountDue)).toBe(60);
});

/** An issued invoice logs its snapshot, regardless of the way of issue. */
async function containsSnapshot(id: string): Promise<void> {
  const { rows } = await api.owner.query(
    `SELECT l.before ? 'sellerInfo' AS "isTold", l.after -> 'sellerInfo' = i."sellerInfo" AS seller, l.after ->> 'dateIssued' = i."dateIssued"::text AS day
     FROM "LogEntry" l JOIN "Invoice" i ON i."accountId" = l."accountId" AND i.id = l."recordId"
     WHERE l."accountId" = $1 AND l."recordId" = $2 AND l.after ? 'sellerInfo' AND l.kind = 'UPDATED'`,
    [api.ours.accountId, id],
  );
  expect(rows).toEqual([{ isTold: true, seller: true, day: true }]);
}

test('an invoice that is marked as sent returns its day immediately, and the log contains its snapshot', async () => {
  const { id } = await issue(100);
  const observed = 'status dateIssued seller { name }';
  const sent = await mutate(api.ours, 'markInvoiceSent', { id }, observed);
  expect(sent).toMatchObject({ status: 'SENT', seller: { name: expect.any(String) } });
  expect(sent.dateIssued).toMatch(/^\d{4}-\d\d-\d\d$/);
  await containsSnapshot(id);
});

test('processes are notified of changed permissions of a key', async () => {
  const listener = await api.owner.connect();
  try {
    const heard = new Promise((resolve) => {
      listener.on('notification', ({ payload }) => resolve(payload));
    });
    await listener.query('LISTEN actiongraph_keys');
    const { body } = await api.ours.gql(
      'mutation { updateWorkspace(input: { name: "Renamed" }) { __typename } }',
    );
    expect(body.errors).toBeUndefined();
    expect(await heard).toBe(String(api.ours.accountId));
  } finally {
    listener.release(true);
  }
});

test('a sum that is wrong is not written', async () => {
  const { id } = await issue(100);
  const settle = (invoices: string[]) =>
    api.owner.query('SELECT "run_trigger_fallbacks"($1, $2, $3, $4)', [
      api.ours.accountId,
      invoices,
      [],
      [],
    ]);
  await settle([id]);
  await api.owner.query('UPDATE "Invoice" SET "paymentTotal" = 1, "amountDue" = 99 WHERE id = $1', [
    id,
  ]);
  await expect(settle([id])).rejects.toMatchObject({ constraint: 'Invoice_paymentTotal_is_sum' });
});

test('the stored response for an invoice of an erased client contains no text', async () => {
  const { id, invoiceNumberFormatted: invoiceNumber } = await issue(100);
  await api.owner.query('UPDATE "Invoice" SET "erasedAt" = now() WHERE id = $1', [id]);
  const pay = () =>
    api.request('/public/action/payment/create', {
      method: 'POST',
      headers: {
        'x-api-key': api.ours.key,
        'content-type': 'application/json',
        'idempotency-key': 'of-erased',
      },
      body: JSON.stringify({ invoiceNumber, amount: 1 }),
    });
  const first = await pay();
  expect(first.status, first.text).toBe(200);
  const { rows } = await api.owner.query(`SELECT answer FROM "KeptAnswer" WHERE key = 'of-erased'`);
  expect(rows).toEqual([{ answer: null }]);
  const again = await pay();
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect(again.body.paymentTotal).toBe(first.body.paymentTotal);
});

test('writes for an erased client that triggers reject elsewhere are rejected', async () => {
  const whole = await createTestDatabase();
  try {
    const { rows } = await whole.owner.query(
      `SELECT c.relname::text AS model FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
       WHERE t.tgfoid = 'reject_record_of_erased_client'::regproc AND t.tgname = 'reject_record_of_erased_client'`,
    );
    expect(new Set(rows.map(({ model }) => model))).toEqual(modelsClosedForErasedClients);
  } finally {
    await whole.drop();
  }
  const { id, name } = (await api.ours.post('clients/create', { name: 'Erased meanwhile' })).body;
  const other = await api.ours.post('clients/create', { name: 'Other' });
  const movement = await api.ours.post('expenses/create', { amount: 1, clientId: other.body.id });
  // Only the invoice is marked, as by a caller who had read it before the erasure.
  await api.owner.query('UPDATE "Client" SET "erasedAt" = now() WHERE id = $1', [id]);
  const hour = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
  const answers = [
    await api.ours.post('expenses/create', { amount: 1, clientId: id }),
    await api.ours.post('timeWorked/create', { ...hour, clientId: id }),
    await api.ours.post('contacts/create', { first: 'Ada', clientName: name }),
    await api.ours.patch('expenses/update', { id: movement.body.id, clientId: id }),
  ];
  for (const { body, status } of answers)
    expect([status, body.code, body.message]).toEqual([
      409,
      'conflicting_state',
      'The client is erased: nothing new is written for it.',
    ]);
  // Where the answer is kept for a retry, the transaction goes on when the mutation is rejected.
  const input = { clientId: id, amount: '1' };
  const keyed = await api.request('/graphql', {
    method: 'POST',
    headers: {
      'x-api-key': api.ours.key,
      'content-type': 'application/json',
      'idempotency-key': 'for-erased',
    },
    body: JSON.stringify({ query: sourceOf('createExpense', 'id'), variables: { input } }),
  });
  expect(keyed.body.data?.result.__typename, keyed.text).toBe('ConflictError');
  const remaining = await api.ours.patch('expenses/update', { id: movement.body.id, amount: 2 });
  expect(remaining.status, remaining.text).toBe(200);
});

test('audit entries are inserted into the log with their positions: there is no staging table', async () => {
  const items = ['One', 'Two', 'Three'].map((name) => ({ name }));
  const { status } = await api.ours.post('bulk', { operation: 'createClient', items });
  expect(status).toBe(200);
  const { rows } = await api.owner.query(
    `SELECT (SELECT count(*)::int FROM ONLY ${auditLogStagingTable}) AS staged,
       array_agg(place ORDER BY place) = array_agg(place ORDER BY "recordId") AS "areInOrder", count(*)::int AS count
     FROM ONLY "LogEntry" WHERE "accountId" = $1 AND kind = 'CREATED' AND after ->> 'name' IN ('One', 'Two', 'Three')`,
    [api.ours.accountId],
  );
  expect(rows).toEqual([{ staged: 0, areInOrder: true, count: 3 }]);
});
