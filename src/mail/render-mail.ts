import { documentLocaleOfInvoice } from '../documents/build-invoice-document.ts';
import { dateText, moneyText, visibleOrNull, visibleText } from '../documents/text-formatting.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import { findInvoiceView } from '../domain/invoices/invoice-view.ts';
import type { MailRequest } from '../domain/outbox-mails/mail-preview.ts';
import type { CreditNote } from '../generated/prisma/client.ts';
import { pickDocumentLocale } from '../locales/document-locale.ts';
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
 * Uses the sample if there is no invoice.
 * @throws ActionError
 */
export async function renderMail(context: Context, request: MailRequest): Promise<RenderedMail> {
  const { emailTemplate, invoiceId, kind } = request;
  const { accountId } = context;
  if (invoiceId === null) return sampleMail(context, request);
  const view = await findInvoiceView(context, { id: invoiceId });
  if (!view) throw recordNotFoundError('Invoice', invoiceId);
  const { invoice, workspace } = view;
  // Previews may contain unprintable names.
  if (kind === 'CREDIT_NOTE' && request.recipients) {
    requirePrintableNames(workspace.name, invoice.clientInfo.name);
  }
  const recipients = request.recipients ?? [templateSampleValues.mail.contact as Recipient];
  return renderInvoiceMail(workspace, {
    kind,
    invoice,
    recipients,
    emailTemplate: emailTemplate && { accountId, ...emailTemplate },
    added: await extraValuesOf(context, view, request),
  });
}

type Recipient = NonNullable<MailRequest['recipients']>[number];

async function extraValuesOf(
  context: Context,
  view: InvoiceView,
  { creditNote, kind, payment: requestedPayment }: MailRequest,
): Promise<Record<string, unknown>> {
  const { invoice, today, workspace } = view;
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
    return { creditNote: creditNoteValues(view, creditNote ?? invoice.creditNotes.at(-1)) };
  }
  if (kind === 'REMINDER') {
    const days = daysSince(invoice.dueDate, today);
    return { reminder: { daysOverdue: days > 0 ? String(days) : null } };
  }
  if (kind !== 'RECEIPT') return {};
  const payment = requestedPayment ?? invoice.payments.findLast(hasRemainder);
  // Previews treat an unpaid invoice as paid on its date.
  const paidAmount = payment ? payment.amount.minus(payment.refundedTotal) : invoice.total;
  const creditedAmount = payment?.creditedAmount;
  const totalAmount = payment ? await totalOfPayment(context, payment) : paidAmount;
  return {
    payment: {
      amount: moneyText(paidAmount, invoice.currency, language),
      whole: totalAmount.equals(paidAmount)
        ? null
        : moneyText(totalAmount, invoice.currency, language),
      date: dateText(payment?.date ?? invoice.dateCreated, language),
      reference: payment
        ? visibleOrNull(payment.referenceNumber)
        : templateSampleValues.receipt.payment.reference,
      credit:
        creditedAmount?.isPositive() && !creditedAmount.isZero()
          ? moneyText(creditedAmount, invoice.currency, language)
          : null,
    },
  };
}

/** Without a credit note, the preview credits the invoice in full. */
function creditNoteValues(
  { invoice, workspace }: InvoiceView,
  note: CreditNote | undefined,
): CreditNoteValues['creditNote'] {
  const { language } = documentLocaleOfInvoice(workspace, invoice);
  const { amountDue, currency, dateCreated, status, total } = invoice;
  const money = (amount: Decimal) => moneyText(amount, currency, language);
  const moneyOrNull = (amount: Decimal | undefined) =>
    amount?.isPositive() && !amount.isZero() ? money(amount) : null;
  const isOpen = ['SENT', 'PARTIAL', 'PENDING'].includes(status);
  return {
    number: note
      ? visibleText(note.numberFormatted)
      : templateSampleValues.creditNote.creditNote.number,
    date: dateText(note?.dateCreated ?? dateCreated, language),
    total: money(note?.total ?? total),
    reason: visibleOrNull(note?.reason),
    refunded: moneyOrNull(note?.refundedAmount),
    kept: moneyOrNull(note?.keptAsCredit),
    stillDue: note && isOpen ? moneyOrNull(amountDue) : null,
  };
}

const daysSince = (day: Date, today: string): number =>
  Math.round((Date.parse(today) - Date.parse(formatDate(day))) / 86_400_000);

/** Total over all invoices. At most one statement. */
async function totalOfPayment(
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

/** Neither reversed nor refunded in full. */
const hasRemainder = ({
  amount,
  refundedTotal,
  reversedAt,
}: NonNullable<MailRequest['payment']>): boolean => reversedAt === null && amount.gt(refundedTotal);

async function sampleMail(
  { accountId, workspace }: Context,
  { emailTemplate, kind }: MailRequest,
): Promise<RenderedMail> {
  const locale = pickDocumentLocale(workspace.language);
  const text = resolveMailText(kind, emailTemplate, locale.language);
  const template = { accountId, name: emailTemplate?.name ?? kind, ...text };
  return renderMailFromValues(
    kind,
    template,
    sampleMailValues(kind, workspace.name, locale),
    locale,
  );
}
