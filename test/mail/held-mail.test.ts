import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/client/client.ts';
import { findServiceRole } from '../../src/database/roles/service-role.ts';
import type { RunStatement } from '../../src/domain/outbox-mails/held-mails.ts';
import {
  listHeldMails,
  releaseHeldMailsAsAdministrator,
} from '../../src/domain/outbox-mails/held-mails.ts';
import { startMailWorker } from '../../src/mail/index.ts';
import { back, restore, sql, useBackupFiles, useDatabases } from '../support/backups.ts';
import { useMailServer } from '../support/mail-server.ts';

const databases = useDatabases();
const newFile = useBackupFiles();
const server = useMailServer();

const mail = (id: string, status: string, more = '') =>
  `INSERT INTO "OutboxMail" ("accountId", id, recipients, subject, body, status, "createdAt", "nextAttemptAt", "invoiceId")
   SELECT "accountId", 'mai_${id}', '{${id}@customer.example}', 'Mail ${id}', 'Words', '${status}', now(), now(), ${more || 'NULL'}
   FROM "Workspace"`;

const queued = (id: string) => [
  mail(id, 'QUEUED'),
  // Read first: where tables are spread, a statement that reads one goes to the server that has it, where no jobs are.
  `DO $$ DECLARE account integer := (SELECT "accountId" FROM "Workspace"); BEGIN
     PERFORM graphile_worker.add_job('send_mail', json_build_object('accountId', account, 'id', 'mai_${id}'),
       job_key => account || '/mai_${id}');
   END $$`,
];

/** A backup in which two mails wait, one is being sent and one was sent. */
async function backupWithMails(): Promise<string> {
  const source = await databases.migrated();
  await sql(
    source,
    `INSERT INTO "Workspace" (name) VALUES ('Studio')`,
    `INSERT INTO "Client" ("accountId", id, name) SELECT "accountId", 'cli_1', 'Client' FROM "Workspace"`,
    `INSERT INTO "Invoice" ("accountId", id, "invoiceNumberFormatted", "clientId", currency, "subTotal", total,
       "paymentTotal", "amountDue", "dateCreated", "dueDate", "clientInfo", "viewToken", status)
     SELECT "accountId", 'inv_1', 'INV-1', 'cli_1', 'EUR', 1, 1, 0, 1, '2026-03-01', '2026-03-31', '{}', 't', 'SENT'
     FROM "Workspace"`,
    ...queued('one'),
    ...queued('two'),
    mail('sending', 'SENDING', `'inv_1'`),
    mail('sent', 'SENT'),
  );
  const file = newFile();
  await back(source, file);
  return file;
}

const statesOf = async (url: string) =>
  Object.fromEntries(
    (
      await sql<{ id: string; status: string }>(
        url,
        'SELECT id, status::text FROM "OutboxMail" ORDER BY id',
      )
    ).map(({ id, status }) => [id.slice(4), status]),
  );

/** What the mail server was given, by subject, once so many mails had come since the mailRunner was started. */
async function sentBy(url: string, count: number, work: (run: RunStatement) => Promise<unknown>) {
  const before = server.inbox.length;
  const { role } = await findServiceRole(url);
  const database = openDatabase({ url, role });
  const { prisma } = database;
  const mailRunner = startMailWorker({
    databaseUrl: url,
    role,
    prisma,
    publicUrl: 'http://actiongraph.test',
    mail: { url: server.url, from: 'invoices@studio.example' },
    log: pino({ level: 'silent' }),
  });
  try {
    await work((statement) => prisma.$queryRaw(statement));
    await server.received(before + count);
  } finally {
    await mailRunner.close();
    await database.close();
  }
  return server.inbox.slice(before).map(({ subject }) => subject);
}

