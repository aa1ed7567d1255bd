import { inflateSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { desktop, phone, useBrowser } from '../support/browser.ts';
import { holdClock } from '../support/clock.ts';
import { expectSumsBesideLastLine, viewInvoice } from '../support/documents.ts';
import { jpegFile, pngFile, turnedJpegFile } from '../support/images.ts';
import { invoiceWithPage, useCustomer } from '../support/invoice-pages.ts';
import { created } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

const api = useTestApi();
const browser = useBrowser(api);
const open = useCustomer(api);

const wide = pngFile({ width: 600, height: 100 });
const tall = pngFile({ width: 100, height: 600 });
const line = pngFile({ width: 2_000, height: 16 });

const setLogo = (file: Buffer, whose = api.ours) =>
  mutated(whose, 'setWorkspaceLogo', { input: { image: file.toString('base64') } });

beforeAll(async () => {
  for (const workspace of [api.ours, api.theirs]) {
    await created(workspace, 'clients/create', { name: 'Lovelace', currency: 'EUR' });
  }
});
beforeEach(async () => {
  for (const workspace of [api.ours, api.theirs]) {
    await mutated(workspace, 'removeWorkspaceLogo', {});
  }
});

const invoice = (workspace: TestWorkspace = api.ours, items = [{ rate: 5 }]) =>
  invoiceWithPage(workspace, { clientName: 'Lovelace', items });

/** Where the page has its logo; undefined where it has none. */
async function logoPath(path: string): Promise<string | undefined> {
  const [, source] = /<img src="([^"]*)"/.exec(await (await open(path)).text()) ?? [];
  return source && new URL(source, `http://actiongraph.test${path}`).href.slice(23);
}

const pdfOf = async (path: string) =>
  Buffer.from(await (await open(`${path}/invoice.pdf`)).arrayBuffer());

/** The images in a PDF, in pixels. */
function imagesIn(pdf: Buffer) {
  const [, ...objects] = pdf.toString('latin1').split('/Subtype /Image');
  const number = (object: string, name: string) =>
    Number(new RegExp(`/${name} (\\d+)`).exec(object)?.[1]);
  return objects.map((object) => ({
    width: number(object, 'Width'),
    height: number(object, 'Height'),
  }));
}

/** The size in points at which a PDF puts its first image. */
function sizeIn(pdf: Buffer) {
  for (const [, start = ''] of pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)endstream/g)) {
    let commands = '';
    try {
      commands = inflateSync(Buffer.from(start, 'latin1')).toString('latin1');
    } catch {
      continue;
    }
    const [, width, height] =
      /([\d.]+) 0 0 -([\d.]+) [\d.]+ [\d.]+ cm\s+\/I1 Do/.exec(commands) ?? [];
    if (width) return { width: Number(width), height: Number(height) };
  }
  return undefined;
}

const imagesOf = async (path: string) => imagesIn(await pdfOf(path));

describe('the page of an invoice', () => {
  test.each([
    ['a wide logo on a desktop', wide, 6, desktop],
    ['a tall logo on a desktop', tall, 1 / 6, desktop],
    ['a wide logo on a phone', wide, 6, phone],
    ['a tall logo on a phone', tall, 1 / 6, phone],
    ['a logo wider than a phone', line, 125, phone],
    ['a JPEG that has to be turned', turnedJpegFile(), 2 / 3, desktop],
  ])(
    'shows %s whole and in its proportions, called by the workspace’s name',
    async (_, file, ratio, size) => {
      await setLogo(file);
      const { path } = await invoice();
      const { page, problems } = await browser.visit(path, { ...size, javaScriptEnabled: true });
      const logo = page.getByRole('img', { name: 'Ours' });
      const box = await logo.boundingBox();
      expect(
        await logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
      ).toBe(true);
      expect(box && Math.abs(Math.log(box.width / box.height / ratio))).toBeLessThan(0.05);
      expect(box && box.x + box.width).toBeLessThanOrEqual(size.viewport.width);
      expect(box?.height).toBeLessThan(100);
      expect(problems).toEqual([]);
    },
  );

  test('shows the name if there is no logo, and sends no request', async () => {
    const { path } = await invoice();
    const { page, problems } = await browser.visit(path, desktop);
    expect(await page.locator('.wordmark').textContent()).toBe('Ours');
    expect(await page.getByRole('img').count()).toBe(0);
    expect((await open(`${path}/logo`)).status).toBe(404);
    expect(problems).toEqual([]);
  });

  test('prints its logo', async () => {
    await setLogo(wide);
    const { path } = await invoice();
    const { page } = await browser.visit(path, desktop);
    expect(imagesIn(await page.pdf({ format: 'A4' }))).toEqual([{ width: 600, height: 100 }]);
  });
});

