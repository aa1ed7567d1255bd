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
import { builder } from '../core/builder.ts';
import {
  defineCommandMutation,
  defineDeleteMutation,
  defineUpdateMutations,
} from '../core/command-mutations.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { enumFilter, relationListFilter } from '../core/filters.ts';
import { columnFields, recordNodeOptions } from '../core/record-fields.ts';

builder.prismaNode('InvoiceTemplate', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'InvoiceTemplate', ['name', 'isDefault', 'paymentInstructions', 'footer']),
    invoices: relationConnectionField(t, 'invoices', 'Invoice'),
  }),
});

defineRecordQueries('InvoiceTemplate', {
  field: 'invoiceTemplates',
  description: 'How invoices can be laid out, by name.',
  where: { name: 'String', isDefault: 'Boolean', invoices: relationListFilter('Invoice') },
  orderBy: ['name'],
  defaultOrder: [{ name: 'asc' }],
});

builder.prismaNode('EmailTemplate', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'EmailTemplate', ['name', 'kind', 'isDefault', 'subject', 'body']),
    mails: relationConnectionField(t, 'mails', 'OutboxMail'),
  }),
});

defineRecordQueries('EmailTemplate', {
  field: 'emailTemplates',
  description: 'The texts that mails are written from, by name.',
  where: {
    name: 'String',
    kind: enumFilter('MailKind'),
    isDefault: 'Boolean',
    mails: relationListFilter('OutboxMail'),
  },
  orderBy: ['name'],
  defaultOrder: [{ name: 'asc' }],
});

defineCommandMutation('createEmailTemplate', {
  description: 'Makes an e-mail template.',
  record: 'EmailTemplate',
  input: createEmailTemplateInput,
  run: createEmailTemplate,
});

defineUpdateMutations({
  record: 'EmailTemplate',
  input: updateEmailTemplateInput,
  run: updateEmailTemplate,
});

defineDeleteMutation('deleteEmailTemplate', {
  record: 'EmailTemplate',
  description:
    'Deletes an e-mail template that no mail was written from and that is not the default one.',
  run: deleteEmailTemplate,
});

defineCommandMutation('createInvoiceTemplate', {
  description: 'Makes an invoice template.',
  record: 'InvoiceTemplate',
  input: createInvoiceTemplateInput,
  run: createInvoiceTemplate,
});

defineUpdateMutations({
  record: 'InvoiceTemplate',
  input: updateInvoiceTemplateInput,
  run: updateInvoiceTemplate,
});

defineDeleteMutation('deleteInvoiceTemplate', {
  record: 'InvoiceTemplate',
  description:
    'Deletes an invoice template that no invoice was made from and that is not the default one.',
  run: deleteInvoiceTemplate,
});
