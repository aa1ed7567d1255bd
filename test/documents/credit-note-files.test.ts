import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createMissingInvoiceFiles } from '../../src/documents/issued-files.ts';
import { testPublicUrl, useTestApi } from '../support/api.ts';
import { textOfPdf } from '../support/documents.ts';
import { pngFile } from '../support/images.ts';
import { useCustomer } from '../support/invoice-pages.ts';
import { created, invoiceOf } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

/** A credit note is a document of two companies' books as its invoice is: its file is made once, and stays. */

const api = useTestApi();
const open = useCustomer(api);

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Lovelace', currency: 'EUR' });
});

/** A credit note of a part of an invoice that was issued, by the path of its PDF. */
async function credited() {
  const invoice = await invoiceOf(api.ours, 'Lovelace', 50);
  await mutated(api.ours, 'markInvoiceSent', { id: invoice.id });
  const lines = [{ lineId: invoice.lineItems[0].id, quantity: 0.5 }];
  const input = { invoiceId: invoice.id, lines, reason: 'Half of it' };
  const fields = 'id numberFormatted pdfUrl document { sha256 }';
  const note = await mutated(api.ours, 'createCreditNote', { input }, fields);
  expect(note.document).toBeNull();
  return { ...note, invoice, path: new URL(note.pdfUrl).pathname };
}

let customers = 0;

/** Each download comes from another address, because another test covers the rate limit. */
async function fileOf(path: string): Promise<Buffer> {
  customers += 1;
  const answer = await open(path, `203.0.113.${customers % 250}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function stored(id: string) {
  const source = `{ creditNote(id: "${id}") { document { sha256 size mediaType dataUrl } invoice { history { kind note } } } }`;
  return (await api.ours.gql(source)).body.data.creditNote;
}

test('its file is the same byte for byte after changes of settings, invoice and link', async () => {
  const { id, invoice, numberFormatted, path } = await credited();
  const act = (name: string, args: object) => mutated(api.ours, name, args as never);
  // No file existed then. The seller is nevertheless the one at issue.
  await act('updateWorkspace', { input: { iban: 'GB33BUKB20201555555555' } });
  const first = await fileOf(path);
  const text = (await textOfPdf(first)).join('\n');
  expect(text).toContain(numberFormatted);
  expect(text).not.toMatch(/IBAN|GB33|https?:/);
  const image = pngFile({ width: 60, height: 20 }).toString('base64');
  const { clientId, invoiceNumberFormatted: invoiceNumber } = invoice;
  const acts: [string, () => Promise<unknown>][] = [
    ['the workspace moves', () => act('updateWorkspace', { input: { name: 'N', city: 'C' } })],
    ['its language changes', () => act('updateWorkspace', { input: { language: 'de' } })],
    ['its looks change', () => act('updateWorkspace', { input: { pageSize: 'LETTER' } })],
    ['it gets a logo', () => act('setWorkspaceLogo', { image })],
    ['the client moves', () => act('updateClient', { id: clientId, city: 'Paris', taxId: '2' })],
    ['it is paid', () => created(api.ours, 'payment/create', { invoiceNumber, amount: 25 })],
    [
      'the rest is credited',
      () => act('createCreditNote', { invoiceId: invoice.id, excess: 'REFUND' }),
    ],
    ['the logo goes', () => act('removeWorkspaceLogo', {})],
  ];
  for (const [what, change] of acts) {
    await change();
    expect((await fileOf(path)).equals(first), what).toBe(true);
  }
  const link = await mutated(api.ours, 'renewInvoiceLink', { id: invoice.id }, 'viewOnlineUrl');
  const renewed = `${new URL(link.viewOnlineUrl).pathname}/credit-notes/${id}.pdf`;
  expect((await fileOf(renewed)).equals(first)).toBe(true);
  expect((await open(path, '203.0.113.251')).status).toBe(404);

  const sha256 = createHash('sha256').update(first).digest('hex');
  const { document, invoice: its } = await stored(id);
  expect(document).toEqual({
    ...{ sha256, size: first.length, mediaType: 'application/pdf' },
    dataUrl: `data:application/pdf;base64,${first.toString('base64')}`,
  });
  expect(its.history.filter(({ kind }: { kind: string }) => kind === 'DOCUMENT_MADE')).toEqual([
    {
      kind: 'DOCUMENT_MADE',
      note: `${numberFormatted}, SHA-256 ${sha256}, ${first.length} bytes`,
    },
  ]);
  const { body } = await api.theirs.gql(`{ creditNote(id: "${id}") { document { sha256 } } }`);
  expect(body.data.creditNote).toBeNull();

  // Erasing takes the link away, and leaves the books.
  const erased = { id: clientId, confirmName: 'Lovelace' };
  await mutated(api.ours, 'eraseClient', erased, '__typename');
  expect((await open(renewed, '203.0.113.251')).status).toBe(404);
  expect((await stored(id)).document.sha256).toBe(sha256);
});

test('it is created once for eight simultaneous requests, and also without a request', async () => {
  await created(api.ours, 'clients/create', { name: 'Lovelace', currency: 'EUR' });
  const [expected, unwanted] = [await credited(), await credited()];
  const files = await Promise.all([...Array(8).keys()].map(() => fileOf(expected.path)));
  expect(files.every((file) => files[0]?.equals(file))).toBe(true);
  const { invoice } = await stored(expected.id);
  const made = invoice.history.filter(({ kind }: { kind: string }) => kind === 'DOCUMENT_MADE');
  expect(made).toHaveLength(1);
  expect((await stored(unwanted.id)).document).toBeNull();
  expect(await createMissingInvoiceFiles(api.database.prisma, testPublicUrl)).toBeGreaterThan(0);
  const { document } = await stored(unwanted.id);
  const file = await fileOf(unwanted.path);
  expect(document.sha256).toBe(createHash('sha256').update(file).digest('hex'));
  expect(await createMissingInvoiceFiles(api.database.prisma, testPublicUrl)).toBe(0);
});
