import { paymentTermsInput } from '../domain/clients/payment-terms.ts';
import { searchClients } from '../domain/clients/search.ts';
import { builder, pageSize } from './builder.ts';
import { columns, derived, ownNode } from './columns.ts';
import { listed, relatedList } from './connections.ts';
import { customValues } from './custom-fields.ts';
import { enumFilter, many, one } from './filters.ts';
import { jsonObject } from './json-objects.ts';
import { hidesArchived } from './listings.ts';
import { checkPage } from './pages.ts';
import { outstanding, unbilledMinutes } from './record-figures.ts';

builder.prismaNode('Client', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'Client', [
      'name',
      'clientType',
      'address1',
      'address2',
      'city',
      'locality',
      'postal',
      'country',
      'website',
      'phone',
      'taxId',
      'currency',
      'defaultTaxRate',
      'defaultTaxRuleId',
      'payInstructions',
      'notes',
      'initials',
      'color',
      'leadSource',
      'hourlyAmount',
      'roundingIncrement',
      'archived',
    ]),
    paymentTerms: derived<{ paymentTerms: unknown }>(t, {
      type: jsonObject(paymentTermsInput),
      nullable: true,
      description: 'Agreed terms of payment.',
      from: { paymentTerms: true },
      value: (row) => row.paymentTerms,
    }),
    customValues: customValues(t),
    outstanding: outstanding(t),
    unbilledMinutes: unbilledMinutes(t),
    defaultTaxRule: t.relation('defaultTaxRule', { nullable: true }),
    contacts: relatedList(t, 'contacts', 'Contact'),
    projects: relatedList(t, 'projects', 'Project'),
    timeEntries: relatedList(t, 'timeEntries', 'TimeEntry'),
    expenses: relatedList(t, 'expenses', 'Expense'),
    opportunities: relatedList(t, 'opportunities', 'Opportunity'),
    formSubmissions: relatedList(t, 'formSubmissions', 'FormSubmission'),
    invoices: relatedList(t, 'invoices', 'Invoice'),
  }),
});

listed('Client', {
  field: 'clients',
  description: 'The workspace’s clients and prospects, by name.',
  where: {
    name: 'String',
    clientType: enumFilter('ClientType'),
    city: 'String',
    country: 'String',
    currency: 'String',
    phone: 'String',
    leadSource: 'String',
    archived: 'Boolean',
    defaultTaxRuleId: 'ID',
    defaultTaxRule: one('TaxRule'),
    contacts: many('Contact'),
    projects: many('Project'),
    timeEntries: many('TimeEntry'),
    expenses: many('Expense'),
    opportunities: many('Opportunity'),
    formSubmissions: many('FormSubmission'),
    invoices: many('Invoice'),
  },
  orderBy: ['name', 'country', 'city'],
  usualOrder: [{ name: 'asc' }],
  hides: hidesArchived,
});

builder.queryField('searchClients', (t) =>
  t.field({
    type: ['Client' as never],
    description:
      'Active clients, by name, whose name or phone number starts with the query, or with a contact whose e-mail address or phone number starts with it or whose full name contains it. Letter case does not count.',
    args: {
      query: t.arg.string({ required: true, description: 'What to match; all clients if empty.' }),
      first: t.arg.int({
        required: true,
        defaultValue: pageSize.usual,
        description: `How many at most; no more than ${pageSize.most}.`,
      }),
    },
    complexity: ({ first }) => ({ field: 1, multiplier: Math.min(first, pageSize.most) }),
    resolve: async (_root, { query, first }, context) => {
      checkPage({ first });
      return (await searchClients(context, { query }, first)) as never;
    },
  }),
);
