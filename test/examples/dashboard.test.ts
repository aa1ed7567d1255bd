import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import type { PreviewServer } from 'vite';
import { build, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from '../../src/cluster/running-server.ts';
import { readConfig } from '../../src/config/config.ts';
import { packageRoot } from '../../src/config/package-root.ts';
import { markInvoiceSent } from '../../src/domain/invoices/send-invoice.ts';
import { startServer } from '../../src/server.ts';
import { useTestApi } from '../support/api.ts';
import { otherSite, useChrome, type VisitOptions } from '../support/browser.ts';
import { addPerson } from '../support/persons.ts';

const api = useTestApi();
const visit = useChrome();
const outDir = mkdtempSync(join(tmpdir(), 'actiongraph-dashboard-'));
let service: RunningServer;
let serviceUrl: string;
let server: PreviewServer;
/** The dashboard's own origin, and the same on another site. */
let url: string;
let elsewhere: string;

beforeAll(async () => {
  const root = join(packageRoot, 'examples/dashboard');
  server = await preview({
    root,
    logLevel: 'silent',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, strictPort: false, allowedHosts: [otherSite] },
  });
  const own = new URL(server.resolvedUrls?.local[0] ?? '');
  url = own.origin;
  elsewhere = `http://${otherSite}:${own.port}`;
  service = await startServer(
    readConfig({
      DATABASE_URL: api.databaseUrl,
      PORT: '0',
      HOST: '127.0.0.1',
      CORS_ORIGINS: `${url},${elsewhere}`,
    }),
    { log: pino({ level: 'silent' }) },
  );
  serviceUrl = service.url.replace('localhost', '127.0.0.1');
  await build({
    root,
    logLevel: 'silent',
    define: { 'import.meta.env.ACTIONGRAPH_URL': JSON.stringify(serviceUrl) },
    build: { outDir, emptyOutDir: true },
  });
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
  const bill = { taxRate: 0, dateCreated: '2026-01-01', dueDate: '2026-01-31' };
  await issue({ clientName: 'Noether Foods', amount: 500.5, ...bill });
  await logTime('Hopper Books', 'Spring catalogue', 90);
  await issue({ clientName: 'Hopper Books', amount: 1200, taxRate: 0 });
  await api.theirs.post('clients/create', { name: 'Somebody else’s' });
}

/** A draft has no amount due, so the invoice is marked as sent. */
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

const visitFrom = (origin: string, options: VisitOptions) =>
  visit(origin, '/', { ...options, mayAsk: [serviceUrl] });

async function useKey(page: Page, key: string) {
  await page.getByText('Use an API key instead').click();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Open' }).click();
}

async function open(options: typeof desktop | typeof phone, origin = url) {
  const { page, problems } = await visitFrom(origin, options);
  await useKey(page, api.ours.key);
  await page.getByText('Live', { exact: true }).waitFor();
  return { page, problems };
}

const section = (page: Page, heading: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: heading }) });

test('an invalid key is rejected with a message, and requested again', async () => {
  const { page } = await visitFrom(url, desktop);
  await useKey(page, 'ag_1_nonsense');
  await page.getByText('Invalid X-API-KEY specified.').waitFor();
  await expect.poll(() => page.getByLabel('API key').isVisible()).toBe(true);
});

test('the figures are those of the workspace, separate for each currency', async () => {
  const { page, problems } = await open(desktop);
  expect(await page.getByRole('heading', { level: 1 }).first().textContent()).toBe('Ours');
  const owed = await section(page, 'Receivables').locator('article').allInnerTexts();
  expect(owed).toHaveLength(2);
  expect(owed[0]).toMatch(/^€500\.50 1 open invoice(?!s)/);
  expect(owed[1]).toMatch(/^\$1,200\.00 1 open invoice(?!s)/);
  const projects = await section(page, 'Projects').locator('article').allInnerTexts();
  expect(projects).toHaveLength(1);
  for (const text of ['Spring catalogue', 'Hopper Books', '1 h 30 min', 'No budget']) {
    expect(projects[0]).toContain(text);
  }
  expect(problems).toEqual([]);
});

