import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { booleanType } from '../../platform/input/field-types.ts';
import { withDefault } from '../../platform/input/fields.ts';
import { canRead } from '../../platform/permissions/permissions.ts';

export const evenIfBilledField = withDefault(
  booleanType,
  false,
  'Do it although an invoice has charged it; the invoice stays as it is.',
);

/** Whether a change sets one of the columns to another value. Missing columns stay. */
export function hasChanges<R extends object>(
  row: R,
  change: { readonly [K in keyof R]?: unknown },
  columns: readonly (keyof R)[] = Object.keys(change) as (keyof R)[],
): boolean {
  // Decimals and dates that are equal have equal texts.
  const asText = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));
  return columns.some((name) => {
    const value = change[name];
    return value !== undefined && asText(value ?? null) !== asText(row[name] ?? null);
  });
}

const maxNamedInvoices = 3;

/**
 * @param refusedAction start of the message, for example "The time entry cannot be changed"
 * @throws ActionError conflicting_state, with the invoice numbers if the caller may read invoices
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

/** Invoice numbers for an error, if the caller may read invoices. */
export async function describeInvoices(context: Context, ids: readonly string[]): Promise<string> {
  const unnamedInvoices = ids.length === 1 ? 'an invoice' : 'invoices';
  if (!canRead(context, 'invoices')) return unnamedInvoices;
  const { accountId, db } = context;
  const rows = await db.$queryRaw<{ number: string }[]>(Prisma.sql`
    SELECT "invoiceNumberFormatted" AS number FROM "Invoice"
    WHERE "accountId" = ${accountId} AND id = ANY (${ids}::text[]) ORDER BY id LIMIT ${maxNamedInvoices}`);
  const numbers = rows.map(({ number }) => number);
  if (numbers.length === 0) return unnamedInvoices;
  const others = ids.length > numbers.length ? ['others'] : [];
  const list = new Intl.ListFormat('en').format([...numbers, ...others]);
  return `${ids.length === 1 ? 'invoice' : 'invoices'} ${list}`;
}
