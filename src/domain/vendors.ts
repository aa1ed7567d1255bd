import type { Context } from './kernel/context.ts';
import { ensureReference } from './kernel/ensure-named.ts';
import { newId } from './kernel/ids.ts';

/** Every vendor's name, in alphabetical order. */
export async function listVendorNames(context: Context): Promise<string[]> {
  const vendors = await context.db.vendor.findMany({
    where: { accountId: context.accountId },
    select: { name: true },
    orderBy: { name: 'asc' },
  });
  return vendors.map((vendor) => vendor.name);
}

/**
 * The id of the vendor that is meant, or null where none is. An unknown name makes a vendor (decisions,
 * "expenses/create"), one only when several callers bring it at once.
 * @throws ActionError record_not_found for an unknown id, invalid_input where name and id disagree
 */
export async function ensureVendor(
  context: Context,
  vendor: { name: string | null; id: string | null },
): Promise<string | null> {
  const { accountId, db } = context;
  const reference = { ...vendor, nameField: 'vendor', idField: 'vendorId' };
  return ensureReference(context, 'vendor', reference, (missing) =>
    db.vendor.createMany({
      data: missing.map(({ name }) => ({ accountId, id: newId('Vendor'), name })),
      skipDuplicates: true,
    }),
  );
}
