import { creditNoteDataUrl } from '../../domain/credit-notes/documents.ts';
import { documentDataUrl } from '../../domain/invoices/issued-documents.ts';
import { builder } from '../core/builder.ts';
import { columnFields, computedField } from '../core/record-fields.ts';

builder.prismaObject('IssuedDocument', {
  select: { accountId: true, invoiceId: true },
  fields: (t) => ({
    ...columnFields(t, 'IssuedDocument', ['mediaType', 'size', 'sha256', 'createdAt']),
    dataUrl: computedField<{ invoiceId: string }>(t, {
      type: 'URL',
      description:
        'The file as a data URL, usually hundreds of kilobytes. Select it for one invoice only.',
      complexity: 20,
      from: { invoiceId: true },
      value: (document, context) => documentDataUrl(context, document),
    }),
  }),
});

builder.prismaObject('CreditNoteDocument', {
  select: { accountId: true, creditNoteId: true },
  fields: (t) => ({
    ...columnFields(t, 'CreditNoteDocument', ['mediaType', 'size', 'sha256', 'createdAt']),
    dataUrl: computedField<{ creditNoteId: string }>(t, {
      type: 'URL',
      description:
        'The file as a data URL, usually hundreds of kilobytes. Select it for one credit note only.',
      complexity: 20,
      from: { creditNoteId: true },
      value: (document, context) => creditNoteDataUrl(context, document),
    }),
  }),
});
