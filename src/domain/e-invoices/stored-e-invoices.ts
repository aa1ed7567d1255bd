import type { Db } from '../../database/client/db.ts';
import type { EInvoiceDocument } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { EInvoiceKey } from '../invoices/e-invoice-services.ts';
import { insertInvoiceEvents } from '../invoices/invoice-events.ts';
import { documentDigest, insertDocument } from '../invoices/issued-documents.ts';
import { mediaTypeOf } from './formats.ts';

/** Stored e-invoices never change. */

export function findStoredEInvoice(
  db: Db,
  accountId: number,
  { creditNoteId, invoiceId }: EInvoiceKey,
  format: EInvoiceFormat,
): Promise<EInvoiceDocument | null> {
  const key = { accountId, recordId: creditNoteId ?? invoiceId, format };
  return db.eInvoiceDocument.findUnique({ where: { accountId_recordId_format: key } });
}

export const findStoredEInvoices = (
  { accountId, db, root }: Pick<Context, 'accountId' | 'db' | 'root'>,
  recordIds: string[],
  formats: EInvoiceFormat[],
): Promise<EInvoiceDocument[]> =>
  (root ?? db).eInvoiceDocument.findMany({
    where: { accountId, recordId: { in: recordIds }, format: { in: formats } },
  });

export function insertEInvoice(
  tx: WriteContext,
  { creditNoteId = null, invoiceId }: { invoiceId: string; creditNoteId?: string | null },
  { format, number, xml }: { format: EInvoiceFormat; number: string; xml: string },
): void {
  const bytes = Buffer.from(xml);
  const { note, sha256 } = documentDigest(bytes);
  tx.insert('EInvoiceDocument', {
    ...{ recordId: creditNoteId ?? invoiceId, format, invoiceId, creditNoteId },
    ...{ mediaType: mediaTypeOf(format), size: bytes.length, sha256, bytes },
  });
  insertInvoiceEvents(tx, [
    { invoiceId, kind: 'DOCUMENT_MADE', note: `${number}, ${format}, ${note}` },
  ]);
}

/** Returns the stored file, so that concurrent callers get the same bytes. */
export async function saveEInvoice(
  db: Db,
  accountId: number,
  key: EInvoiceKey,
  { bytes, format, number }: { bytes: Buffer; format: EInvoiceFormat; number: string },
): Promise<EInvoiceDocument> {
  const { creditNoteId = null, invoiceId } = key;
  const recordId = creditNoteId ?? invoiceId;
  await insertDocument(db, {
    ...{ accountId, invoiceId, table: 'EInvoiceDocument', bytes, mediaType: mediaTypeOf(format) },
    columns: { recordId, format: Prisma.sql`${format}::"EInvoiceFormat"`, invoiceId, creditNoteId },
    title: `${number}, ${format}, `,
  });
  const stored = await findStoredEInvoice(db, accountId, key, format);
  if (!stored) throw new Error(`${format} of ${invoiceId} of workspace ${accountId} is not stored`);
  return stored;
}
