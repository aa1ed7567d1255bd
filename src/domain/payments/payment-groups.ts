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

/** Money that paid several invoices: a payment for each, which have their `groupId` in common (decision 70). */

/** A payment that is taken back, and what the same money paid besides. */
export interface LockedPaymentGroup {
  payment: Payment;
  /** The others that were not reversed, by id; none where it paid one invoice. */
  others: readonly Payment[];
}

/** What has to be known of a payment before anything is locked. */
type Unlocked = Pick<Payment, 'id' | 'invoiceId' | 'groupId' | 'creditedAmount'>;

/**
 * Does something with a payment in a transaction that has locked first the invoices that its money paid, as whoever pays them does, and then its
 * payments, each by id. Where it is to be reversed, so are those that were made of credit that came of it.
 * @throws ActionError id_missing, record_not_found, version_mismatch
 */
export function withLockedPaymentGroup<T>(
  context: Context,
  input: { id?: unknown },
  work: (tx: WriteContext, taken: LockedPaymentGroup) => Promise<T>,
  { isReversed = false } = {},
): Promise<T> {
  return write(context, async (tx) => {
    const id = requireId(input);
    const { accountId, db } = tx;
    const [of] = await db.$queryRaw<Unlocked[]>`
      SELECT id, "invoiceId", "groupId", "creditedAmount" FROM "Payment" WHERE "accountId" = ${accountId} AND id = ${id}`;
    if (!of) throw recordNotFoundError('Payment', id);
    const where = { accountId, groupId: of.groupId };
    const together = of.groupId === null ? [of] : await db.payment.findMany({ where });
    const made = isReversed ? await madeOf(tx, together) : [];
    await lockPayments(tx, [...together, ...made]);
    const payment = await lockRecord<Payment>(tx, 'Payment', id);
    const group = Prisma.sql`"groupId" = ${of.groupId}`;
    const all = of.groupId === null ? [] : await tx.lockAll('Payment', group);
    const others = all.filter((one) => one.id !== id && one.reversedAt === null);
    return work(tx, { payment, others });
  });
}

/** Locks the invoices of payments, and then the payments, each by id. */
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

/** Which payments were made of credit that is gone with these, as it is now: other requests may change that as long as the client is not locked. */
async function madeOf(
  tx: Context,
  payments: readonly Pick<Payment, 'id' | 'invoiceId' | 'creditedAmount'>[],
) {
  const [some] = payments.filter(({ creditedAmount }) => !creditedAmount.isZero());
  if (!some) return [];
  const where = { accountId_id: { accountId: tx.accountId, id: some.invoiceId } };
  const select = { clientId: true, currency: true };
  const owner = await tx.db.invoice.findUniqueOrThrow({ where, select });
  const ids = payments.map(({ id }) => id);
  return selectCreditPaymentsToReverse(await findCreditPayments(tx, owner), ids);
}

/**
 * The payments that were made of credit which is gone with these, which are locked as their invoices are; all of them are locked from then on, the
 * client with them. Most of them were locked before; one that was made meanwhile is locked out of order, and where somebody waits for what is locked here,
 * the transaction is tried again.
 */
export async function lockCreditPayments(
  tx: Context,
  payments: readonly Payment[],
): Promise<Payment[]> {
  const [some] = payments.filter(({ creditedAmount }) => !creditedAmount.isZero());
  if (!some) return [];
  await lockClientCredit(tx, await lockInvoiceOfPayment(tx, some));
  const made = await madeOf(tx, payments);
  if (made.length === 0) return [];
  await lockPayments(tx, made);
  return Promise.all(made.map(({ id }) => lockRecord<Payment>(tx, 'Payment', id)));
}

/** The invoice of a payment, which is locked by now, as it is after what was written of it before. One statement. */
export const lockInvoiceOfPayment = (tx: Context, { invoiceId }: Payment): Promise<Invoice> =>
  lockRecord<Invoice>(tx, 'Invoice', invoiceId);
