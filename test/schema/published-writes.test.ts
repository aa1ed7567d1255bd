import { afterAll, beforeAll, expect, test } from 'vitest';
import { globalModels } from '../../src/database/models/global-models.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import type { AuditedModel, DatabaseRow } from '../../src/platform/audit-log/audited-columns.ts';
import { systemAuditEntrySql } from '../../src/platform/audit-log/system-entries.ts';
import { fullAccessScopes } from '../../src/platform/permissions/permissions.ts';
import { inTransaction } from '../../src/write/in-transaction.ts';
import type { WriteContext } from '../../src/write/unit-of-work.ts';
import { write } from '../../src/write/write.ts';
import { useTestApi } from '../support/api.ts';
import { insertOneOfEach } from '../support/sample-records.ts';
import type { TestProcess } from '../support/streams.ts';
import {
  recordChanges,
  recordChangesWithNodes,
  startProcess,
  useStreams,
} from '../support/streams.ts';

/** The writes that followers of a workspace get, regardless of the writer. */

const api = useTestApi();
const subscribe = useStreams();
let service: TestProcess;

beforeAll(async () => {
  service = await startProcess(api);
});
afterAll(() => service?.close());

const sql = (text: string, values: unknown[] = []) => api.database.pool.query(text, values);

const contextNow = (accountId = api.ours.accountId) => ({
  ...{ ...api.ours.context, accountId, now: new Date() },
});

/** Raises the version of the rows of a table, or removes them, as a verb does that writes SQL. */
const written = (accountId: number, model: AuditedModel, how: 'UPDATED' | 'DELETED') =>
  inTransaction(contextNow(accountId), async ({ db, changeCollector }) => {
    const table = Prisma.raw(`"${model}"`);
    const rows = await db.$queryRaw<DatabaseRow[]>`
      SELECT * FROM ${table} WHERE "accountId" = ${accountId} FOR UPDATE`;
    if (how === 'DELETED') {
      await db.$executeRaw`DELETE FROM ${table} WHERE "accountId" = ${accountId}`;
      for (const row of rows) changeCollector.deleted(model, row);
      return;
    }
    const after = await db.$queryRaw<DatabaseRow[]>`
      UPDATE ${table} SET version = version + 1 WHERE "accountId" = ${accountId} RETURNING *`;
    for (const row of rows) changeCollector.read(model, row);
    for (const row of after) changeCollector.updated(model, row);
  });

const createKey = (accountId: number, name: string) =>
  createApiKey(
    { ...api.ours.context, accountId, now: new Date() },
    { name, scopes: [...fullAccessScopes] },
  );

test('a write is published when it is committed, and never after a rollback', async () => {
  const { id } = (await api.ours.post('clients/create', { name: 'As before' })).body;
  const stream = await subscribe(service, api.ours, recordChangesWithNodes, { types: ['CLIENT'] });
  const named = async (tx: WriteContext, name: string) => {
    tx.update('Client', await tx.lock('Client', id), { name });
    await tx.flush();
  };
  const undone = write(contextNow(), async (tx) => {
    await named(tx, 'Never');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await write(contextNow(), async (tx) => {
    await named(tx, 'Once');
    const { body: concurrent } = await api.ours.post('clients/create', { name: 'Meanwhile' });
    // The stream has one order: an event of the open transaction would come before this one.
    expect(await stream.nextChange()).toMatchObject({ id: concurrent.id, kind: 'CREATED' });
    await named(tx, 'Twice');
  });
  expect(await stream.nextChange()).toMatchObject({ id, kind: 'UPDATED', node: { name: 'Twice' } });
});

test('raw SQL is published only if it writes the log', async () => {
  const { accountId } = api.ours;
  const { id } = (await api.ours.post('clients/create', { name: 'By hand' })).body;
  const stream = await subscribe(service, api.ours, recordChangesWithNodes, { types: ['CLIENT'] });
  // A write just before is published as well, even if the process had not been notified.
  const next = (await api.ours.post('clients/create', { name: 'Told before' })).body;
  while ((await stream.nextChange()).id !== next.id);
  await sql(`UPDATE "Client" SET name = 'Untold' WHERE "accountId" = $1 AND id = $2`, [
    accountId,
    id,
  ]);
  const row = { id: 'gone.id', version: '3', from: 'gone' };
  const author = { accountId, kind: 'ADMINISTRATION', operation: 'by hand' } as const;
  await api.database.prisma.$executeRaw`
    WITH gone AS (DELETE FROM "Client" WHERE "accountId" = ${accountId} AND id = ${id} RETURNING id)
    ${systemAuditEntrySql(author, [{ kind: 'DELETED', model: 'Client', ...row }])}`;
  expect(await stream.nextChange()).toEqual({ type: 'CLIENT', id, kind: 'DELETED', node: null });
});

/** Tables whose rows are published as changes of another record, or not at all. */
const otherwise = [
  'DeliverableAssignee',
  'ProjectMember',
  'InvoiceSequence',
  'CreditNoteDocument',
  'EInvoiceDocument',
  'IssuedDocument',
  'SellerLogo',
  'ChangeListener',
  'KeptAnswer',
  'LogEntry',
  'WorkspaceLogo',
  ...['WebhookCursor', 'WebhookDelivery', 'WebhookRetry', 'WebhookSecret'],
  ...globalModels,
];

test('every type of record is published, with the record', async () => {
  const accountId = await insertOneOfEach(api.database.pool);
  const { key } = await createKey(accountId, 'Ear');
  await sql(`DELETE FROM "ApiKey" WHERE id = 'key_1'`);
  const stream = await subscribe(service, { key }, recordChangesWithNodes);
  const { rows } = await sql(
    `SELECT relname::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'`,
  );
  const tables = rows.map(({ name }) => name).filter((name) => !otherwise.includes(name));
  for (const table of tables) {
    await written(accountId, table as AuditedModel, 'UPDATED');
    const { type, id, kind, node } = await stream.nextChange();
    expect(type.replaceAll('_', ''), table).toBe(table.toUpperCase());
    expect(kind, table).toBe('UPDATED');
    expect(node, table).toEqual(expect.objectContaining({ __typename: table, id }));
  }
  await written(accountId, 'DeliverableAssignee', 'DELETED');
  expect(await stream.nextChange()).toMatchObject({ type: 'DELIVERABLE', kind: 'UPDATED' });
  await written(accountId, 'ProjectMember', 'DELETED');
  expect(await stream.nextChange()).toMatchObject({ type: 'PROJECT', kind: 'UPDATED' });
  for (const how of ['UPDATED', 'DELETED'] as const) {
    await written(accountId, 'WorkspaceLogo', how);
    const change = { type: 'WORKSPACE', id: `wsp_${accountId}`, kind: 'UPDATED' };
    expect(await stream.nextChange()).toMatchObject(change);
  }
});

test('that a key is used is no change of it', async () => {
  const stream = await subscribe(service, api.ours, recordChanges, { types: ['API_KEY'] });
  await sql(`UPDATE "ApiKey" SET "lastUsedAt" = now()`);
  const { record } = await createKey(api.ours.accountId, 'New');
  expect(await stream.nextChange()).toMatchObject({ id: record.id, kind: 'CREATED' });
});

test('a write that is committed while the subscription opens is published, and an earlier one is not', async () => {
  const workspace = await api.addWorkspace();
  await workspace.post('clients/create', { name: 'Before' });
  const stream = await subscribe(service, workspace, recordChanges);
  const { body } = await workspace.post('clients/create', { name: 'After' });
  expect(await stream.nextChange()).toMatchObject({ id: body.id, kind: 'CREATED' });
});
