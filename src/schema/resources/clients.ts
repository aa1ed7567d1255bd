import { paymentTermsInput } from '../../domain/clients/payment-terms.ts';
import { searchClients } from '../../domain/clients/search.ts';
import { clientOperations } from '../../operations/clients.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { unusedResolver } from '../core/declared-fields.ts';
import type { ReadExtensions } from '../core/field-reads.ts';
import { jsonObjectType } from '../core/json-objects.ts';
import { hideArchivedByDefault } from '../core/list-definitions.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { checkPageArguments, pageSizeLimits } from '../core/page-arguments.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
} from '../core/record-fields.ts';
import {
  creditBalanceField,
  outstandingField,
  unbilledMinutesField,
} from '../core/record-total-fields.ts';
import { customValueFields } from './custom-fields.ts';
import { mergedRecordsField } from './merged-records.ts';

builder.prismaNode('Client', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Client', ['defaultTaxRuleId', 'erasedAt']),
    paymentTerms: computedField<{ paymentTerms: unknown }>(t, {
      type: jsonObjectType(paymentTermsInput),
      nullable: true,
      description: 'Payment terms.',
      from: { paymentTerms: true },
      value: (row) => row.paymentTerms,
    }),
    ...customValueFields(t, 'Client'),
    mergedRecords: mergedRecordsField(t),
    outstanding: outstandingField(t),
    creditBalance: creditBalanceField(t),
    unbilledMinutes: unbilledMinutesField(t),
    defaultTaxRule: relationField(t, 'defaultTaxRule', { nullable: true }),
    contacts: relationConnectionField(t, 'contacts', 'Contact'),
    projects: relationConnectionField(t, 'projects', 'Project'),
    timeEntries: relationConnectionField(t, 'timeEntries', 'TimeEntry'),
    expenses: relationConnectionField(t, 'expenses', 'Expense'),
    opportunities: relationConnectionField(t, 'opportunities', 'Opportunity'),
    formSubmissions: relationConnectionField(t, 'formSubmissions', 'FormSubmission'),
    tickets: relationConnectionField(t, 'tickets', 'Ticket'),
    invoices: relationConnectionField(t, 'invoices', 'Invoice'),
    creditNotes: relationConnectionField(t, 'creditNotes', 'CreditNote'),
    attachments: relationConnectionField(t, 'attachments', 'Attachment'),
  }),
});

defineRecordQueries('Client', {
  field: 'clients',
  description: 'Clients and prospects of the workspace, by name.',
  where: [
    ...['name', 'clientType', 'city', 'postal', 'country', 'countryCode', 'eInvoiceFormat'],
    ...['currency', 'phone', 'leadSource', 'taxId', 'notes', 'archived', 'defaultTaxRuleId'],
    ...['defaultTaxRule', 'contacts', 'projects', 'timeEntries', 'expenses', 'opportunities'],
    ...['formSubmissions', 'tickets', 'invoices'],
  ],
  orderBy: ['name', 'country', 'city'],
  defaultOrder: [{ name: 'asc' }],
  hiddenByDefault: hideArchivedByDefault,
});

builder.queryField('searchClients', (t) =>
  t.field({
    type: ['Client' as never],
    description:
      'Active clients by name, whose name or phone number starts with the query, or with a contact whose e-mail address or phone number starts with it or whose full name contains it. The search ignores case, and accents of names. Six digits or more find every telephone number that contains them.',
    args: {
      query: t.arg.string({ required: true, description: 'Text to match. All clients if empty.' }),
      first: t.arg.int({
        required: true,
        defaultValue: pageSizeLimits.default,
        description: `Maximum number of results, at most ${pageSizeLimits.max}.`,
      }),
    },
    complexity: ({ first }) => ({ field: 1, multiplier: Math.min(first, pageSizeLimits.max) }),
    extensions: {
      root: {
        kind: 'found',
        find: (context, given) => {
          const { query, first } = given as { query: string; first: number };
          checkPageArguments({ first });
          return { listing: searchClients(context, { query }, first), limit: first };
        },
      },
    } satisfies ReadExtensions,
    resolve: unusedResolver,
  }),
);

defineOperationMutations(clientOperations);
