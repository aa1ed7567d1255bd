import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWebhookEndpoint } from '../../src/domain/webhooks/create-endpoint.ts';
import {
  type DisablingReason,
  disabledMailIn,
  failingMailIn,
} from '../../src/domain/webhooks/notice-texts.ts';
import { disableEndpoint, notifyOfFailures } from '../../src/jobs/webhooks/failure-notices.ts';
import { catalogues } from '../../src/locales/catalogues.ts';
import { type MailWorker, startMailWorker } from '../../src/mail/mail-worker.ts';
import { useTestApi } from '../support/api.ts';
import { useMailServer } from '../support/mail-server.ts';
import { startDelivery, useReceiver } from '../support/webhooks.ts';

const api = useTestApi();
const server = useMailServer();
const publicUrl = 'https://actiongraph.example';
let worker: MailWorker;

beforeAll(() => {
  worker = startMailWorker({
    ...{ databaseUrl: api.databaseUrl, prisma: api.database.prisma, publicUrl },
    mail: { url: server.url, from: 'studio@actiongraph.example' },
    log: pino({ level: 'silent' }),
  });
});

afterAll(() => worker?.close());

const addEndpoint = async (url = 'https://hooks.example/secret-path?token=1') => {
  const { record } = await createWebhookEndpoint(api.ours.context, { url, types: ['client'] });
  return { accountId: api.ours.accountId, id: record.id, url };
};

const addUser = (email: string, role: 'ADMIN' | 'MANAGER' | 'MEMBER', active = true) =>
  api.database.prisma.user.create({ data: { accountId: api.ours.accountId, email, role, active } });

const setLanguage = (language: string | null) =>
  api.database.prisma.workspace.update({
    where: { accountId: api.ours.accountId },
    data: { language },
  });

/** The mails about an endpoint. */
const about = (id: string) => server.inbox.filter(({ text }) => text?.includes(id));

const recipientsOf = (id: string) =>
  about(id)
    .map(({ to }) => to?.[0]?.address)
    .toSorted();

const options = () => ({ now: new Date(), publicUrl, sendsMail: true });

describe('the texts', () => {
  const values = { id: 'whe_1', host: 'hooks.example', name: 'Ours', url: `${publicUrl}/admin` };
  const reasons = Object.keys(catalogues.en?.webhookMails.reasons ?? {}) as DisablingReason[];

  test.each(Object.keys(catalogues))('in %s are complete and its own', (language) => {
    const mails = [
      failingMailIn(language, values),
      ...reasons.map((reason) => disabledMailIn(language, reason, values)),
    ];
    expect(new Set(mails.map(({ body }) => body)).size).toBe(6);
    for (const { body, subject } of mails) {
      expect(subject).toContain(values.host);
      for (const value of Object.values(values)) expect(body).toContain(value);
      expect(`${subject}${body}`).not.toMatch(/[{}]/);
    }
    expect(failingMailIn(`${language}-XX`, values)).toEqual(failingMailIn(language, values));
  });
});

test('when deliveries have failed for an hour, owners and admins get one mail in the language of the workspace', async () => {
  await addUser('admin@ours.example', 'ADMIN');
  await addUser('manager@ours.example', 'MANAGER');
  await addUser('former@ours.example', 'ADMIN', false);
  await setLanguage('de-AT');
  const endpoint = await addEndpoint();
  await Promise.all([
    notifyOfFailures(api.database.prisma, endpoint, options()),
    notifyOfFailures(api.database.prisma, endpoint, options()),
  ]);
  await expect.poll(() => about(endpoint.id).length).toBe(2);
  expect(recipientsOf(endpoint.id)).toEqual(['admin@ours.example', 'owner@ours.example']);
  const [mail] = about(endpoint.id);
  expect(mail?.subject).toBe('Webhooks an hooks.example schlagen fehl');
  expect(mail?.text).toContain(`Zustellungen und Fehler: ${publicUrl}/admin#webhooks`);
  expect(mail?.html).toContain('<html lang="de">');
  expect(mail?.html).toContain(`href="${publicUrl}/admin#webhooks"`);
  expect(`${mail?.text}${mail?.html}`).not.toContain('secret-path');
  await setLanguage(null);
});

test('a disabled endpoint is mailed once, with its reason', async () => {
  const endpoint = await addEndpoint();
  const { prisma } = api.database;
  await disableEndpoint(prisma, endpoint, 'PERMISSION_LOST', options());
  await disableEndpoint(prisma, endpoint, 'FAILED', options());
  const recipients = ['admin@ours.example', 'owner@ours.example'];
  await expect.poll(() => recipientsOf(endpoint.id)).toEqual(recipients);
  const [mail] = about(endpoint.id);
  expect(mail?.subject).toBe('Webhooks to hooks.example are disabled');
  expect(mail?.text).toContain('lost the needed role');
  const queued = await prisma.signInMail.count({ where: { subject: mail?.subject as string } });
  expect(queued).toBe(recipients.length);
});

test('a notice replaces no sign-in mail that the workspace keeps', async () => {
  const { prisma } = api.database;
  const recipient = 'owner@ours.example';
  const expiresAt = new Date(Date.now() + 600_000);
  const kept = await prisma.signInMail.create({
    data: { id: 'sim_kept', recipient, subject: 'Code', body: '1234 5678', expiresAt },
  });
  const endpoint = await addEndpoint();
  await disableEndpoint(prisma, endpoint, 'GONE', { ...options(), sendsMail: false });
  const mails = await prisma.signInMail.findMany({ where: { recipient, status: 'KEPT' } });
  expect(mails.map(({ body }) => body)).toEqual(
    expect.arrayContaining([kept.body, expect.stringContaining(endpoint.id)]),
  );
});

test('an endpoint that fails for an hour is mailed once, also while attempts run, and once more when it is disabled', async () => {
  const receiver = await useReceiver((response) => response.writeHead(500).end());
  const endpoint = await addEndpoint(receiver.url);
  let offsetMs = 0;
  startDelivery(api, { clock: () => new Date(Date.now() + offsetMs), publicUrl, sendsMail: true });
  await api.ours.post('clients/create', { name: 'Undelivered' });
  const { prisma } = api.database;
  const stateOf = async () =>
    (await prisma.webhookEndpoint.findFirstOrThrow({ where: { id: endpoint.id } })).state;
  await expect.poll(stateOf).toBe('FAILING');
  expect(about(endpoint.id)).toEqual([]);
  offsetMs = 3_600_000;
  await expect.poll(() => about(endpoint.id).length).toBeGreaterThan(0);
  const sentSoFar = receiver.requests.length;
  await expect.poll(() => receiver.requests.length).toBeGreaterThan(sentSoFar + 3);
  const admins = new Set(recipientsOf(endpoint.id)).size;
  await expect.poll(() => about(endpoint.id).length).toBe(admins);
  receiver.respond = (response) => response.writeHead(410).end();
  await expect.poll(stateOf).toBe('DISABLED');
  await expect.poll(() => about(endpoint.id).length).toBe(2 * admins);
  const subjects = about(endpoint.id).map(({ subject }) => subject);
  expect(new Set(subjects).size).toBe(2);
});
