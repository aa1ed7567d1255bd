import { expect, test } from 'vitest';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { phone, scrollsSideways, useBrowser } from '../support/browser.ts';
import { created, invoiceOf } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

/** What the books show in a browser: a statement of account, and the numbers of a year. */

const api = useTestApi();
const browser = useBrowser(api);

test('are readable on a phone without horizontal scrolling, with unbroken amounts, and for screen readers', async () => {
  const { key } = api.ours;
  await mutated(api.ours, 'updateWorkspace', { input: { language: 'de' } });
  const { id } = await created(api.ours, 'clients/create', { name: 'Ada', currency: 'EUR' });
  const invoice = await invoiceOf(api.ours, 'Ada', 123_456.78);
  const other = await invoiceOf(api.ours, 'Ada', 5);
  for (const one of [invoice, other]) await mutated(api.ours, 'markInvoiceSent', { id: one.id });
  const reason = 'Zahlungsaufforderungsverwechslung';
  await mutated(api.ours, 'voidInvoice', { id: other.id, reason });
  const options = { ...phone, extraHTTPHeaders: { 'x-api-key': key } };
  for (const path of [`statement?clientId=${id}`, 'numbers']) {
    const { problems, page } = await browser.visit(`/books/${path}`, options);
    await page.getByText(invoice.invoiceNumberFormatted).first().waitFor();
    expect(await scrollsSideways(page), path).toBe(false);
    const lines = await page.locator('td.number:not(.gaps)').evaluateAll((cells) =>
      cells.map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      }),
    );
    expect(lines.length).toBeGreaterThan(1);
    expect([...new Set(lines)]).toEqual([1]);
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  }
});
