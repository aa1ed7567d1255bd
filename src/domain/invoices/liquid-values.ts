import type { MailKind } from '../../generated/prisma/enums.ts';

/** How many characters a template may come to once it is rendered, by the field that holds it. */
export const longestRendered = {
  subject: 500,
  body: 100_000,
  paymentInstructions: 20_000,
} as const;

/** "comes to 600 characters when it is rendered; at most 500 can be sent" */
export function tooLong(length: number, most: number): string {
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
export const mostToldOfLines = { lines: 100, characters: 200 };

interface MailContact {
  firstName: string;
  lastName: string | null;
  email: string;
}

/** The values of an invoice without those that its payment instructions cannot say. */
export function instructionsValues({ invoice, ...others }: DocumentValues): InstructionsValues {
  const { amountDue: _due, datePaid: _paid, ...rest } = invoice;
  const { dateIssued: _day, status: _status, lines: _lines, taxes: _taxes, ...some } = rest;
  const { paymentInstructions: _own, viewOnlineUrl: _link, ...said } = some;
  return { ...others, invoice: said };
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
export const useOf = {
  INVOICE: 'mail',
  RECEIPT: 'receipt',
  CANCELLATION: 'cancellation',
  REMINDER: 'reminder',
  CREDIT_NOTE: 'creditNote',
} as const satisfies Record<MailKind, TemplateUse>;

interface Samples {
  document: DocumentValues;
  instructions: InstructionsValues;
  mail: MailValues;
  receipt: ReceiptValues;
  cancellation: CancellationValues;
  reminder: ReminderValues;
  creditNote: CreditNoteValues;
}

function samplesOf(
  document: DocumentValues,
  contacts: MailContact[],
  payment: ReceiptValues['payment'],
  cancellation: CancellationValues['cancellation'],
  creditNote: CreditNoteValues['creditNote'],
): Samples {
  const mail = { ...document, contact: contacts[0], contacts };
  return {
    document,
    instructions: instructionsValues(document),
    mail,
    receipt: { ...mail, payment },
    cancellation: { ...mail, cancellation },
    reminder: { ...mail, reminder: { daysOverdue: '14' } },
    creditNote: { ...mail, creditNote },
  };
}

/** From the usual digits to those of full width. */
const widening = '０'.charCodeAt(0) - '0'.charCodeAt(0);

/** An ordinary invoice, with which templates are rendered when they are saved. */
export const samples = samplesOf(
  {
    invoice: {
      number: 'INV-00042',
      status: 'Due',
      dateIssued: '1 March 2026',
      supplyDate: '28 February 2026',
      servicePeriod: '1 – 28 February 2026',
      tax: sampleAmount('€190.00'),
      taxes: [{ label: 'VAT 19% on €1,000.00', amount: sampleAmount('€190.00') }],
      lines: [
        {
          description: 'Design of the start page',
          date: '2 – 13 Mar 2026',
          quantity: '8 h',
          price: sampleAmount('€125.00'),
          total: sampleAmount('€1,000.00'),
        },
      ],
      total: sampleAmount('€1,190.00'),
      amountDue: sampleAmount('€1,190.00'),
      currency: 'EUR',
      dueDate: '31 March 2026',
      datePaid: '20 March 2026',
      description: 'Website',
      paymentInstructions: 'By bank transfer.',
      viewOnlineUrl: 'https://example.com/invoices/view/1-token',
    },
    workspace: { name: 'Studio' },
    client: { name: 'Lovelace Analytics' },
  },
  [{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@lovelace.example' }],
  {
    amount: sampleAmount('€1,190.00'),
    whole: sampleAmount('€2,000.00'),
    date: '20 March 2026',
    reference: 'TX-1',
    credit: sampleAmount('€10.00'),
  },
  { reason: 'The amount was wrong.' },
  {
    number: 'CN-00007',
    date: '10 April 2026',
    total: sampleAmount('€595.00'),
    reason: 'The amount was wrong.',
    refunded: sampleAmount('€100.00'),
    kept: sampleAmount('€50.00'),
    stillDue: sampleAmount('€595.00'),
  },
);

/** What stands for text of which nothing is known but that somebody may have written it: a character of no script. */
export const unknownCharacter = '\ue000';

const longest = (length: number) => unknownCharacter.repeat(length);

/** An invoice with as much of everything as it may hold, by which the cost of templates is judged; to a hundred contacts. */
export const largest = samplesOf(
  {
    invoice: {
      ...samples.document.invoice,
      number: longest(100),
      taxes: Array.from({ length: 100 }, () => ({ label: longest(1_200), amount: longest(30) })),
      lines: Array.from({ length: mostToldOfLines.lines }, () => ({
        description: longest(mostToldOfLines.characters),
        date: longest(60),
        quantity: longest(80),
        price: longest(60),
        total: longest(30),
      })),
      description: longest(20_000),
      paymentInstructions: longest(20_000),
      viewOnlineUrl: longest(500),
    },
    workspace: { name: longest(255) },
    client: { name: longest(255) },
  },
  Array.from({ length: 100 }, () => ({
    firstName: longest(255),
    lastName: longest(255),
    email: longest(320),
  })),
  {
    amount: longest(30),
    whole: longest(30),
    date: longest(40),
    reference: longest(255),
    credit: longest(30),
  },
  { reason: longest(20_000) },
  {
    number: longest(100),
    date: longest(40),
    total: longest(30),
    reason: longest(20_000),
    refunded: longest(30),
    kept: longest(30),
    stillDue: longest(30),
  },
);

/** What a kind of mail has besides what all of them have. */
export const addedPlaceholders = {
  receipt: 'payment.amount, payment.whole, payment.date, payment.reference, payment.credit',
  cancellation: 'cancellation.reason',
  reminder: 'reminder.daysOverdue',
  creditNote:
    'creditNote.number, creditNote.date, creditNote.total, creditNote.reason, creditNote.refunded, creditNote.kept, creditNote.stillDue',
};

/** The placeholders, for a person who writes a template. */
export function placeholdersFor(use: TemplateUse): string {
  return Object.entries(samples[use])
    .flatMap(([name, value]) =>
      Array.isArray(value) ? [name] : Object.keys(value).map((field) => `${name}.${field}`),
    )
    .join(', ');
}

/**
 * An amount to check templates with. Whatever a template cuts from it stays text: without its currency and separators it
 * would be a number, but those of another invoice's amount are others. So its digits are those of full width, which are as
 * long, and of which no number is read.
 */
function sampleAmount(text: string): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + widening));
}

/** A sample's text, for a person: {@link sampleAmount} as it was given. */
export function inUsualDigits(text: string): string {
  return text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - widening));
}

/** Whether a template may say an invoice's lines or taxes one by one. */
export const namesParts = (template: string): boolean => /lines|taxes/.test(template);
