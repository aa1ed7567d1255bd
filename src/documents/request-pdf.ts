import type { LogoResult } from '../domain/workspaces/logo-limits.ts';
import { createDocumentThread } from './document-thread.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import type { StatementDocument } from './statement-document.ts';

/** One for the whole process; its thread starts with the first document. */
const documentThread = createDocumentThread();

/**
 * The invoice as a PDF on A4, made in a thread of its own, so that requests are answered meanwhile. What it looks like is
 * told at `layOutInvoice`. It is not made where `signal` is aborted while it still waits for others.
 * @throws ActionError too_many_requests where too many documents are waiting already, or where the service stops; Error
 * where the thread failed; the signal's reason where it was aborted
 */
export async function renderInvoicePdf(
  invoice: InvoiceDocument,
  signal?: AbortSignal,
): Promise<Buffer> {
  return Buffer.from(
    (await documentThread.make({ kind: 'invoice', invoice }, signal)) as Uint8Array,
  );
}

/** A statement of account as a PDF on A4. @throws as {@link renderInvoicePdf} */
export async function renderStatementPdf(
  statement: StatementDocument,
  signal?: AbortSignal,
): Promise<Buffer> {
  return Buffer.from(
    (await documentThread.make({ kind: 'statement', statement }, signal)) as Uint8Array,
  );
}

/**
 * Looks a logo's file over in that thread: judged by its bytes and tried out on a page. Answers the image as invoices show
 * it, or what is wrong with it.
 * @throws as {@link renderInvoicePdf}
 */
export async function readLogoFile(file: Uint8Array): Promise<LogoResult> {
  return (await documentThread.make({ kind: 'logo', file })) as LogoResult;
}

/** Makes no more of what was asked for, so that a service that stops does not go on for documents that nobody gets. */
export async function closeDocumentThread(): Promise<void> {
  await documentThread.close();
}
