import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { createSimpleInvoice } from '../../src/domain/invoices/create.ts';
import type { InvoiceRecord } from '../../src/domain/invoices/invoice-record.ts';
import { resendMail } from '../../src/domain/outbox-mails/resend-mail.ts';
import type { OutboxMail } from '../../src/generated/prisma/client.ts';
import type { MailWorker } from '../../src/mail/index.ts';
import { startMailWorker } from '../../src/mail/index.ts';
import { createContext } from '../../src/write/request-context.ts';
import type { TestApi } from './api.ts';
import { testPublicUrl, useTestApi } from './api.ts';
import { serviceRoleAt } from './database.ts';
import { addContact, created } from './invoices.ts';
import type { MailServer } from './mail-server.ts';
import { useMailServer } from './mail-server.ts';

const office = { keyId: 'key_office', keyName: 'Office', scopes: ['write'] } as const;

/** A service that sends mail to a mail server, for a test file; "Lovelace Analytics" is a client with an address. */
export function useSending() {
  const api = useTestApi();
  const server = useMailServer();
  const addClient = async (name: string, ...addresses: string[]) => {
    const { id } = await created(api.ours, 'clients/create', { name });
    for (const email of addresses) {
      await addContact(api, api.ours, id, { firstName: 'Ada', email, invoiceContact: true });
    }
  };
  const sendingContext = () => {
    const { context } = api.ours;
    const { prisma: root } = api.database;
    return createContext({ ...context, root, sendsMail: true, now: new Date() });
  };

  const { linesOf, start, stop } = useCourier(api, server);
  beforeAll(() => addClient('Lovelace Analytics', 'ada@lovelace.example'));
  beforeEach(() => {
    server.behave.length = 0;
    server.refused.clear();
  });

  return {
    api,
    server,
    addClient,
    sendingContext,
    linesOf,
    start,
    stop,
    send: (fields: object = {}, context = sendingContext()): Promise<InvoiceRecord> => {
      const standard = { clientName: 'Lovelace Analytics', amount: 1190, sendTo: { send: true } };
      return createSimpleInvoice(context, { ...standard, ...fields });
    },
    passTimeUntilDue: (mail: OutboxMail) => passTimeUntilDue(api, mail),
    resend: (id: string) => resendMail({ ...sendingContext(), actor: office }, { id }),
    pay: ({ invoiceNumberFormatted: invoiceNumber }: InvoiceRecord, amount: number) =>
      created(api.ours, 'payment/create', { invoiceNumber, amount }),
    /** Writes into an invoice, past every verb. */
    change: ({ id }: InvoiceRecord, data: object) =>
      api.database.prisma.invoice.updateMany({
        where: { accountId: api.ours.accountId, id },
        data,
      }),
    arrivalsOf: ({ invoiceNumberFormatted }: InvoiceRecord) =>
      server.inbox.filter(({ subject }) => subject?.includes(invoiceNumberFormatted)),
    ...recordsOf(api),
  };
}

/** Sends the mails of a test file's service from its beginning to its end. */
function useCourier(api: TestApi, server: MailServer) {
  /** The state of the service's mails. */
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) });
  let mailRunner: MailWorker;
  const start = () =>
    startMailWorker({
      databaseUrl: api.databaseUrl,
      role: serviceRoleAt(api.databaseUrl),
      prisma: api.database.prisma,
      publicUrl: testPublicUrl,
      mail: { url: server.url, from: 'invoices@studio.example' },
      log,
      // Longer than PDFs made in this process can keep the mail server, which is in it too, from answering.
      smtpTimeoutMs: 10_000,
    });
  beforeAll(() => {
    mailRunner = start();
  });
  afterAll(() => mailRunner.close());
  return {
    /** Starts one more that takes jobs. */
    start,
    /** Stops the one that runs from the beginning. */
    stop: () => mailRunner.close(),
    linesOf: ({ id }: { id: string }) => lines.filter(({ mail }) => mail === id),
  };
}

/** Lets the time pass until a mail that was put off is tried again, once its job was given back. */
async function passTimeUntilDue(api: TestApi, { accountId, id }: OutboxMail): Promise<void> {
  const key = `${accountId}/${id}`;
  await vi.waitUntil(
    async () => {
      const { rows } = await api.owner.query<{ due: number; jobs: number }>(
        `WITH job AS (SELECT id FROM graphile_worker.jobs WHERE key = $1)
         SELECT (SELECT count(*)::int FROM job) AS jobs,
           (SELECT count(*)::int FROM graphile_worker.reschedule_jobs((SELECT array_agg(id) FROM job), now())) AS due`,
        [key],
      );
      // A slow machine may have come to it by itself, and be done with the job.
      return rows[0]?.jobs === 0 || rows[0]?.due === 1;
    },
    { timeout: 50_000, interval: 50 },
  );
  // A worker polls for due jobs each two seconds, or after a notification.
  await api.owner.query(`SELECT pg_notify('jobs:insert', '{"r":"due","count":1}')`);
}

/** The stored state of an invoice's mails. */
function recordsOf(api: TestApi) {
  const mailOf = ({ id }: { id: string }) =>
    api.database.prisma.outboxMail.findFirstOrThrow({
      where: { accountId: api.ours.accountId, invoiceId: id },
      orderBy: { id: 'desc' },
    });
  const eventsOf = (id: string, ...kinds: ('SENT' | 'MAIL_SENT' | 'MAIL_FAILED')[]) =>
    api.database.prisma.invoiceEvent.findMany({
      where: { accountId: api.ours.accountId, invoiceId: id, kind: { in: kinds } },
      orderBy: { id: 'asc' },
    });
  return {
    mailOf,
    /** The mail of an invoice, once it is in a state. */
    mailIn: (invoice: InvoiceRecord, ...states: string[]) =>
      vi.waitUntil(
        async () => {
          const mail = await mailOf(invoice);
          return states.includes(mail.status) ? mail : undefined;
        },
        { timeout: 90_000, interval: 50 },
      ),
    sentEvents: ({ id }: InvoiceRecord) => eventsOf(id, 'SENT'),
    historyOf: ({ id }: { id: string }) => eventsOf(id, 'MAIL_SENT', 'MAIL_FAILED'),
  };
}
