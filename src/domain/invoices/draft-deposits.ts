import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { lockRecords } from '../../write/lock-records.ts';
import { write } from '../../write/write.ts';
import type { Deposit } from './deposits.ts';
import { findDeposits, lockDeposits, resolveDeposits } from './deposits.ts';
import type { InvoiceRecord } from './invoice-record.ts';

export interface DraftDeposits {
  /** In the order of their lines. */
  existing: readonly Deposit[];
  added: readonly Deposit[];
}

const isText = (id: unknown): id is string => typeof id === 'string';

/** Locks the draft together with its deposits, by id, in the same order as payments. */
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
 * A deposit that the draft deducts already stays. A new one has to be paid and not deducted elsewhere.
 * @throws ActionError record_not_found, invalid_input; conflicting_state if one is unpaid or deducted elsewhere
 */
export async function resolveDraftDeposits(
  tx: Context,
  { clientId, currency, invoiceType, lineItems }: InvoiceRecord,
  { depositIds }: { depositIds?: string[] | null },
): Promise<DraftDeposits> {
  const before = [...new Set(lineItems.flatMap(({ depositInvoiceId: deposit }) => deposit ?? []))];
  if (depositIds === undefined) return { existing: await findDeposits(tx, before), added: [] };
  if (invoiceType === 'DEPOSIT' && depositIds?.length) {
    const message = 'is for invoices that are no deposits themselves';
    throw invalidInputError([{ path: 'depositIds', code: 'disagrees', message }]);
  }
  const requested = await resolveDeposits(tx, { depositIds }, { id: clientId, currency });
  const added = requested.filter(({ id }) => !before.includes(id));
  await lockDeposits(tx, added);
  const existing = before.flatMap((id) => requested.find((one) => one.id === id) ?? []);
  return { existing: existing, added };
}
