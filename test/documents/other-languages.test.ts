import { beforeAll, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { buildCreditNoteDocument } from '../../src/documents/credit-note-document.ts';
import { renderInvoicePdf, renderStatementPdf } from '../../src/documents/request-pdf.ts';
import { buildStatementDocument } from '../../src/documents/statement-document.ts';
import { getAccountStatement } from '../../src/domain/accounting/account-statement.ts';
import { findCreditNote } from '../../src/domain/credit-notes/credit-note-view.ts';
import type { InvoiceView } from '../../src/domain/invoices/invoice-view.ts';
import { MailKind } from '../../src/generated/prisma/enums.ts';
import { pickDocumentLocale } from '../../src/locales/document-locale.ts';
import { renderInvoiceMail } from '../../src/mail/invoice-mail.ts';
import { invoiceHtml } from '../../src/pages/invoice-html.ts';
import { numberAuditHtml } from '../../src/pages/number-audit-html.ts';
import { statementHtml } from '../../src/pages/statement-html.ts';
import { useTestApi } from '../support/api.ts';
import { textOfPdf, viewInvoice } from '../support/documents.ts';
import { englishIn, otherLanguages, textOfHtml } from '../support/english.ts';
import { created } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

/** All texts for a customer with all their variants contain no English in another language. */

const api = useTestApi();

let displayed: InvoiceView;
/** Another one, of which a half was credited and kept as credit. */
let credited: InvoiceView;
let creditNoteId: string;

/** What people write themselves is no word of any language here. */
beforeAll(async () => {
  const { ours } = api;
  await mutated(ours, 'updateWorkspace', {
    input: { name: 'Qovax', taxId: 'X-1', iban: 'DE89370400440532013000', accountHolder: 'Qovax' },
  });
  const { id: clientId } = await created(ours, 'clients/create', {
    ...{ name: 'Zorblim', taxId: 'X-2', currency: 'EUR' },
  });
  await created(ours, 'projects/create', { clientId, name: 'Vlimp' });
  const deposit = await created(ours, 'invoices/create', {
    ...{ clientId, invoiceType: 'DEPOSIT', taxRate: 19 },
    items: [{ description: 'Vlimp', rate: 1_000 }],
  });
  const payment = { invoiceNumber: deposit.invoiceNumberFormatted, amount: 1_190 };
  await created(ours, 'payment/create', payment);
  const untaxed = ['EXEMPT', 'REVERSE_CHARGE', 'OUTSIDE_SCOPE'];
  const invoice = await created(ours, 'invoices/create', {
    ...{ clientId, description: 'Vlimp', taxRate: 19, depositIds: [deposit.id] },
    ...{ discountPercent: 2.5, buyerReference: 'X-3', orderNumber: 'X-4' },
    ...{ supplyDate: '2026-03-05', notes: 'Vlimp', paymentInstructions: 'Vlimp' },
    ...{ servicePeriodStart: '2026-03-01', servicePeriodEnd: '2026-04-30' },
    items: [
      {
        ...{ description: 'Vlimp', quantity: 1.5, rate: 2_000, discountPercent: 5 },
        ...{ servicePeriodStart: '2026-03-02', servicePeriodEnd: '2026-04-13' },
        projectName: 'Vlimp',
      },
      { description: 'Vlimp', rate: 1_234.5, taxRate: 7 },
      ...untaxed.map((taxCategory) => ({ description: 'Vlimp', rate: 10, taxCategory })),
    ],
    allowances: [{ amount: 3 }],
    charges: [{ amount: 7 }],
    ...{ prepaidAmount: 50, withholdingPercent: 3, roundTo: 0.05 },
  });
  await mutated(ours, 'markInvoiceSent', { id: invoice.id });
  const pay = async (amount: number, more = {}): Promise<{ id: string }> => {
    const body = { invoiceNumber: invoice.invoiceNumberFormatted, amount, ...more };
    await created(ours, 'payment/create', body);
    const { payments } = (await viewInvoice(ours, invoice.id)).invoice;
    return { id: payments.at(-1)?.id ?? '' };
  };
  const reverse = async (reason: string) =>
    created(ours, 'payment/reverse', { ...(await pay(10)), reason });
  await reverse('BOUNCED');
  await reverse('WRONG_AMOUNT');
  await created(ours, 'payment/refund', { ...(await pay(20)), amount: 5 });
  const { amountDue } = (await viewInvoice(ours, invoice.id)).invoice;
  await pay(amountDue.plus(1_100).toNumber(), { overpayment: 'CREDIT' });
  displayed = await viewInvoice(ours, invoice.id);
  const plain = await created(ours, 'invoices/create', {
    ...{ clientId, taxRate: 19, items: [{ description: 'Vlimp', rate: 1_000 }] },
  });
  await mutated(ours, 'markInvoiceSent', { id: plain.id });
  const whole = { invoiceNumber: plain.invoiceNumberFormatted, amount: 1_190 };
  await created(ours, 'payment/create', whole);
  const lines = [{ lineId: plain.lineItems[0].id, quantity: 0.5 }];
  const note = { invoiceId: plain.id, lines, reason: 'Vlimp', excess: 'CREDIT' };
  creditNoteId = (await created(ours, 'creditNotes/create', note)).id;
  credited = await viewInvoice(ours, plain.id);
});

/** As a client reads it whose language is another. */
function inLanguage(
  language: string,
  changed: Partial<InvoiceView['invoice']> = {},
  of = displayed,
): InvoiceView {
  const { invoice } = of;
  const clientInfo = { ...invoice.clientInfo, language };
  return { ...of, invoice: { ...invoice, ...changed, clientInfo } };
}

const standings = [
  { status: 'DRAFT', datePaid: null },
  { status: 'SENT', datePaid: null },
  { status: 'SENT', datePaid: null, dueDate: new Date('2020-01-01') },
  { status: 'PARTIAL', datePaid: null },
  { status: 'PAID' },
  { status: 'PAID', datePaid: null },
  { status: 'VOIDED' },
  { status: 'WRITE_OFF' },
  { status: 'SENT', taxInclusive: true, invoiceType: 'DEPOSIT' },
] as const;

test.each(otherLanguages)(
  'no page and no file of an invoice is English in %s',
  async (language) => {
    for (const standing of standings) {
      const document = buildInvoiceDocument(inLanguage(language, standing));
      const page = String(await invoiceHtml(document, { logo: '', pdf: '', creditNotes: 'c' }));
      expect(englishIn(textOfHtml(page), language), JSON.stringify(standing)).toEqual([]);
      expect(englishIn(document.fileName, language)).toEqual([]);
    }
    const document = buildInvoiceDocument(inLanguage(language));
    const text = (await textOfPdf(await renderInvoicePdf(document))).join('\n');
    expect(text).toContain('Vlimp');
    expect(englishIn(text, language)).toEqual([]);
  },
);

test.each(otherLanguages)('no credit note is English in %s', async (language) => {
  const which = { id: creditNoteId, invoiceId: credited.invoice.id };
  const note = await findCreditNote(api.ours.context, which);
  if (!note) throw new Error('there is none');
  const document = buildCreditNoteDocument(inLanguage(language, {}, credited), note);
  const text = (await textOfPdf(await renderInvoicePdf(document))).join('\n');
  expect(text).toContain('Zorblim');
  expect(document.dates).toMatchObject([{ label: pickDocumentLocale(language).words.date }]);
  expect(englishIn(`${text}\n${document.fileName}`, language)).toEqual([]);
});

test.each(otherLanguages)('no statement of account is English in %s', async (language) => {
  const { accountId, context } = api.ours;
  const { clientId } = displayed.invoice;
  const statement = await getAccountStatement(context, { clientId });
  const where = { accountId_id: { accountId, id: clientId } };
  const client = await api.database.prisma.client.findUniqueOrThrow({ where });
  const of = { client: { ...client, language }, now: context.now, workspace: displayed.workspace };
  const document = buildStatementDocument(statement, of);
  const empty = buildStatementDocument({ ...statement, accounts: [] }, of);
  const pages = [document, empty].map((one) => textOfHtml(String(statementHtml(one, ''))));
  const text = (await textOfPdf(await renderStatementPdf(document))).join('\n');
  expect(text).toContain('Zorblim');
  expect(englishIn([text, ...pages, document.fileName].join('\n'), language)).toEqual([]);
});

test.each(otherLanguages)('no page of the numbers of a year is English in %s', async (language) => {
  const gaps = [
    { first: 3, last: 3 },
    { first: 7, last: 9 },
  ];
  const of = { name: 'Qovax', taxId: 'X-1', language, today: new Date('2026-11-23') };
  const counted = {
    period: '2026',
    first: 'X-1',
    last: 'X-20',
    count: 1_234,
    drafts: 1,
    voided: 1,
  };
  const series = (['INVOICE', 'DEPOSIT', 'CREDIT_NOTE'] as const).map((one) => {
    return { ...counted, series: one, gaps: one === 'INVOICE' ? gaps : [] };
  });
  const day = new Date('2026-03-03');
  const voids = [
    {
      invoiceId: 'x',
      number: 'X-2',
      dateIssued: day,
      voidedAt: day,
      voidedOn: day,
      reason: 'Vlimp',
    },
  ];
  const audits = [
    { year: 2026, series, voids, chosen: ['X-77', 'X-78'] },
    { year: 2026, series: series.slice(1), voids: [], chosen: [] },
    { year: 2026, series: [], voids: [], chosen: [] },
  ];
  const [whole = '', ...others] = audits.map((audit) =>
    textOfHtml(String(numberAuditHtml(audit, of))),
  );
  expect(whole).toContain('3, 7–9');
  expect(englishIn([whole, ...others].join('\n'), language)).toEqual([]);
});

const kinds = Object.values(MailKind);

test.each(otherLanguages)('no mail is English in %s', async (language) => {
  const recipients = [{ firstName: 'Vuxo', lastName: null, email: 'vuxo@zorblim.example' }];
  for (const kind of kinds) {
    for (const standing of standings) {
      const { invoice, workspace } = inLanguage(language, standing);
      const order = { kind, invoice, recipients: recipients as never, emailTemplate: null };
      const { body, html, subject } = await renderInvoiceMail(workspace, order);
      const printed = [subject, body, textOfHtml(html)].join('\n');
      expect(englishIn(printed, language), kind).toEqual([]);
    }
  }
});

const everyText = `{{ invoice.status }} {{ invoice.description }} {{ invoice.paymentInstructions }}
{{ invoice.dateIssued }} {{ invoice.servicePeriod }} {{ invoice.supplyDate }} {{ invoice.tax }}
{% for tax in invoice.taxes %}{{ tax.label }} {{ tax.amount }}{% endfor %}
{% for line in invoice.lines %}{{ line.description }} {{ line.quantity }} {{ line.price }} {{ line.total }}{% endfor %}`;

test.each(otherLanguages)(
  'nor is one that is looked at before there is an invoice: %s',
  async (language) => {
    await mutated(api.ours, 'updateWorkspace', { input: { language } });
    for (const kind of kinds) {
      const added = {
        RECEIPT: '{{ payment.date }}',
        CANCELLATION: '{{ cancellation.reason }}',
        REMINDER: '',
        CREDIT_NOTE: '{{ creditNote.date }} {{ creditNote.total }}',
      };
      const body = `${everyText}${{ INVOICE: '', ...added }[kind]}`;
      for (const tried of [{}, { subject: 'Vlimp', body }]) {
        const source = `query ($input: PreviewMailInput!) { previewMail(input: $input) { subject body html } }`;
        const { data, errors } = (await api.ours.gql(source, { input: { kind, ...tried } })).body;
        expect(errors).toBeUndefined();
        const { body: text, html, subject } = data.previewMail;
        const output = [subject, text, textOfHtml(html)].join('\n');
        expect(englishIn(output, language), kind).toEqual([]);
      }
    }
  },
);
