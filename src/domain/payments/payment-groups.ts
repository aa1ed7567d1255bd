import type { Invoice, Payment } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import { lockRecord, lockRecords } from '../../write/lock-records.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { lockClientCredit } from './client-credit.ts';
import { findCreditPayments, selectCreditPaymentsToReverse } from './credit-payments.ts';

/** A payment group is the payments of one transfer that paid several invoices. */

export interface LockedPaymentGroup {
  payment: Payment;
  /** Payments of the group, ordered by id, without `payment` and reversed ones. */
  others: readonly Payment[];
}

type UnlockedPayment = Pick<Payment, 'id' | 'invoiceId' | 'groupId' | 'creditedAmount'>;

/**
 * Locks the invoices of a payment's group and then its payments, each by id. Commands that record payments lock in the
 * same order.
 * @param options `locksCreditPayments`: for a reversal, which also reverses the payments that used the credit of the group
 * @throws ActionError id_missing, record_not_found, version_mismatch
 */
export function withLockedPaymentGroup<T>(
  context: Context,
  input: { id?: unknown },
  work: (tx: WriteContext, lockedGroup: LockedPaymentGroup) => Promise<T>,
  { locksCreditPayments = false } = {},
): Promise<T> {
  return write(context, async (tx) => {
    const id = requireId(input);
    const { accountId, db } = tx;
    const [unlocked] = await db.$queryRaw<UnlockedPayment[]>`
      SELECT id, "invoiceId", "groupId", "creditedAmount" FROM "Payment" WHERE "accountId" = ${accountId} AND id = ${id}`;
    if (!unlocked) throw recordNotFoundError('Payment', id);
    const where = { accountId, groupId: unlocked.groupId };
    const groupRows = unlocked.groupId === null ? [unlocked] : await db.payment.findMany({ where });
    const creditPayments = locksCreditPayments ? await paymentsFromCredit(tx, groupRows) : [];
    await lockPayments(tx, [...groupRows, ...creditPayments]);
    const payment = await lockRecord(tx, 'Payment', id);
    const group = Prisma.sql`"groupId" = ${unlocked.groupId}`;
    const groupPayments = unlocked.groupId === null ? [] : await tx.lockAll('Payment', group);
    const others = groupPayments.filter(
      (groupPayment) => groupPayment.id !== id && groupPayment.reversedAt === null,
    );
    return work(tx, { payment, others });
  });
}

async function lockPayments(
  tx: Context,
  payments: readonly Pick<Payment, 'id' | 'invoiceId'>[],
): Promise<void> {
  const invoiceIds = payments.map(({ invoiceId }) => invoiceId);
  await lockRecords(tx, 'Invoice', invoiceIds);
  if (payments.length === 1) return;
  const ids = payments.map(({ id }) => id);
  await lockRecords(tx, 'Payment', ids);
}

/** The result can change until the client is locked. */
async function paymentsFromCredit(
  tx: Context,
  payments: readonly Pick<Payment, 'id' | 'invoiceId' | 'creditedAmount'>[],
) {
  const [creditedPayment] = payments.filter(({ creditedAmount }) => !creditedAmount.isZero());
  if (!creditedPayment) return [];
  const where = { accountId_id: { accountId: tx.accountId, id: creditedPayment.invoiceId } };
  const select = { clientId: true, currency: true };
  const owner = await tx.db.invoice.findUniqueOrThrow({ where, select });
  const ids = payments.map(({ id }) => id);
  return selectCreditPaymentsToReverse(await findCreditPayments(tx, owner), ids);
}

/**
 * A payment that was recorded since {@link withLockedPaymentGroup} is locked out of order. If that causes a deadlock,
 * the transaction restarts.
 */
export async function lockCreditPayments(
  tx: Context,
  payments: readonly Payment[],
): Promise<Payment[]> {
  const [creditedPayment] = payments.filter(({ creditedAmount }) => !creditedAmount.isZero());
  if (!creditedPayment) return [];
  await lockClientCredit(tx, await lockInvoiceOfPayment(tx, creditedPayment));
  const creditPayments = await paymentsFromCredit(tx, payments);
  if (creditPayments.length === 0) return [];
  await lockPayments(tx, creditPayments);
  return Promise.all(creditPayments.map(({ id }) => lockRecord(tx, 'Payment', id)));
}

/** Reads the locked invoice again, with the earlier changes of this transaction. */
export const lockInvoiceOfPayment = (tx: Context, { invoiceId }: Payment): Promise<Invoice> =>
  lockRecord(tx, 'Invoice', invoiceId);
