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
  description: 'Invoice templates, by name.',
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
  description: 'E-mail templates, by name.',
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
  description: 'Creates an e-mail template.',
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
  description: 'Deletes an e-mail template that no e-mail used and that is not a default.',
  run: deleteEmailTemplate,
});

defineCommandMutation('createInvoiceTemplate', {
  description: 'Creates an invoice template.',
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
  description: 'Deletes an invoice template that no invoice uses and that is not the default.',
  run: deleteInvoiceTemplate,
});
