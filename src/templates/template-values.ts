import type { MailKind } from '../generated/prisma/enums.ts';

/** How many characters a template may come to once it is rendered, by the field that holds it. */
export const maxRenderedCharacters = {
  subject: 500,
  body: 100_000,
  paymentInstructions: 20_000,
} as const;

/** "comes to 600 characters when it is rendered; at most 500 can be sent" */
export function renderedTooLongMessage(length: number, most: number): string {
  return `comes to ${length} characters when it is rendered; at most ${most} can be sent`;
}

/** What the texts of an invoice's template can say; all of it is text as customers read it. */
export interface DocumentValues {
  invoice: {
    number: string;
    /** "Draft", "Due", "Paid" and so on, in the customer's language. */
    status: string;
    /** The day on which it was issued, of a draft the day of the invoice. */
    dateIssued: string;
    /** When what it charges was supplied; null where it does not say. */
    supplyDate: string | null;
    servicePeriod: string | null;
    /** Sum of its taxes, and each by itself. */
    tax: string;
    taxes: { label: string; amount: string }[];
    /** What it charges, as it is printed: at most so many, each with the beginning of its words. */
    lines: {
      description: string;
      /** When it was done; null where that is not known. */
      date: string | null;
      quantity: string;
      price: string;
      total: string;
    }[];
    /** With tax; in payment instructions what is to be paid of it. */
    total: string;
    amountDue: string;
    /** Its code: "EUR". */
    currency: string;
    dueDate: string;
    /** The day on which it was paid in full; null where it was not. */
    datePaid: string | null;
    description: string | null;
    paymentInstructions: string | null;
    viewOnlineUrl: string | null;
  };
  workspace: { name: string };
  client: { name: string };
}

/** What the templates of a mail can say. */
export interface MailValues extends DocumentValues {
  /** The first of the contacts. */
  contact: MailContact | undefined;
  contacts: MailContact[];
}

/**
 * What payment instructions can say of the invoice that they are written for. Neither what is due, nor when it was paid,
 * nor the link: the text is kept, and a payment changes the former, a renewal the latter.
 */
export interface InstructionsValues extends Omit<DocumentValues, 'invoice'> {
  invoice: Omit<
    DocumentValues['invoice'],
    | 'amountDue'
    | 'dateIssued'
    | 'datePaid'
    | 'lines'
    | 'paymentInstructions'
    | 'status'
    | 'taxes'
    | 'viewOnlineUrl'
  >;
}

/** What the templates of a receipt can say. */
export interface ReceiptValues extends MailValues {
  payment: {
    /** What of it is for this invoice. */
    amount: string;
    /** All of it, where it pays other invoices too; null where it is for this one alone. */
    whole: string | null;
    date: string;
    reference: string | null;
    /** What of it is kept for what comes next, since the invoice did not need it; null where nothing is. */
    credit: string | null;
  };
}

/** What the templates of a cancellation can say. */
export interface CancellationValues extends MailValues {
  cancellation: { reason: string | null };
}

/** What the templates of a reminder can say. */
export interface ReminderValues extends MailValues {
  /** How many days ago it was due; null where it is not overdue. */
  reminder: { daysOverdue: string | null };
}

/** What the templates of a mail that brings a credit note can say. */
export interface CreditNoteValues extends MailValues {
  creditNote: {
    number: string;
    date: string;
    total: string;
    reason: string | null;
    /** What of it the client had paid, and is given back, or kept for what comes next; null where nothing is. */
    refunded: string | null;
    kept: string | null;
    /** What of the invoice is to be paid all the same; null where nothing is. */
    stillDue: string | null;
  };
}

/** So much of an invoice's lines is told in a mail. */
export const mailLineLimits = { lines: 100, characters: 200 };

export interface MailContact {
  firstName: string;
  lastName: string | null;
  email: string;
}

/** The values of an invoice without those that its payment instructions cannot say. */
export function instructionsValues({ invoice, ...others }: DocumentValues): InstructionsValues {
  const { amountDue: total, datePaid: _paid, ...rest } = invoice;
  const { dateIssued: _day, status: _status, lines: _lines, taxes: _taxes, ...some } = rest;
  const { paymentInstructions: _own, viewOnlineUrl: _link, ...said } = some;
  return { ...others, invoice: { ...said, total } };
}

/** Where a template is used, which decides what it can say. */
export type TemplateUse =
  | 'document'
  | 'instructions'
  | 'mail'
  | 'receipt'
  | 'cancellation'
  | 'reminder'
  | 'creditNote';

/** Where the templates of a kind of mail are used. */
export const templateUseByMailKind = {
  INVOICE: 'mail',
  RECEIPT: 'receipt',
  CANCELLATION: 'cancellation',
  REMINDER: 'reminder',
  CREDIT_NOTE: 'creditNote',
} as const satisfies Record<MailKind, TemplateUse>;

/** What a kind of mail has besides what all of them have. */
export const addedPlaceholders = {
  receipt: 'payment.amount, payment.whole, payment.date, payment.reference, payment.credit',
  cancellation: 'cancellation.reason',
  reminder: 'reminder.daysOverdue',
  creditNote:
    'creditNote.number, creditNote.date, creditNote.total, creditNote.reason, creditNote.refunded, creditNote.kept, creditNote.stillDue',
};

/** Whether a template may say an invoice's lines or taxes one by one. */
export const usesLinesOrTaxes = (template: string): boolean => /lines|taxes/.test(template);
