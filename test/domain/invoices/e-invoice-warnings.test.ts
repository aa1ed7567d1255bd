import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import { webhookServicesOf } from '../../../src/domain/webhooks/services.ts';
import { newId } from '../../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../../support/api.ts';
import { mutate, mutated } from '../../support/mutations.ts';

/** Faults of e-invoices: warnings of drafts, and the error of every operation that sends or marks an invoice as sent. */

const api = useTestApi({ sendsMail: true });

let number = 0;

/** A client without an address. Its invoices cannot be XRechnungen. */
async function newClient(fields: object = { eInvoiceFormat: 'XRECHNUNG_UBL' }): Promise<string> {
  number += 1;
  const contacts = [{ firstName: 'Ada', email: 'ada@city.example', defaultContact: true }];
  const { body } = await api.ours.post('clients/create', {
    ...{ name: `City ${number}`, contacts, currency: 'EUR' },
    ...fields,
  });
  return body.id;
}

const items = [{ description: 'Design', rate: 100, taxRate: 19 }];

const newDraft = async (clientId: string, fields: object = {}) =>
  (await api.ours.post('invoices/create', { clientId, items, ...fields })).body;

async function addWork(clientId: string): Promise<void> {
  const { prisma } = api.database;
  const { accountId, context } = api.ours;
  const times = {
    timerStart: new Date('2026-03-02T09:00Z'),
    timerEnd: new Date('2026-03-02T10:00Z'),
  };
  const data = { accountId, id: newId('TimeEntry'), clientId, userId: context.workspace.ownerId };
  await prisma.timeEntry.create({ data: { ...data, ...times, hourlyAmount: 90 } });
}

const warningsInGraphql = async (id: string) => {
  const { body } = await api.ours.gql(
    `{ invoice(id: "${id}") { warnings { path code message } eInvoiceFaults { path rule message } } }`,
  );
  const { eInvoiceFaults, warnings } = body.data.invoice;
  const faults = eInvoiceFaults.map(({ rule, ...fault }: { rule: string }) => ({
    ...fault,
    code: rule,
  }));
  expect(warnings).toEqual(expect.arrayContaining(faults));
  return warnings;
};

const incomplete = { code: 'e_invoice_incomplete' };
const send = { sendTo: { send: true } };

describe('an invoice that cannot be the e-invoice of its client is rejected', () => {
  test.each([
    ['invoices/create', { items, ...send }],
    ['invoices/create', { amount: 100, ...send }],
    ['invoices/createFromWork', send],
  ])('by REST %s that sends it', async (path, input) => {
    const clientId = await newClient();
    await addWork(clientId);
    const { body, status } = await api.ours.post(path, { clientId, ...input });
    expect([status, body]).toMatchObject([409, incomplete]);
    const openings = body.message.match(/This invoice cannot be an XRechnung: /g);
    expect(openings).toHaveLength(1);
    expect(body.errors.length).toBeGreaterThan(3);
    for (const { message } of body.errors) expect(message).toMatch(/^This invoice cannot be /);
  });

  test.each(['invoices/send', 'invoices/markSent'])('by REST %s', async (path) => {
    const { id } = await newDraft(await newClient());
    expect((await api.ours.post(path, { id })).body).toMatchObject(incomplete);
  });

  test.each([
    ['createInvoice', { lineItems: [{ unitPrice: 100 }], ...send }],
    ['createSimpleInvoice', { amount: 100, ...send }],
    ['createInvoiceFromWork', send],
  ])('by %s that sends it', async (name, input) => {
    const clientId = await newClient();
    await addWork(clientId);
    expect(await mutate(api.ours, name, { clientId, ...input })).toMatchObject(incomplete);
  });

  test('by resendMail, after its client has got a format', async () => {
    const clientId = await newClient({});
    const { id: invoiceId } = await newDraft(clientId, send);
    await api.ours.patch('clients/update', { id: clientId, eInvoiceFormat: 'PEPPOL_UBL' });
    const { outboxMail } = api.database.prisma;
    await outboxMail.updateMany({ where: { invoiceId }, data: { status: 'FAILED' } });
    const { id } = await outboxMail.findFirstOrThrow({ where: { invoiceId } });
    expect(await mutate(api.ours, 'resendMail', { id })).toMatchObject(incomplete);
    expect(await mutate(api.ours, 'sendInvoice', { id: invoiceId })).toMatchObject(incomplete);
    expect(await outboxMail.count({ where: { invoiceId } })).toBe(1);
  });
});

