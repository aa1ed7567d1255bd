import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../../support/api.ts';
import { useCustomer } from '../../support/invoice-pages.ts';
import { mutate, mutated } from '../../support/mutations.ts';

const api = useTestApi();
const customer = useCustomer(api);

const leitwegId = '04011000-1234512345-06';

const seller = {
  ...{ name: 'Studio Meridian', address1: 'Ritterstr. 1', city: 'Berlin', postal: '10969' },
  ...{ country: 'Germany', taxId: 'DE123456788', phone: '+49 30 1234567', currency: 'EUR' },
  ...{ electronicAddress: 'bills@meridian.example', electronicAddressScheme: 'EM' },
  ...{ contactName: 'Accounts', contactEmail: 'bills@meridian.example' },
  iban: 'DE02120300000000202051',
};

const buyer = {
  ...{ address1: 'Rathaus', city: 'Bremen', postal: '28195', country: 'Deutschland' },
  ...{ electronicAddress: leitwegId, electronicAddressScheme: '0204', currency: 'EUR' },
  buyerReference: leitwegId,
};

beforeAll(async () => {
  await mutated(api.ours, 'updateWorkspace', { input: seller });
});

let number = 0;

const clientWith = async (fields: object): Promise<string> => {
  number += 1;
  const { body } = await api.ours.post('clients/create', { name: `City ${number}`, ...fields });
  return body.id;
};

const draftFor = async (clientId: string): Promise<{ id: string; viewOnlineUrl: string }> => {
  const input = {
    clientId,
    taxPercentage: 19,
    lineItems: [{ description: 'Design', unitPrice: 100 }],
  };
  return mutated(api.ours, 'createInvoice', { input }, 'id viewOnlineUrl');
};

const fileFields = 'format fileName mediaType size sha256 dataUrl url';

const eInvoiceOf = async (id: string, format?: string) => {
  const argument = format ? `(format: ${format})` : '';
  const { body } = await api.ours.gql(
    `{ invoice(id: "${id}") { eInvoice${argument} { ${fileFields} } } }`,
  );
  return { file: body.data.invoice?.eInvoice, errors: body.errors };
};

const open = (url: string) => {
  const { pathname, search } = new URL(url);
  return customer(pathname + search);
};

const download = async (path: string) =>
  api.app.request(`/public/action/${path}`, { headers: { 'x-api-key': api.ours.key } });

const textOf = ({ dataUrl }: { dataUrl: string }) =>
  Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64').toString();

const storedFormats = async (recordId: string) => {
  const rows = await api.database.prisma.eInvoiceDocument.findMany({ where: { recordId } });
  return rows.map(({ format }) => format);
};

