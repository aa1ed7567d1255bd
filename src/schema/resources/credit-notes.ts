import { creditNotePdfUrl } from '../../domain/credit-notes/credit-note-view.ts';
import { creditNoteOperations } from '../../operations/credit-notes.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnFields,
  computedField,
  recordNodeOptions,
  relationField,
  relationListField,
} from '../core/record-fields.ts';
import { creditNoteEInvoiceFields } from './e-invoices.ts';
import { formattedAmountsField } from './formatted-amounts.ts';

builder.prismaNode('CreditNote', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'CreditNote', [
      ...(['number', 'numberFormatted', 'clientId', 'currency', 'dateCreated'] as const),
      ...(['subTotal', 'discountAmount', 'tax', 'total', 'refundedAmount'] as const),
      'keptAsCredit',
    ]),
    pdfUrl: computedField<Parameters<typeof creditNotePdfUrl>[1]>(t, {
      type: 'URL',
      nullable: true,
      description:
        'Where the client downloads it as a PDF, below the invoice’s link. Null if that was revoked.',
      from: { accountId: true, id: true, invoice: { select: { viewToken: true } } },
      value: (row, context) => creditNotePdfUrl(context, row),
    }),
    ...creditNoteEInvoiceFields(t),
    formatted: formattedAmountsField(t, 'CreditNote', [
      ...['subTotal', 'discountAmount', 'tax', 'total', 'refundedAmount', 'keptAsCredit'],
    ]),
    invoice: relationField(t, 'invoice'),
    client: relationField(t, 'client'),
    lineItems: relationListField(t, 'lineItems', { position: 'asc' }),
    taxBreakdown: relationListField(t, 'taxBreakdown', { order: 'asc' }),
    document: relationField(t, 'document', {
      nullable: true,
      description:
        'The file of the issued credit note. It never changes. Null until it is first requested, or for an hour after the credit note was issued.',
    }),
  }),
});

builder.prismaNode('CreditNoteLine', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'CreditNoteLine', [
      ...(['creditNoteId', 'invoiceLineId', 'position', 'description', 'quantity'] as const),
      ...(['unitPrice', 'amount', 'unit', 'lineTotal'] as const),
    ]),
    creditNote: relationField(t, 'creditNote'),
    invoiceLine: relationField(t, 'invoiceLine'),
  }),
});

builder.prismaNode('CreditNoteTaxLine', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'CreditNoteTaxLine', [
      ...(['creditNoteId', 'name', 'rate', 'order', 'taxableAmount', 'amount'] as const),
    ]),
    creditNote: relationField(t, 'creditNote'),
  }),
});

defineRecordQueries('CreditNote', {
  field: 'creditNotes',
  description: 'Credit notes for issued invoices, latest first.',
  where: [
    ...['number', 'numberFormatted', 'invoiceId', 'clientId', 'currency', 'dateCreated', 'total'],
    ...['invoice', 'client'],
  ],
  orderBy: ['dateCreated', 'number'],
  defaultOrder: [{ dateCreated: 'desc' }, { number: 'desc' }],
});

defineOperationMutations(creditNoteOperations);
