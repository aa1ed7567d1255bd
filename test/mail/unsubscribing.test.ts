import { describe, expect, test } from 'vitest';
import { catalogues } from '../../src/locales/catalogues.ts';
import { testPublicUrl } from '../support/api.ts';
import { holdClock } from '../support/clock.ts';
import { publishStaged } from '../support/log-ends.ts';
import { useSending } from '../support/sending.ts';

const { addClient, api, arrivalsOf, historyOf, mailIn, send, server } = useSending();

type Arrival = ReturnType<typeof arrivalsOf>[number];

const headerOf = (mail: Arrival | undefined, name: string) =>
  mail?.headers.find(({ key }) => key === name)?.value;

/** The path of the page that the header of a mail names. */
function pageOf(mail: Arrival | undefined): string {
  const [, page = ''] = /^<(\S+)>$/.exec(headerOf(mail, 'list-unsubscribe') ?? '') ?? [];
  const path = `${testPublicUrl}/public/unsubscribe?token=`;
  expect(page.slice(0, path.length)).toBe(path);
  return page.slice(testPublicUrl.length);
}

let clients = 0;

/** The page of an address to which an invoice was sent. */
async function newSubscriber() {
  clients += 1;
  const clientName = `Subscriber ${clients}`;
  const email = `Reader-${clients}@Readers.example`;
  await addClient(clientName, email);
  const invoice = await send({ clientName });
  await mailIn(invoice, 'SENT');
  return { clientName, email, invoice, page: pageOf(arrivalsOf(invoice)[0]) };
}

const open = (page: string, headers: Record<string, string> = {}) =>
  api.app.request(page, { headers });

const submit = (page: string, fields: Record<string, string>) =>
  api.app.request(page, { method: 'POST', body: new URLSearchParams(fields) });

const oneClick = { 'List-Unsubscribe': 'One-Click' };

const suppressed = async (where = '') => {
  const { body } = await api.ours.gql(
    `{ mailSuppressions(first: 100${where}) { nodes { id email } } }`,
  );
  return body.data.mailSuppressions.nodes as { id: string; email: string }[];
};

const isSuppressed = async (email: string) =>
  (await suppressed()).some((one) => one.email === email.toLowerCase());

