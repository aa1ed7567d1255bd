import type { Arranged } from '../../support/arranged-records.ts';
import type { Action } from './case.ts';
import { idCases, inPath, missing } from './case.ts';

const clientName = 'Same Analytics';
const items = [
  { description: 'Work', quantity: 3, rate: 33.335, taxable: true, projectName: 'Same Website' },
  { description: 'Hosting', rate: 9.99, taxable: false },
];
const sendTo = { send: true, contacts: ['ada@same.example'], emailTemplateName: 'Invoice' };

const allWork = { clientName, until: '2026-12-31', hourlyAmount: 50, taxRate: 0 };

export const billedWork: Action = {
  route: 'POST invoices/createFromWork',
  mutation: 'createInvoiceFromWork',
  cases: [
    {
      when: 'an unknown project',
      body: { ...allWork, projectName: 'Nothing' },
      code: 'name_not_found',
    },
    { when: 'all work', body: allWork },
    { when: 'work that is billed', body: allWork, code: 'conflicting_state' },
  ],
};

export const invoice: Action = {
  route: 'POST invoices/create',
  mutation: 'createInvoice',
  cases: [
    {
      when: 'every field',
      body: {
        clientName,
        invoiceNumber: '77',
        templateName: 'Same Layout',
        description: 'March',
        dateCreated: '2026-03-31',
        dueDate: '2026-04-30',
        taxRate: 19,
        discountPercent: 12.5,
        paymentInstructions: 'Soon.',
        items,
        sendTo,
      },
    },
    { when: 'only items', body: { clientName, items: [{ rate: 10 }] } },
    { when: 'a client by id', body: ({ made }) => ({ clientId: made.createClient.id, items }) },
    { when: 'a credit', body: { clientName, items: [...items, { rate: 20, quantity: -1.5 }] } },
    { when: 'no items', body: { clientName, items: [] }, code: 'invalid_input' },
    { when: 'no client', body: { items }, code: 'invalid_input' },
    {
      when: 'many faults',
      body: {
        clientName,
        taxRate: 101,
        discountPercent: -1,
        items: [{ rate: 1 }, { rate: 1e12, quantity: 0.0000001 }],
      },
      code: 'invalid_input',
    },
    {
      when: 'a negative total',
      body: { clientName, items: [{ rate: -1 }] },
      code: 'invalid_input',
    },
    {
      when: 'nobody to send to',
      body: { clientName, items, sendTo: { send: true } },
      code: 'invalid_input',
    },
    {
      when: 'a number that is taken',
      body: { clientName, items, invoiceNumber: 'Same-42' },
      code: 'number_taken',
    },
    { when: 'an unknown client', body: { clientName: 'Nobody', items }, code: 'name_not_found' },
    {
      when: 'an unknown project',
      body: { clientName, items: [{ rate: 1, projectName: 'Nothing' }] },
      code: 'name_not_found',
    },
    {
      when: 'an unknown contact',
      body: { clientName, items, sendTo: { send: true, contacts: ['Nobody'] } },
      code: 'name_not_found',
    },
    {
      when: 'an unknown contact and nothing to send',
      body: { clientName, items, sendTo: { contacts: ['Nobody'] } },
    },
    {
      when: 'an unknown template',
      body: { clientName, items, templateId: missing('itp') },
      code: 'record_not_found',
    },
    {
      when: 'another workspace’s project',
      body: ({ foreign }) => ({
        clientName,
        items: [{ rate: 1, projectId: foreign.made.createProject.id }],
      }),
      code: 'record_not_found',
    },
  ],
};

