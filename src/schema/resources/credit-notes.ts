import { createCreditNote, createCreditNoteInput } from '../../domain/credit-notes/index.ts';
import { creditNotePdfUrl } from '../../domain/credit-notes/credit-note-view.ts';
import { action } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, derived, ownNode, parts, related } from '../core/record-fields.ts';
import { listed } from '../core/connections.ts';
import { one } from '../core/filters.ts';

builder.prismaNode('CreditNote', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
      t,
      'CreditNote',
      [
        ...['number', 'numberFormatted', 'invoiceId', 'clientId', 'currency', 'reason'],
        ...[
          'dateCreated',
          'subTotal',
          'discountAmount',
          'tax',
          'total',
          'refundedAmount',
          'keptAsCredit',
        ],
      ] as const,
      { dates: ['dateCreated'] },
    ),
    pdfUrl: derived<Parameters<typeof creditNotePdfUrl>[1]>(t, {
      type: 'URL',
      nullable: true,
      description:
        'Where the client downloads it as a PDF, below the invoice’s link; null where that was revoked.',
      from: { accountId: true, id: true, invoice: { select: { viewToken: true } } },
      value: (row, context) => creditNotePdfUrl(context, row),
    }),
    invoice: related(t, 'invoice'),
    client: related(t, 'client'),
    lineItems: parts(t, 'lineItems', { position: 'asc' }),
    taxBreakdown: parts(t, 'taxBreakdown', { order: 'asc' }),
    document: related(t, 'document', {
      nullable: true,
      description:
        'The file in which it was issued, the same on its link for ever; null until somebody wants it first, or an hour after it was made.',
    }),
  }),
});

builder.prismaNode('CreditNoteLine', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'CreditNoteLine', [
      ...(['creditNoteId', 'invoiceLineId', 'position', 'description', 'quantity'] as const),
      ...(['unitPrice', 'unit', 'lineTotal'] as const),
    ]),
    creditNote: related(t, 'creditNote'),
    invoiceLine: related(t, 'invoiceLine'),
  }),
});

builder.prismaNode('CreditNoteTaxLine', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'CreditNoteTaxLine', [
      ...(['creditNoteId', 'name', 'rate', 'order', 'taxableAmount', 'amount'] as const),
    ]),
    creditNote: related(t, 'creditNote'),
  }),
});

listed('CreditNote', {
  field: 'creditNotes',
  description: 'Documents that take issued invoices back, latest first.',
  where: {
    number: 'Int',
    numberFormatted: 'String',
    invoiceId: 'ID',
    clientId: 'ID',
    currency: 'String',
    dateCreated: 'Date',
    total: 'Decimal',
    invoice: one('Invoice'),
    client: one('Client'),
  },
  orderBy: ['dateCreated', 'number'],
  usualOrder: [{ dateCreated: 'desc' }, { number: 'desc' }],
});

action('createCreditNote', {
  description:
    'Takes an issued invoice back by a credit note, wholly or by lines; what the client had paid of it is refunded, or becomes its credit, where `excess` says so.',
  record: 'CreditNote',
  input: createCreditNoteInput,
  run: createCreditNote,
});
