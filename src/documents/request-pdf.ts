import type { LogoResult } from '../domain/workspaces/logo-limits.ts';
import { createDocumentThread } from './document-thread.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import type { StatementDocument } from './statement-document.ts';

const documentThread = createDocumentThread();

/**
 * An aborted request is skipped while it waits. The same input gives the same bytes.
 * @throws ActionError too_many_requests; Error if the thread failed; the signal's reason
 */
export async function renderInvoicePdf(
  invoice: InvoiceDocument,
  signal?: AbortSignal,
): Promise<Buffer> {
  return Buffer.from(
    (await documentThread.make({ kind: 'invoice', invoice }, signal)) as Uint8Array,
  );
}

/** @throws as {@link renderInvoicePdf} */
export async function renderStatementPdf(
  statement: StatementDocument,
  signal?: AbortSignal,
): Promise<Buffer> {
  return Buffer.from(
    (await documentThread.make({ kind: 'statement', statement }, signal)) as Uint8Array,
  );
}

/**
 * Validates a logo in the same thread.
 * @throws as {@link renderInvoicePdf}
 */
export async function readLogoFile(file: Uint8Array): Promise<LogoResult> {
  return (await documentThread.make({ kind: 'logo', file })) as LogoResult;
}

/** Drops waiting requests when the service stops. */
export async function closeDocumentThread(): Promise<void> {
  await documentThread.close();
}
