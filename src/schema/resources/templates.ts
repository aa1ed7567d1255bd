import { emailTemplateOperations, invoiceTemplateOperations } from '../../operations/templates.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
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
  where: ['name', 'isDefault', 'invoices'],
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
  where: ['name', 'kind', 'isDefault', 'mails'],
  orderBy: ['name'],
  defaultOrder: [{ name: 'asc' }],
});

defineOperationMutations(emailTemplateOperations);
defineOperationMutations(invoiceTemplateOperations);
