import { builder } from './builder.ts';
import { columns, ownNode } from './columns.ts';
import { listed, relatedList } from './connections.ts';
import { many } from './filters.ts';

builder.prismaNode('InvoiceTemplate', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'InvoiceTemplate', ['name', 'isDefault', 'paymentInstructions', 'footer']),
    invoices: relatedList(t, 'invoices', 'Invoice'),
  }),
});

listed('InvoiceTemplate', {
  field: 'invoiceTemplates',
  description: 'How invoices can be laid out, by name.',
  where: { name: 'String', isDefault: 'Boolean', invoices: many('Invoice') },
  orderBy: ['name'],
  usualOrder: [{ name: 'asc' }],
});

builder.prismaNode('EmailTemplate', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'EmailTemplate', ['name', 'isDefault', 'subject', 'body']),
    mails: relatedList(t, 'mails', 'OutboxMail'),
  }),
});

listed('EmailTemplate', {
  field: 'emailTemplates',
  description: 'The texts that mails are written from, by name.',
  where: { name: 'String', isDefault: 'Boolean', mails: many('OutboxMail') },
  orderBy: ['name'],
  usualOrder: [{ name: 'asc' }],
});
