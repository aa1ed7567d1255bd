import { beforeAll, describe, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { renderInvoicePdf } from '../../src/documents/request-pdf.ts';
import { invoiceHtml } from '../../src/pages/invoice-html.ts';
import { useTestApi } from '../support/api.ts';
import { textOfPdf, viewInvoice } from '../support/documents.ts';
import { created, errorsOf } from '../support/invoices.ts';
import { mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();

const days = { servicePeriodStart: '2026-03-02', servicePeriodEnd: '2026-03-13' };
const oneDay = { servicePeriodStart: '2026-03-20', servicePeriodEnd: '2026-03-20' };
const none = { servicePeriodStart: null, servicePeriodEnd: null };

beforeAll(async () => {
  await mutated(api.ours, 'updateWorkspace', { input: { timeZone: 'America/Toronto' } }, 'name');
  await created(api.ours, 'clients/create', { name: 'Acme', currency: 'EUR', hourlyAmount: 90 });
  await created(api.ours, 'projects/create', { clientName: 'Acme', name: 'Cover' });
});

const invoiceOf = (items: object[], more: object = {}) =>
  created(api.ours, 'invoices/create', { clientName: 'Acme', items, ...more });

/** Worked from an hour of UTC, which is the evening before in Toronto until four. */
const worked = (day: string) =>
  created(api.ours, 'timeWorked/create', {
    ...{ clientName: 'Acme', projectName: 'Cover' },
    ...{ timerStart: `${day}T02:00:00Z`, timerEnd: `${day}T03:00:00Z` },
  });

const spent = (day: string) =>
  created(api.ours, 'expenses/create', {
    ...{ clientName: 'Acme', amount: 10, currency: 'EUR', description: 'Paper' },
    ...{ date: day, reimbursable: true },
  });

const daysOf = (lines: (typeof days)[]) =>
  lines.map(({ servicePeriodEnd, servicePeriodStart }) => ({
    servicePeriodStart,
    servicePeriodEnd,
  }));

/** The days of a draft's lines once they are these. */
async function changed(id: string, line: object) {
  const input = { id, lineItems: [{ unitPrice: '90', ...line }] };
  const answer = await mutated(
    api.ours,
    'updateInvoice',
    input,
    'lineItems { servicePeriodStart servicePeriodEnd }',
  );
  return answer.lineItems;
}

const spaced = (text: string) => text.replaceAll(/\s+/g, ' ');

const documentOf = async (id: string) => buildInvoiceDocument(await viewInvoice(api.ours, id));

const printed = async (document: Parameters<typeof renderInvoicePdf>[0]) =>
  (await textOfPdf(await renderInvoicePdf(document))).join(' ').replaceAll(/\s+/g, ' ');

const dated = [
  { description: 'Design', quantity: 12, rate: 90, unit: 'h', ...days },
  { description: 'Photographs', rate: 300, ...oneDay },
  { description: 'Licence', rate: 40 },
];

describe('the days of a line', () => {
  test('are returned in both APIs, copied and immutable after issue', async () => {
    const made = await invoiceOf(dated);
    expect(daysOf(made.lineItems)).toEqual([days, oneDay, none]);
    const input = {
      clientName: 'Acme',
      lineItems: dated.map(({ rate, ...line }) => ({ ...line, unitPrice: String(rate) })),
    };
    const lineItems = 'lineItems { servicePeriodStart servicePeriodEnd }';
    const { body } = await api.ours.gql(
      `mutation ($input: CreateInvoiceInput!) { createInvoice(input: $input) { ... on CreateInvoiceSuccess {
        invoice { ${lineItems} } } } }`,
      { input },
    );
    expect(body.data.createInvoice.invoice.lineItems).toEqual([days, oneDay, none]);
    const copy = await mutate(api.ours, 'duplicateInvoice', { id: made.id });
    const { invoice } = await viewInvoice(api.ours, copy.id);
    expect(invoice.lineItems[0]).toMatchObject({
      servicePeriodStart: new Date('2026-03-02'),
      servicePeriodEnd: new Date('2026-03-13'),
    });
    await mutated(api.ours, 'markInvoiceSent', { id: made.id });
    const late = await mutate(api.ours, 'updateInvoice', { id: made.id, lineItems: [] });
    expect(late.__typename).toBe('ConflictError');
  });

  test('of a draft are changed with its lines', async () => {
    const { id } = await invoiceOf(dated);
    expect(await changed(id, { description: 'Design', ...oneDay })).toEqual([oneDay]);
    expect(await changed(id, { description: 'Design' })).toEqual([none]);
  });

  test('have a column on page and PDF, read between text and numbers, only if a line has days', async () => {
    const { id } = await invoiceOf(dated);
    const document = await documentOf(id);
    expect(document.lines.map(({ date }) => date && spaced(date))).toEqual([
      '2 – 13 Mar 2026',
      '20 Mar 2026',
      null,
    ]);
    const text = await printed(document);
    expect(text).toMatch(/DESCRIPTION DATE QUANTITY PRICE AMOUNT/);
    expect(text).toMatch(
      /Design 2 – 13 Mar 2026 12 h €90\.00 €1,080\.00 Photographs 20 Mar 2026 1 /,
    );
    const page = String(invoiceHtml(document, { pdf: 'x', logo: 'y', creditNotes: 'c' }));
    expect(page.match(/<t[hd][^>]*class="date"/g)).toHaveLength(4);
    const plain = await documentOf((await invoiceOf([{ description: 'Design', rate: 1 }])).id);
    expect(await printed(plain)).toMatch(/DESCRIPTION QUANTITY PRICE AMOUNT/);
    expect(String(invoiceHtml(plain, { pdf: 'x', logo: 'y', creditNotes: 'c' }))).not.toContain(
      'class="date"',
    );
  });

  test('go to a second line behind the dash of a period alone, however long a language writes a day', async () => {
    const name = 'Lusitano';
    await created(api.ours, 'clients/create', { name, currency: 'EUR', language: 'pt-BR' });
    const period = { servicePeriodStart: '2025-12-28', servicePeriodEnd: '2026-02-23' };
    const items = [{ description: 'Design', rate: 1, ...period }];
    const { id } = await invoiceOf(items, { clientName: name });
    expect(await printed(await documentOf(id))).toContain(
      '28 de dez. de 2025 – 23 de fev. de 2026',
    );
  });

  test('are in the client’s language, also after issue', async () => {
    await created(api.ours, 'clients/create', { name: 'Kunde', currency: 'EUR', language: 'de' });
    const { id } = await invoiceOf(dated, { clientName: 'Kunde', sendTo: null });
    await mutated(api.ours, 'markInvoiceSent', { id });
    const german = '2.–13. März 2026';
    expect(spaced((await documentOf(id)).lines[0]?.date ?? '')).toBe(german);
  });

  test.each([
    [{ ...days, servicePeriodEnd: '2026-03-01' }, 'items.0.servicePeriodEnd: out_of_range'],
    [{ servicePeriodStart: '1999-01-01' }, 'items.0.servicePeriodStart: out_of_range'],
    [{ servicePeriodEnd: '2026-02-30' }, 'items.0.servicePeriodEnd: invalid_date'],
  ])('are rejected out of all reason: %j', async (value, error) => {
    const body = { clientName: 'Acme', items: [{ rate: 1, ...value }] };
    const answer = await api.ours.post('invoices/create', body);
    expect([answer.status, errorsOf(answer)]).toEqual([400, [error]]);
  });
});

describe('a line that charges work', () => {
  test('has the days of its time and expenses, as the workspace’s clocks have them', async () => {
    const [first, second] = [await worked('2026-04-02'), await worked('2026-04-09')];
    const { id: expenseId } = await spent('2026-04-05');
    const made = await invoiceOf([
      { rate: 90, quantity: 2, timeEntryIds: [second.id, first.id] },
      { rate: 10, expenseIds: [expenseId] },
      { rate: 1, description: 'Other' },
    ]);
    expect(daysOf(made.lineItems)).toEqual([
      { servicePeriodStart: '2026-04-01', servicePeriodEnd: '2026-04-08' },
      { servicePeriodStart: '2026-04-05', servicePeriodEnd: '2026-04-05' },
      none,
    ]);
    const timeEntryIds = [first.id];
    expect(await changed(made.id, { timeEntryIds, ...oneDay })).toEqual([oneDay]);
    expect(await changed(made.id, { timeEntryIds })).toEqual([
      { servicePeriodStart: '2026-04-01', servicePeriodEnd: '2026-04-01' },
    ]);
    await mutated(api.ours, 'voidInvoice', { id: made.id, reason: 'A test.' });
  });

  test('that is created from it has them too, in the preview as well; a day that is the text is not repeated', async () => {
    await worked('2026-05-02');
    await worked('2026-05-09');
    const input = { clientName: 'Acme', from: '2026-05-01', expenses: 'false' };
    const [displayed] = (await api.ours.get('invoices/previewFromWork', input)).body.lineItems;
    const whole = { servicePeriodStart: '2026-05-01', servicePeriodEnd: '2026-05-08' };
    expect(daysOf([displayed])).toEqual([whole]);
    const made = await created(api.ours, 'invoices/createFromWork', {
      ...input,
      expenses: false,
      groupBy: 'DAY',
    });
    const firstDay = { servicePeriodStart: '2026-05-01', servicePeriodEnd: '2026-05-01' };
    expect(daysOf(made.lineItems)[0]).toEqual(firstDay);
    expect((await documentOf(made.id)).lines.map(({ date }) => date)).toEqual([null, null]);
  });
});

test.each([
  ['over midnight', '2026-03-01T04:00:00Z', '2026-03-01T06:00:00Z', '2026-02-28', '2026-03-01'],
  ['until midnight', '2026-03-01T04:00:00Z', '2026-03-01T05:00:00Z', '2026-02-28', '2026-02-28'],
])('time %s counts until its end', async (_, timerStart, timerEnd, first, last) => {
  const { id } = await created(api.ours, 'timeWorked/create', {
    ...{ clientName: 'Acme', projectName: 'Cover', timerStart, timerEnd },
  });
  const period = { servicePeriodStart: first, servicePeriodEnd: last };
  const preview = await api.ours.get('invoices/previewFromWork', {
    ...{ clientName: 'Acme', from: '2026-02-28', until: '2026-02-28' },
  });
  expect(daysOf(preview.body.lineItems)).toEqual([period]);
  const named = await invoiceOf([{ rate: 90, timeEntryIds: [id] }]);
  expect(daysOf(named.lineItems)).toEqual([period]);
});

test('time past midnight is one line of the day on which it began, and its period ends on the last day', async () => {
  await created(api.ours, 'clients/create', { name: 'Night', currency: 'EUR', hourlyAmount: 90 });
  await created(api.ours, 'timeWorked/create', {
    ...{
      clientName: 'Night',
      timerStart: '2026-04-01T14:00:00Z',
      timerEnd: '2026-04-02T16:00:00Z',
    },
  });
  const { lineItems } = await created(api.ours, 'invoices/createFromWork', {
    ...{ clientName: 'Night', groupBy: 'DAY' },
  });
  expect(lineItems).toMatchObject([
    { quantity: 26, servicePeriodStart: '2026-04-01', servicePeriodEnd: '2026-04-02' },
  ]);
});
