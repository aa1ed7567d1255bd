import type { EmailTemplate } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { DocumentValues } from '../../templates/template-values.ts';
import type { InvoiceHeader } from './invoice-record.ts';
import type { Recipient } from './recipients.ts';

export interface InvoiceDelivery {
  invoice: InvoiceHeader;
  recipients: readonly Recipient[];
  emailTemplate: EmailTemplate;
}

declare module '../../platform/context/context.ts' {
  interface Services {
    /**
     * Queues a mail in the transaction of the invoice. An error rolls the invoice back. Returns the earlier mail if it
     * is a duplicate.
     */
    deliver(
      context: Context,
      delivery: InvoiceDelivery,
    ): Promise<{ id: string; isDuplicate: boolean }>;
    /** The values of an invoice for templates, formatted as in its document. */
    documentValues(
      workspace: { name: string; language?: string | null },
      invoice: InvoiceHeader,
    ): DocumentValues;
    /** The characters of a text that no font of the document has. */
    findUnprintableCharacters(text: string): string[];
  }
}
