import { Readable } from 'node:stream';
import type { Context } from '../../platform/context/context.ts';
import { readBase64 } from '../../platform/input/base64.ts';
import { booleanType, recordIdType, text } from '../../platform/input/field-types.ts';
import type { FieldType } from '../../platform/input/fields.ts';
import { inputObject, nullable, required, withDefault } from '../../platform/input/fields.ts';
import { scalarPresentation } from '../../platform/input/scalar-type.ts';
import { AttachedFile, receiveFile } from '../attachments/attached-file.ts';
import { bytesPerMegabyte } from '../attachments/services.ts';

export const maxReceivedMegabytes = 10;

const maxBytes = maxReceivedMegabytes * bytesPerMegabyte;

/** In REST, the body of the request can be the file. */
const receivedFile: FieldType<AttachedFile | Buffer> = {
  presentation: scalarPresentation('String'),
  json: { type: 'string', contentEncoding: 'base64' },
  read: (value, report) =>
    value instanceof AttachedFile ? value : readBase64(value, maxBytes, report),
};

export const createExpenseFromFileInput = inputObject(
  'CreateExpenseFromFile',
  'An e-invoice of a vendor.',
  {
    file: required(
      receivedFile,
      `UBL, CII, or a PDF that contains one of them (Factur-X, ZUGFeRD), in base64, also as a data URL; at most ${maxReceivedMegabytes} MB.`,
    ),
    fileName: nullable(text(), 'Name of the attachment. Default: the number of the invoice.'),
    vendorId: nullable(
      recordIdType,
      'The vendor. Default: found by VAT id, IBAN, legal id or name, or created.',
    ),
    preview: withDefault(
      booleanType,
      false,
      'Store nothing. The result is the expense that the call would create.',
    ),
    allowDuplicate: withDefault(
      booleanType,
      false,
      'Create the expense even if the vendor has one with the same kind and number (ignoring blanks and case).',
    ),
  },
  'Expense',
);

/** Stores the file in a temporary file while `work` runs. */
export async function withReceivedFile<T>(
  context: Context,
  file: AttachedFile | Buffer,
  work: (file: AttachedFile) => Promise<T>,
): Promise<T> {
  if (file instanceof AttachedFile) return work(file);
  const received = await receiveFile(context, Readable.from([file]), {
    ...{ field: 'file', fileName: '', maxMegabytes: maxReceivedMegabytes },
  });
  try {
    return await work(received);
  } finally {
    await received.spooled.discard();
  }
}