describe('the logo below an invoice’s link', () => {
  test('is the image that was set, which browsers keep and others do not, and viewing it is not viewing the invoice', async () => {
    await setLogo(jpegFile);
    const { id, path } = await invoice();
    const address = await logoPath(path);
    await api.database.prisma.invoice.updateMany({ where: { id }, data: { firstViewedAt: null } });
    const answer = await open(address ?? '');
    expect(Buffer.from(await answer.arrayBuffer()).equals(jpegFile)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    });
    const { invoice: displayed } = await viewInvoice(api.ours, id);
    expect(displayed.firstViewedAt).toBeNull();
  });

  test('has another URL for each image, also after a removal', async () => {
    const { path } = await invoice();
    const addresses = [];
    for (const file of [wide, tall]) {
      await setLogo(file);
      addresses.push(await logoPath(path));
      await mutated(api.ours, 'removeWorkspaceLogo', {});
    }
    expect(new Set(addresses).size).toBe(2);
    expect(addresses).not.toContain(undefined);
  });

  test('is not available for a wrong or revoked link', async () => {
    await setLogo(wide);
    const { id, path } = await invoice();
    const wrong = await open(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}/logo`);
    const where = { accountId_id: { accountId: api.ours.accountId, id } };
    await api.database.prisma.invoice.update({ where, data: { viewToken: null } });
    const revoked = await open(`${path}/logo`);
    expect([wrong.status, revoked.status]).toEqual([404, 404]);
    expect(await wrong.text()).toBe(await revoked.text());
    expect(wrong.headers.get('cache-control')).toBe('no-store');
  });

  test('is no way to guess links faster than by the page', async () => {
    holdClock();
    for (let count = 0; count < 20; count += 1) {
      await open(`/invoices/view/1-${'a'.repeat(22)}/logo`, '203.0.113.9');
    }
    expect((await open(`/invoices/view/1-${'a'.repeat(22)}/logo`, '203.0.113.9')).status).toBe(429);
  });
});

test('the logo of a workspace is on its own invoices, also on earlier ones, and on no others', async () => {
  const [own, foreign] = [await invoice(api.ours), await invoice(api.theirs)];
  await setLogo(wide, api.ours);
  expect(await imagesOf(own.path)).toEqual([{ width: 600, height: 100 }]);
  expect(await logoPath(own.path)).toBeDefined();
  expect(await imagesOf(foreign.path)).toEqual([]);
  expect(await logoPath(foreign.path)).toBeUndefined();
  expect((await open(`${foreign.path}/logo`)).status).toBe(404);
  await setLogo(tall, api.theirs);
  expect(await imagesOf(own.path)).toEqual([{ width: 600, height: 100 }]);
  expect(await imagesOf(foreign.path)).toEqual([{ width: 100, height: 600 }]);
  await mutated(api.theirs, 'removeWorkspaceLogo', {});
  expect(await imagesOf(own.path)).toEqual([{ width: 600, height: 100 }]);
  expect(await imagesOf(foreign.path)).toEqual([]);
});

test.each([
  ['a wide one', wide, { width: 220, height: 220 / 6 }],
  ['a tall one', tall, { width: 64 / 6, height: 64 }],
  ['a very wide one', line, { width: 220, height: 1.76 }],
  ['a small one', pngFile({ width: 32, height: 32 }), { width: 24, height: 24 }],
])(
  'the PDF shows %s in its proportions, within its place and not blown up',
  async (_, file, size) => {
    await setLogo(file);
    const visible = sizeIn(await pdfOf((await invoice()).path));
    expect(visible?.width).toBeCloseTo(size.width, 1);
    expect(visible?.height).toBeCloseTo(size.height, 1);
  },
);

test('a logo in the PDF never separates the totals from the last line, however many lines there are', async () => {
  await setLogo(tall);
  const items = Array.from({ length: 20 }, (_, index) => ({
    description: `Item ${index + 1} of many`,
    rate: 5,
  }));
  const { id } = await invoice(api.ours, items);
  await expectSumsBesideLastLine(await viewInvoice(api.ours, id), items.length);
});
