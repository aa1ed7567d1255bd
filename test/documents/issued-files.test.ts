import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMissingInvoiceFiles } from '../../src/documents/issued-files.ts';
import { testPublicUrl, useTestApi } from '../support/api.ts';
import { textOfPdf } from '../support/documents.ts';
import { pngFile } from '../support/images.ts';
import { invoiceWithPage, useCustomer } from '../support/invoice-pages.ts';
import { created } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

const api = useTestApi();
const open = useCustomer(api);

beforeAll(async () => {
  for (const workspace of [api.ours, api.theirs]) {
    await created(workspace, 'clients/create', { name: 'Lovelace', currency: 'EUR' });
  }
});

const draft = (more: object = {}, workspace = api.ours) =>
  invoiceWithPage(workspace, { clientName: 'Lovelace', items: [{ rate: 5 }], ...more });

let customers = 0;

/** Each download comes from another address, because another test covers the rate limit. */
async function fileOf(path: string): Promise<Buffer> {
  customers += 1;
  const answer = await open(`${path}/invoice.pdf`, `203.0.113.${customers % 250}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function documentOf(id: string, workspace = api.ours) {
  const source = `{ invoice(id: "${id}") { document { sha256 size mediaType dataUrl } history { kind note } } }`;
  return (await workspace.gql(source)).body.data.invoice;
}

describe('the file of an invoice that was issued', () => {
  test('is the same byte for byte after changes of the invoice and all its sources', async () => {
    const { id: templateId } = await mutated(api.ours, 'createInvoiceTemplate', {
      ...{ name: 'Foot', footer: 'Due {{ invoice.amountDue }}', paymentInstructions: 'To a bank' },
    });
    const made = await draft({ templateName: 'Foot', notes: 'Noted' });
    const { id, invoiceNumberFormatted: invoiceNumber } = made;
    await mutated(api.ours, 'markInvoiceSent', { id });
    // No file existed then. It nevertheless has the state at issue.
    await mutated(
      api.ours,
      'updateWorkspace',
      { input: { iban: 'GB33BUKB20201555555555' } },
      'name',
    );
    const first = await fileOf(made.path);
    expect((await textOfPdf(first)).join('\n')).not.toMatch(/IBAN|GB33/);
    const client = made.clientId;
    const image = pngFile({ width: 60, height: 20 }).toString('base64');
    const act = (name: string, args: object) => mutated(api.ours, name, args as never);
    const acts: [string, () => Promise<unknown>][] = [
      ['the workspace moves', () => act('updateWorkspace', { input: { name: 'N', city: 'C' } })],
      [
        'its numbers change',
        () => act('updateWorkspace', { input: { taxLabel: 'T', taxId: '1' } }),
      ],
      [
        'its bank changes',
        () => act('updateWorkspace', { input: { iban: 'DE89370400440532013000' } }),
      ],
      ['its language changes', () => act('updateWorkspace', { input: { language: 'de' } })],
      ['it gets a logo', () => act('setWorkspaceLogo', { image })],
      ['the template changes', () => act('updateInvoiceTemplate', { id: templateId, footer: 'F' })],
      ['the client moves', () => act('updateClient', { id: client, city: 'Paris', taxId: '2' })],
      [
        'it is paid in part',
        () => created(api.ours, 'payment/create', { invoiceNumber, amount: 1 }),
      ],
      ['it is paid', () => created(api.ours, 'payment/create', { invoiceNumber, amount: 4 })],
      ['the logo goes', () => act('removeWorkspaceLogo', {})],
    ];
    for (const [what, change] of acts) {
      await change();
      expect((await fileOf(made.path)).equals(first), what).toBe(true);
    }
    await act('updateWorkspace', { input: { language: null, iban: null } });
    const { id: other } = await draft();
    await mutated(api.ours, 'deleteInvoice', { id: other });
    const renewed = await mutated(api.ours, 'renewInvoiceLink', { id }, 'viewOnlineUrl');
    const path = new URL(renewed.viewOnlineUrl).pathname;
    expect((await fileOf(path)).equals(first)).toBe(true);
    const { document, history } = await documentOf(id);
    const sha256 = createHash('sha256').update(first).digest('hex');
    expect(document).toEqual({
      ...{ sha256, size: first.length, mediaType: 'application/pdf' },
      dataUrl: `data:application/pdf;base64,${first.toString('base64')}`,
    });
    const reported = history.filter(({ kind }: { kind: string }) => kind === 'DOCUMENT_MADE');
    expect(reported).toEqual([expect.objectContaining({ note: expect.stringContaining(sha256) })]);
    await mutated(api.ours, 'revokeInvoiceLink', { id });
    for (const gone of [path, made.path]) {
      expect((await open(`${gone}/invoice.pdf`, '203.0.113.251')).status).toBe(404);
    }
  });

  test.each([
    ['VOIDED', 'voidInvoice'],
    ['WRITE_OFF', 'writeOffInvoice'],
  ])('does not contain later events: %s', async (_, verb) => {
    const before = await draft();
    await mutated(api.ours, 'markInvoiceSent', { id: before.id });
    await created(api.ours, 'payment/create', {
      ...{ invoiceNumber: before.invoiceNumberFormatted, amount: 1 },
    });
    const made = verb === 'voidInvoice' ? await draft() : before;
    await mutated(api.ours, 'markInvoiceSent', { id: made.id }).catch(() => undefined);
    await mutated(api.ours, verb, { id: made.id });
    const text = (await textOfPdf(await fileOf(made.path))).join('\n');
    expect(text).toContain('€5.00 is payable by');
    expect(text).not.toMatch(/paid|amount due|overdue|void|closed|written|draft|online|https?:/i);
    expect(await (await open(made.path)).text()).toMatch(/is void|is closed/);
  });

  test('is created once for sixteen simultaneous requests while it is paid', async () => {
    const made = await draft();
    await mutated(api.ours, 'markInvoiceSent', { id: made.id });
    const { invoiceNumberFormatted: invoiceNumber } = made;
    const others = [...Array(4).keys()].map((index) =>
      api.ours.post('payment/create', { invoiceNumber, amount: (index + 1) / 100 }),
    );
    const files = await Promise.all([...Array(16).keys()].map(() => fileOf(made.path)));
    await Promise.all(others);
    const hashes = files.map((file) => createHash('sha256').update(file).digest('hex'));
    expect(new Set(hashes).size).toBe(1);
    const { document, history } = await documentOf(made.id);
    expect(document.sha256).toBe(hashes[0]);
    expect(history.filter(({ kind }: { kind: string }) => kind === 'DOCUMENT_MADE')).toHaveLength(
      1,
    );
  });

  test('is visible to its own workspace only, and stays after its client is erased', async () => {
    const made = await draft({}, api.theirs);
    await mutated(api.theirs, 'markInvoiceSent', { id: made.id });
    const file = await fileOf(made.path);
    const { body } = await api.ours.gql(
      `{ invoice(id: "${made.id}") { document { sha256 dataUrl } } }`,
    );
    expect(body.data.invoice).toBeNull();
    const erased = { id: made.clientId, confirmName: 'Lovelace' };
    await mutated(api.theirs, 'eraseClient', erased, '__typename');
    const { document } = await documentOf(made.id, api.theirs);
    expect(document.dataUrl).toBe(`data:application/pdf;base64,${file.toString('base64')}`);
  });
});

test('a void invoice has a stamped copy in addition to its file, which is unchanged', async () => {
  const made = await draft();
  const copy = () => open(`${made.path}/void.pdf`, '203.0.113.251');
  const linked = async () => {
    const source = `{ invoice(id: "${made.id}") { pdfUrl voidedPdfUrl } }`;
    return (await api.ours.gql(source)).body.data.invoice;
  };
  await mutated(api.ours, 'markInvoiceSent', { id: made.id });
  const issued = await fileOf(made.path);
  expect((await copy()).status).toBe(404);
  expect((await linked()).voidedPdfUrl).toBeNull();
  await mutated(api.ours, 'voidInvoice', { id: made.id });
  expect((await fileOf(made.path)).equals(issued)).toBe(true);
  const answer = await copy();
  expect(answer.headers.get('content-disposition')).toMatch(/Invoice-INV-\d+-Void\.pdf/);
  const stamped = Buffer.from(await answer.arrayBuffer());
  expect(Buffer.from(await (await copy()).arrayBuffer()).equals(stamped)).toBe(true);
  const text = (await textOfPdf(stamped)).join('\n');
  expect(text).toContain('VOID');
  expect(text).toContain('€5.00');
  expect(text).not.toMatch(/is payable|how to pay/i);
  const { pdfUrl, voidedPdfUrl } = await linked();
  expect(voidedPdfUrl).toBe(pdfUrl.replace('invoice.pdf', 'void.pdf'));
  expect(await (await open(made.path)).text()).toContain('/void.pdf"');
});

test('the file of a draft shows it as it is, and that it is one; one that is voided then is void', async () => {
  const made = await draft();
  const textOf = async () => (await textOfPdf(await fileOf(made.path))).join('\n');
  expect(await textOf()).toContain('DRAFT');
  await mutated(api.ours, 'updateInvoice', { id: made.id, notes: 'Changed since' });
  expect(await textOf()).toContain('Changed since');
  await mutated(api.ours, 'voidInvoice', { id: made.id });
  expect(await textOf()).toContain('VOID');
  expect((await documentOf(made.id)).document).toBeNull();
});

test('files without a request are created too, of issued invoices only', async () => {
  const workspace = await api.addWorkspace();
  await created(workspace, 'clients/create', { name: 'Lovelace', currency: 'EUR' });
  const issued = await draft({}, workspace);
  const still = await draft({}, workspace);
  await mutated(workspace, 'markInvoiceSent', { id: issued.id });
  expect(await createMissingInvoiceFiles(api.database.prisma, testPublicUrl)).toBeGreaterThan(0);
  expect(await createMissingInvoiceFiles(api.database.prisma, testPublicUrl)).toBe(0);
  expect((await documentOf(issued.id, workspace)).document.size).toBeGreaterThan(1_000);
  expect((await documentOf(still.id, workspace)).document).toBeNull();
});
