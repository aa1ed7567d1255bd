import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { PreviewServer } from 'vite';
import { build, preview } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { markInvoiceSent } from '../../src/domain/invoices/transitions.ts';
import { useTestApi } from '../support/api.ts';
import { useChrome } from '../support/browser.ts';
import type { TestProcess } from '../support/streams.ts';
import { startProcess } from '../support/streams.ts';

const api = useTestApi();
const visit = useChrome();
const outDir = mkdtempSync(join(tmpdir(), 'actiongraph-dashboard-'));
let service: TestProcess;
let server: PreviewServer;
let url: string;

beforeAll(async () => {
  service = await startProcess(api);
  const root = join(packageRoot, 'examples/dashboard');
  await build({ root, logLevel: 'silent', build: { outDir, emptyOutDir: true } });
  server = await preview({
    root,
    logLevel: 'silent',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, proxy: { '/graphql': service.url } },
  });
  url = new URL(server.resolvedUrls?.local[0] ?? '').origin;
  await arrange();
});
afterAll(async () => {
  await server?.close();
  await service?.close();
  rmSync(outDir, { recursive: true });
});

const desktop = { viewport: { width: 1280, height: 900 }, locale: 'en-US' };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, locale: 'en-US' };

async function arrange() {
  await api.ours.post('clients/create', { name: 'Noether Foods', currency: 'EUR' });
  const bill = { taxRate: 0, dueDate: '2026-01-31' };
  await issue({ clientName: 'Noether Foods', amount: 500.5, ...bill });
  await logTime('Hopper Books', 'Spring catalogue', 90);
  await issue({ clientName: 'Hopper Books', amount: 1200, taxRate: 0 });
  await api.theirs.post('clients/create', { name: 'Somebody else’s' });
}

/** Nobody owes what stands on a draft, so the invoice is marked as sent. */
async function issue(invoice: object): Promise<void> {
  const { body } = await api.ours.post('invoices/create', invoice);
  await markInvoiceSent(api.ours.context, { id: body.id });
}

async function logTime(clientName: string, projectName: string, minutes: number) {
  const start = new Date('2026-03-02T09:00:00Z');
  const { status } = await api.ours.post('timeWorked/create', {
    ...{ clientName, projectName, createClient: true, createProject: true },
    timerStart: start.toISOString(),
    timerEnd: new Date(start.getTime() + minutes * 60_000).toISOString(),
  });
  expect(status).toBe(200);
}

async function open(options: typeof desktop | typeof phone) {
  const { page, faults } = await visit(url, '/', options);
  await page.getByLabel('API key').fill(api.ours.key);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  return { page, faults };
}

const section = (page: Page, heading: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: heading }) });

test('a key that is not one is refused in words, and asked for again', async () => {
  const { page } = await visit(url, '/', desktop);
  await page.getByLabel('API key').fill('ag_1_nonsense');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('Invalid X-API-KEY specified.').waitFor();
  expect(await page.getByLabel('API key').isVisible()).toBe(true);
});

test('the figures are those of the workspace, each currency by itself', async () => {
  const { page, faults } = await open(desktop);
  expect(await page.getByRole('heading', { level: 1 }).first().textContent()).toBe('Ours');
  const owed = await section(page, 'Receivables').locator('article').allInnerTexts();
  expect(owed).toHaveLength(2);
  expect(owed[0]).toMatch(/^€500\.50 1 open invoice\s/);
  expect(owed[1]).toMatch(/^\$1,200\.00 1 open invoice\s/);
  const projects = await section(page, 'Projects').locator('article').allInnerTexts();
  expect(projects).toHaveLength(1);
  for (const text of ['Spring catalogue', 'Hopper Books', '1 h 30 min', 'No budget']) {
    expect(projects[0]).toContain(text);
  }
  expect(faults).toEqual([]);
});

test('what another program does by REST shows by itself; what another workspace does, never', async () => {
  const { page, faults } = await open(desktop);
  await api.theirs.post('clients/create', { name: 'Still somebody else’s' });
  await logTime('Hopper Books', 'Autumn catalogue', 45);
  const projects = section(page, 'Projects');
  await projects.getByText('Autumn catalogue').waitFor();
  await projects.getByText('0 h 45 min').waitFor();
  const { body: payable } = await api.ours.get('payableInvoices/search', { query: 'Hopper Books' });
  const number = payable[0].invoiceNumberFormatted;
  await api.ours.post('payment/create', { invoiceNumber: number, amount: 200 });
  await section(page, 'Receivables').getByText('$1,000.00').first().waitFor();
  const told = await section(page, 'As it happens').textContent();
  for (const text of ['Autumn catalogue', 'time entry', 'payment', number]) {
    expect(told).toContain(text);
  }
  expect(await page.textContent('main')).not.toContain('somebody else');
  expect(faults).toEqual([]);
});

test('the key outlives a reload of the tab, and not a sign-out', async () => {
  const { page } = await open(desktop);
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('the page does not scroll sideways on a phone', async () => {
  const { page, faults } = await open(phone);
  await section(page, 'Projects').locator('article').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(faults).toEqual([]);
});
