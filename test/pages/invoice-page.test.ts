import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, useTestApi } from '../support/api.ts';
import { desktop, phone, scrollsSideways, useBrowser } from '../support/browser.ts';
import { holdClock } from '../support/clock.ts';
import { hostileTexts, textOfPdf } from '../support/documents.ts';
import { invoiceWithPage, useCustomer } from '../support/invoice-pages.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();
const browser = useBrowser(api);
const open = useCustomer(api);

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Lovelace Analytics', currency: 'EUR' });
});

function invoice(fields: object = {}) {
  const items = [{ description: 'Design of the catalogue', rate: 95.5, quantity: 32.25 }];
  const made = { clientName: 'Lovelace Analytics', taxRate: 19, items, ...fields };
  return invoiceWithPage(api.ours, made);
}

async function stored(id: string) {
  const where = { accountId_id: { accountId: api.ours.accountId, id } };
  return api.database.prisma.invoice.findUniqueOrThrow({ where });
}

const viewsOf = (invoiceId: string) =>
  api.database.prisma.invoiceEvent.findMany({
    where: { accountId: api.ours.accountId, invoiceId, kind: 'VIEWED' },
  });

const setAccent = (accentColor: string | null) =>
  api.ours.gql(
    'mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { __typename ... on InvalidInputError { message } } }',
    { input: { accentColor } },
  );

