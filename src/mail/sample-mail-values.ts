import { dateText, moneyText, numberText, periodText } from '../documents/text-formatting.ts';
import type { MailKind } from '../generated/prisma/enums.ts';
import type { DocumentLocale } from '../locales/document-locale.ts';
import { fillPlaceholders } from '../locales/document-locale.ts';
import { Decimal } from '../platform/money/money.ts';
import { templateSampleValues } from '../templates/template-samples.ts';
import type {
  CancellationValues,
  CreditNoteValues,
  DocumentValues,
  MailValues,
  ReceiptValues,
  ReminderValues,
} from '../templates/template-values.ts';

const currency = 'EUR';

const day = (text: string) => new Date(`${text}T00:00:00Z`);

/** The status of the invoice fits the kind of e-mail. */
export function sampleMailValues(
  kind: MailKind,
  workspaceName: string,
  locale: DocumentLocale,
): MailValues & Partial<ReceiptValues & CancellationValues & ReminderValues & CreditNoteValues> {
  const { language, words } = locale;
  const money = (amount: number) => moneyText(new Decimal(amount), currency, language);
  const { contact, contacts } = templateSampleValues.mail;
  const paidOn = dateText(day('2026-03-20'), language);
  const invoice = sampleInvoice(kind, paidOn, locale);
  const mail = {
    ...{ invoice, contact, contacts },
    workspace: { name: workspaceName },
    client: templateSampleValues.mail.client,
  };
  const { reference } = templateSampleValues.receipt.payment;
  if (kind === 'RECEIPT') {
    return {
      ...mail,
      payment: { amount: money(1_190), whole: null, date: paidOn, reference, credit: null },
    };
  }
  if (kind === 'REMINDER') return { ...mail, reminder: templateSampleValues.reminder.reminder };
  if (kind === 'CREDIT_NOTE') {
    const [date, reason] = [dateText(day('2026-04-10'), language), words.sampleReason];
    const noAmounts = { refunded: null, kept: null, stillDue: null };
    const { number } = templateSampleValues.creditNote.creditNote;
    return { ...mail, creditNote: { number, date, total: money(1_190), reason, ...noAmounts } };
  }
  return kind === 'CANCELLATION' ? { ...mail, cancellation: { reason: words.sampleReason } } : mail;
}

function sampleInvoice(
  kind: MailKind,
  paidOn: string,
  locale: DocumentLocale,
): DocumentValues['invoice'] {
  const { language, words } = locale;
  const money = (amount: number) => moneyText(new Decimal(amount), currency, language);
  const { number, viewOnlineUrl } = templateSampleValues.mail.invoice;
  return {
    number,
    ...statusValues(kind, paidOn, locale),
    dateIssued: dateText(day('2026-03-01'), language),
    supplyDate: dateText(day('2026-02-28'), language),
    servicePeriod: periodText(day('2026-02-01'), day('2026-02-28'), language),
    tax: money(190),
    taxes: [{ label: taxLabel(locale, money(1_000)), amount: money(190) }],
    lines: [
      {
        description: words.sampleLine,
        date: periodText(day('2026-02-02'), day('2026-02-13'), language, 'short'),
        quantity: `${numberText(new Decimal(8), language)} h`,
        price: money(125),
        total: money(1_000),
      },
    ],
    total: money(1_190),
    currency,
    dueDate: dateText(day('2026-03-31'), language),
    description: words.sampleDescription,
    paymentInstructions: words.sampleInstructions,
    viewOnlineUrl,
  };
}

function statusValues(kind: MailKind, paidOn: string, { language, words }: DocumentLocale) {
  const amountDue = (amount: number) => moneyText(new Decimal(amount), currency, language);
  const valuesByKind = {
    INVOICE: { status: words.statusDue, amountDue: amountDue(1_190), datePaid: null },
    RECEIPT: { status: words.statusPaid, amountDue: amountDue(0), datePaid: paidOn },
    CANCELLATION: { status: words.statusVoid, amountDue: amountDue(1_190), datePaid: null },
    REMINDER: { status: words.statusOverdue, amountDue: amountDue(1_190), datePaid: null },
    CREDIT_NOTE: { status: words.statusCredited, amountDue: amountDue(0), datePaid: null },
  };
  return valuesByKind[kind];
}

const taxLabel = ({ language, usualTax, words }: DocumentLocale, base: string) =>
  fillPlaceholders(words.tax, {
    name: usualTax,
    percent: numberText(new Decimal(19), language),
    base,
  });
