import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import type { DocumentTexts } from '../locales/document-locale.ts';
import type { BankTransfer } from './bank-transfer.ts';
import type { Party } from './party.ts';

export interface DisplayStatus {
  /** Empty for files that never change. */
  label: string;
  mood: 'draft' | 'open' | 'late' | 'paid' | 'closed';
  /** Every page gets a stamp. */
  isVoid?: boolean;
}

export interface LabelledAmount {
  label: string;
  amount: string;
  /** Only for a credit note, to link its file. */
  creditNoteId?: string;
}

export type StoredLogo = NonNullable<InvoiceView['logo']>;

export interface DocumentLogo extends Pick<StoredLogo, 'bytes' | 'mediaType' | 'width' | 'height'> {
  /** Changes with every replacement of the image. */
  key: string;
}

export interface DocumentLine {
  /** May contain line feeds. */
  description: string;
  /** Name of the project. */
  detail: string | null;
  /** For example "2 – 13 Mar 2026". */
  date: string | null;
  quantity: string;
  unitPrice: string;
  total: string;
}

export type DocumentLayout = Pick<
  InvoiceView['workspace'],
  'invoiceLayout' | 'logoPlace' | 'pageSize'
>;

/** All texts of an invoice, so that e-mail, PDF and page are equal. They are not escaped. */
export interface InvoiceDocument {
  /** CII that a Factur-X PDF contains. */
  xml?: string;
  /** BCP 47. */
  language: string;
  words: DocumentTexts;
  number: string;
  /** For example "Invoice INV-00001". */
  title: string;
  fileName: string;
  status: DisplayStatus;
  /** Accent colour. Null for the default. */
  accent: string | null;
  layout: DocumentLayout;
  /** Replaces the seller's name. */
  logo: DocumentLogo | null;
  seller: Party;
  client: Party;
  dates: { label: string; value: string }[];
  description: string | null;
  lines: DocumentLine[];
  subTotal: LabelledAmount;
  discount: LabelledAmount | null;
  taxes: LabelledAmount[];
  /** With tax. */
  total: LabelledAmount;
  /** Withholding, prepayments and rounding. */
  settlements: LabelledAmount[];
  /** Null without settlements. Then it equals the total. */
  amountToPay: LabelledAmount | null;
  payments: LabelledAmount[];
  /** Null for a voided or written-off invoice. */
  amountDue: LabelledAmount | null;
  /** Null unless the invoice is written off. */
  writtenOff: LabelledAmount | null;
  /** For example "Please pay €1,190.00 by 21 December 2026." */
  callToAction: string;
  notes: string | null;
  /** Null if nothing is due. */
  paymentInstructions: string | null;
  /** Null if nothing is due or the workspace has no account. */
  transfer: BankTransfer | null;
  footer: string | null;
  /** Null if the link was revoked. */
  viewOnlineUrl: string | null;
  /** Last change of the invoice. */
  writtenAt: Date;
}
