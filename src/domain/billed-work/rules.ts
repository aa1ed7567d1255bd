import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { booleanType } from '../../platform/input/field-types.ts';
import { withDefault } from '../../platform/input/fields.ts';
import { canRead } from '../../platform/permissions/permissions.ts';

/** What an invoice has charged is changed only where its caller says so (decision 48). */

/** The field by which a caller says it. */
export const evenIfBilledField = withDefault(
  booleanType,
  false,
  'Do it although an invoice has charged it; the invoice stays as it is.',
);

/** Whether a change gives one of the columns of a record another value; what it leaves out stays. */
export function hasChanges<R extends object>(
  row: R,
  change: { readonly [K in keyof R]?: unknown },
  columns: readonly (keyof R)[] = Object.keys(change) as (keyof R)[],
): boolean {
  // As text, in which decimals and dates that are the same are the same.
  const asText = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));
  return columns.some((name) => {
    const value = change[name];
    return value !== undefined && asText(value ?? null) !== asText(row[name] ?? null);
  });
}

/** Numbers that an error names; of more it says that there are more. */
const maxNamedInvoices = 3;

/**
 * Rejects a change or deletion of billed records.
 * @param refusedAction for example "The time entry cannot be changed"
 * @throws ActionError conflicting_state, which names the invoices to who may read them
 */
export async function requireNotBilled(
  context: Context,
  records: readonly { invoiceId: string | null }[],
  refusedAction: string,
  isAllowed: boolean | undefined,
): Promise<void> {
  const ids = [...new Set(records.map(({ invoiceId }) => invoiceId))].filter((id) => id !== null);
  if (isAllowed || ids.length === 0) return;
  const invoices = await describeInvoices(context, ids);
  const verb = ids.length === 1 ? 'bills' : 'bill';
  throw new ActionError(
    'conflicting_state',
    `${refusedAction}: ${invoices} ${verb} it. Send evenIfBilled: true to change it anyway. The invoice stays as it is.`,
    { errors: [{ path: 'evenIfBilled', code: 'billed', message: 'has to be true for this' }] },
  );
}

/** Invoices as an error names them: by their numbers, to who may read them. */
export async function describeInvoices(context: Context, ids: readonly string[]): Promise<string> {
  const unnamed = ids.length === 1 ? 'an invoice' : 'invoices';
  if (!canRead(context, 'invoices')) return unnamed;
  const { accountId, db } = context;
  const rows = await db.$queryRaw<{ number: string }[]>(Prisma.sql`
    SELECT "invoiceNumberFormatted" AS number FROM "Invoice"
    WHERE "accountId" = ${accountId} AND id = ANY (${ids}::text[]) ORDER BY id LIMIT ${maxNamedInvoices}`);
  const numbers = rows.map(({ number }) => number);
  if (numbers.length === 0) return unnamed;
  const others = ids.length > numbers.length ? ['others'] : [];
  const list = new Intl.ListFormat('en').format([...numbers, ...others]);
  return `${ids.length === 1 ? 'invoice' : 'invoices'} ${list}`;
}