describe('an invoice to a client who receives e-invoices', () => {
  test('has its XML when it is issued, the same in both APIs and for the client', async () => {
    const { id, viewOnlineUrl } = await draftFor(
      await clientWith({ ...buyer, eInvoiceFormat: 'XRECHNUNG_UBL' }),
    );
    expect((await eInvoiceOf(id)).file).toBeNull();
    await mutated(api.ours, 'markInvoiceSent', { id });
    expect(await storedFormats(id)).toEqual(['XRECHNUNG_UBL']);
    const { file } = await eInvoiceOf(id);
    const xml = textOf(file);
    expect(xml).toContain(`<cbc:BuyerReference>${leitwegId}</cbc:BuyerReference>`);
    expect(file).toMatchObject({
      ...{ format: 'XRECHNUNG_UBL', mediaType: 'application/xml', size: Buffer.byteLength(xml) },
      fileName: expect.stringMatching(/\.xml$/),
      sha256: createHash('sha256').update(xml).digest('hex'),
    });
    const rest = await download(`invoices/eInvoice?invoiceId=${id}`);
    expect(rest.headers.get('content-type')).toBe('application/xml');
    expect(rest.headers.get('content-disposition')).toBe(`attachment; filename="${file.fileName}"`);
    expect(await rest.text()).toBe(xml);
    for (const url of [file.url, `${viewOnlineUrl}/invoice.xml`]) {
      expect(await (await open(url)).text()).toBe(xml);
    }
    expect(await (await open(viewOnlineUrl)).text()).toContain('E-invoice (XML)');
  });

  test('keeps its XML when the client changes, and has others on request', async () => {
    const clientId = await clientWith({ ...buyer, eInvoiceFormat: 'XRECHNUNG_UBL' });
    const { id } = await draftFor(clientId);
    await mutated(api.ours, 'markInvoiceSent', { id });
    const { file } = await eInvoiceOf(id);
    await api.ours.patch('clients/update', { id: clientId, city: 'Hamburg', buyerReference: 'B' });
    expect((await eInvoiceOf(id)).file).toEqual(file);
    const made = await eInvoiceOf(id, 'FACTUR_X');
    expect(made.errors).toBeUndefined();
    const pdf = made.file;
    expect(pdf.mediaType).toBe('application/pdf');
    expect(textOf(pdf)).toMatch(/^%PDF-1\.7/);
    expect((await eInvoiceOf(id, 'FACTUR_X')).file).toEqual(pdf);
    expect((await storedFormats(id)).sort()).toEqual([
      ...['EN16931_CII', 'FACTUR_X', 'XRECHNUNG_UBL'],
    ]);
    expect((await open(pdf.url)).headers.get('content-type')).toBe('application/pdf');
  });

  test.each(['sendInvoice', 'markInvoiceSent'])(
    'is not issued by %s while values are missing, and is afterwards',
    async (command) => {
      const contacts = [{ firstName: 'Ada', email: 'ada@city.example', defaultContact: true }];
      const clientId = await clientWith({ eInvoiceFormat: 'XRECHNUNG_CII', contacts });
      const { id } = await draftFor(clientId);
      const rejected = await mutate(api.ours, command, { id });
      expect(rejected.code).toBe('e_invoice_incomplete');
      const paths = rejected.errors.map(({ path }: { path: string }) => path);
      expect(paths).toEqual(
        expect.arrayContaining(['client.buyerReference', 'client.countryCode']),
      );
      const source = `{ invoice(id: "${id}") { status warnings { path } eInvoiceFaults { path rule message } } }`;
      const { body } = await api.ours.gql(source);
      expect(body.data.invoice.status).toBe('DRAFT');
      expect(body.data.invoice.eInvoiceFaults.map(({ path }: { path: string }) => path)).toEqual(
        paths,
      );
      expect(body.data.invoice.warnings).toEqual(paths.map((path: string) => ({ path })));
      const rest = await api.ours.get('invoices/eInvoice', { invoiceId: id });
      expect([rest.status, rest.body.code]).toEqual([409, 'e_invoice_incomplete']);
      expect(rest.body.errors.map(({ path }: { path: string }) => path)).toEqual(paths);
      await api.ours.patch('clients/update', { id: clientId, ...buyer });
      await mutated(api.ours, command, { id });
      expect(textOf((await eInvoiceOf(id)).file)).toContain('<ram:CityName>Bremen</ram:CityName>');
    },
  );

  test('is issued by a payment although values are missing', async () => {
    const { id } = await draftFor(await clientWith({ eInvoiceFormat: 'PEPPOL_UBL' }));
    const { body: invoice } = await api.ours.gql(
      `{ invoice(id: "${id}") { invoiceNumberFormatted } }`,
    );
    const { invoiceNumberFormatted: invoiceNumber } = invoice.data.invoice;
    await api.ours.post('payment/create', { invoiceNumber, amount: 1 });
    expect(await storedFormats(id)).toEqual([]);
    const { errors, file } = await eInvoiceOf(id);
    expect(file ?? null).toBeNull();
    expect(errors[0].extensions.code).toBe('e_invoice_incomplete');
  });

  test('has a credit note with its own XML', async () => {
    const { id, viewOnlineUrl } = await draftFor(
      await clientWith({ ...buyer, eInvoiceFormat: 'XRECHNUNG_CII' }),
    );
    await mutated(api.ours, 'markInvoiceSent', { id });
    const note = await mutated(api.ours, 'createCreditNote', { input: { invoiceId: id } }, 'id');
    expect(await storedFormats(note.id)).toEqual(['XRECHNUNG_CII']);
    const source = `{ creditNote(id: "${note.id}") { eInvoice { ${fileFields} } eInvoiceFaults { path } } }`;
    const { body } = await api.ours.gql(source);
    const { eInvoice, eInvoiceFaults } = body.data.creditNote;
    expect(eInvoiceFaults).toEqual([]);
    expect(textOf(eInvoice)).toContain('<ram:TypeCode>381</ram:TypeCode>');
    expect(eInvoice.url).toBe(`${viewOnlineUrl}/credit-notes/${note.id}.xml?format=XRECHNUNG_CII`);
    for (const response of [
      await download(`creditNotes/eInvoice?creditNoteId=${note.id}`),
      await open(eInvoice.url),
    ]) {
      expect(await response.text()).toBe(textOf(eInvoice));
    }
  });
});

