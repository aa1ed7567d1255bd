import type { Db } from '../../database/client/db.ts';
import type { CreditNote, CreditNoteDocument } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dataUrlOf, documentBatchSize, insertDocument } from '../invoices/issued-documents.ts';

/** The stored PDFs of credit notes never change. */

type CreditNoteKey = Pick<CreditNote, 'accountId' | 'id'>;

export function findCreditNoteDocument(
  db: Db,
  { accountId, id }: CreditNoteKey,
): Promise<CreditNoteDocument | null> {
  const where = { accountId_creditNoteId: { accountId, creditNoteId: id } };
  return db.creditNoteDocument.findUnique({ where });
}

/** Returns the stored file, so concurrent callers get the same bytes. */
export async function saveCreditNoteDocument(
  db: Db,
  creditNote: Pick<CreditNote, 'accountId' | 'id' | 'invoiceId' | 'numberFormatted'>,
  bytes: Buffer,
): Promise<Buffer> {
  const { accountId, id, invoiceId, numberFormatted } = creditNote;
  await insertDocument(db, {
    ...{ accountId, invoiceId, table: 'CreditNoteDocument', columns: { creditNoteId: id } },
    ...{ mediaType: 'application/pdf', bytes, title: `${numberFormatted}, ` },
  });
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
