import type { SetUp } from './set-up.ts';

export const invoicesSetUps: SetUp[] = [
  {
    type: 'TaxRule',
    selection: 'name source providerId components { name rate order compound compoundOnOrder }',
    full: {
      name: 'Quebec',
      source: 'XERO',
      providerId: 'X1',
      components: [
        { name: 'GST', rate: '5' },
        { name: 'QST', rate: 9.975, compound: true, compoundOnOrder: 1 },
      ],
    },
    answer: {
      name: 'Quebec',
      source: 'XERO',
      providerId: 'X1',
      components: [
        { name: 'GST', rate: '5', order: 1, compound: false, compoundOnOrder: null },
        { name: 'QST', rate: '9.975', order: 2, compound: true, compoundOnOrder: 1 },
      ],
    },
    replace: { name: 'Québec', components: [{ name: 'TPS', rate: '5' }] },
    replaced: {
      name: 'Québec',
      source: 'BUILT_IN',
      providerId: null,
      components: [{ name: 'TPS', rate: '5', order: 1, compound: false, compoundOnOrder: null }],
    },
    faulty: {
      components: [
        { name: 'A', rate: 1, order: 2 },
        { name: 'B', rate: 1, order: 2 },
      ],
    },
    faults: ['components.1.order'],
    taken: { name: 'Used Rule', components: [{ name: 'A', rate: 1 }] },
    used: {
      id: async (api) => {
        const source =
          '{ taxRules(where: { name: { equals: "Used Rule" } }) { edges { node { id } } } }';
        return (await api.ours.gql(source)).body.data.taxRules.edges[0].node.id;
      },
      words: 'clients',
    },
  },
  {
    type: 'InvoiceTemplate',
    selection: 'name isDefault paymentInstructions footer',
    full: { name: 'Modern', paymentInstructions: 'Now', footer: 'Bye' },
    answer: { name: 'Modern', isDefault: false, paymentInstructions: 'Now', footer: 'Bye' },
    replace: { name: 'Plain' },
    replaced: { name: 'Plain', isDefault: false, paymentInstructions: null, footer: null },
    faulty: { name: '', footer: 'a\u0000' },
    faults: ['footer', 'name'],
    taken: { name: 'Used Layout' },
    used: {
      id: async (api, world) => {
        const { ids } = world;
        const items = [{ rate: 1 }];
        const clientName = 'Used Analytics';
        await api.ours.post('invoices/create', { clientName, items, templateId: ids.layout });
        return ids.layout;
      },
      words: 'invoices',
    },
  },
  {
    type: 'EmailTemplate',
    selection: 'name isDefault subject body',
    full: { name: 'Reminder', subject: 'Hello', body: 'Pay.' },
    answer: { name: 'Reminder', isDefault: false, subject: 'Hello', body: 'Pay.' },
    replace: { name: 'Second reminder' },
    replaced: { name: 'Second reminder', isDefault: false, subject: 'Hello', body: 'Pay.' },
    faulty: { name: '', subject: 'x'.repeat(1_001), body: null },
    faults: ['body', 'name', 'subject'],
    taken: { name: 'Used Mail', subject: '-', body: '-' },
    used: {
      id: async (api, world) => {
        const { ids } = world;
        await api.ours.post('invoices/create', {
          clientName: 'Used Analytics',
          items: [{ rate: 1 }],
          sendTo: { send: true, contacts: ['ada@used.example'], emailTemplateId: ids.mail },
        });
        return ids.mail;
      },
      words: 'outbox mails',
    },
  },
];
