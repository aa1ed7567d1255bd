import type { Context } from '../../platform/context/context.ts';
import {
  findOrCreateByName,
  insertNames,
  resolveOrCreateReference,
} from '../../write/find-or-create-by-name.ts';

/**
 * Null if no vendor is named.
 * @throws ActionError record_not_found, invalid_input
 */
export const findOrCreateVendor = (
  context: Context,
  vendor: { name: string | null; id: string | null },
): Promise<string | null> =>
  resolveOrCreateReference(
    context,
    'vendor',
    { ...vendor, nameField: 'vendor', idField: 'vendorId' },
    insertNames(context, 'Vendor'),
  );

/** Ids in the order of the names. Concurrent calls create a missing vendor once. */
export const findOrCreateVendors = (
  context: Context,
  names: readonly string[],
): Promise<string[]> =>
  findOrCreateByName(
    context,
    'vendor',
    names.map((name) => ({ name })),
    insertNames(context, 'Vendor'),
  );
