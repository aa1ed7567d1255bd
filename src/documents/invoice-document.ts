import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import type { DocumentTexts } from '../locales/documents/index.ts';
import type { BankTransfer } from './bank-transfer.ts';
import type { Party } from './party.ts';

/** How an invoice's state is shown: its word, and the mood in which a page or a document colours it. */
export interface DisplayStatus {
  /** Empty where nothing is said of it: a file that never changes has no state. */
  label: string;
  mood: 'draft' | 'open' | 'late' | 'paid' | 'closed';
  /** Whether it was voided, which is said across every page. */
  isVoid?: boolean;
}

/** A line of the sums, or a payment. */
export interface LabelledAmount {
  label: string;
  amount: string;
  /** The credit note that it is, where it is one: its file can be had. */
  creditNoteId?: string;
}

export type StoredLogo = NonNullable<InvoiceView['logo']>;

/** The seller's image. */
export interface DocumentLogo extends Pick<StoredLogo, 'bytes' | 'mediaType' | 'width' | 'height'> {
  /** Another one for every image, however often it is replaced. */
  key: string;
}

export interface DocumentLine {
  /** May hold line feeds. */
  description: string;
  /** The project it charges. */
  detail: string | null;
  /** When it was done, short: "2 – 13 Mar 2026"; null where that is not known. */
  date: string | null;
  quantity: string;
  unitPrice: string;
  total: string;
}

/** How it is laid out. */
export type DocumentLayout = Pick<
  InvoiceView['workspace'],
  'invoiceLayout' | 'logoPlace' | 'pageSize'
>;

/**
 * An invoice as its customer is shown it: every text written out, once, so that mail, PDF and page cannot differ. The
 * texts are plain: whoever puts them into HTML escapes them.
 */
export interface InvoiceDocument {
  /** What it is written in, as BCP 47 names it. */
  language: string;
  /** What it says besides, in that language. */
  words: DocumentTexts;
  number: string;
  /** "Invoice INV-00001" */
  title: string;
  fileName: string;
  status: DisplayStatus;
  /** Colour of what stands out; null for the usual one. */
  accent: string | null;
  layout: DocumentLayout;
  /** Stands for the seller's name at the head. */
  logo: DocumentLogo | null;
  seller: Party;
  client: Party;
  /** Day of the invoice, day by which it is to be paid, and day on which it was. */
  dates: { label: string; value: string }[];
  description: string | null;
  lines: DocumentLine[];
  subTotal: LabelledAmount;
  discount: LabelledAmount | null;
  taxes: LabelledAmount[];
  /** With tax. */
  total: LabelledAmount;
  /** Withheld, paid before, rounded: from the total to the amount to pay. */
  settlements: LabelledAmount[];
  /** Null where nothing is settled: then it is the total. */
  amountToPay: LabelledAmount | null;
  payments: LabelledAmount[];
  /** Null on an invoice that was voided or written off, on which nothing is due whatever was open. */
  amountDue: LabelledAmount | null;
  /** What was given up; null on all but an invoice that was written off. */
  writtenOff: LabelledAmount | null;
  /** What to do about it in one sentence: "Please pay €1,190.00 by 21 December 2026." */
  callToAction: string;
  notes: string | null;
  /** Null where nothing is to be paid. */
  paymentInstructions: string | null;
  /** How it is paid by transfer; null where nothing is to be paid, or the workspace names no account. */
  transfer: BankTransfer | null;
  footer: string | null;
  /** Where it can be seen online; null where the link was revoked. */
  viewOnlineUrl: string | null;
  /** The moment at which the invoice last changed. */
  writtenAt: Date;
}
