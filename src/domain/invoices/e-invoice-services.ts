import type {
  Client,
  Invoice,
  InvoiceLine,
  InvoiceTaxLine,
  Workspace,
} from '../../generated/prisma/client.ts';
import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { InvoiceWarning } from './invoice-warnings.ts';

/** An invoice or, with `creditNoteId`, a credit note of it. */
export interface EInvoiceKey {
  invoiceId: string;
  creditNoteId?: string;
}

/** An invoice with everything that an e-invoice is made of. */
export type EInvoiceRow = Invoice & {
  lineItems: InvoiceLine[];
  taxBreakdown: InvoiceTaxLine[];
  client: Client;
  workspace: Workspace;
};

interface PreparedEInvoice {
  /** Columns that issuing the invoice sets. */
  change: { clientInfo?: object };
  store(issued: Invoice): void;
}

export interface EInvoiceFile {
  format: EInvoiceFormat;
  fileName: string;
  mediaType: string;
  sha256: string;
  bytes: Buffer;
}

declare module '../../platform/context/context.ts' {
  interface Services {
    /**
     * Reads an invoice that is about to be issued. Null if its client receives no e-invoices.
     * @param isRequired whether faults reject the command
     * @throws ActionError e_invoice_incomplete
     */
    prepareEInvoice(
      tx: WriteContext,
      invoice: { id: string },
      isRequired: boolean,
    ): Promise<PreparedEInvoice | null>;
    /** The warnings of a draft that is not stored. */
    listPreviewWarnings(context: Pick<Context, 'actor'>, draft: EInvoiceRow): InvoiceWarning[];
    /** Writes the document of a new credit note, if its client receives e-invoices and it has no faults. */
    storeCreditNoteEInvoice(tx: WriteContext, key: Required<EInvoiceKey>): Promise<void>;
    /**
     * The stored file. It is made if there is none yet.
     * @param format default: the format of the client
     * @returns null if the client has no format
     * @throws ActionError record_not_found; conflicting_state if the invoice is not issued; e_invoice_incomplete
     */
    loadEInvoice(
      context: Context,
      key: EInvoiceKey,
      format: EInvoiceFormat | null,
    ): Promise<EInvoiceFile | null>;
  }
}
