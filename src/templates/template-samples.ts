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
const fullWidthOffset = '０'.charCodeAt(0) - '0'.charCodeAt(0);

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

const unknownText = (length: number) => unknownCharacter.repeat(length);

/** The largest allowed values, for the worst-case cost. */
export const largestTemplateSampleValues = samplesOf(
  {
    invoice: {
      ...templateSampleValues.document.invoice,
      number: unknownText(100),
      taxes: Array.from({ length: 100 }, () => ({
        label: unknownText(1_200),
        amount: unknownText(30),
      })),
      lines: Array.from({ length: mailLineLimits.lines }, () => ({
        description: unknownText(mailLineLimits.characters),
        date: unknownText(60),
        quantity: unknownText(80),
        price: unknownText(60),
        total: unknownText(30),
      })),
      description: unknownText(20_000),
      paymentInstructions: unknownText(20_000),
      viewOnlineUrl: unknownText(500),
    },
    workspace: { name: unknownText(255) },
    client: { name: unknownText(255) },
  },
  Array.from({ length: 100 }, () => ({
    firstName: unknownText(255),
    lastName: unknownText(255),
    email: unknownText(320),
  })),
  {
    amount: unknownText(30),
    whole: unknownText(30),
    date: unknownText(40),
    reference: unknownText(255),
    credit: unknownText(30),
  },
  { reason: unknownText(20_000) },
  {
    number: unknownText(100),
    date: unknownText(40),
    total: unknownText(30),
    reason: unknownText(20_000),
    refunded: unknownText(30),
    kept: unknownText(30),
    stillDue: unknownText(30),
  },
);

export function placeholdersFor(use: TemplateUse): string {
  return Object.entries(templateSampleValues[use])
    .flatMap(([name, value]) =>
      Array.isArray(value) ? [name] : Object.keys(value).map((field) => `${name}.${field}`),
    )
    .join(', ');
}

/** Full-width digits: ASCII digits could pass as a number, and arithmetic would fail for other invoices. */
function sampleAmount(text: string): string {
  return text.replace(/[0-9]/g, (digit) =>
    String.fromCharCode(digit.charCodeAt(0) + fullWidthOffset),
  );
}

/** Reverts {@link sampleAmount} for messages. */
export function toAsciiDigits(text: string): string {
  return text.replace(/[０-９]/g, (digit) =>
    String.fromCharCode(digit.charCodeAt(0) - fullWidthOffset),
  );
}
