import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { pngFile } from '../../support/images.ts';
import { invoiceWithPage, useCustomer } from '../../support/invoice-pages.ts';
import { created } from '../../support/invoices.ts';
import { watchLog } from '../../support/logged-changes.ts';
import { mutate, mutated } from '../../support/mutations.ts';

const api = useTestApi();
const open = useCustomer(api);

const today = () => new Date().toISOString().slice(0, 10);
const seller = 'seller { name address1 city taxId taxLabel footer logo isFromUpgrade } dateIssued';

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Lovelace', currency: 'EUR' });
  const { id } = await created(api.ours, 'clients/create', { name: 'With mail', currency: 'EUR' });
  const contact = {
    clientId: id,
    firstName: 'Ada',
    email: 'ada@lovelace.example',
    invoiceContact: true,
  };
  await created(api.ours, 'contacts/create', { ...contact, clientName: 'With mail' });
});

const settings = (input: object) => mutated(api.ours, 'updateWorkspace', { input }, 'name');
const draft = (more: object = {}) =>
  invoiceWithPage(api.ours, { clientName: 'With mail', items: [{ rate: 5 }], ...more });

async function sellerOf(id: string) {
  const { body } = await api.ours.gql(`{ invoice(id: "${id}") { ${seller} } }`);
  return body.data.invoice;
}

const pay = (invoiceNumber: string, amount: number) =>
  created(api.ours, 'payment/create', { invoiceNumber, amount });

type Made = Awaited<ReturnType<typeof draft>>;

/** Every way by which a draft is issued. */
const ways: [string, (made: Made) => Promise<unknown>][] = [
  ['is sent', ({ id }) => mutated(api.ours, 'sendInvoice', { id })],
  ['is marked as sent', ({ id }) => mutated(api.ours, 'markInvoiceSent', { id })],
  ['is paid in part', ({ invoiceNumberFormatted }) => pay(invoiceNumberFormatted, 2)],
  ['is paid', ({ invoiceNumberFormatted }) => pay(invoiceNumberFormatted, 5)],
];

