import { emailTemplateOperations, invoiceTemplateOperations } from '../../operations/templates.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { enumFilter, relationListFilter } from '../core/filters.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { columnFields, recordNodeOptions } from '../core/record-fields.ts';

builder.prismaNode('InvoiceTemplate', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'InvoiceTemplate', []),
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
    ...columnFields(t, 'EmailTemplate', []),
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

defineOperationMutations(emailTemplateOperations);
defineOperationMutations(invoiceTemplateOperations);
