import type { Action } from './case.ts';
import { idCases, missing } from './case.ts';

const full = {
  amount: 89.9,
  currency: 'eur',
  taxRate: 7.5,
  taxInclusive: true,
  category: 'Travel',
  billNo: 'DB-118',
  paid: true,
  paidDate: '2026-04-02',
  dueDate: '2026-04-30',
  reimbursable: true,
  description: 'Train',
  notes: 'First class',
};

const clientName = 'Same Analytics';
const faulty = { amount: -1, currency: 'XXQ', taxRate: 101, category: 'x'.repeat(256) };

const create: Action = {
  route: 'POST expenses/create',
  mutation: 'createExpense',
  cases: [
    {
      when: 'every field',
      body: {
        ...full,
        date: '2026-03-31T09:30:00+02:00',
        markupPercentage: 12.5,
        vendor: 'Deutsche Bahn',
        clientName,
        projectName: 'Same Website',
      },
    },
    { when: 'only an amount', body: { amount: 0.0001 } },
    {
      when: 'lines of a credit note',
      body: {
        kind: 'CREDIT_NOTE',
        documentDate: '2026-02-01',
        lines: [
          {
            description: 'Paper',
            quantity: 3,
            unit: 'box',
            unitPrice: 33.33,
            taxRate: 19,
            tax: 19.01,
          },
          { net: 5, taxCategory: 'INTRA_COMMUNITY', taxRate: 19, deductiblePercent: 50 },
        ],
      },
    },
    {
      when: 'lines with faults',
      body: { amount: 1, lines: [{ net: 1, taxRate: 19, tax: 1 }, {}] },
      code: 'invalid_input',
    },
    { when: 'a day as its date', body: { amount: 1, date: '2026-03-31', paid: true } },
    {
      when: 'a date without an offset',
      body: { amount: 1, date: '2026-03-31T23:59:00', paid: true },
    },
    {
      when: 'a project by id',
      body: ({ made }) => ({ amount: 1, projectId: made.createProject.id }),
    },
    { when: 'a date that is none', body: { amount: 1, date: '2026-02-30' }, code: 'invalid_input' },
    { when: 'a vendor that is known', body: { amount: 2, vendor: 'Same Vendor' } },
    { when: 'many faults', body: faulty, code: 'invalid_input' },
    {
      when: 'a project without a client',
      body: { amount: 1, projectName: 'Same Website' },
      code: 'invalid_input',
    },
    {
      when: 'an unknown client',
      body: { amount: 1, clientName: 'Nobody' },
      code: 'name_not_found',
    },
    {
      when: 'an unknown project',
      body: { amount: 1, clientName, projectName: 'Same Websit' },
      code: 'name_not_found',
    },
    {
      when: 'an unknown vendor by id',
      body: { amount: 1, vendorId: missing('ven') },
      code: 'record_not_found',
    },
    {
      when: 'another workspace’s project',
      body: ({ foreign }) => ({ amount: 1, projectId: foreign.made.createProject.id }),
      code: 'record_not_found',
    },
    {
      when: 'another workspace’s vendor',
      body: ({ foreign }) => ({ amount: 1, vendorId: foreign.made.createExpense.vendorId }),
      code: 'record_not_found',
    },
  ],
};

const update = (method: 'PATCH' | 'PUT', mutation: string): Action => ({
  route: `${method} expenses/update`,
  mutation,
  cases: [
    {
      when: 'every field',
      body: ({ made }) => ({ ...full, id: made.createExpense.id, markupPercent: -3.25 }),
    },
    {
      when: 'no more than it needs',
      body: ({ made }) => ({ id: made.createExpense.id, amount: 1, paid: true }),
    },
    {
      when: 'not paid any more',
      body: ({ made }) => ({ id: made.createExpense.id, amount: 1, paid: false }),
    },
    {
      when: 'a percentage by its other name',
      body: ({ made }) => ({ id: made.createExpense.id, amount: 1, markupPercentage: 7 }),
    },
    {
      when: 'two percentages that disagree',
      body: ({ made }) => ({
        id: made.createExpense.id,
        amount: 1,
        markupPercentage: 7,
        markupPercent: 8,
      }),
      code: 'invalid_input',
      isRestOnly: true,
    },
    {
      when: 'another client alone',
      body: ({ made }) => ({ id: made.createExpense.id, amount: 1, clientId: null }),
      ...(method === 'PATCH' ? { code: 'invalid_input' } : {}),
    },
    { when: 'the whole record as it was answered', body: ({ made }) => made.createExpense },
    {
      when: 'many faults',
      body: ({ made }) => ({ ...faulty, id: made.createExpense.id }),
      code: 'invalid_input',
    },
    {
      when: 'another workspace’s vendor',
      body: ({ made, foreign }) => ({
        id: made.createExpense.id,
        amount: 1,
        vendorId: foreign.made.createExpense.vendorId,
      }),
      code: 'record_not_found',
    },
    {
      when: 'another workspace’s project',
      body: ({ made, foreign }) => ({
        id: made.createExpense.id,
        amount: 1,
        projectId: foreign.made.createProject.id,
      }),
      code: 'record_not_found',
    },
    ...idCases('exp', ({ made }) => made.createExpense.id, { amount: 1 }),
  ],
});

export const expenseActions = [
  create,
  update('PATCH', 'updateExpense'),
  update('PUT', 'replaceExpense'),
];
