import type { MailKind } from '../generated/prisma/enums.ts';

export const maxRenderedCharacters = {
  subject: 500,
  body: 100_000,
  paymentInstructions: 20_000,
} as const;

export function renderedTooLongMessage(length: number, maxLength: number): string {
  return `comes to ${length} characters when it is rendered; at most ${maxLength} can be sent`;
}

export interface DocumentValues {
  invoice: {
    number: string;
    /** For example "Due", in the customer's language. */
    status: string;
    /** Issue date, or the invoice date of a draft. */
    dateIssued: string;
    supplyDate: string | null;
    servicePeriod: string | null;
    /** Sum of the taxes. */
    tax: string;
    taxes: { label: string; amount: string }[];
    /** See `mailLineLimits`. */
    lines: {
      description: string;
      date: string | null;
      quantity: string;
      price: string;
      total: string;
    }[];
    /** With tax. In payment instructions: the amount due when they are issued. */
    total: string;
    amountDue: string;
    currency: string;
    dueDate: string;
    /** Null unless the invoice is paid in full. */
    datePaid: string | null;
    description: string | null;
    paymentInstructions: string | null;
    viewOnlineUrl: string | null;
  };
  workspace: { name: string };
  client: { name: string };
}

export interface MailValues extends DocumentValues {
  contact: MailContact | undefined;
  contacts: MailContact[];
}

/** These texts are stored, so they contain no values that change later. */
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

export interface ReceiptValues extends MailValues {
  payment: {
    amount: string;
    /** The whole payment. Null if it pays this invoice only. */
    whole: string | null;
    date: string;
    reference: string | null;
    /** The part that became client credit. Null if there is none. */
    credit: string | null;
  };
}

export interface CancellationValues extends MailValues {
  cancellation: { reason: string | null };
}

export interface ReminderValues extends MailValues {
  /** Null if the invoice is not overdue. */
  reminder: { daysOverdue: string | null };
}

export interface CreditNoteValues extends MailValues {
  creditNote: {
    number: string;
    date: string;
    total: string;
    reason: string | null;
    /** The credited part, refunded or as client credit. Null if none. */
    refunded: string | null;
    kept: string | null;
    /** Null if nothing of the invoice is due. */
    stillDue: string | null;
  };
}

export const mailLineLimits = { lines: 100, characters: 200 };

export interface MailContact {
  firstName: string;
  lastName: string | null;
  email: string;
}

export function instructionsValues({ invoice, ...others }: DocumentValues): InstructionsValues {
  const { amountDue: total, datePaid: _paid, ...rest } = invoice;
  const { dateIssued: _day, status: _status, lines: _lines, taxes: _taxes, ...some } = rest;
  const { paymentInstructions: _own, viewOnlineUrl: _link, ...documentFields } = some;
  return { ...others, invoice: { ...documentFields, total } };
}

export type TemplateUse =
  | 'document'
  | 'instructions'
  | 'mail'
  | 'receipt'
  | 'cancellation'
  | 'reminder'
  | 'creditNote';

export const templateUseByMailKind = {
  INVOICE: 'mail',
  RECEIPT: 'receipt',
  CANCELLATION: 'cancellation',
  REMINDER: 'reminder',
  CREDIT_NOTE: 'creditNote',
} as const satisfies Record<MailKind, TemplateUse>;

export const addedPlaceholders = {
  receipt: 'payment.amount, payment.whole, payment.date, payment.reference, payment.credit',
  cancellation: 'cancellation.reason',
  reminder: 'reminder.daysOverdue',
  creditNote:
    'creditNote.number, creditNote.date, creditNote.total, creditNote.reason, creditNote.refunded, creditNote.kept, creditNote.stillDue',
};

export const usesLinesOrTaxes = (template: string): boolean => /lines|taxes/.test(template);
