import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, useTestApi } from '../support/api.ts';
import { phone, scrollsSideways, useBrowser } from '../support/browser.ts';
import { holdClock } from '../support/clock.ts';
import { invoiceWithPage, useCustomer } from '../support/invoice-pages.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();
const browser = useBrowser(api);
const open = useCustomer(api);

beforeAll(() => created(api.ours, 'clients/create', { name: 'Lovelace Analytics' }));

const invoice = () =>
  invoiceWithPage(api.ours, { clientName: 'Lovelace Analytics', items: [{ rate: 5 }] });

function revoke(id: string) {
  const where = { accountId_id: { accountId: api.ours.accountId, id } };
  return api.database.prisma.invoice.update({ where, data: { viewToken: null } });
}

describe('a wrong link', () => {
  const token = 'A'.repeat(22);

  test('is a friendly 404, the same for every reason', async () => {
    const { id, path } = await invoice();
    const revoked = await invoice();
    await revoke(revoked.id);
    const secret = path.split('-').slice(1).join('-');
    const wrong = [
      `/invoices/view/${api.theirs.accountId}-${secret}`,
      `/invoices/view/${api.ours.accountId}-${token}`,
      `/invoices/view/4294967297-${token}`,
      '/invoices/view/1-null',
      `/invoices/view/${id}`,
      `/invoices/view/${api.ours.accountId}-${'%00'.repeat(22)}`,
      revoked.path,
      `${revoked.path}/invoice.pdf`,
    ];
    const bodies = new Set<string>();
    for (const path of wrong) {
      const answer = await open(path, '203.0.113.2');
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      bodies.add(await answer.text());
    }
    expect([...bodies]).toEqual([expect.stringContaining('Invoice not found')]);
  });

  test('tried too often is a 429 for that address alone, and no invoice is looked up for it', async () => {
    holdClock();
    const { path } = await invoice();
    /** How many addresses have tried too often, as all processes know. */
    const usedUp = async () => {
      const counts = `SELECT FROM "RateCount" WHERE key LIKE 'wrong links %' AND points >= 20`;
      return (await api.database.pool.query(counts)).rowCount ?? 0;
    };
    const before = await usedUp();
    const answers: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      answers.push((await open(`/invoices/view/1-${token}`, '203.0.113.3')).status);
    }
    expect(answers).toEqual([...Array(20).fill(404), 429]);
    const rejected = await open(path, '203.0.113.3');
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rejected.text()).toContain('Please wait a moment');
    expect((await open(path, '203.0.113.4')).status).toBe(200);
    // Another process hears of it at the first wrong link that it sees, once all of them are summed: later it would hear of nothing.
    await vi.waitFor(async () => expect(await usedUp()).toBe(before + 1), { timeout: 60_000 });
    const other = createTestApp(api.database);
    const headers = { 'x-forwarded-for': '203.0.113.3' };
    const elsewhere = async (requested: string) =>
      (await other.request(requested, { headers })).status;
    expect(await elsewhere(`/invoices/view/1-${token}`)).toBe(404);
    await vi.waitFor(async () => expect(await elsewhere(path)).toBe(429), { timeout: 60_000 });
  });

  test('counts for the address that the nearest proxy saw, not for one that a visitor claims', async () => {
    holdClock();
    for (let count = 0; count < 20; count += 1) {
      await open(`/invoices/view/1-${token}`, `198.51.100.${count}, 203.0.113.5`);
    }
    expect((await open(`/invoices/view/1-${token}`, '192.0.2.1, 203.0.113.5')).status).toBe(429);
  });

  test('counts for the connection if that is no trusted proxy, whatever address it claims', async () => {
    holdClock();
    const peer = { remoteAddress: '::ffff:203.0.113.6', remotePort: 1, remoteFamily: 'IPv4' };
    const knock = (claim: string) =>
      api.app.request(
        `/invoices/view/1-${token}`,
        { headers: { 'x-forwarded-for': claim } },
        { incoming: { socket: peer } },
      );
    for (let count = 0; count < 20; count += 1) await knock(`198.51.100.${count}`);
    expect((await knock('192.0.2.1')).status).toBe(429);
    expect((await open(`/invoices/view/1-${token}`, '192.0.2.1')).status).toBe(404);
  });

  test('leads a browser to a page without further errors', async () => {
    const { page } = await browser.visit(`/invoices/view/1-${token}`, phone);
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    expect(title).toBe('Invoice not found');
    expect(await scrollsSideways(page)).toBe(false);
  });
});

test('GraphQL returns the address of the PDF, and null after the link is revoked', async () => {
  const { id, viewOnlineUrl } = await invoice();
  const ask = async () => {
    const { body } = await api.ours.gql(
      `query ($id: ID!) { node(id: $id) { ... on Invoice { pdfUrl } } }`,
      { id },
    );
    return body.data.node.pdfUrl;
  };
  expect(await ask()).toBe(`${viewOnlineUrl}/invoice.pdf`);
  await revoke(id);
  expect(await ask()).toBeNull();
});
