import { documentLocaleOfInvoice } from '../documents/build-invoice-document.ts';
import { dateText, moneyText, visibleOrNull, visibleText } from '../documents/text-formatting.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import { findInvoiceView } from '../domain/invoices/invoice-view.ts';
import type { MailRequest } from '../domain/outbox-mails/mail-preview.ts';
import type { CreditNote } from '../generated/prisma/client.ts';
import { pickDocumentLocale } from '../locales/documents/index.ts';
import type { Context } from '../platform/context/context.ts';
import { formatDate } from '../platform/dates/dates.ts';
import { Decimal } from '../platform/money/money.ts';
import { recordNotFoundError } from '../platform/records/record-not-found.ts';
import { templateSampleValues } from '../templates/template-samples.ts';
import type { CreditNoteValues } from '../templates/template-values.ts';
import type { RenderedMail } from './invoice-mail.ts';
import { renderInvoiceMail, renderMailFromValues, resolveMailText } from './invoice-mail.ts';
import { requirePrintableNames } from './printable-names.ts';
import { sampleMailValues } from './sample-mail-values.ts';

/**
 * Writes the words of a mail of any kind: of an invoice, as its customer is shown it, or of the sample by which templates are judged.
 * @throws ActionError as `renderInvoiceMail`; record_not_found
 */
export async function renderMail(context: Context, order: MailRequest): Promise<RenderedMail> {
  const { emailTemplate, invoiceId, kind } = order;
  const { accountId } = context;
  if (invoiceId === null) return sampleMail(context, order);
  const shown = await findInvoiceView(context, { id: invoiceId });
  if (!shown) throw recordNotFoundError('Invoice', invoiceId);
  const { invoice, workspace } = shown;
  // What is only looked at may be.
  if (kind === 'CREDIT_NOTE' && order.recipients) {
    requirePrintableNames(workspace.name, invoice.clientInfo.name);
  }
  const recipients = order.recipients ?? [templateSampleValues.mail.contact as Recipient];
  return renderInvoiceMail(workspace, {
    kind,
    invoice,
    recipients,
    emailTemplate: emailTemplate && { accountId, ...emailTemplate },
    added: await addedOf(context, shown, order),
  });
}

type Recipient = NonNullable<MailRequest['recipients']>[number];

/** What a kind of mail has besides. */
async function addedOf(
  context: Context,
  shown: InvoiceView,
  { creditNote, kind, payment: given }: MailRequest,
): Promise<Record<string, unknown>> {
  const { invoice, today, workspace } = shown;
  const { language } = documentLocaleOfInvoice(workspace, invoice);
  const { accountId, db } = context;
  if (kind === 'CANCELLATION') {
    const voided = await db.invoiceEvent.findFirst({
      where: { accountId, invoiceId: invoice.id, kind: 'VOIDED' },
      orderBy: { id: 'desc' },
    });
    return { cancellation: { reason: visibleOrNull(voided?.note) } };
  }
  if (kind === 'CREDIT_NOTE') {
    return { creditNote: creditNoteValues(shown, creditNote ?? invoice.creditNotes.at(-1)) };
  }
  if (kind === 'REMINDER') {
    const days = daysSince(invoice.dueDate, today);
    return { reminder: { daysOverdue: days > 0 ? String(days) : null } };
  }
  if (kind !== 'RECEIPT') return {};
  const payment = given ?? invoice.payments.findLast(isLeft);
  // Of an invoice that nobody paid, as if all of it had been on its own day: in its customer's language, as the words are.
  const paid = payment ? payment.amount.minus(payment.refundedTotal) : invoice.total;
  const kept = payment?.creditedAmount;
  const whole = payment ? await wholeOf(context, payment) : paid;
  return {
    payment: {
      amount: moneyText(paid, invoice.currency, language),
      whole: whole.equals(paid) ? null : moneyText(whole, invoice.currency, language),
      date: dateText(payment?.date ?? invoice.dateCreated, language),
      reference: payment
        ? visibleOrNull(payment.referenceNumber)
        : templateSampleValues.receipt.payment.reference,
      credit:
        kept?.isPositive() && !kept.isZero() ? moneyText(kept, invoice.currency, language) : null,
    },
  };
}

/** What is told of a credit note; of an invoice that has none, as if all of it were credited on its own day. */
function creditNoteValues(
  { invoice, workspace }: InvoiceView,
  note: CreditNote | undefined,
): CreditNoteValues['creditNote'] {
  const { language } = documentLocaleOfInvoice(workspace, invoice);
  const { amountDue, currency, dateCreated, status, total } = invoice;
  const money = (amount: Decimal) => moneyText(amount, currency, language);
  const orNull = (amount: Decimal | undefined) =>
    amount?.isPositive() && !amount.isZero() ? money(amount) : null;
  const isOpen = ['SENT', 'PARTIAL', 'PENDING'].includes(status);
  return {
    number: note
      ? visibleText(note.numberFormatted)
      : templateSampleValues.creditNote.creditNote.number,
    date: dateText(note?.dateCreated ?? dateCreated, language),
    total: money(note?.total ?? total),
    reason: visibleOrNull(note?.reason),
    refunded: orNull(note?.refundedAmount),
    kept: orNull(note?.keptAsCredit),
    stillDue: note && isOpen ? orNull(amountDue) : null,
  };
}

const daysSince = (day: Date, today: string): number =>
  Math.round((Date.parse(today) - Date.parse(formatDate(day))) / 86_400_000);

/** What counts of the money that a payment is a part of: a payment of several invoices is one for each. At most one statement. */
async function wholeOf(
  { accountId, db }: Context,
  payment: NonNullable<MailRequest['payment']>,
): Promise<Decimal> {
  const { groupId } = payment;
  const parts = groupId ? await db.payment.findMany({ where: { accountId, groupId } }) : [payment];
  return parts
    .filter(({ reversedAt }) => reversedAt === null)
    .reduce(
      (sum, { amount, refundedTotal }) => sum.plus(amount).minus(refundedTotal),
      new Decimal(0),
    );
}

/** Neither reversed nor given back. */
const isLeft = ({
  amount,
  refundedTotal,
  reversedAt,
}: NonNullable<MailRequest['payment']>): boolean => reversedAt === null && amount.gt(refundedTotal);

async function sampleMail(
  { accountId, workspace }: Context,
  { emailTemplate, kind }: MailRequest,
): Promise<RenderedMail> {
  const speech = pickDocumentLocale(workspace.language);
  const words = resolveMailText(kind, emailTemplate, speech.language);
  const template = { accountId, name: emailTemplate?.name ?? kind, ...words };
  return renderMailFromValues(
    kind,
    template,
    sampleMailValues(kind, workspace.name, speech),
    speech,
  );
}
