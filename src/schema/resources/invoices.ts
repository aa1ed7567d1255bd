import type { FieldMap } from '@pothos/core';
import { counterColumns, nextNumberFor } from '../../domain/invoices/invoice-numbers.ts';
import type { ClientInfo } from '../../domain/invoices/invoice-record.ts';
import { openStatuses } from '../../domain/invoices/invoice-record.ts';
import type { InvoiceState } from '../../domain/invoices/lifecycle.ts';
import { allowedActions } from '../../domain/invoices/lifecycle.ts';
import type { Invoice, InvoiceSequence } from '../../generated/prisma/client.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { isStorableText } from '../../platform/input/text-types.ts';
import { toSingleLine } from '../../platform/text/sanitize-text.ts';
import { builder } from '../core/builder.ts';
import {
  defineListQuery,
  defineRecordQueries,
  relationConnectionField,
} from '../core/connections.ts';
import { enums } from '../core/enums.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
  relationListField,
} from '../core/record-fields.ts';
import { invoiceEInvoiceFields } from './e-invoices.ts';
import { formattedAmountsField, invoiceAmounts } from './formatted-amounts.ts';
import { invoiceLinkFields } from './invoice-links.ts';
import { billedClientField, deliverToField, sellerField } from './invoice-parties.ts';
import { warningsField } from './invoice-warnings.ts';
import { appliedTaxRuleField } from './tax-rules.ts';
import { totalsExplanationField } from './totals-explanation.ts';

/** User-written texts in the PDF of an invoice. */
interface Printed {
  clientInfo: unknown;
  description: string | null;
  notes: string | null;
  paymentInstructions: string | null;
  lineItems: { description: string | null; projectName: string | null }[];
}

interface Numbered extends Pick<Invoice, 'numberSeries' | 'numberPeriod'> {
  workspace: { invoiceSequence: InvoiceSequence | null };
}

const invoiceColumns = [
  'invoiceNumberFormatted',
  'numberSeries',
  'numberPeriod',
  'status',
  'subTotal',
  'discountAmount',
  'tax',
  'withholdingAmount',
  'total',
  'paymentTotal',
  'creditedTotal',
  'amountDue',
  'dateSent',
  'datePaid',
  'firstViewedAt',
  'erasedAt',
] as const;

const unprintableLettersField = (t: FieldBuilder): FieldMap[string] =>
  computedField<Printed>(t, {
    type: ['String'],
    description:
      'Characters of its texts that no font of the PDF supports, each once. They are printed as �. An invoice whose client’s name contains one cannot be sent.',
    from: {
      clientInfo: true,
      description: true,
      notes: true,
      paymentInstructions: true,
      lineItems: {
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
        select: { description: true, projectName: true },
      },
    },
    value: ({ clientInfo, lineItems, ...texts }, { services }) =>
      services.findUnprintableCharacters(
        [
          ...Object.values(clientInfo as ClientInfo),
          ...Object.values(texts),
          ...lineItems.flatMap((line) => [line.description, line.projectName]),
        ]
          .filter((text) => typeof text === 'string')
          .join('\n'),
      ),
  });

const allowedActionsField = (t: FieldBuilder): FieldMap[string] =>
  computedField<Omit<InvoiceState, 'nextNumber'> & Numbered>(t, {
    type: [enums.InvoiceAction],
    description: 'Possible actions in its current state.',
    from: {
      status: true,
      invoiceNumber: true,
      dateSent: true,
      paymentTotal: true,
      creditedTotal: true,
      numberSeries: true,
      numberPeriod: true,
      workspace: { select: { invoiceSequence: { select: counterColumns } } },
    },
    value: ({ workspace, ...invoice }) =>
      allowedActions({
        ...invoice,
        nextNumber: nextNumberFor(invoice, workspace.invoiceSequence),
      }),
  });

builder.prismaNode('Invoice', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Invoice', invoiceColumns),
    ...invoiceLinkFields(t),
    ...invoiceEInvoiceFields(t),
    formatted: formattedAmountsField(t, 'Invoice', invoiceAmounts),
    clientInfo: billedClientField(t),
    unprintableLetters: unprintableLettersField(t),
    seller: sellerField(t),
    deliverTo: deliverToField(t),
    taxRule: appliedTaxRuleField(t),
    totalsExplanation: totalsExplanationField(t),
    warnings: warningsField(t),
    client: relationField(t, 'client'),
    invoiceTemplate: relationField(t, 'invoiceTemplate', { nullable: true }),
    lineItems: relationListField(t, 'lineItems', { position: 'asc' }),
    taxBreakdown: relationListField(t, 'taxBreakdown', { order: 'asc' }),
    payments: relationListField(t, 'payments'),
    creditNotes: relationListField(t, 'creditNotes'),
    history: relationListField(t, 'history'),
    allowedActions: allowedActionsField(t),
    timeEntries: relationConnectionField(t, 'timeEntries', 'TimeEntry'),
    expenses: relationConnectionField(t, 'expenses', 'Expense'),
    deliverables: relationConnectionField(t, 'deliverables', 'Deliverable'),
    mails: relationConnectionField(t, 'mails', 'OutboxMail'),
    document: relationField(t, 'document', {
      nullable: true,
      description:
        'The file of the issued invoice, the same on its page and in its e-mails. Null for a draft, and until it is first requested, or for an hour after the invoice was issued.',
    }),
    attachments: relationConnectionField(t, 'attachments', 'Attachment'),
  }),
});

defineRecordQueries('Invoice', {
  field: 'invoices',
  description: 'Invoices, latest first.',
  where: [
    ...['invoiceNumber', 'invoiceNumberFormatted', 'clientId', 'status', 'invoiceType'],
    ...['currency', 'notes', 'total', 'amountDue', 'dateCreated', 'dateIssued', 'dateSent'],
    ...['dueDate', 'datePaid', 'invoiceTemplateId', 'taxRuleId', 'client', 'invoiceTemplate'],
    ...['lineItems', 'payments', 'timeEntries', 'expenses', 'deliverables', 'mails'],
  ],
  orderBy: ['dateCreated', 'dueDate', 'datePaid', 'invoiceNumber', 'total', 'amountDue'],
  defaultOrder: [{ dateCreated: 'desc' }, { invoiceNumber: 'desc' }],
});

defineListQuery('Invoice', {
  field: 'payableInvoices',
  description:
    'Open invoices: an amount is due, and they are neither voided nor written off. Earliest due date first.',
  args: {
    clientName: {
      type: 'String',
      description:
        'Exact name of a client: only invoices of this client. The result is empty if there is no such client, or it is archived.',
    },
  },
  where: ({ clientName }) => {
    const name = typeof clientName === 'string' ? toSingleLine(clientName) : '';
    if (!isStorableText(name)) {
      const message = 'must not contain NUL or broken Unicode';
      throw invalidInputError([{ path: 'clientName', code: 'invalid_text', message }]);
    }
    return {
      status: { in: openStatuses },
      amountDue: { gt: 0 },
      ...(name !== '' && { client: { name: { equals: name }, archived: { equals: false } } }),
    };
  },
  order: [{ dueDate: 'asc' }],
});