export const simpleInvoice: Action = {
  route: 'POST invoices/create',
  mutation: 'createSimpleInvoice',
  cases: [
    {
      when: 'every field',
      body: {
        clientName,
        amount: 1190.55,
        dateCreated: '2026-05-01',
        dateDue: '2026-05-31',
        description: 'April',
        notes: 'Thanks.',
        sendTo,
      },
    },
    { when: 'only an amount', body: { clientName, amount: 1 } },
    { when: 'no client', body: { amount: 1 }, code: 'invalid_input' },
    {
      when: 'many faults',
      body: { clientName, amount: -1, notes: 'a\u0000' },
      code: 'invalid_input',
    },
    { when: 'too fine an amount', body: { clientName, amount: 1.001 }, code: 'invalid_input' },
    {
      when: 'another workspace’s client',
      body: ({ foreign }) => ({ amount: 1, clientId: foreign.made.createClient.id }),
      code: 'record_not_found',
    },
  ],
};

export const payment: Action = {
  route: 'POST payment/create',
  mutation: 'recordPayment',
  cases: [
    {
      when: 'a part',
      body: {
        invoiceNumber: 'Same-42',
        clientName,
        date: '2026-04-15',
        amount: 0.01,
        paymentType: 'Bank transfer',
        referenceNumber: 'RF18',
        memo: 'First',
      },
    },
    { when: 'the rest', body: { invoiceNumber: 'Same-42', amount: 999_999.99 } },
    {
      when: 'a closed invoice',
      body: { invoiceNumber: 'Same-42', amount: 1 },
      code: 'invoice_closed',
    },
    {
      when: 'more than is due',
      body: { invoiceNumber: 'A-7', amount: 1000 },
      code: 'payment_exceeds_amount_due',
    },
    {
      when: 'an ambiguous number',
      body: { invoiceNumber: '7', amount: 1 },
      code: 'number_ambiguous',
    },
    {
      when: 'an unknown number',
      body: { invoiceNumber: '99', amount: 1 },
      code: 'record_not_found',
    },
    {
      when: 'another workspace’s number',
      body: { invoiceNumber: 'Foreign-42', amount: 1 },
      code: 'record_not_found',
    },
    {
      when: 'an unknown client',
      body: { invoiceNumber: 'A-7', clientName: 'Nobody', amount: 1 },
      code: 'name_not_found',
    },
    {
      when: 'another workspace’s client',
      body: ({ foreign }) => ({
        invoiceNumber: 'A-7',
        clientId: foreign.made.createClient.id,
        amount: 1,
      }),
      code: 'record_not_found',
    },
    { when: 'many faults', body: { invoiceNumber: '', amount: 0 }, code: 'invalid_input' },
    {
      when: 'too fine an amount',
      body: { invoiceNumber: 'A-7', amount: 0.001 },
      code: 'invalid_input',
    },
  ],
};

const paymentOf = ({ made }: Arranged, index: number) => made.payments[index];

export const reversal: Action[] = [
  {
    route: 'POST payment/reverse',
    mutation: 'reversePayment',
    cases: [
      ...idCases('pay', (foreign) => paymentOf(foreign, 0), { reason: 'OTHER' }),
      {
        when: 'one that bounced',
        body: (world) => ({ id: paymentOf(world, 0), reason: 'Bounced', note: 'No money' }),
      },
      {
        when: 'the same again',
        body: (world) => ({ id: paymentOf(world, 0), reason: 'DUPLICATE' }),
        code: 'conflicting_state',
      },
    ],
  },
  {
    route: 'POST payment/refund',
    mutation: 'refundPayment',
    cases: [
      ...idCases('pay', (foreign) => paymentOf(foreign, 0)),
      {
        when: 'a part',
        body: (world) => ({
          ...{ id: paymentOf(world, 0), amount: 0.25, date: '2026-05-02', memo: 'Goodwill' },
          ...{ paymentType: 'Cash', referenceNumber: 'R1' },
        }),
      },
      {
        when: 'a part that was given back already',
        body: (world) => ({
          ...{ id: paymentOf(world, 0), amount: 0.25, date: '2026-05-02', referenceNumber: 'r 1' },
        }),
        code: 'duplicate_refund',
      },
      {
        when: 'more than is left',
        body: (world) => ({ id: paymentOf(world, 0), amount: 0.76 }),
        code: 'refund_exceeds_payment',
      },
      {
        when: 'too fine an amount',
        body: (world) => ({ id: paymentOf(world, 1), amount: 0.001 }),
        code: 'invalid_input',
      },
      { when: 'all of it', body: (world) => ({ id: paymentOf(world, 1) }) },
    ],
  },
];

