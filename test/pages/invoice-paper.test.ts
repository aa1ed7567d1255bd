import { beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { desktop, phone, useBrowser } from '../support/browser.ts';
import { textOfPdf } from '../support/documents.ts';
import { invoiceWithPage, useCustomer } from '../support/invoice-pages.ts';
import { created } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

const api = useTestApi();
const browser = useBrowser(api);
const open = useCustomer(api);

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Lovelace', currency: 'EUR' });
  const input = { iban: 'DE89370400440532013000', accountHolder: 'Ours' };
  await mutated(api.ours, 'updateWorkspace', { input }, 'name');
});

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ description: `Item ${index + 1} of`, rate: 10 }));

async function issued(count: number) {
  const body = { clientName: 'Lovelace', taxRate: 19, items: items(count) };
  const invoice = await invoiceWithPage(api.ours, body);
  await mutated(api.ours, 'markInvoiceSent', { id: invoice.id });
  return invoice;
}

test('a printed page has its totals next to a line, and no sheet for its address only', async () => {
  const { path } = await issued(24);
  const { page } = await browser.visit(path, desktop);
  const rows = page.locator('tbody tr');
  const found = new Set<number>();
  for (let left = 24; left >= 8; left -= 2) {
    const sheets = await textOfPdf(await page.pdf({ format: 'A4' }));
    found.add(sheets.length);
    const sums = sheets.find((text) => text.includes('Subtotal'));
    expect(sums, `${left} lines`).toContain(`Item ${left} of`);
    expect(sheets.at(-1), `${left} lines`).toMatch(/How to pay|Item/i);
    await rows.nth(left - 1).evaluate((row) => row.remove());
    await rows.nth(left - 2).evaluate((row) => row.remove());
  }
  expect([...found].toSorted()).toEqual([1, 2]);
});

test('a credit note is opened from the page of its invoice', async () => {
  const { id, lineItems, path } = await issued(2);
  const lines = [{ lineId: lineItems[0].id, quantity: 1 }];
  const note = await created(api.ours, 'creditNotes/create', { invoiceId: id, lines });
  const { page } = await browser.visit(path, phone);
  const link = page.getByRole('link', { name: `Credit note ${note.numberFormatted}` });
  const target = new URL(await link.evaluate((one) => (one as HTMLAnchorElement).href));
  const file = await open(target.pathname);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const text = (await textOfPdf(new Uint8Array(await file.arrayBuffer()))).join(' ');
  expect(text).toContain(note.numberFormatted);
});

test('a discount has its amount next to its text on a phone', async () => {
  const discounted = [{ description: 'Design', rate: 100, discountPercent: 10 }];
  const { path } = await invoiceWithPage(api.ours, { clientName: 'Lovelace', items: discounted });
  const { page } = await browser.visit(path, phone);
  const tops = await page
    .locator('tr', { hasText: 'Discount 10%' })
    .locator('td:visible')
    .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().top)));
  expect(tops).toHaveLength(2);
  expect(new Set(tops).size).toBe(1);
});

test('an account number is below its name on a phone, in one line', async () => {
  const { path } = await issued(1);
  const { page } = await browser.visit(path, phone);
  const positions = await page.locator('.pay dl div').evaluateAll((rows) =>
    rows.map((row) => {
      const [term, output] = [row.querySelector('dt'), row.querySelector('dd')];
      const [left, right] = [term?.getBoundingClientRect(), output?.getBoundingClientRect()];
      return {
        aligned: left?.left === right?.left,
        below: (right?.top ?? 0) >= (left?.bottom ?? 0),
      };
    }),
  );
  expect(positions.length).toBeGreaterThanOrEqual(3);
  expect(positions).toEqual(positions.map(() => ({ aligned: true, below: true })));
});

test('a line that is longer than a sheet starts on the first one, next to its table head', async () => {
  const item = { description: 'Words of a long line. '.repeat(180), rate: 10 };
  const { path } = await invoiceWithPage(api.ours, { clientName: 'Lovelace', items: [item] });
  const { page } = await browser.visit(path, desktop);
  const [first = ''] = await textOfPdf(await page.pdf({ format: 'A4' }));
  expect(first).toContain('Words of a long line.');
});

test('right-to-left text starts at the same side as other text', async () => {
  const content = { description: 'עיצוב UX לאפליקציה', notes: 'תודה רבה' };
  const items = [{ description: content.description, rate: 10 }];
  const body = { clientName: 'Lovelace', notes: content.notes, items };
  const { path } = await invoiceWithPage(api.ours, body);
  const { page } = await browser.visit(path, desktop);
  const starts = await page.locator('.text').evaluateAll((texts) =>
    texts.map((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect().left - text.getBoundingClientRect().left;
    }),
  );
  expect(starts.length).toBeGreaterThanOrEqual(2);
  for (const start of starts) expect(Math.abs(start)).toBeLessThan(1);
});