describe('the page of an invoice', () => {
  test('is in the workspace’s colour with enough contrast, and allows no other style', async () => {
    const { path } = await invoice();
    const rejected = (await setAccent('#fde047')).body.data.updateWorkspace;
    expect(rejected.message).toContain('its contrast is 1.3, and has to be 4.5');
    await setAccent('#B91C1C');
    const { page, problems } = await browser.visit(path, { ...desktop, javaScriptEnabled: false });
    const button = page.locator('.button');
    const color = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(color).toBe('rgb(185, 28, 28)');
    expect(problems).toEqual([]);
    await setAccent(null);
    const standard = await browser.visit(path, { ...desktop, javaScriptEnabled: false });
    const before = standard.page.locator('.button');
    expect(await before.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(15, 118, 110)',
    );
  });

  test.each([
    ['a desktop', desktop],
    ['a phone', phone],
  ])('shows the values of the API on %s, without script and external request', async (_, size) => {
    const { invoiceNumberFormatted, path } = await invoice({ discountPercent: 10 });
    await created(api.ours, 'payment/create', {
      invoiceNumber: invoiceNumberFormatted,
      amount: 1000,
      referenceNumber: 'SEPA 4711',
    });
    const { page, problems } = await browser.visit(path, { ...size, javaScriptEnabled: false });
    const text = await page.locator('main').textContent();
    for (const reported of [
      invoiceNumberFormatted,
      'Partly paid',
      'Lovelace Analytics',
      'Design of the catalogue',
      '€3,079.88',
      '−€307.99',
      'SEPA 4711',
      '−€1,000.00',
      '€2,298.55',
    ]) {
      expect(text).toContain(reported);
    }
    expect(problems).toEqual([]);
  });

  test('does not scroll horizontally on a phone, whatever text it contains', async () => {
    const long = 'W'.repeat(180);
    const items = [
      { description: long, rate: 99_999_999.99, quantity: 1 },
      { description: 'Precise', rate: 99_999_999.123456, quantity: 0.5 },
      { description: 'Much', rate: 0.123456, quantity: 99_999_999.123456 },
    ];
    const { path } = await invoice({ notes: long, items });
    const { page } = await browser.visit(path, phone);
    expect(await scrollsSideways(page)).toBe(false);
    // The heads of a table are not seen there, and are the longer for the language and a column of days.
    await created(api.ours, 'clients/create', { name: 'Kunde', currency: 'EUR', language: 'de' });
    const servicePeriodStart = '2026-02-25';
    const dated = [{ description: 'Entwurf', rate: 125, servicePeriodStart }];
    const german = await invoice({ clientName: 'Kunde', items: dated });
    const other = await browser.visit(german.path, phone);
    await other.page.locator('td.date', { hasText: '25. Feb. 2026' }).waitFor();
    expect(await scrollsSideways(other.page)).toBe(false);
  });

  test('is reached with a slash behind the link as well, and so is the page that there is none', async () => {
    const { path } = await invoice();
    const answer = await open(`${path}/`);
    const target = new URL(answer.headers.get('location') ?? '', `http://actiongraph.test${path}/`);
    expect([answer.status, target.pathname]).toEqual([308, path]);
    const { page } = await browser.visit('/invoices/view/1-wrong/', desktop);
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    expect(title).toBe('Invoice not found');
  });

  test('of a written-off invoice contains the written-off amount, and no payment instructions', async () => {
    const { id, path } = await invoice({ paymentInstructions: 'Please pay within 9 days' });
    const { prisma } = api.database;
    const where = { accountId_id: { accountId: api.ours.accountId, id } };
    await prisma.invoice.update({ where, data: { status: 'WRITE_OFF' } });
    const text = await (await open(path)).text();
    expect(text).toContain('Written off');
    expect(text).not.toMatch(/amount due|how to pay|please pay within/i);
  });

  test('downloads the PDF with the button', async () => {
    const { invoiceNumberFormatted, path } = await invoice();
    const { page } = await browser.visit(path, { ...desktop, acceptDownloads: true });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`Invoice-${invoiceNumberFormatted}.pdf`);
    const answer = await open(`${path}/invoice.pdf`);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const text = await textOfPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(text.join()).toContain(invoiceNumberFormatted);
  });

  test('gives its PDF so often in a minute, and the page and others’ PDFs all the same', async () => {
    holdClock();
    const [often, other] = [await invoice(), await invoice()];
    const pdf = (path: string) => open(`${path}/invoice.pdf`, '203.0.113.7');
    const answers: number[] = [];
    for (let count = 0; count < 20; count += 1) answers.push((await pdf(often.path)).status);
    expect(answers).toEqual(Array(20).fill(200));
    const rejection = await open(`${often.path}/invoice.pdf`, '203.0.113.8');
    expect(rejection.status).toBe(429);
    expect(Number(rejection.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rejection.text()).toContain('Please wait a moment');
    expect((await open(often.path, '203.0.113.7')).status).toBe(200);
    expect((await pdf(other.path)).status).toBe(200);
  });

  test('prints on white with its link, without the button, heads repeated', async () => {
    const items = Array.from({ length: 60 }, (_, index) => ({
      description: `Item ${index + 1}`,
      rate: 10,
    }));
    const { path, viewOnlineUrl } = await invoice({ items });
    const { page } = await browser.visit(path, { ...desktop, colorScheme: 'dark' });
    const pages = await textOfPdf(await page.pdf({ format: 'A4' }));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.filter((text) => /quantity/i.test(text)).length).toBeGreaterThan(1);
    expect(pages.join(' ')).not.toContain('Download PDF');
    expect(pages.join(' ')).toContain(viewOnlineUrl);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(ink).toBe('rgb(28, 31, 30)');
  });

  test('shows hostile values as text', async () => {
    const [first, second, third, fourth] = hostileTexts;
    const items = [
      { description: first, rate: 5 },
      { description: fourth, rate: 5 },
    ];
    const { path } = await invoice({ notes: second, paymentInstructions: third, items });
    const { page, problems } = await browser.visit(path, desktop);
    const text = await page.locator('main').textContent();
    for (const hostile of hostileTexts) expect(text).toContain(hostile);
    expect(await page.locator('script, img, a[href^="javascript"]').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('is not cached, indexed or framed, and sends no referrer', async () => {
    const { path } = await invoice();
    for (const answer of [await open(path), await open(`${path}/invoice.pdf`)]) {
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': expect.stringContaining('noindex'),
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; .*frame-ancestors 'none'$/,
        ),
      });
    }
  });

  test('records its first view after the draft, once', async () => {
    const { id, path, invoiceNumberFormatted } = await invoice();
    await open(path);
    expect((await stored(id)).firstViewedAt).toBeNull();
    expect(await viewsOf(id)).toEqual([]);
    await created(api.ours, 'payment/create', { invoiceNumber: invoiceNumberFormatted, amount: 1 });
    await open(path, '203.0.113.1', { method: 'HEAD' });
    await open(path, '203.0.113.1', { headers: { 'sec-purpose': 'prefetch' } });
    expect((await stored(id)).firstViewedAt).toBeNull();
    await Promise.all([open(path), open(path), open(path)]);
    const { firstViewedAt, status } = await stored(id);
    expect(firstViewedAt).not.toBeNull();
    await open(path);
    expect((await stored(id)).firstViewedAt).toEqual(firstViewedAt);
    expect(status).toBe('PARTIAL');
    expect(await viewsOf(id)).toMatchObject([{ actor: 'CUSTOMER', createdAt: firstViewedAt }]);
  });
});

test('the log does not contain the secret of a link', async () => {
  const { path } = await invoice();
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
  const app = createTestApp(api.database, { log });
  await app.request(path);
  await app.request(`${path}/invoice.pdf`);
  await app.request('/attachments/1.att_1.1795947300.signature');
  const { accountId } = api.ours;
  expect(lines.map((line) => JSON.parse(line).path)).toEqual([
    `/invoices/view/${accountId}-…`,
    `/invoices/view/${accountId}-…/invoice.pdf`,
    '/attachments/…',
  ]);
});
