import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../src/cluster/running-server.ts';
import { readConfig } from '../../src/config/config.ts';
import { packageRoot } from '../../src/config/package-root.ts';
import { archiveContact } from '../../src/domain/contacts/archive.ts';
import { createDeliverable } from '../../src/domain/deliverables/create.ts';
import { createProject } from '../../src/domain/deliverables/create-project.ts';
import { markInvoiceSent } from '../../src/domain/invoices/send-invoice.ts';
import { startServer } from '../../src/server.ts';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { desktop, phone, scrollsSideways, useChrome } from '../support/browser.ts';
import { invoiceOf } from '../support/invoices.ts';
import { stopListening } from '../support/listening.ts';
import { addPortalContact } from '../support/portal.ts';

/** The portal example, on another origin, as a client's contact uses it. */
const api = useTestApi();
const visit = useChrome();
const folder = join(packageRoot, 'examples/portal');
let service: RunningServer;
let serviceUrl: string;
let pages: Server;
let url: string;

beforeAll(async () => {
  pages = createServer(({ url: path = '/' }, response) => {
    const isScript = path.startsWith('/portal.js');
    const text = readFileSync(join(folder, isScript ? 'portal.js' : 'index.html'), 'utf8');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(
      text
        .replace('http://localhost:4000', serviceUrl)
        .replace('data-workspace="1"', `data-workspace="${api.ours.accountId}"`),
    );
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const settings = { DATABASE_URL: api.databaseUrl, PORT: '0', HOST: '127.0.0.1' };
  service = await startServer(readConfig({ ...settings, CORS_ORIGINS: url }), {
    log: pino({ level: 'silent' }),
  });
  serviceUrl = service.url.replace('localhost', '127.0.0.1');
});
afterAll(async () => {
  await service?.close();
  await stopListening(pages);
});

/** A client with a contact, a project that it may approve a deliverable of, and an invoice that was issued. */
async function arranged(word: string, price: number, email?: string) {
  const contact = await addPortalContact(api.ours, email);
  const { clientId } = contact;
  const { context } = api.ours;
  const fields = { clientId, name: `Website of ${word}`, portalAccess: 'FULL' } as const;
  const { id: projectId } = await createProject(context, fields);
  await createDeliverable(context, { projectId, name: `Draft ${word}`, approvalRequired: true });
  const { name } = await api.database.prisma.client.findFirstOrThrow({ where: { id: clientId } });
  const { id } = await invoiceOf(api.ours, name, price);
  await markInvoiceSent(context, { id });
  return { ...contact, projectId, name };
}

async function linkTo(email: string): Promise<string> {
  const mail = () =>
    api.database.prisma.signInMail.findFirst({ where: { recipient: email, body: { not: null } } });
  await expect.poll(mail, { timeout: 50_000 }).not.toBeNull();
  const [link = ''] = /http\S+/.exec((await mail())?.body ?? '') ?? [];
  return link.replace('localhost', '127.0.0.1');
}

async function enter(email: string) {
  const { page, problems } = await visit(url, '/', { ...desktop, mayAsk: [serviceUrl] });
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByText('a link is on its way').waitFor();
  await page.goto(await linkTo(email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${url}/**`);
  return { page, faults: problems };
}

test('a contact signs in by a link, sees its project and invoice, approves, and gets changes; another contact sees none of it', async () => {
  const ada = await arranged('Ada', 1234);
  const bea = await arranged('Bea', 987);
  const { page, faults } = await enter(ada.email);
  const other = await enter(bea.email);
  await page.getByText('Ada Lovelace, at Ours').waitFor();
  await page.getByText('$1,234.00').waitFor();
  await page.getByText('Open', { exact: true }).waitFor();
  await other.page.getByRole('heading', { name: 'Website of Bea' }).waitFor();
  const text = async () => (await other.page.locator('main').textContent()) ?? '';
  expect(await text()).not.toMatch(/Website of Ada|Draft Ada|1,234/);
  await page.getByRole('button', { name: 'Approve Draft Ada' }).click();
  await page.getByText('Draft Ada is approved.').waitFor();
  // The change arrives by itself.
  await page.getByRole('listitem').filter({ hasText: 'Draft Ada' }).getByText('Complete').waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page)).toEqual([]);
  }
  const stored = await api.database.prisma.deliverable.findFirstOrThrow({
    where: { projectId: ada.projectId },
  });
  expect(stored.approvedBy).toBe('Ada Lovelace');
  const rename = (id: string, name: string) =>
    api.ours.patch('projects/update', { id, name }).then(({ status }) => expect(status).toBe(200));
  await rename(ada.projectId, 'Shop of Ada');
  await page.getByRole('heading', { name: 'Shop of Ada' }).waitFor();
  await page.setViewportSize(phone.viewport);
  const longest = 'Donaudampfschifffahrt'.repeat(10);
  await rename(ada.projectId, longest);
  await page.getByRole('heading', { name: longest }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  await rename(bea.projectId, 'Shop of Bea');
  await other.page.getByRole('heading', { name: 'Shop of Bea' }).waitFor();
  expect(await text()).not.toMatch(/Shop of Ada|Draft Ada|1,234/);
  const invoice = await page.getByRole('link').getAttribute('href');
  const opened = await fetch(String(invoice).replace('localhost', '127.0.0.1'));
  expect(await opened.text()).toContain('1,234.00');
  expect(faults).toEqual([]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail address').waitFor();
  // What the page asked for just then may find the session ended.
  expect(faults.filter((error) => !error.includes('401'))).toEqual([]);
  await archiveContact(api.ours.context, { id: bea.contactId });
  await other.page.getByText('You are not the contact in X-Contact').waitFor();
  expect(await text()).not.toContain('Bea');
});

test('a contact of two clients chooses one', async () => {
  const first = await arranged('Cleo', 10);
  const second = await arranged('Dora', 20, first.email);
  const { page, faults } = await enter(first.email);
  await page.getByRole('button', { name: second.name }).click();
  await page.getByRole('heading', { name: 'Website of Dora' }).waitFor();
  expect(await page.getByText('Website of Cleo').count()).toBe(0);
  expect(faults).toEqual([]);
});
