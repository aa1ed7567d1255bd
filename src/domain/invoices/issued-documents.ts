import { createHash } from 'node:crypto';
import type { Db } from '../../database/client/db.ts';
import type { Invoice, IssuedDocument } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { systemAuditEntrySql } from '../../platform/audit-log/system-entries.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { createdInvoiceEventSql } from './invoice-events.ts';

/** The stored PDFs of issued invoices never change. */

const { raw } = Prisma;

type InvoiceKey = Pick<Invoice, 'accountId' | 'id'>;

/** A draft that was voided is not issued. */
export const isIssued = ({ dateIssued }: Pick<Invoice, 'dateIssued'>): boolean =>
  dateIssued !== null;

export function documentDigest(bytes: Buffer): { sha256: string; note: string } {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, note: `SHA-256 ${sha256}, ${bytes.length} bytes` };
}

export function findIssuedDocument(
  db: Db,
  { accountId, id }: InvoiceKey,
): Promise<IssuedDocument | null> {
  const where = { accountId_invoiceId: { accountId, invoiceId: id } };
  return db.issuedDocument.findUnique({ where });
}

interface NewDocument {
  accountId: number;
  invoiceId: string;
  table: 'CreditNoteDocument' | 'EInvoiceDocument' | 'IssuedDocument';
  /** The columns of the row that are not about its file. */
  columns: Readonly<Record<string, unknown>>;
  mediaType: string;
  bytes: Buffer;
  /** Of the invoice event, before the digest. */
  title?: string;
}

/** Stores the file and an invoice event, unless a file is stored already. */
export async function insertDocument(
  db: Db,
  { accountId, bytes, columns, invoiceId, mediaType, table, title = '' }: NewDocument,
): Promise<void> {
  const { note, sha256 } = documentDigest(bytes);
  const row = { accountId, ...columns, mediaType, size: bytes.length, sha256, bytes };
  const names = Object.keys(row).map((name) => `"${name}"`);
  await db.$executeRaw`
    WITH document AS (
      INSERT INTO ${raw(`"${table}" (${names})`)} VALUES (${Prisma.join(Object.values(row))})
      ON CONFLICT DO NOTHING RETURNING "accountId"
    ), invoice_event AS (
      INSERT INTO "InvoiceEvent" ("accountId", id, "invoiceId", kind, actor, note)
      SELECT ${accountId}, ${newId('InvoiceEvent')}, ${invoiceId}, 'DOCUMENT_MADE', 'SERVICE', ${title + note} FROM document
      RETURNING *
    )
    ${systemAuditEntrySql({ accountId, kind: 'SERVICE', operation: 'document/make' }, [createdInvoiceEventSql])}`;
}

/** Returns the stored file, so concurrent callers get the same bytes. */
export async function saveIssuedDocument(
  db: Db,
  which: InvoiceKey,
  bytes: Buffer,
): Promise<Buffer> {
  const { accountId, id } = which;
  const columns = { invoiceId: id };
  const mediaType = 'application/pdf';
  await insertDocument(db, {
    accountId,
    ...columns,
    table: 'IssuedDocument',
    columns,
    mediaType,
    bytes,
  });
  const stored = await findIssuedDocument(db, which);
  if (!stored) throw new Error(`invoice ${id} of workspace ${accountId} has no document`);
  return Buffer.from(stored.bytes);
}

/** Maximum per run of the job. */
export const documentBatchSize = 200;

/** Invoices of the last week, in all workspaces. */
export function findInvoicesWithoutDocument(db: Db): Promise<InvoiceKey[]> {
  return db.$queryRaw<InvoiceKey[]>`
    SELECT i."accountId", i.id FROM "Workspace" w JOIN "Invoice" i USING ("accountId")
    WHERE w."deletedAt" IS NULL AND i."dateIssued" >= current_date - 7
      AND NOT EXISTS (SELECT FROM "IssuedDocument" d WHERE d."accountId" = i."accountId" AND d."invoiceId" = i.id)
    ORDER BY i.id LIMIT ${documentBatchSize}`;
}

/** @throws Error if no file is stored */
export async function documentDataUrl(
  { accountId, db }: Context,
  { invoiceId }: Pick<IssuedDocument, 'invoiceId'>,
): Promise<string> {
  const where = { accountId_invoiceId: { accountId, invoiceId } };
  return dataUrlOf(await db.issuedDocument.findUniqueOrThrow({ where }));
}

export function dataUrlOf({ bytes, mediaType }: { bytes: Uint8Array; mediaType: string }): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
}
