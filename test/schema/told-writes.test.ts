import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { everything } from '../../src/domain/kernel/rights.ts';
import { signInModels } from '../../src/domain/kernel/sign-in-models.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { useTestApi } from '../support/api.ts';
import { insertOneOfEach } from '../support/one-of-each.ts';
import type { TestProcess } from '../support/streams.ts';
import {
  recordChanges,
  recordChangesWithNodes,
  startProcess,
  useStreams,
} from '../support/streams.ts';

/** Which writes are told to who follows a workspace, whoever makes them. */

const api = useTestApi();
const subscribe = useStreams();
let service: TestProcess;

beforeAll(async () => {
  service = await startProcess(api);
});
afterAll(() => service?.close());

const sql = (text: string, values: unknown[] = []) => api.database.pool.query(text, values);

const createKey = (accountId: number, name: string) =>
  createApiKey(
    { ...api.ours.context, accountId, now: new Date() },
    { name, scopes: [...everything] },
  );

test('SQL by hand is told when it is committed, and not at all when it is rolled back', async () => {
  const { id } = (await api.ours.post('clients/create', { name: 'By hand' })).body;
  const stream = await subscribe(service, api.ours, recordChangesWithNodes, { types: ['CLIENT'] });
  const person = await api.database.pool.connect();
  const update = (name: string) =>
    person.query(`UPDATE "Client" SET name = $2 WHERE id = $1`, [id, name]);
  await person.query('BEGIN');
  await update('Never');
  await person.query('ROLLBACK');
  await person.query('BEGIN');
  await update('Once');
  await expect(stream.next(200)).rejects.toThrow('Nothing came');
  await update('Twice');
  await person.query('COMMIT');
  person.release();
  expect(await stream.nextChange()).toMatchObject({ kind: 'UPDATED', node: { name: 'Twice' } });
  await sql(`DELETE FROM "Client" WHERE id = $1`, [id]);
  expect(await stream.nextChange()).toEqual({ type: 'CLIENT', id, kind: 'DELETED', node: null });
});

/** Tables whose rows are told as changes of something else, or not at all. */
const otherwise = [
  'DeliverableAssignee',
  'ProjectMember',
  'InvoiceSequence',
  'CreditNoteDocument',
  'IssuedDocument',
  'SellerLogo',
  'ChangeListener',
  'KeptAnswer',
  'LogEntry',
  'WorkspaceLogo',
  ...signInModels,
];

test('every type of record is told, with the record', async () => {
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
    await sql(`UPDATE "${table}" SET version = version + 1 WHERE "accountId" = $1`, [accountId]);
    const { type, id, kind, node } = await stream.nextChange();
    expect(type.replaceAll('_', ''), table).toBe(table.toUpperCase());
    expect(kind, table).toBe('UPDATED');
    expect(node, table).toEqual(expect.objectContaining({ __typename: table, id }));
  }
  await sql(`DELETE FROM "DeliverableAssignee" WHERE "accountId" = $1`, [accountId]);
  expect(await stream.nextChange()).toMatchObject({ type: 'DELIVERABLE', kind: 'UPDATED' });
  await sql(`DELETE FROM "ProjectMember" WHERE "accountId" = $1`, [accountId]);
  expect(await stream.nextChange()).toMatchObject({ type: 'PROJECT', kind: 'UPDATED' });
  for (const write of ['UPDATE "WorkspaceLogo" SET width = 2', 'DELETE FROM "WorkspaceLogo"']) {
    await sql(`${write} WHERE "accountId" = $1`, [accountId]);
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

/** Whether a subscription that is being opened looks for writers that began before it. */
async function isAwaited(): Promise<boolean> {
  const { rows } = await api.owner.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_locks%'`,
  );
  return rows.length > 0;
}

test('a write that began before the subscription can be read when the stream is open', async () => {
  const person = await api.database.pool.connect();
  const workspace = await api.addWorkspace();
  await person.query('BEGIN');
  await person.query(`UPDATE "Workspace" SET phone = '1' WHERE "accountId" = $1`, [
    workspace.accountId,
  ]);
  let committed = false;
  const opening = subscribe(service, workspace, recordChanges).then(() => committed);
  await vi.waitUntil(isAwaited, { timeout: 50_000 });
  committed = true;
  await person.query('COMMIT');
  person.release();
  expect(await opening).toBe(true);
});

test('nothing is notified while nobody follows', async () => {
  const { accountId, post } = await api.addWorkspace();
  const ear = await api.database.pool.connect();
  const heard: (string | undefined)[] = [];
  ear.on('notification', ({ payload }) => heard.push(payload));
  await ear.query(`LISTEN actiongraph_${accountId}`);
  await post('clients/create', { name: 'Unheard' });
  const { key } = await createKey(accountId, 'Ear');
  const stream = await subscribe(service, { key }, recordChanges);
  await post('clients/create', { name: 'Heard' });
  const { id } = await stream.nextChange();
  await expect.poll(() => heard).toContain(`CREATED Client ${id}`);
  await ear.query('UNLISTEN *');
  ear.release();
  expect(heard.filter((payload) => payload?.includes('Client'))).toHaveLength(1);
});