/** No credit note is of a day before its invoice’s, so this is asked for after the invoice is made. */
const today = () => new Date().toISOString().slice(0, 10);

export const credit: Action = {
  route: 'POST creditNotes/create',
  mutation: 'createCreditNote',
  cases: [
    {
      when: 'a part',
      body: ({ made: { credited } }) => ({
        ...{ invoiceId: credited.id, reason: 'Fewer', date: today() },
        lines: [{ lineId: credited.lineItems[0].id, quantity: 1.5 }],
      }),
    },
    {
      when: 'an amount of a line alone',
      body: ({ made: { credited } }) => ({
        ...{ invoiceId: credited.id, includeDocumentAdjustments: false },
        lines: [{ lineId: credited.lineItems[0].id, amount: 1.5 }],
      }),
    },
    {
      when: 'a quantity and an amount of a line',
      body: ({ made: { credited } }) => ({
        invoiceId: credited.id,
        lines: [{ lineId: credited.lineItems[0].id, quantity: 1, amount: 1 }],
      }),
      code: 'invalid_input',
    },
    {
      when: 'more than is left',
      body: ({ made: { credited } }) => ({
        invoiceId: credited.id,
        lines: [{ lineId: credited.lineItems[0].id, quantity: 1_000_000 }],
      }),
      code: 'invalid_input',
    },
    {
      when: 'a draft',
      body: ({ made }) => ({ invoiceId: made.createInvoice.id }),
      code: 'conflicting_state',
    },
    {
      when: 'another workspace’s invoice',
      body: ({ foreign }) => ({ invoiceId: foreign.made.credited.id }),
      code: 'record_not_found',
    },
    { when: 'all of it', body: ({ made: { credited } }) => ({ invoiceId: credited.id }) },
    {
      when: 'what is credited',
      body: ({ made: { credited } }) => ({ invoiceId: credited.id }),
      code: 'conflicting_state',
    },
  ],
};

export const appliedCredit: Action = {
  route: 'POST invoices/applyCredit',
  mutation: 'applyCredit',
  cases: [
    {
      when: 'a part',
      body: ({ made }) => ({ id: made.createInvoice.id, amount: 0.25 }),
    },
    {
      when: 'more than the client has',
      body: ({ made }) => ({ id: made.createInvoice.id, amount: 5_000 }),
      code: 'credit_exceeded',
    },
    {
      when: 'too fine an amount',
      body: ({ made }) => ({ id: made.createInvoice.id, amount: 0.001 }),
      code: 'invalid_input',
    },
    {
      when: 'another workspace’s invoice',
      body: ({ foreign }) => ({ id: foreign.made.credited.id }),
      code: 'record_not_found',
    },
  ],
};

const draft = ({ made }: Arranged, index: number) => made.drafts[index];
const issued = ({ made }: Arranged, index: number) => made.issued[index];
const ofDraft = (index: number, more: object = {}) => ({
  body: (world: Arranged) => ({ id: draft(world, index), ...more }),
});
const ofIssued = (index: number, more: object = {}) => ({
  body: (world: Arranged) => ({ id: issued(world, index), ...more }),
});
const contacts = ['ada@same.example'];
const conflict = { code: 'conflicting_state' };
const ids = idCases('inv', (foreign) => draft(foreign, 0));

