import { getDocumentProxy } from 'unpdf';
import type { FileError } from '../domain/received-invoices/file-error.ts';
import { ReceivedFileError } from '../domain/received-invoices/file-error.ts';
import { readInvoiceXml } from '../domain/received-invoices/read-invoice-xml.ts';
import type { ReceivedExpense } from '../domain/received-invoices/received-expense.ts';
import { toReceivedExpense } from '../domain/received-invoices/received-expense.ts';

export type ReceivedFile = { expense: ReceivedExpense } | { errors: readonly FileError[] };

/** Order-X is an order. Its error is better than that of a PDF without XML. */
const attachmentNames = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml', 'order-x.xml'];

export async function readReceivedFile(file: Uint8Array): Promise<ReceivedFile> {
  try {
    const invoice = readInvoiceXml(isPdf(file) ? await extractXml(file) : file);
    return { expense: toReceivedExpense(invoice) };
  } catch (error) {
    if (!(error instanceof ReceivedFileError)) throw error;
    return { errors: error.errors };
  }
}

/** Programs may write other bytes before the header. */
const isPdf = (file: Uint8Array): boolean =>
  Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, 1_024)).includes('%PDF-');

type Attachments = Record<string, { filename?: string; content?: Uint8Array }> | null;

/** @throws ReceivedFileError */
async function extractXml(file: Uint8Array): Promise<Uint8Array> {
  const attachments = await readAttachments(file);
  const byName = new Map(
    Object.entries(attachments ?? {}).map(([name, { content, filename = name }]) => [
      filename.toLowerCase(),
      content,
    ]),
  );
  for (const name of attachmentNames) {
    const content = byName.get(name);
    if (content) return content;
  }
  throw new ReceivedFileError({
    code: 'no_e_invoice',
    message:
      'is a PDF without the XML of an e-invoice (factur-x.xml, xrechnung.xml or zugferd-invoice.xml). Create the expense by hand, and upload the file as its attachment',
  });
}

async function readAttachments(file: Uint8Array): Promise<Attachments> {
  try {
    // pdf.js takes the buffer away.
    const pdf = await getDocumentProxy(new Uint8Array(file), { verbosity: 0 });
    try {
      return (await pdf.getAttachments()) as Attachments;
    } finally {
      await pdf.destroy();
    }
  } catch (error) {
    const isEncrypted = (error as { name?: string }).name === 'PasswordException';
    throw new ReceivedFileError({
      code: isEncrypted ? 'encrypted_file' : 'invalid_pdf',
      message: isEncrypted
        ? 'is an encrypted PDF. Remove the password before you upload it'
        : 'is a PDF that cannot be read: it is damaged or incomplete',
    });
  }
}