test('changes by another program over REST appear by themselves; changes in another workspace never', async () => {
  const { page, problems } = await open(desktop);
  await api.theirs.post('clients/create', { name: 'Still somebody else’s' });
  await logTime('Hopper Books', 'Autumn catalogue', 45);
  const projects = section(page, 'Projects');
  await projects.getByText('Autumn catalogue').waitFor();
  await projects.getByText('0 h 45 min').waitFor();
  const { body: payable } = await api.ours.get('payableInvoices/search', { query: 'Hopper Books' });
  const number = payable[0].invoiceNumberFormatted;
  await api.ours.post('payment/create', { invoiceNumber: number, amount: 200 });
  await section(page, 'Receivables').getByText('$1,000.00').first().waitFor();
  // Each change arrives separately, and a report may be read between two of them.
  const received = section(page, 'As it happens');
  for (const text of ['Autumn catalogue', 'time entry', 'payment', number]) {
    await received.getByText(text).first().waitFor();
  }
  expect(await page.textContent('main')).not.toContain('somebody else');
  expect(problems).toEqual([]);
});

test('the key outlives a reload of the tab, and not a sign-out', async () => {
  const { page } = await open(desktop);
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail address').waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

describe('a person signs in by a mailed code', () => {
  async function signInFrom(origin: string, role: 'ADMIN' | 'MEMBER', ownClock = false) {
    const { email } = await addPerson(api, [[api.ours, role]]);
    const { page, problems } = await visitFrom(origin, { ...desktop, ownClock });
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Mail me a code' }).click();
    await page.getByLabel('Code').waitFor();
    await page.getByLabel('Code').fill(await mailedCode(email));
    await page.keyboard.press('Enter');
    await page.getByText('Live', { exact: true }).waitFor();
    return { page, problems, email };
  }

  async function mailedCode(email: string): Promise<string> {
    const { prisma } = api.database;
    return vi.waitFor(
      async () => {
        const mail = await prisma.signInMail.findFirst({ where: { recipient: email } });
        const [code] = /^\d{4} \d{4}$/m.exec(mail?.body ?? '') ?? [];
        if (!code) throw new Error('No code was mailed.');
        return code;
      },
      { timeout: 50_000, interval: 50 },
    );
  }

  test('on the same site with a cookie, which outlives a reload and not a sign-out', async () => {
    const { page, problems } = await signInFrom(url, 'ADMIN');
    await section(page, 'Receivables').getByText('€500.50').first().waitFor();
    await logTime('Hopper Books', 'Seen by a person', 15);
    await section(page, 'Projects').getByText('Seen by a person').waitFor();
    expect(await page.evaluate(() => document.cookie + sessionStorage.length)).toBe('0');
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').waitFor();
    await page.reload();
    await page.getByLabel('E-mail address').waitFor();
    expect(problems).toEqual([]);
  });

  test('no request is sent after the session has ended', async () => {
    const { page, problems } = await signInFrom(url, 'ADMIN', true);
    await logTime('Hopper Books', 'Just before', 15);
    await section(page, 'As it happens').getByText('Just before').first().waitFor();
    await page.route('**/auth/sign-out', async (route) => {
      const response = await route.fetch();
      await page.clock.runFor(5_000);
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').waitFor();
    expect(problems).toEqual([]);
  });

  test('on another site with a token in memory, which no reload outlives', async () => {
    const { page, problems } = await signInFrom(elsewhere, 'ADMIN');
    await section(page, 'Receivables').getByText('€500.50').first().waitFor();
    await logTime('Hopper Books', 'Seen from elsewhere', 15);
    await section(page, 'Projects').getByText('Seen from elsewhere').waitFor();
    const stored = await page.evaluate(() => [localStorage.length, sessionStorage.length]);
    expect(stored).toEqual([0, 0]);
    await page.reload();
    await page.getByLabel('E-mail address').waitFor();
    expect(problems).toEqual([]);
  });

  test('a wrong code is rejected with a message', async () => {
    const { email } = await addPerson(api, [[api.ours, 'ADMIN']]);
    const { page } = await visitFrom(url, desktop);
    await page.getByLabel('E-mail address').fill(email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').fill('0000 0000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('That code is wrong or has expired').waitFor();
    expect(await page.locator('#dashboard').isVisible()).toBe(false);
  });
});

test('the page does not scroll sideways on a phone', async () => {
  const { page, problems } = await open(phone);
  await section(page, 'Projects').locator('article').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(problems).toEqual([]);
});

describe('a project is changed in the list', () => {
  const card = (page: Page, name: string) =>
    section(page, 'Projects').locator('article', { hasText: name });
  const edit = async (page: Page, name: string, fields: Record<string, string>) => {
    await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
    await page.keyboard.press('Enter');
  };

  test('it is visible immediately, before the response of the service', async () => {
    await logTime('Hopper Books', 'Winter list', 30);
    const { page, problems } = await open(desktop);
    let answer = (): void => undefined;
    const isRequested = new Promise<void>((queries) => {
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      void page.route('**/graphql', async (route) => {
        if (route.request().postData()?.includes('UpdateProject(')) {
          queries();
          await held;
        }
        await route.continue();
      });
    });
    await edit(page, 'Winter list', { Name: 'Winter books', 'Due date': '2026-12-24' });
    await isRequested;
    await card(page, 'Winter books').getByText('Due 2026-12-24').waitFor();
    expect(await page.getByRole('button', { name: 'Edit Winter books' }).isDisabled()).toBe(true);
    answer();
    await page.getByRole('button', { name: 'Edit Winter books', disabled: false }).waitFor();
    const { body } = await api.ours.get('projects/search', { query: 'Hopper Books' });
    expect(body).toContainEqual(
      expect.objectContaining({ name: 'Winter books', dueDate: '2026-12-24' }),
    );
    expect(problems).toEqual([]);
  });

  test('a change that the service rejects is undone and reported next to its field, with the entered text', async () => {
    await logTime('Hopper Books', 'Atlas', 30);
    await logTime('Hopper Books', 'Globe', 30);
    const { page, problems } = await open(phone);
    await edit(page, 'Globe', { Name: 'Atlas' });
    const name = page.getByLabel('Name');
    await page.locator('input[name=name][aria-invalid=true]').waitFor();
    expect(await name.inputValue()).toBe('Atlas');
    const published = await page.locator('.editing [role=alert]').allInnerTexts();
    expect(published).toHaveLength(1);
    expect(published[0]).toMatch(/taken|already/);
    await name.fill('Globe of the Moon');
    await page.getByRole('button', { name: 'Save' }).click();
    await card(page, 'Globe of the Moon').waitFor();
    expect(await card(page, 'Atlas').count()).toBe(1);
    expect(problems).toEqual([]);
  });

  test('changes of others affect neither the cursor in a field nor a click in progress', async () => {
    await logTime('Hopper Books', 'Herbarium', 30);
    const { page, problems } = await open(desktop);
    const edit = page.getByRole('button', { name: 'Edit Herbarium', exact: true });
    await edit.hover();
    await page.mouse.down();
    await logTime('Hopper Books', 'Grammar', 30);
    await card(page, 'Grammar').waitFor();
    await edit.hover();
    await page.mouse.up();
    await page.keyboard.press('Home');
    await page.keyboard.type('Old ');
    await logTime('Hopper Books', 'Lexicon', 30);
    await card(page, 'Lexicon').waitFor();
    await page.keyboard.type('dry ');
    expect(await page.getByLabel('Name').inputValue()).toMatch(/Old dry /);
    await page.getByRole('button', { name: 'Save' }).hover();
    await page.mouse.down();
    await logTime('Hopper Books', 'Thesaurus', 30);
    await card(page, 'Thesaurus').waitFor();
    // New cards precede the form, so the button has moved down.
    await page.getByRole('button', { name: 'Save' }).hover();
    await page.mouse.up();
    await card(page, 'Old dry ').waitFor();
    expect(problems).toEqual([]);
  });
});

test('the dashboard works on another site than the service, with a key and live', async () => {
  const { page, problems } = await open(desktop, elsewhere);
  await logTime('Hopper Books', 'From elsewhere', 15);
  await section(page, 'Projects').getByText('From elsewhere').waitFor();
  expect(problems).toEqual([]);
});

test('a page of an origin that is not allowed gets an error, and shows nothing', async () => {
  const other = await preview({
    root: join(packageRoot, 'examples/dashboard'),
    logLevel: 'silent',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, strictPort: false },
  });
  try {
    const { page, problems } = await visitFrom(
      new URL(other.resolvedUrls?.local[0] ?? '').origin,
      desktop,
    );
    await useKey(page, api.ours.key);
    await page
      .locator('#sign-in [role=alert]')
      .getByText('The service cannot be reached')
      .waitFor();
    expect(await page.locator('#dashboard').isVisible()).toBe(false);
    expect(problems.join()).toContain('CORS');
  } finally {
    await other.close();
  }
});