describe('an invoice that', () => {
  test.each(ways)('%s stores its seller and its day, and logs it', async (_, issue) => {
    await settings({ name: 'Old Name', city: 'Berlin', taxId: 'DE1', taxLabel: 'USt-IdNr' });
    const made = await draft();
    expect(await sellerOf(made.id)).toEqual({ seller: null, dateIssued: null });
    const sinceThen = await watchLog(api.database.pool, api.ours.accountId);
    const from = today();
    await issue(made);
    const { happened, logged } = await sinceThen();
    expect(logged).toEqual(happened);
    await settings({ name: 'New Name', city: 'Hamburg', taxId: 'DE2', taxLabel: 'VAT' });
    const stored = await sellerOf(made.id);
    expect(stored.seller).toMatchObject({ name: 'Old Name', city: 'Berlin', isFromUpgrade: false });
    expect([from, today()]).toContain(stored.dateIssued);
    const page = await (await open(made.path)).text();
    expect(page).toContain('Old Name');
    expect(page).toContain('USt-IdNr: DE1');
    expect(page).not.toMatch(/New Name|Hamburg|DE2/);
  });

  test('prints a second tax number and registration numbers, and keeps them', async () => {
    const numbers = { taxNumber: '12/345/67890', legalId: '552100554', legalIdScheme: '0002' };
    await settings({ taxId: 'DE123456789', taxLabel: null, ...numbers });
    const made = await draft();
    const clientNumbers = { legalId: 'HRB 1', legalIdScheme: null };
    const change = { id: made.clientId, ...clientNumbers };
    expect(await mutated(api.ours, 'updateClient', change, 'legalId')).toMatchObject({
      legalId: 'HRB 1',
    });
    const later = await draft();
    await mutated(api.ours, 'markInvoiceSent', { id: later.id });
    await settings({ taxNumber: null, legalId: null, legalIdScheme: null });
    const page = await (await open(later.path)).text();
    for (const line of ['VAT no. DE123456789', 'Tax no. 12/345/67890', 'SIREN 552100554']) {
      expect(page).toContain(line);
    }
    expect(page).toContain('Company no. HRB 1');
    const source = `{ invoice(id: "${later.id}") { seller { taxNumber legalId legalIdScheme } clientInfo { legalId } } }`;
    const { body } = await api.ours.gql(source);
    expect(body.data.invoice).toEqual({ seller: numbers, clientInfo: { legalId: 'HRB 1' } });
    const rejected = await mutate(api.ours, 'updateWorkspace', {
      input: { legalIdScheme: 'SIREN' },
    });
    expect(rejected.errors).toEqual([
      expect.objectContaining({ path: 'legalIdScheme', code: 'invalid_format' }),
    ]);
  });

  test('is created and sent in one command stores them as well', async () => {
    await settings({ name: 'Old Name', city: 'Berlin' });
    const sinceThen = await watchLog(api.database.pool, api.ours.accountId);
    const made = await draft({ sendTo: { send: true } });
    const { happened, logged } = await sinceThen();
    expect(logged).toEqual(happened);
    await settings({ name: 'New Name', city: 'Hamburg' });
    expect(await sellerOf(made.id)).toMatchObject({ seller: { name: 'Old Name', city: 'Berlin' } });
    const { body: mails } = await api.ours.gql(
      `mutation { sendInvoice(input: { id: "${made.id}" }) { __typename } }`,
    );
    expect(mails.data.sendInvoice.__typename).toBe('SendInvoiceSuccess');
    const last = await api.database.prisma.outboxMail.findFirstOrThrow({
      where: { invoiceId: made.id },
      orderBy: { id: 'desc' },
    });
    expect(last.subject + last.body).toContain('Old Name');
    expect(last.subject + last.body).not.toContain('New Name');
  });

  test('is voided as a draft was never issued, and shows the seller of that day', async () => {
    await settings({ name: 'Old Name' });
    const { id } = await draft();
    await mutated(api.ours, 'voidInvoice', { id });
    await settings({ name: 'New Name' });
    expect(await sellerOf(id)).toMatchObject({ seller: { name: 'Old Name' }, dateIssued: null });
  });

  test('is a draft shows the workspace as it is', async () => {
    const { path } = await draft();
    await settings({ name: 'Newest Name' });
    expect(await (await open(path)).text()).toContain('Newest Name');
  });

  test('is issued keeps its logo and its footer', async () => {
    const first = pngFile({ width: 60, height: 20 });
    const setLogo = (file: Buffer) =>
      mutated(api.ours, 'setWorkspaceLogo', { input: { image: file.toString('base64') } });
    await setLogo(first);
    const template = await mutated(api.ours, 'createInvoiceTemplate', {
      input: { name: 'With a foot', footer: 'Registered in Berlin, {{ invoice.number }}' },
    });
    const made = await draft({ templateName: 'With a foot' });
    const bytesOf = async () =>
      Buffer.from(await (await open(`${made.path}/logo`)).arrayBuffer()).toString('base64');
    await mutated(api.ours, 'markInvoiceSent', { id: made.id });
    const bytes = await bytesOf();
    await setLogo(pngFile({ width: 20, height: 60 }));
    await mutated(api.ours, 'updateInvoiceTemplate', {
      input: { id: template.id, footer: 'Registered in Munich' },
    });
    expect(await bytesOf()).toBe(bytes);
    const page = await (await open(made.path)).text();
    expect(page).toContain(`Registered in Berlin, ${made.invoiceNumberFormatted}`);
    expect(page).not.toContain('Munich');
    await mutated(api.ours, 'removeWorkspaceLogo', {});
    expect(await bytesOf()).toBe(bytes);
  });
});

test('forty callers who issue one draft during a rename of the workspace store one seller, and it stays', async () => {
  await settings({ name: 'Name 0' });
  const made = await draft();
  const attempts = Array.from({ length: 40 }, (_, index) =>
    index % 4 === 0
      ? settings({ name: `Name ${index}` })
      : index % 4 === 1
        ? api.ours.post('payment/create', {
            invoiceNumber: made.invoiceNumberFormatted,
            amount: 0.01,
          })
        : api.ours.gql(`mutation { markInvoiceSent(id: "${made.id}") { __typename } }`),
  );
  await Promise.all(attempts);
  const remaining = await sellerOf(made.id);
  expect(remaining.seller.name).toMatch(/^Name \d+$/);
  await settings({ name: 'Another' });
  await mutated(api.ours, 'sendInvoice', { id: made.id });
  expect(await sellerOf(made.id)).toEqual(remaining);
});
