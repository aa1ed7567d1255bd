import { describe, expect, test, vi } from 'vitest';
import { useMailServer } from '../support/mail-server.ts';
import type { Service } from '../support/service.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const server = useMailServer();

const settings = () => ({ SMTP_URL: server.url, MAIL_FROM: 'invoices@studio.example' });

interface Mail {
  status: string;
  subject: string;
  attempts: number;
  lastError: string | null;
}

async function mailsOf(service: Service, key: string): Promise<Mail[]> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: '{ outboxMails(first: 50) { edges { node { status subject attempts lastError } } } }',
    }),
  });
  const { data } = (await response.json()) as {
    data: { outboxMails: { edges: { node: Mail }[] } };
  };
  return data.outboxMails.edges.map(({ node }) => node);
}

/** Makes and sends an invoice; answers its number. */
async function send(service: Service, key: string): Promise<string> {
  const { status, body } = await service.call(key, 'invoices/create', {
    clientName: 'Acme',
    amount: 10,
    sendTo: { send: true },
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return (body as { invoiceNumberFormatted: string }).invoiceNumberFormatted;
}

const arrivals = (number: string) =>
  server.inbox.filter(({ subject }) => subject?.includes(number)).length;

describe('a service that is killed while it sends', () => {
  test('has sent each mail once, or reports that it may have arrived', async () => {
    await folder.json(['migrate']);
    const args = ['workspace', 'create', '--name', 'Post', '--owner-email', 'o@post.example'];
    const { key } = await folder.json<{ key: string }>(args);
    let service = await folder.serve(settings());
    await service.call(key, 'clients/create', { name: 'Acme' });
    const contact = {
      clientName: 'Acme',
      firstName: 'Ada',
      email: 'ada@acme.example',
      invoiceContact: true,
    };
    expect(await service.call(key, 'contacts/create', contact)).toMatchObject({ status: 200 });

    // The server has the whole mail and does not answer: the service dies waiting.
    server.behave.push('hang');
    const cut = await send(service, key);
    await server.begun(1);
    await expect.poll(async () => (await mailsOf(service, key))[0]?.status).toBe('SENDING');
    await service.end('SIGKILL');

    service = await folder.serve(settings());
    const ended = await vi.waitUntil(
      async () => {
        const [mail] = await mailsOf(service, key);
        return mail?.status === 'SENDING' ? undefined : mail;
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(ended).toMatchObject({
      status: 'UNCONFIRMED',
      attempts: 1,
      lastError: expect.stringContaining('The service stopped while'),
    });
    expect(arrivals(cut)).toBe(0);

    // Killed during many deliveries: no mail is lost or sent twice.
    const numbers = await Promise.all(Array.from({ length: 12 }, () => send(service, key)));
    await server.received(2);
    await service.end('SIGKILL');
    service = await folder.serve(settings());
    const settled = await vi.waitUntil(
      async () => {
        const mails = await mailsOf(service, key);
        const isOpen = mails.some(({ status }) => ['QUEUED', 'SENDING'].includes(status));
        return isOpen ? undefined : mails;
      },
      { timeout: 90_000, interval: 200 },
    );
    for (const number of numbers) {
      const mail = settled.find(({ subject }) => subject.includes(number));
      expect({ number, status: mail?.status, arrivals: arrivals(number) }).toEqual(
        mail?.status === 'SENT'
          ? { number, status: 'SENT', arrivals: 1 }
          : { number, status: 'UNCONFIRMED', arrivals: expect.toBeOneOf([0, 1]) },
      );
    }
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
  });
});
