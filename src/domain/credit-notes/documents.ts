import type { Db } from '../../database/client/db.ts';
import type { CreditNote, CreditNoteDocument } from '../../generated/prisma/client.ts';
import { systemAuditEntrySql } from '../../platform/audit-log/system-entries.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { createdInvoiceEventSql } from '../invoices/invoice-events.ts';
import { dataUrlOf, documentBatchSize, documentDigest } from '../invoices/issued-documents.ts';

/** The files in which credit notes were issued, kept as those of invoices are (decision 54): made once, and answered unchanged. */

type Which = Pick<CreditNote, 'accountId' | 'id'>;

/** The file in which a credit note was issued; null where none was made so far. One statement. */
export function findCreditNoteDocument(
  db: Db,
  { accountId, id }: Which,
): Promise<CreditNoteDocument | null> {
  const where = { accountId_creditNoteId: { accountId, creditNoteId: id } };
  return db.creditNoteDocument.findUnique({ where });
}

/**
 * Keeps a PDF as the file in which a credit note was issued, and tells the history of its invoice; where there is one by now, that
 * stays. Answers the file that is kept: of many who make it at once, all get the same. Two statements.
 */
export async function saveCreditNoteDocument(
  db: Db,
  credited: Pick<CreditNote, 'accountId' | 'id' | 'invoiceId' | 'numberFormatted'>,
  bytes: Buffer,
): Promise<Buffer> {
  const { accountId, id, invoiceId, numberFormatted } = credited;
  const { note, sha256 } = documentDigest(bytes);
  const told = `${numberFormatted}, ${note}`;
  await db.$executeRaw`
    WITH made AS (
      INSERT INTO "CreditNoteDocument" ("accountId", "creditNoteId", "mediaType", size, sha256, bytes)
      VALUES (${accountId}, ${id}, 'application/pdf', ${bytes.length}, ${sha256}, ${bytes})
      ON CONFLICT DO NOTHING RETURNING "creditNoteId"
    ), told AS (
      INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, actor, note)
      SELECT ${accountId}, ${newId('InvoiceEvent')}, ${invoiceId}, 'DOCUMENT_MADE', 'SERVICE', ${told} FROM made
      RETURNING *
    )
    ${systemAuditEntrySql({ accountId, kind: 'SERVICE', operation: 'document/make' }, [createdInvoiceEventSql])}`;
  const kept = await findCreditNoteDocument(db, credited);
  if (!kept) throw new Error(`credit note ${id} of workspace ${accountId} has no document`);
  return Buffer.from(kept.bytes);
}

/** Credit notes of all workspaces that were made in the last week, of which there is no file. One statement. */
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

/**
 * The file itself as a data URL. One statement.
 * @throws Error where none was made
 */
export async function creditNoteDataUrl(
  { accountId, db }: Context,
  { creditNoteId }: Pick<CreditNoteDocument, 'creditNoteId'>,
): Promise<string> {
  const where = { accountId_creditNoteId: { accountId, creditNoteId } };
  return dataUrlOf(await db.creditNoteDocument.findUniqueOrThrow({ where }));
}