export const lifecycle: Action[] = [
  {
    route: 'PATCH invoices/update',
    mutation: 'updateInvoice',
    cases: [
      ...ids,
      {
        when: 'every part',
        ...ofDraft(0, {
          ...{ description: 'May', notes: 'Thanks.', dateCreated: '2026-05-01' },
          ...{ dueDate: '2026-05-31', discountPercent: 5, taxRate: 19, orderNumber: 'PO-7' },
          ...{ paymentInstructions: 'Soon.', templateName: 'Same Layout', items },
        }),
      },
      { when: 'one field', ...ofDraft(0, { notes: null }) },
      {
        when: 'many faults',
        ...ofDraft(0, { discountPercent: -1, items: [{ rate: 1e12, quantity: 0.0000001 }] }),
        code: 'invalid_input',
      },
      {
        when: 'an unknown template',
        ...ofDraft(0, { templateName: 'None' }),
        code: 'name_not_found',
      },
      {
        when: 'another workspace’s project',
        body: (world) => ({
          ...{ id: draft(world, 0) },
          items: [{ rate: 1, projectId: world.foreign.made.createProject.id }],
        }),
        code: 'record_not_found',
      },
      { when: 'an issued invoice', ...ofIssued(0, { notes: 'No' }), ...conflict },
    ],
  },
  {
    route: 'POST invoices/send',
    mutation: 'sendInvoice',
    cases: [
      ...ids,
      {
        when: 'an unknown contact',
        ...ofDraft(0, { contacts: ['Nobody'] }),
        code: 'name_not_found',
      },
      {
        when: 'an issue date in the future',
        ...ofDraft(0, { contacts, dateIssued: '2999-01-01' }),
        code: 'invalid_input',
      },
      {
        when: 'an unknown template',
        ...ofDraft(0, { contacts, emailTemplateId: missing('eml') }),
        code: 'record_not_found',
      },
      {
        when: 'a draft',
        ...ofDraft(0, { contacts, dateIssued: '2026-03-02', emailTemplateName: 'Same Mail' }),
      },
      { when: 'an issued invoice', ...ofIssued(0, { contacts }) },
      {
        when: 'a voided invoice',
        body: ({ made }) => ({ id: made.voided[0], contacts }),
        ...conflict,
      },
    ],
  },
  {
    route: 'POST invoices/markSent',
    mutation: 'markInvoiceSent',
    cases: [
      ...ids,
      {
        when: 'an issue date in the future',
        ...ofDraft(0, { dateIssued: '2999-01-01' }),
        code: 'invalid_input',
      },
      { when: 'a draft with its day', ...ofDraft(0, { dateIssued: '2026-03-02' }) },
      { when: 'a draft', ...ofDraft(1) },
      { when: 'the same again', ...ofDraft(1), ...conflict },
    ],
  },
  {
    route: 'POST invoices/void',
    mutation: 'voidInvoice',
    cases: [
      ...ids,
      { when: 'a reason with NUL', ...ofDraft(0, { reason: 'a\u0000' }), code: 'invalid_input' },
      { when: 'a draft', ...ofDraft(0) },
      { when: 'the same again', ...ofDraft(0), ...conflict },
      { when: 'an issued invoice', ...ofIssued(0, { reason: 'Ordered twice' }) },
    ],
  },
  {
    route: 'POST invoices/writeOff',
    mutation: 'writeOffInvoice',
    cases: [
      ...ids,
      { when: 'a draft', ...ofDraft(0), ...conflict },
      { when: 'an issued invoice', ...ofIssued(0, { reason: 'Insolvent' }) },
      { when: 'the same again', ...ofIssued(0), ...conflict },
    ],
  },
  {
    route: 'DELETE invoices/{id}',
    mutation: 'deleteInvoice',
    cases: [
      ...inPath(ids),
      { when: 'an issued invoice', ...ofIssued(0), ...conflict },
      { when: 'a draft', ...ofDraft(0) },
      { when: 'the same again', ...ofDraft(0), code: 'record_not_found' },
    ],
  },
];
