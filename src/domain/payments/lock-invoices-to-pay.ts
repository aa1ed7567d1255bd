import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import { isStorableText } from '../../platform/input/text-types.ts';
import { parsePlainNumber } from './payment-target.ts';

/**
 * Locks the invoices of several payments in the order of their ids. Otherwise transactions that pay the same invoices
 * in different orders could deadlock.
 */
export async function lockInvoicesToPay(
  { accountId, db }: Context,
  payments: readonly unknown[],
): Promise<void> {
  const entries = payments.flatMap((payment) => {
    const { allocations } = (payment ?? {}) as { allocations?: unknown };
    return [payment, ...(Array.isArray(allocations) ? allocations : [])];
  });
  const numbers = entries.map((entry) =>
    String((entry as { invoiceNumber?: unknown } | null)?.invoiceNumber ?? '').trim(),
  );
  const plainNumbers = numbers.flatMap((number) => parsePlainNumber(number) ?? []);
  await unfilteredClient(db).$queryRaw`
    SELECT i.id FROM "Invoice" i WHERE i."accountId" = ${accountId}
      AND (i."invoiceNumberFormatted" = ANY (${numbers.filter(isStorableText)}::text[])
        OR i."invoiceNumber" = ANY (${plainNumbers}::int[]))
    ORDER BY i.id FOR NO KEY UPDATE`;
}