describe('the warnings of a draft', () => {
  const mixed = [...items, { description: 'Toll', rate: 5, taxCategory: 'OUTSIDE_SCOPE' }];

  test('are its faults and those of its taxes, in both APIs and in every response of REST', async () => {
    const clientId = await newClient();
    const {
      id,
      invoiceNumberFormatted: query,
      warnings,
    } = await newDraft(clientId, { items: mixed });
    expect(warnings).toEqual(await warningsInGraphql(id));
    const paths = warnings.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['lineItems', 'client.buyerReference', 'lineItems.1.taxCategory']),
    );
    const patched = await api.ours.patch('invoices/update', { id, description: 'Signs' });
    expect(patched.body.warnings).toEqual(warnings);
    const payable = await api.ours.get('payableInvoices/search', { id });
    expect(payable.body[0].warnings).toEqual(warnings);
    const found = await api.ours.get('invoices/search', { query });
    expect(found.body[0].warnings).toEqual(warnings);
    const patch = { id, buyerReference: 'B-1' };
    const { body } = await api.ours.patch('invoices/update', patch);
    expect(body.warnings).toHaveLength(warnings.length - 1);
  });

  test('are in webhooks, and none are left of a deleted draft', async () => {
    const { context } = api.ours;
    const services = webhookServicesOf(context);
    const { id, warnings } = await newDraft(await newClient());
    const { prisma } = api.database;
    const row = await prisma.invoice.findFirstOrThrow({ where: { id } });
    const sent = await services.readRecords(context, 'Invoice', [id]);
    expect(JSON.parse(sent.get(id) ?? '').warnings).toEqual(warnings);
    expect((await api.ours.delete(`invoices/${id}`)).status).toBe(200);
    const former = await services.readFormerRecord(context, 'Invoice', row);
    expect(JSON.parse(former)).toMatchObject({ id, warnings: [] });
  });

  test('are found in a dry run', async () => {
    const response = await api.request('/public/action/invoices/create', {
      method: 'POST',
      headers: {
        ...{ 'x-api-key': api.ours.key, 'content-type': 'application/json', 'dry-run': 'true' },
      },
      body: JSON.stringify({ clientId: await newClient(), items }),
    });
    expect(response.status).toBe(200);
    expect(response.body.warnings).toEqual(
      expect.arrayContaining([expect.objectContaining({ path: 'client.buyerReference' })]),
    );
  });

  test('are in the preview of an invoice of work, as in the draft', async () => {
    const clientId = await newClient();
    await addWork(clientId);
    const rest = await api.ours.get('invoices/previewFromWork', { clientId, taxRate: '19' });
    const source = `query ($input: CreateInvoiceFromWorkInput!) {
      previewInvoiceFromWork(input: $input) { warnings { path code message } } }`;
    const input = { clientId, taxPercentage: 19 };
    const { body: preview } = await api.ours.gql(source, { input });
    const { warnings } = (await api.ours.post('invoices/createFromWork', { clientId, taxRate: 19 }))
      .body;
    expect(warnings.length).toBeGreaterThan(3);
    expect(preview.data.previewInvoiceFromWork.warnings).toEqual(warnings);
    expect(rest.body.warnings).toEqual(warnings);
  });

  test('name no faults for a client without a format, or once it is issued', async () => {
    const clientId = await newClient({});
    expect((await newDraft(clientId)).warnings).toEqual([]);
    const { id, warnings } = await newDraft(clientId, { items: mixed });
    expect(warnings).toEqual([expect.objectContaining({ code: 'outside_scope_mixed' })]);
    await mutated(api.ours, 'markInvoiceSent', { id });
    await api.ours.patch('clients/update', { id: clientId, eInvoiceFormat: 'PEPPOL_UBL' });
    const { body } = await api.ours.get('payableInvoices/search', { id });
    expect(body[0].warnings).toEqual(warnings);
  });

  test('are in a long list that is streamed, where the amounts of one draft do not add up', async () => {
    const clientId = await newClient();
    const { id } = await newDraft(clientId);
    const copy = (model: string, column: string, fields: string) =>
      api.owner.query(
        `INSERT INTO "${model}" SELECT (jsonb_populate_record(t, jsonb_build_object(${fields}))).*
         FROM "${model}" t, generate_series(1, 600) n WHERE t."${column}" = $1`,
        [id],
      );
    await copy(
      ...(['Invoice', 'id'] as const),
      `'id', 'inv_copy' || n, 'invoiceNumber', 100000 + n, 'invoiceNumberFormatted', 'S-' || n, 'viewToken', 'copy-' || n`,
    );
    const ofInvoice = `'id', 'copy_' || n, 'invoiceId', 'inv_copy' || n`;
    await copy('InvoiceLine', 'invoiceId', ofInvoice);
    await copy('InvoiceTaxLine', 'invoiceId', ofInvoice);
    const { invoiceTaxLine } = api.database.prisma;
    await invoiceTaxLine.deleteMany({ where: { invoiceId: 'inv_copy600' } });
    const { body } = await api.ours.get('payableInvoices/search', { query: `City ${number}` });
    const counts = body.map(({ warnings }: { warnings: object[] }) => warnings.length);
    expect(counts).toHaveLength(601);
    expect(counts.filter((count: number) => count === 0)).toHaveLength(1);
  });

  test('are read with one batch of statements for a whole list', async () => {
    const clientId = await newClient();
    const count = async (drafts: number) => {
      for (let index = 0; index < drafts; index += 1) await newDraft(clientId);
      const read = () => api.ours.get('payableInvoices/search', { query: `City ${number}` });
      const { statements, result } = await recordStatements(read);
      for (const { warnings } of result.body) expect(warnings.length).toBeGreaterThan(3);
      return statements.length;
    };
    const few = await count(1);
    expect(await count(4)).toBe(few);
  });
});

