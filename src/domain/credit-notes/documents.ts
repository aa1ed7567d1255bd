import type { Db } from '../../database/client/db.ts';
import type { CreditNote, CreditNoteDocument } from '../../generated/prisma/client.ts';
import { systemAuditEntrySql } from '../../platform/audit-log/system-entries.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { createdInvoiceEventSql } from '../invoices/invoice-events.ts';
import { dataUrlOf, documentBatchSize, documentDigest } from '../invoices/issued-documents.ts';

/** The stored PDFs of credit notes never change. */

type CreditNoteKey = Pick<CreditNote, 'accountId' | 'id'>;

export function findCreditNoteDocument(
  db: Db,
  { accountId, id }: CreditNoteKey,
): Promise<CreditNoteDocument | null> {
  const where = { accountId_creditNoteId: { accountId, creditNoteId: id } };
  return db.creditNoteDocument.findUnique({ where });
}

/**
 * Stores the PDF and an invoice event, unless a PDF is stored already. Returns the stored file, so concurrent callers
 * get the same bytes.
 */
export async function saveCreditNoteDocument(
  db: Db,
  creditNote: Pick<CreditNote, 'accountId' | 'id' | 'invoiceId' | 'numberFormatted'>,
  bytes: Buffer,
): Promise<Buffer> {
  const { accountId, id, invoiceId, numberFormatted } = creditNote;
  const { note, sha256 } = documentDigest(bytes);
  const eventNote = `${numberFormatted}, ${note}`;
  await db.$executeRaw`
    WITH document AS (
      INSERT INTO "CreditNoteDocument" ("accountId", "creditNoteId", "mediaType", size, sha256, bytes)
      VALUES (${accountId}, ${id}, 'application/pdf', ${bytes.length}, ${sha256}, ${bytes})
      ON CONFLICT DO NOTHING RETURNING "creditNoteId"
    ), invoice_event AS (
      INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, actor, note)
      SELECT ${accountId}, ${newId('InvoiceEvent')}, ${invoiceId}, 'DOCUMENT_MADE', 'SERVICE', ${eventNote} FROM document
      RETURNING *
    )
    ${systemAuditEntrySql({ accountId, kind: 'SERVICE', operation: 'document/make' }, [createdInvoiceEventSql])}`;
  const stored = await findCreditNoteDocument(db, creditNote);
  if (!stored) throw new Error(`credit note ${id} of workspace ${accountId} has no document`);
  return Buffer.from(stored.bytes);
}

/** Credit notes of the last week, in all workspaces. */
export function findCreditNotesWithoutDocument(
  db: Db,
): Promise<Pick<CreditNote, 'accountId' | 'id' | 'invoiceId'>[]> {
  return db.$queryRaw`
    SELECT c."accountId", c.id, c."invoiceId" FROM "Workspace" w JOIN "CreditNote" c USING ("accountId")
    WHERE w."deletedAt" IS NULL AND c."createdAt" >= transaction_timestamp() - interval '7 days'
      AND NOT EXISTS (
        SELECT FROM "CreditNoteDocument" d WHERE d."accountId" = c."accountId" AND d."creditNoteId" = c.id)
    ORDER BY c.id LIMIT ${documentBatchSize}`;
}

/** @throws Error if no file is stored */
export async function creditNoteDataUrl(
  { accountId, db }: Context,
  { creditNoteId }: Pick<CreditNoteDocument, 'creditNoteId'>,
): Promise<string> {
  const where = { accountId_creditNoteId: { accountId, creditNoteId } };
  return dataUrlOf(await db.creditNoteDocument.findUniqueOrThrow({ where }));
}
