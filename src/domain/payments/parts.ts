import type { Invoice, Payment } from '../../generated/prisma/client.ts';
import { requireId } from '../kernel/changes.ts';
import type { Context } from '../kernel/context.ts';
import { inTransaction } from '../kernel/context.ts';
import { lockRecord, lockRecords, recordNotFound } from '../kernel/records.ts';

/** Money that paid several invoices: a payment for each, which have their `groupId` in common (decision 70). */

/** A payment that is taken back, and what the same money paid besides. */
interface Taken {
  payment: Payment;
  /** The others that were not reversed, by id; none where it paid one invoice. */
  others: readonly Payment[];
}

/**
 * Does something with a payment in a transaction that has locked first the invoices that its money paid, as whoever pays them does, and then its
 * payments, each by id.
 * @throws ActionError id_missing, record_not_found, version_mismatch
 */
export function takingBack<T>(
  context: Context,
  input: { id?: unknown },
  work: (tx: Context, taken: Taken) => Promise<T>,
): Promise<T> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const { accountId, db } = tx;
    const [of] = await db.$queryRaw<Pick<Payment, 'invoiceId' | 'groupId'>[]>`
      SELECT "invoiceId", "groupId" FROM "Payment" WHERE "accountId" = ${accountId} AND id = ${id}`;
    if (!of) throw recordNotFound('Payment', id);
    const all = of.groupId === null ? [] : await lockTogether(tx, of.groupId);
    if (all.length === 0) await lockRecords(tx, 'Invoice', [of.invoiceId]);
    const payment = await lockRecord<Payment>(tx, 'Payment', id);
    const others = all.filter((one) => one.id !== id && one.reversedAt === null);
    return work(tx, { payment, others });
  });
}

/** The payments of the same money, which are locked with their invoices from then on. */
async function lockTogether(tx: Context, groupId: string): Promise<Payment[]> {
  const where = { accountId: tx.accountId, groupId };
  const which = await tx.db.payment.findMany({ where, select: { id: true, invoiceId: true } });
  const invoiceIds = which.map(({ invoiceId }) => invoiceId);
  const ids = which.map(({ id }) => id);
  await lockRecords(tx, 'Invoice', invoiceIds);
  await lockRecords(tx, 'Payment', ids);
  return tx.db.payment.findMany({ where, orderBy: { id: 'asc' } });
}

/** The invoice of a payment, which is locked by now, as it is after what was written of it before. One statement. */
export const invoiceOf = (tx: Context, { invoiceId }: Payment): Promise<Invoice> =>
  lockRecord<Invoice>(tx, 'Invoice', invoiceId);