describe('the e-invoices of a list', () => {
  beforeAll(async () => {
    const input = {
      ...{ address1: 'Ritterstr. 1', city: 'Berlin', postal: '10969', country: 'Germany' },
      ...{ taxId: 'DE123456788', currency: 'EUR' },
    };
    await mutated(api.theirs, 'updateWorkspace', { input: { name: 'Studio', ...input } });
  });

  test('are read with one statement once they are stored', async () => {
    const client = {
      name: 'Lyon',
      country: 'France',
      currency: 'EUR',
      eInvoiceFormat: 'EN16931_CII',
    };
    const { body } = await api.theirs.post('clients/create', client);
    const source = '{ invoices(first: 10) { nodes { eInvoice { fileName sha256 } } } }';
    const count = async (invoices: number) => {
      for (let index = 0; index < invoices; index += 1) {
        const made = await api.theirs.post('invoices/create', { clientId: body.id, items });
        await mutated(api.theirs, 'markInvoiceSent', { id: made.body.id });
      }
      const { statements, result } = await recordStatements(() => api.theirs.gql(source));
      const files = result.body.data.invoices.nodes.map(
        ({ eInvoice }: { eInvoice: object }) => eInvoice,
      );
      const { eInvoiceDocument } = api.database.prisma;
      const { accountId } = api.theirs;
      const stored = await eInvoiceDocument.findMany({ where: { accountId } });
      expect(files.map(({ sha256 }: { sha256: string }) => sha256).sort()).toEqual(
        stored.map(({ sha256 }) => sha256).sort(),
      );
      return statements.filter((one) => one.includes('"EInvoiceDocument"')).length;
    };
    expect(await count(1)).toBe(1);
    expect(await count(3)).toBe(1);
  });
});
