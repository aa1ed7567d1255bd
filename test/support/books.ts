import { formatDate } from '../../src/domain/kernel/dates.ts';
import { refundPayment, reversePayment } from '../../src/domain/payments/take-back.ts';
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
