import type {
  CancellationValues,
  CreditNoteValues,
  DocumentValues,
  InstructionsValues,
  MailContact,
  MailValues,
  ReceiptValues,
  ReminderValues,
  TemplateUse,
} from './template-values.ts';
import { instructionsValues, mailLineLimits } from './template-values.ts';

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

/** Offset from ASCII digits to full-width digits. */
const widening = '０'.charCodeAt(0) - '0'.charCodeAt(0);

/** An ordinary invoice, for validating templates. */
export const templateSampleValues = samplesOf(
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

/** Placeholder for unknown user text: a private-use character. */
export const unknownCharacter = '\ue000';

const longest = (length: number) => unknownCharacter.repeat(length);

/** An invoice with the largest values that are allowed, for the worst-case cost. */
export const largestTemplateSampleValues = samplesOf(
  {
    invoice: {
      ...templateSampleValues.document.invoice,
      number: longest(100),
      taxes: Array.from({ length: 100 }, () => ({ label: longest(1_200), amount: longest(30) })),
      lines: Array.from({ length: mailLineLimits.lines }, () => ({
        description: longest(mailLineLimits.characters),
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

export function placeholdersFor(use: TemplateUse): string {
  return Object.entries(templateSampleValues[use])
    .flatMap(([name, value]) =>
      Array.isArray(value) ? [name] : Object.keys(value).map((field) => `${name}.${field}`),
    )
    .join(', ');
}

/**
 * A sample amount with full-width digits. Without its currency and separators, an amount with ASCII
 * digits would be a number, and validation would accept arithmetic that fails for other invoices.
 */
function sampleAmount(text: string): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + widening));
}

/** Reverts {@link sampleAmount} for messages. */
export function toAsciiDigits(text: string): string {
  return text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - widening));
}