describe('an invoice to another client', () => {
  test('is issued without checks, with at most one statement more, and has files on request', async () => {
    const { id, viewOnlineUrl } = await draftFor(await clientWith(buyer));
    const { statements } = await recordStatements(() =>
      mutated(api.ours, 'markInvoiceSent', { id }),
    );
    const reads = statements.filter((one) => one.includes('"eInvoiceFormat"'));
    expect(reads).toHaveLength(1);
    expect(await storedFormats(id)).toEqual([]);
    expect((await eInvoiceOf(id)).file).toBeNull();
    const rest = await api.ours.get('invoices/eInvoice', { invoiceId: id });
    expect([rest.status, rest.body.errors]).toEqual([
      400,
      [expect.objectContaining({ path: 'format', code: 'required' })],
    ]);
    expect((await open(`${viewOnlineUrl}/invoice.xml`)).status).toBe(404);
    expect(await (await open(viewOnlineUrl)).text()).not.toContain('E-invoice');
    expect((await eInvoiceOf(id, 'PEPPOL_UBL')).errors[0].extensions.code).toBe(
      'e_invoice_incomplete',
    );
    expect(textOf((await eInvoiceOf(id, 'EN16931_CII')).file)).toContain('CrossIndustryInvoice');
  });

  test('contains no text of a line that invoice pages hide', async () => {
    const { id } = await draftFor(await clientWith({ ...buyer, eInvoiceFormat: 'XRECHNUNG_UBL' }));
    const { invoiceLine } = api.database.prisma;
    const data = { visible: false, description: 'Internal' };
    await invoiceLine.updateMany({ where: { invoiceId: id }, data });
    await mutated(api.ours, 'markInvoiceSent', { id });
    const xml = textOf((await eInvoiceOf(id)).file);
    expect(xml).not.toContain('Internal');
    expect(xml).toContain('<cbc:PayableAmount currencyID="EUR">119.00</cbc:PayableAmount>');
  });

  test('takes addressing data that its snapshot lacks from the client', async () => {
    const clientId = await clientWith({});
    const { id } = await draftFor(clientId);
    await mutated(api.ours, 'markInvoiceSent', { id });
    await api.ours.patch('clients/update', { id: clientId, ...buyer, countryCode: 'DE' });
    const { body } = await api.ours.gql(
      `{ invoice(id: "${id}") { eInvoiceFaults(format: XRECHNUNG_UBL) { path } } }`,
    );
    const paths = body.data.invoice.eInvoiceFaults.map(({ path }: { path: string }) => path);
    // Printed values stay.
    expect(paths.sort()).toEqual(['client.city', 'client.postal']);
  });
});

test('a wrong format is a 400 that names the formats', async () => {
  const { id } = await draftFor(await clientWith(buyer));
  const { status, body } = await api.ours.get('invoices/eInvoice', {
    invoiceId: id,
    format: 'PDF',
  });
  expect(status).toBe(400);
  expect(body.errors[0].message).toContain(
    'PEPPOL_UBL, XRECHNUNG_UBL, XRECHNUNG_CII, EN16931_CII, FACTUR_X',
  );
});

test('the settings name what e-invoices need', async () => {
  const source = '{ workspace { eInvoiceFaults(format: XRECHNUNG_UBL) { path rule message } } }';
  expect((await api.ours.gql(source)).body.data.workspace.eInvoiceFaults).toEqual([]);
  const { body } = await api.theirs.gql(source);
  const paths = body.data.workspace.eInvoiceFaults.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(expect.arrayContaining(['workspace.contactName', 'workspace.taxId']));
});

test('no e-invoice of another workspace is found', async () => {
  const { id } = await draftFor(await clientWith({ ...buyer, eInvoiceFormat: 'EN16931_CII' }));
  await mutated(api.ours, 'markInvoiceSent', { id });
  const { status, body } = await api.theirs.get('invoices/eInvoice', { invoiceId: id });
  expect([status, body.code]).toEqual([404, 'record_not_found']);
});

test('the calls of docs/e-invoices.md lead to both files', async () => {
  const page = await readFile('docs/e-invoices.md', 'utf8');
  const bodies = [...page.matchAll(/<<'JSON'\n(.*?)\nJSON\n|--data '(.*?)'\n/gs)].map(
    ([, heredoc, inline]) => JSON.parse(heredoc ?? inline ?? ''),
  );
  const [settings, client, invoice] = bodies;
  const workspace = await api.addWorkspace();
  const { body: changed } = await workspace.gql(settings.query, settings.variables);
  expect(changed.data.updateWorkspace.__typename).toMatch(/Success/);
  expect((await workspace.post('clients/create', client)).status).toBe(200);
  const { body: made } = await workspace.post('invoices/create', invoice);
  expect((await workspace.post('invoices/markSent', { id: made.id })).status).toBe(200);
  for (const [query, type] of [
    ['', 'application/xml'],
    ['&format=FACTUR_X', 'application/pdf'],
  ]) {
    const response = await api.app.request(
      `/public/action/invoices/eInvoice?invoiceId=${made.id}${query}`,
      { headers: { 'x-api-key': workspace.key } },
    );
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  }
});
