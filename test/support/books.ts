import { refundPayment } from '../../src/domain/payments/refund-payment.ts';
import { reversePayment } from '../../src/domain/payments/reverse-payment.ts';
import { formatDate } from '../../src/platform/dates/dates.ts';
import { Decimal, roundToCurrency } from '../../src/platform/money/money.ts';
import { seedWorkspace } from '../../src/seed/index.ts';
import type { TestApi, TestWorkspace } from './api.ts';

/**
 * Fills a workspace with sample data, and takes some of its payments back: every fifth bounced, and of every seventh of the others a part was
 * refunded on the day it came.
 */
export async function seedBooks(
  { database: { prisma } }: TestApi,
  { accountId, context }: TestWorkspace,
  options: { clients: number; months: number; seed: number },
): Promise<void> {
  await seedWorkspace(prisma, context, { ...options, onProgress: () => {} });
  const payments = await prisma.payment.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
  for (const [index, { amount, date, id }] of payments.entries()) {
    if (index % 5 === 0) await reversePayment({ ...context }, { id, reason: 'BOUNCED' });
    else if (index % 7 === 0) {
      const part = amount.dividedBy(3).toDecimalPlaces(0);
      await refundPayment({ ...context }, { id, amount: part, date: formatDate(date) });
    }
  }
}

/**
 * The tax of all payments, by currency and rate, from the rows alone. Of each invoice, the tax after credit notes
 * counts in proportion to the paid part of the total after credit notes.
 */
export async function taxesInPayments(
  { database: { prisma } }: TestApi,
  { accountId }: TestWorkspace,
): Promise<Record<string, string>> {
  const where = { accountId };
  const invoices = await prisma.invoice.findMany({ where, include: { taxBreakdown: true } });
  const notes = await prisma.creditNote.findMany({ where, include: { taxBreakdown: true } });
  const sums: Record<string, Decimal> = {};
  for (const { creditedTotal, currency, id, paymentTotal, taxBreakdown, total } of invoices) {
    const left = total.minus(creditedTotal);
    const credited = notes.flatMap((note) => (note.invoiceId === id ? note.taxBreakdown : []));
    for (const { amount, order, rate } of taxBreakdown) {
      const tax = credited.reduce(
        (rest, one) => (one.order === order ? rest.minus(one.amount) : rest),
        amount,
      );
      const share = left.isZero() ? left : tax.times(paymentTotal).dividedBy(left);
      const key = `${currency} ${rate}`;
      sums[key] = (sums[key] ?? new Decimal(0)).plus(roundToCurrency(share, currency));
    }
  }
  return reported(sums);
}

/** Sums that are not 0, as texts. */
export const reported = (sums: Readonly<Record<string, Decimal>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sums)
      .filter(([, sum]) => !sum.isZero())
      .map(([key, sum]) => [key, sum.toFixed()])
      .toSorted(),
  );
