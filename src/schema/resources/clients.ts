import { archiveClient, unarchiveClient } from '../../domain/clients/archive.ts';
import { updateClientInput } from '../../domain/clients/fields.ts';
import { updateClient } from '../../domain/clients/index.ts';
import { paymentTermsInput } from '../../domain/clients/payment-terms.ts';
import { searchedClients } from '../../domain/clients/search.ts';
import { setClientTaxRule, setClientTaxRuleInput } from '../../domain/clients/tax-rule.ts';
import { createClient, createClientInput } from '../../domain/contacts/create-client.ts';
import { action, recordAction, updateActions } from '../core/command-mutations.ts';
import { builder, pageSize } from '../core/builder.ts';
import { columns, derived, ownNode, related } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { readByReader } from '../core/declared-fields.ts';
import { enumFilter, many, one } from '../core/filters.ts';
import { jsonObject } from '../core/json-objects.ts';
import { hidesArchived } from '../core/list-definitions.ts';
import { checkPage } from '../core/page-arguments.ts';
import type { ReadExtensions } from '../core/field-reads.ts';
import { creditBalance, outstanding, unbilledMinutes } from '../core/record-total-fields.ts';
import { customValues } from './custom-fields.ts';

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
      'language',
      'archived',
      'erasedAt',
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
    creditBalance: creditBalance(t),
    unbilledMinutes: unbilledMinutes(t),
    defaultTaxRule: related(t, 'defaultTaxRule', { nullable: true }),
    contacts: relatedList(t, 'contacts', 'Contact'),
    projects: relatedList(t, 'projects', 'Project'),
    timeEntries: relatedList(t, 'timeEntries', 'TimeEntry'),
    expenses: relatedList(t, 'expenses', 'Expense'),
    opportunities: relatedList(t, 'opportunities', 'Opportunity'),
    formSubmissions: relatedList(t, 'formSubmissions', 'FormSubmission'),
    invoices: relatedList(t, 'invoices', 'Invoice'),
    creditNotes: relatedList(t, 'creditNotes', 'CreditNote'),
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
    extensions: {
      root: {
        kind: 'found',
        find: (context, given) => {
          const { query, first } = given as { query: string; first: number };
          checkPage({ first });
          return { listing: searchedClients(context, { query }, first), most: first };
        },
      },
    } satisfies ReadExtensions,
    resolve: readByReader,
  }),
);

action('createClient', {
  description: 'Makes a client, and its contacts with it: all or nothing.',
  record: 'Client',
  input: createClientInput,
  run: createClient,
});

updateActions({ record: 'Client', input: updateClientInput, run: updateClient });

action('setClientTaxRule', {
  description: 'Says which tax rule applies to a client’s next invoices, or that none does.',
  record: 'Client',
  input: setClientTaxRuleInput,
  mode: 'replace',
  neverConflicts: true,
  run: setClientTaxRule,
});

recordAction('archiveClient', {
  description:
    'Archives a client: lists and searches leave it out, names do not find it, and it takes no new time. Everything of it stays, its name too.',
  record: 'Client',
  neverConflicts: true,
  run: archiveClient,
});

recordAction('unarchiveClient', {
  description: 'Takes a client out of the archive.',
  record: 'Client',
  neverConflicts: true,
  run: unarchiveClient,
});
