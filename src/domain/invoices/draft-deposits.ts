import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { lockRecords } from '../../write/lock-records.ts';
import { write } from '../../write/write.ts';
import type { Deposit } from './deposits.ts';
import { findDeposits, lockDeposits, resolveDeposits } from './deposits.ts';
import type { InvoiceRecord } from './invoice-record.ts';

/** Deposits of a draft that is changed. */

/** Which deposits stay taken off, and which are taken off from now on. */
export interface DraftDeposits {
  /** In the sequence of their lines. */
  kept: readonly Deposit[];
  added: readonly Deposit[];
}

const isText = (id: unknown): id is string => typeof id === 'string';

/**
 * Does something with a draft in a transaction that has locked it first together with the deposits that are named, by id: those who pay
 * several of them lock them so, too. Without any, nothing is locked here.
 */
export function withLockedDeposits<T>(
  context: Context,
  { depositIds, id }: { depositIds?: unknown; id?: unknown },
  work: (context: Context) => Promise<T>,
): Promise<T> {
  if (!Array.isArray(depositIds) || depositIds.length === 0) return work(context);
  return write(context, async (tx) => {
    await lockRecords(tx, 'Invoice', [id, ...depositIds].filter(isText));
    return work(tx);
  });
}

/**
 * What a change says of the deposits of a draft, which is locked by now. One that the draft takes off already stays, whatever became of it;
 * any other has to be paid, and taken off nowhere else. Up to four statements where some are named, one where some stay.
 * @throws ActionError record_not_found; invalid_input for one that is no deposit, of another client or currency, or named twice, and for a
 * deposit that would take one off; conflicting_state where one is not paid, or is taken off elsewhere
 */
export async function resolveDraftDeposits(
  tx: Context,
  { clientId, currency, invoiceType, lineItems }: InvoiceRecord,
  { depositIds }: { depositIds?: string[] | null },
): Promise<DraftDeposits> {
  const before = [...new Set(lineItems.flatMap(({ depositInvoiceId: deposit }) => deposit ?? []))];
  if (depositIds === undefined) return { kept: await findDeposits(tx, before), added: [] };
  if (invoiceType === 'DEPOSIT' && depositIds?.length) {
    const message = 'is for invoices that are no deposits themselves';
    throw invalidInputError([{ path: 'depositIds', code: 'disagrees', message }]);
  }
  const named = await resolveDeposits(tx, { depositIds }, { id: clientId, currency });
  const added = named.filter(({ id }) => !before.includes(id));
  await lockDeposits(tx, added);
  const kept = before.flatMap((id) => named.find((one) => one.id === id) ?? []);
  return { kept, added };
}