describe('mails that waited when a backup was taken', () => {
  test('are held if a service runs on the restored backup, until they are released', async () => {
    const target = await databases.empty();
    const { mail: reported } = await restore(target, await backupWithMails());
    expect(reported).toEqual({ held: 2, unconfirmed: 1, released: 0, superseded: 0 });
    expect(await statesOf(target)).toEqual({
      one: 'HELD',
      sending: 'UNCONFIRMED',
      sent: 'SENT',
      two: 'HELD',
    });
    const reasons = await sql<{ lastError: string }>(
      target,
      `SELECT DISTINCT "lastError" FROM "OutboxMail" WHERE status = 'HELD'`,
    );
    expect(reasons[0]?.lastError).toMatch(/Held: it was queued .*may have been sent since/);
    expect(await sql(target, 'SELECT kind::text, note FROM "InvoiceEvent"')).toEqual([
      { kind: 'MAIL_FAILED', note: expect.stringContaining('it may have arrived') },
    ]);
    // A mail that is written after the restore goes out: the service does send.
    const first = await sentBy(target, 1, () => sql(target, ...queued('new')));
    expect(first).toEqual(['Mail new']);

    const second = await sentBy(target, 2, async (run) => {
      expect((await listHeldMails(run, 1)).map(({ id }) => id).sort()).toEqual([
        'mai_one',
        'mai_two',
      ]);
      expect(await releaseHeldMailsAsAdministrator(run, 2)).toEqual({ released: 0, superseded: 0 });
      expect(await releaseHeldMailsAsAdministrator(run, 1)).toEqual({ released: 2, superseded: 0 });
      expect(await releaseHeldMailsAsAdministrator(run, null)).toEqual({
        released: 0,
        superseded: 0,
      });
    });
    expect(second.sort()).toEqual(['Mail one', 'Mail two']);
    expect(await statesOf(target)).toMatchObject({ one: 'SENT', two: 'SENT' });
    const entries = await sql(
      target,
      `SELECT "recordId" AS id, "actorKind"::text AS by, operation, before ->> 'status' AS was, after ->> 'status' AS is
       FROM "LogEntry" WHERE "recordId" IN ('mai_one', 'mai_two') ORDER BY "recordId", place < 0, place`,
    );
    const of = (id: string) => [
      { id, by: 'ADMINISTRATION', operation: 'mail release', was: 'HELD', is: 'QUEUED' },
      { id, by: 'SERVICE', operation: 'mail/send', was: 'QUEUED', is: 'SENDING' },
      { id, by: 'SERVICE', operation: 'mail/send', was: 'SENDING', is: 'SENT' },
    ];
    expect(entries).toEqual([...of('mai_one'), ...of('mai_two')]);
  });

  test('are sent immediately with an option of the restore, except those in delivery', async () => {
    const target = await databases.empty();
    const options = { releaseMail: true };
    const { mail: received } = await restore(target, await backupWithMails(), options);
    expect(received).toEqual({ held: 2, unconfirmed: 1, released: 2, superseded: 0 });
    const subjects = await sentBy(target, 2, async () => undefined);
    expect(subjects.sort()).toEqual(['Mail one', 'Mail two']);
    expect(await statesOf(target)).toMatchObject({ sending: 'UNCONFIRMED' });
  });

  test('are not released if the same mail was sent to the same addresses since', async () => {
    const target = await databases.empty();
    await restore(target, await backupWithMails());
    await sql(
      target,
      `UPDATE "OutboxMail" SET "invoiceId" = 'inv_1' WHERE id = 'mai_one'`,
      `INSERT INTO "OutboxMail" ("accountId", id, recipients, subject, body, status, "createdAt", "invoiceId")
       SELECT "accountId", 'mai_later', recipients, subject, body, 'SENT', now() + interval '1 minute', 'inv_1'
       FROM "OutboxMail" WHERE id = 'mai_one'`,
    );
    const database = openDatabase({ url: target });
    const run: RunStatement = (statement) => database.prisma.$queryRaw(statement);
    expect(await releaseHeldMailsAsAdministrator(run, null)).toEqual({
      released: 1,
      superseded: 1,
    });
    await database.close();
    expect(await statesOf(target)).toMatchObject({ one: 'FAILED', two: 'QUEUED' });
  });
});
