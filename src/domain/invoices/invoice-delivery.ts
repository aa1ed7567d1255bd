import type { EmailTemplate } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { DocumentValues } from '../../templates/template-values.ts';
import type { InvoiceHeader } from './invoice-record.ts';
import type { Recipient } from './recipients.ts';

/** What goes out when an invoice is sent. */
export interface InvoiceDelivery {
  invoice: InvoiceHeader;
  recipients: readonly Recipient[];
  emailTemplate: EmailTemplate;
}

declare module '../../platform/context/context.ts' {
  interface Services {
    /**
     * Takes a sent invoice for delivery, within the transaction that makes it: what it throws undoes the invoice. Answers
     * the mail, which is an earlier one where that is the same.
     */
    deliver(
      context: Context,
      delivery: InvoiceDelivery,
    ): Promise<{ id: string; isDuplicate: boolean }>;
    /** The values of an invoice that templates name, written as its document writes them. */
    documentValues(
      workspace: { name: string; language?: string | null },
      invoice: InvoiceHeader,
    ): DocumentValues;
    /** The letters of a text that no font of its document has, each once. */
    unprintable(text: string): string[];
  }
}
