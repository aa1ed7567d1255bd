import { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import { enumOf, recordIdType } from '../../platform/input/field-types.ts';
import { inputObject, nullable, required } from '../../platform/input/fields.ts';

export type { EInvoiceFormat };

export const eInvoiceFormats = Object.values(EInvoiceFormat);

const format = nullable(
  enumOf('EInvoiceFormat', eInvoiceFormats),
  'Format of the file. Default: that of the client.',
);

export const eInvoiceFormatInput = inputObject('EInvoiceFormatInput', 'Format of a file.', {
  format,
});

export const invoiceEInvoiceInput = inputObject('InvoiceEInvoice', 'An invoice and a format.', {
  invoiceId: required(recordIdType, 'The invoice.'),
  format,
});

export const creditNoteEInvoiceInput = inputObject(
  'CreditNoteEInvoice',
  'A credit note and a format.',
  { creditNoteId: required(recordIdType, 'The credit note.'), format },
);
