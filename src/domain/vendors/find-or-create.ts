import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { NameToCreate } from '../../write/find-or-create-by-name.ts';
import {
  findOrCreateByName,
  resolveOrCreateReference,
} from '../../write/find-or-create-by-name.ts';

/**
 * The id of the vendor that is meant, or null where none is. An unknown name makes a vendor (decisions,
 * "expenses/create"), one only when several callers bring it at once.
 * @throws ActionError record_not_found for an unknown id, invalid_input where name and id disagree
 */
export async function findOrCreateVendor(
  context: Context,
  vendor: { name: string | null; id: string | null },
): Promise<string | null> {
  const reference = { ...vendor, nameField: 'vendor', idField: 'vendorId' };
  return resolveOrCreateReference(context, 'vendor', reference, (missing) =>
    insertVendors(context, missing),
  );
}

/** The ids of vendors by name, in the order asked for; missing ones are made, safely at any concurrency. */
export async function findOrCreateVendors(
  context: Context,
  names: readonly string[],
): Promise<string[]> {
  const references = names.map((name) => ({ name }));
  return findOrCreateByName(context, 'vendor', references, (missing) =>
    insertVendors(context, missing),
  );
}

async function insertVendors(
  { accountId, db }: Context,
  missing: readonly NameToCreate[],
): Promise<void> {
  await db.vendor.createMany({
    data: missing.map(({ name }) => ({ accountId, id: newId('Vendor'), name })),
    skipDuplicates: true,
  });
}
