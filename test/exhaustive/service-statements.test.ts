import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createMissingInvoiceFiles } from '../../src/documents/issued-files.ts';
import { deleteExpiredSignInMails } from '../../src/domain/identities/sign-in-mails.ts';
import { findMailsWithLockedJob } from '../../src/domain/outbox-mails/mail-jobs.ts';
import { purgeDeletedWorkspaces } from '../../src/domain/workspaces/purge-deleted-workspaces.ts';
import { deleteExpiredCounters } from '../../src/limits/counter-store.ts';
import { sendMail } from '../../src/mail/send-mail.ts';
import { deleteExpiredAuditEntries } from '../../src/platform/audit-log/retention.ts';
import { deleteExpiredResponses } from '../../src/write/idempotency/response-store.ts';
import { leftOpen } from '../support/all-workspaces.ts';
import { testPublicUrl, useTestApi } from '../support/api.ts';
import { addContact, created } from '../support/invoices.ts';
import { useDataFolder } from '../support/service.ts';

/**
 * Statements of background jobs and CLI commands name the workspace, like those of requests (`distribution.test.ts`).
 * Backups read the whole database, and are not checked.
 */

const api = useTestApi({ sendsMail: true });
const folder = useDataFolder();
let clientId: string;
let mailId: string;
let found = 0;

beforeAll(async () => {
  ({ id: clientId } = await created(api.ours, 'clients/create', { name: 'Lovelace AG' }));
  await addContact(api, api.ours, clientId, {
    firstName: 'Ada',
    email: 'ada@lovelace.example',
    invoiceContact: true,
  });
  const invoice = { clientName: 'Lovelace AG', amount: 1190, sendTo: { send: true } };
  await created(api.ours, 'invoices/create', invoice);
  const { accountId } = api.ours;
  const mail = await api.database.prisma.outboxMail.findFirstOrThrow({ where: { accountId } });
  mailId = mail.id;
});

/** Reads of all workspaces, each with its statement, on connections of the pool and on others. */
async function leftOpenBy(work: () => Promise<unknown>): Promise<string[]> {
  const others: string[] = [];
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const { statements } = await recordStatements(work);
  for (const [input] of query.mock.calls as unknown[][]) {
    const text = typeof input === 'string' ? input : (input as { text?: unknown } | null)?.text;
    if (typeof text === 'string') others.push(text);
  }
  query.mockRestore();
  const errors: string[] = [];
  for (const statement of new Set([...statements, ...others])) {
    found += 1;
    const tables = await leftOpen(api.owner, statement);
    if (tables.length > 0) errors.push(`${tables.join()}: ${statement}`);
  }
  return errors;
}

const { signal } = new AbortController();
const prisma = () => api.database.prisma;
const sent = () => {
  const transport = { send: async () => ({ state: 'sent' }) as never, close: () => undefined };
  const { signer } = api.signIn;
  const from = 'us@ours.example';
  const sender = { prisma: prisma(), publicUrl: testPublicUrl, from, transport, signer };
  return api.owner.connect().then(async (client) => {
    try {
      await sendMail(sender as never, { accountId: api.ours.accountId, id: mailId }, client);
    } finally {
      client.release();
    }
  });
};

test.each<[string, () => Promise<unknown>]>([
  ['sending a mail', sent],
  ['looking for mails whose sender is gone', () => findMailsWithLockedJob(prisma())],
  ['making files that are missing', () => createMissingInvoiceFiles(prisma(), testPublicUrl)],
  ['sweeping kept answers', () => deleteExpiredResponses(prisma(), new Date())],
  [
    'sweeping the log',
    () => deleteExpiredAuditEntries(prisma(), new Date(), { changes: 30, entries: 400 }, signal),
  ],
  ['sweeping mails for signing in', () => deleteExpiredSignInMails(prisma(), new Date())],
  ['sweeping counts of limits', () => deleteExpiredCounters(prisma(), new Date())],
])('%s', async (_name, work) => {
  expect(await leftOpenBy(work)).toEqual([]);
});

/** Runs a command in this process. */
async function command(...args: string[]): Promise<void> {
  const { code, stderr } = await folder.runHere(args, { DATABASE_URL: api.databaseUrl });
  if (code !== 0) throw new Error(stderr);
}

test.each([
  'workspace list',
  'workspace create --name Theirs --owner-email theirs@theirs.example',
  'users list OURS',
  'users invite OURS --email grace@ours.example',
  'users role OURS --email grace@ours.example --role ADMIN',
  'users reset OURS --email grace@ours.example',
  'keys create OURS --name Key',
  'keys list OURS',
  'names',
  'mail held OURS',
  'mail release OURS',
  'audit export OURS FOLDER/audit.ndjson',
  'csv OURS FOLDER/csv',
  'export OURS FOLDER/export.ndjson',
  'import --copy FOLDER/export.ndjson',
  'erase client CLIENT OURS',
  'erase client CLIENT OURS --confirm-name LOVELACE',
  'seed OURS --clients 2 --months 1',
  'workspace delete OURS --confirm-name NAME',
])('%s', async (line) => {
  const { accountId } = api.ours;
  const words: Record<string, string[]> = {
    OURS: ['--workspace', String(accountId)],
    CLIENT: [clientId],
    LOVELACE: ['Lovelace AG'],
    NAME: ['Ours'],
  };
  const args = line
    .split(' ')
    .flatMap((word) => words[word] ?? [word.replace('FOLDER', folder.path)]);
  expect(await leftOpenBy(() => command(...args))).toEqual([]);
});

test('the rows of a deleted workspace are removed', async () => {
  expect(await leftOpenBy(() => purgeDeletedWorkspaces(prisma()))).toEqual([]);
});

test('a statement that leaves the workspace out is noticed, on whichever connection', async () => {
  const planted = 'SELECT name FROM "Client"';
  const error = [`Client: ${planted}`];
  expect(await leftOpenBy(() => prisma().$queryRawUnsafe(planted))).toEqual(error);
  expect(await leftOpenBy(() => api.owner.query(planted))).toEqual(error);
  const copied = `COPY (${planted}) TO STDOUT`;
  expect(await leftOpen(api.owner, copied)).toEqual(['Client']);
  expect(await leftOpen(api.owner, `COPY (${planted} WHERE "accountId" = 1) TO STDOUT`)).toEqual(
    [],
  );
});

test('many statements were looked at', () => {
  expect(found).toBeGreaterThan(150);
});
