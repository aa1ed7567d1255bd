import type { FieldMap } from '@pothos/core';
import {
  invoicePdfUrl,
  viewOnlineUrl,
  voidedPdfUrl,
} from '../../domain/invoices/invoice-record.ts';
import type { Invoice } from '../../generated/prisma/client.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import { computedField } from '../core/record-fields.ts';

type Linked = Pick<Invoice, 'accountId' | 'viewToken'>;

export const invoiceLinkFields = (t: FieldBuilder): FieldMap => ({
  viewOnlineUrl: computedField<Linked>(t, {
    type: 'URL',
    nullable: true,
    description:
      'Page of the invoice for the client. Anyone with the link can open it. Null if the link was revoked.',
    from: { accountId: true, viewToken: true },
    value: (row, context) => viewOnlineUrl(context, row),
  }),
  pdfUrl: computedField<Linked>(t, {
    type: 'URL',
    nullable: true,
    description:
      'PDF of the invoice for the client. Anyone with the link can open it. Null if the link was revoked.',
    from: { accountId: true, viewToken: true },
    value: (row, context) => invoicePdfUrl(context, row),
  }),
  voidedPdfUrl: computedField<Linked & Pick<Invoice, 'dateIssued' | 'status'>>(t, {
    type: 'URL',
    nullable: true,
    description:
      'Stamped PDF copy of a voided invoice. Null for other invoices, and if the link was revoked.',
    from: { accountId: true, viewToken: true, dateIssued: true, status: true },
    value: (row, context) => voidedPdfUrl(context, row),
  }),
});
