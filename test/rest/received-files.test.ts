import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { AreaScope } from '../../src/platform/permissions/permissions.ts';
import type { TestWorkspace } from '../support/api.ts';
import { testAttachments, useTestApi, workspaceOf } from '../support/api.ts';
import { listen, stopListening } from '../support/listening.ts';
import { personDoors } from '../support/people.ts';
import { ublFile } from '../support/received-files.ts';

/** expenses/createFromFile: callers, bodies and statements. Its effects are in test/operations. */

const dataDir = await mkdtemp(join(tmpdir(), 'received-'));
const api = useTestApi({ attachments: testAttachments({ dataDir }) });
const doors = personDoors(api);
const path = '/public/action/expenses/createFromFile';

let server: Server;
let url: string;
beforeAll(async () => {
  ({ server, url } = await listen(api.app));
});
afterAll(async () => {
  await stopListening(server);
  await rm(dataDir, { recursive: true });
});

let serial = 0;
const newFile = () => {
  serial += 1;
  return ublFile({ number: `RE ${serial}` });
};

const upload = (
  { key }: Pick<TestWorkspace, 'key'>,
  body: string | FormData = newFile(),
  headers: Record<string, string> = { 'content-type': 'application/xml' },
) => api.request(path, { method: 'POST', headers: { 'x-api-key': key, ...headers }, body });

const createInGraphQL = (workspace: TestWorkspace) =>
  workspace.gql(
    `mutation ($file: String!) { createExpenseFromFile(input: { file: $file }) {
      __typename ... on CreateExpenseFromFileSuccess { expense { id } } } }`,
    { file: Buffer.from(newFile()).toString('base64') },
  );

const countExpenses = () =>
  api.database.prisma.expense.count({ where: { accountId: api.ours.accountId } });

test('costs a fixed number of statements, also with a new vendor', async () => {
  const workspace = await api.addWorkspace();
  const count = async (file: string) => {
    const { roundTrips, statements } = await recordStatements(() => upload(workspace, file));
    return [statements.length, roundTrips];
  };
  expect(await count(newFile())).toEqual([12, 6]);
  // The vendor is found, so its bills are searched.
  expect(await count(newFile())).toEqual([12, 7]);
});

test('an accountant creates expenses from files, and a member does not', async () => {
  const where = { accountId: api.ours.accountId };
  const { id: userId } = await api.database.prisma.user.findFirstOrThrow({ where });
  const accountant = doors({ role: 'ACCOUNTANT', userId });
  const send = (caller: TestWorkspace) =>
    caller.post('expenses/createFromFile', { file: Buffer.from(newFile()).toString('base64') });
  expect(await send(accountant)).toMatchObject({ status: 200, body: { kind: 'EXPENSE' } });
  const { body } = await createInGraphQL(accountant);
  expect(body.data.createExpenseFromFile.expense.id).toMatch(/^exp_/);
  const before = await countExpenses();
  const member = doors({ role: 'MEMBER', userId });
  expect(await send(member)).toMatchObject({ status: 403, body: { code: 'not_for_role' } });
  expect((await createInGraphQL(member)).body.errors[0].extensions.code).toBe('not_for_role');
  expect(await countExpenses()).toBe(before);
});

test.each<[AreaScope[], number, number]>([
  [['expenses:read', 'expenses:write'], 200, 1],
  [['expenses:write', 'files:write'], 403, 0],
])('a key with the scopes %s gets %d', async (scopes, status, created) => {
  const { context } = api.ours;
  const { key } = await createApiKey(context, { name: String(scopes), scopes });
  const workspace = workspaceOf(api, context, key);
  const before = await countExpenses();
  expect((await upload(workspace)).status).toBe(status);
  expect(await countExpenses()).toBe(before + created);
  const { body } = await createInGraphQL(workspace);
  expect(body.errors?.[0].extensions.missingScopes).toEqual(
    status === 200 ? undefined : ['expenses:read'],
  );
  expect(await countExpenses()).toBe(before + 2 * created);
});

test('a form is rejected with the way to send the file', async () => {
  const form = new FormData();
  form.append('file', new Blob([newFile()]), 'invoice.xml');
  const before = await countExpenses();
  expect(await upload(api.ours, form, {})).toMatchObject({
    status: 415,
    body: {
      code: 'unsupported_media_type',
      message:
        'The body must be the file itself, not a form. With curl, send --data-binary @invoice.xml instead of -F.',
    },
  });
  expect(await countExpenses()).toBe(before);
});

test('an empty file is rejected', async () => {
  expect(await upload(api.ours, '')).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'file', code: 'empty', message: 'must not be empty' }] },
  });
});

test.each([
  ['with an announced length', { 'content-length': '100000' }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])('a client that leaves during the upload leaves nothing: %s', async (_name, headers) => {
  const spool = join(dataDir, 'attachments', 'incoming');
  const before = await countExpenses();
  const sent = send(url + path, {
    method: 'POST',
    headers: { 'x-api-key': api.ours.key, 'content-type': 'application/xml', ...headers },
  });
  const isClosed = new Promise((resolve) => sent.once('close', resolve));
  sent.on('error', () => undefined);
  sent.write(newFile());
  await vi.waitFor(() => expect(readdirSync(spool)).toHaveLength(1), { timeout: 20_000 });
  sent.destroy();
  await isClosed;
  await vi.waitFor(() => expect(readdirSync(spool)).toEqual([]), { timeout: 20_000 });
  expect(await countExpenses()).toBe(before);
});