test('many wrong links are a 429, and a valid link still works', async () => {
  holdClock();
  const { page } = await newSubscriber();
  const wrong = `${page.slice(0, -4)}AAAA`;
  const statuses: number[] = [];
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  for (let count = 0; count < 20; count += 1) statuses.push((await open(wrong, headers)).status);
  expect(statuses).toEqual(Array(20).fill(400));
  const rejected = await open(wrong, headers);
  expect([rejected.status, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await rejected.text()).toContain('Too many invalid links');
  expect((await open(page, headers)).status).toBe(200);
});

describe('an e-mail to one recipient', () => {
  test('has the one-click header of RFC 8058, of its recipient alone', async () => {
    const { email, invoice } = await newSubscriber();
    const [mail] = arrivalsOf(invoice);
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const html = await (await open(pageOf(mail))).text();
    expect(html).toContain(email.toLowerCase());
  });

  test('has no such header in its blind copy', async () => {
    const where = { accountId: api.ours.accountId };
    await api.database.prisma.workspace.update({ where, data: { mailBcc: 'books@ours.example' } });
    const invoice = await send();
    await mailIn(invoice, 'SENT');
    await api.database.prisma.workspace.update({ where, data: { mailBcc: null } });
    const [mail, copy, ...others] = arrivalsOf(invoice);
    expect(others).toEqual([]);
    expect([mail, copy].map((one) => headerOf(one, 'list-unsubscribe') !== undefined)).toEqual([
      true,
      false,
    ]);
    expect(copy?.to).toEqual(mail?.to);
  });
});

test('an e-mail to several recipients has no such header, and leaves out those who unsubscribed', async () => {
  const { email, page } = await newSubscriber();
  await addClient('Both', email, 'stays@readers.example');
  const first = await send({ clientName: 'Both' });
  await mailIn(first, 'SENT');
  expect(headerOf(arrivalsOf(first)[0], 'list-unsubscribe')).toBeUndefined();
  await submit(page, oneClick);
  const invoice = await send({ clientName: 'Both' });
  const { lastError } = await mailIn(invoice, 'SENT');
  expect(lastError).toBe(`Not sent to ${email}: unsubscribed`);
  const [mail] = arrivalsOf(invoice);
  expect(mail?.to).toMatchObject([{ address: 'stays@readers.example' }]);
  expect(headerOf(mail, 'list-unsubscribe')).toBeDefined();
});

describe('the page', () => {
  test('changes nothing when it is opened', async () => {
    const { email, page } = await newSubscriber();
    const response = await open(page);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(await isSuppressed(email)).toBe(false);
  });

  test('unsubscribes with one click, without cookies, as often as it is sent', async () => {
    const { email, page } = await newSubscriber();
    const responses = await Promise.all([1, 2, 3].map(() => submit(page, oneClick)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses[0]?.headers.get('set-cookie')).toBeNull();
    const found = (await suppressed()).filter((one) => one.email === email.toLowerCase());
    expect(found).toHaveLength(1);
    expect(await (await open(page)).text()).toContain('You are unsubscribed');
  });

  test('takes multipart forms, and the token in the form', async () => {
    const { email, page } = await newSubscriber();
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    expect((await api.app.request(page, { method: 'POST', body })).status).toBe(200);
    expect(await isSuppressed(email)).toBe(true);
    const token = new URLSearchParams(page.split('?')[1]).get('token') ?? '';
    const again = await submit('/public/unsubscribe', { token, action: 'resubscribe' });
    expect(again.status).toBe(200);
    expect(await isSuppressed(email)).toBe(false);
  });

  test('subscribes again, and the audit log has both', async () => {
    const { clientName, email, page } = await newSubscriber();
    await submit(page, oneClick);
    expect(await isSuppressed(email)).toBe(true);
    await submit(page, { action: 'resubscribe' });
    expect(await isSuppressed(email)).toBe(false);
    await mailIn(await send({ clientName }), 'SENT');
    await publishStaged(api.database.pool);
    const { body } = await api.ours.gql(
      '{ auditLog(first: 2, type: "MailSuppression") { nodes { kind actorKind operation } } }',
    );
    const by = { actorKind: 'CUSTOMER', operation: 'mail/unsubscribe' };
    expect(body.data.auditLog.nodes).toEqual(
      ['DELETED', 'CREATED'].map((kind) => ({ kind, ...by })),
    );
  });

  test('is in the language of the browser', async () => {
    const { page } = await newSubscriber();
    const pages = new Set<string>();
    for (const language of Object.keys(catalogues)) {
      const html = await (await open(page, { 'accept-language': language })).text();
      expect(html).toContain(`<html lang="${language}">`);
      const [, body = ''] = html.split('<body>');
      expect(body).not.toContain('{');
      pages.add(body);
    }
    expect(pages.size).toBe(Object.keys(catalogues).length);
  });

  test('shows names as text', async () => {
    const where = { accountId: api.ours.accountId };
    const { prisma } = api.database;
    const { page } = await newSubscriber();
    await prisma.workspace.update({ where, data: { name: '<script>$&{address}' } });
    const html = await (await open(page)).text();
    await prisma.workspace.update({ where, data: { name: 'Ours' } });
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;$&amp;{address}');
  });

  test('rejects tokens that the service did not sign', async () => {
    const { email, page } = await newSubscriber();
    const [path = '', token = ''] = page.split('token=');
    const [payload = '', signature = ''] = token.split('.');
    const [, address] = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const foreign = Buffer.from(JSON.stringify([api.theirs.accountId, address])).toString(
      'base64url',
    );
    const forged = [
      '',
      'x',
      '.',
      payload,
      `${payload}.`,
      `.${signature}`,
      `${token}x`,
      `${token}.x`,
      `${foreign}.${signature}`,
    ];
    for (const one of forged) {
      const wrong = `${path}token=${one}`;
      for (const response of [await open(wrong), await submit(wrong, oneClick)]) {
        expect([one, response.status]).toEqual([one, 400]);
        expect(await response.text()).toContain('This link does not work');
      }
    }
    expect((await open('/public/unsubscribe')).status).toBe(400);
    expect(await isSuppressed(email)).toBe(false);
  });

  test('rejects large and malformed bodies', async () => {
    const { email, page } = await newSubscriber();
    const large = await submit(page, { padding: 'x'.repeat(20_000) });
    expect(large.status).toBe(413);
    expect(await isSuppressed(email)).toBe(false);
    const malformed = await api.app.request(page, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'no parts',
    });
    expect(malformed.status).toBe(200);
    expect(await isSuppressed(email)).toBe(true);
  });
});

describe('an address that unsubscribed', () => {
  test('gets no e-mail that was queued before, and the outbox has the reason', async () => {
    const { clientName, email, page } = await newSubscriber();
    server.behave.push({ code: 451, text: 'Later' });
    const invoice = await send({ clientName });
    const mail = await mailIn(invoice, 'QUEUED');
    await submit(page, oneClick);
    await api.owner.query(
      `SELECT graphile_worker.reschedule_jobs(ARRAY(SELECT id FROM graphile_worker.jobs WHERE key = $1), now())`,
      [`${mail.accountId}/${mail.id}`],
    );
    const { lastError } = await mailIn(invoice, 'FAILED');
    expect(lastError).toBe('All recipients unsubscribed.');
    expect(arrivalsOf(invoice)).toEqual([]);
    expect(await historyOf(invoice)).toMatchObject([
      { kind: 'MAIL_FAILED', note: `${email}: not sent: All recipients unsubscribed.` },
    ]);
  });

  test('is an error when an invoice is sent to it, until a person deletes the suppression', async () => {
    const { clientName, email, invoice, page } = await newSubscriber();
    await submit(page, oneClick);
    await expect(send({ clientName })).rejects.toMatchObject({ code: 'conflicting_state' });
    const { body, status } = await api.ours.post('invoices/sendReminder', { id: invoice.id });
    expect([status, body.code]).toEqual([409, 'conflicting_state']);
    expect(body.message).toContain('unsubscribed');
    const [suppression] = await suppressed(
      `, where: { email: { equals: "${email.toLowerCase()}" } }`,
    );
    const deleted = await api.ours.gql(
      `mutation { deleteMailSuppression(input: { id: "${suppression?.id}" }) { __typename } }`,
    );
    expect(deleted.body.data.deleteMailSuppression.__typename).toBe('DeleteMailSuppressionSuccess');
    await mailIn(await send({ clientName }), 'SENT');
  });

  test('is unsubscribed in its workspace alone', async () => {
    const { email, page } = await newSubscriber();
    await submit(page, oneClick);
    const { body } = await api.theirs.gql('{ mailSuppressions(first: 100) { nodes { email } } }');
    expect(body.data.mailSuppressions.nodes).toEqual([]);
    expect(await isSuppressed(email)).toBe(true);
  });
});
