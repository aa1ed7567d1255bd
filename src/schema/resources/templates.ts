import {
  createEmailTemplate,
  createEmailTemplateInput,
  deleteEmailTemplate,
  updateEmailTemplate,
  updateEmailTemplateInput,
} from '../../domain/invoices/email-templates.ts';
import {
  createInvoiceTemplate,
  createInvoiceTemplateInput,
  deleteInvoiceTemplate,
  updateInvoiceTemplate,
  updateInvoiceTemplateInput,
} from '../../domain/invoices/invoice-templates.ts';
import { action, deleteAction, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, ownNode } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { enumFilter, many } from '../core/filters.ts';

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
    ...columns(t, 'EmailTemplate', ['name', 'kind', 'isDefault', 'subject', 'body']),
    mails: relatedList(t, 'mails', 'OutboxMail'),
  }),
});

listed('EmailTemplate', {
  field: 'emailTemplates',
  description: 'The texts that mails are written from, by name.',
  where: {
    name: 'String',
    kind: enumFilter('MailKind'),
    isDefault: 'Boolean',
    mails: many('OutboxMail'),
  },
  orderBy: ['name'],
  usualOrder: [{ name: 'asc' }],
});

action('createEmailTemplate', {
  description: 'Makes an e-mail template.',
  record: 'EmailTemplate',
  input: createEmailTemplateInput,
  run: createEmailTemplate,
});

updateActions({
  record: 'EmailTemplate',
  input: updateEmailTemplateInput,
  run: updateEmailTemplate,
});

deleteAction('deleteEmailTemplate', {
  record: 'EmailTemplate',
  description:
    'Deletes an e-mail template that no mail was written from and that is not the default one.',
  run: deleteEmailTemplate,
});

action('createInvoiceTemplate', {
  description: 'Makes an invoice template.',
  record: 'InvoiceTemplate',
  input: createInvoiceTemplateInput,
  run: createInvoiceTemplate,
});

updateActions({
  record: 'InvoiceTemplate',
  input: updateInvoiceTemplateInput,
  run: updateInvoiceTemplate,
});

deleteAction('deleteInvoiceTemplate', {
  record: 'InvoiceTemplate',
  description:
    'Deletes an invoice template that no invoice was made from and that is not the default one.',
  run: deleteInvoiceTemplate,
});
