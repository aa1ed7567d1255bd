import type { Vendor } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { email, multilineText, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  requiredOnCreate,
} from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import type { NameToCreate } from '../../platform/names/find-or-create-by-name.ts';
import {
  findOrCreateByName,
  resolveOrCreateReference,
} from '../../platform/names/find-or-create-by-name.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import type { ListQuery } from '../../query/record-list.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { deleteRecord } from '../../write/records.ts';
import { updateRecord } from '../../write/update-record.ts';

const vendorFields = {
  email: nullable(email),
  phone: nullable(text()),
  website: nullable(text(2_000)),
  taxId: nullable(text()),
  notes: nullable(multilineText()),
};

export const createVendorInput = inputObject('CreateVendor', 'A new vendor.', {
  name: required(text()),
  ...vendorFields,
});

export const updateVendorInput = inputObject('UpdateVendor', 'A vendor’s fields.', {
  name: requiredOnCreate(text()),
  ...vendorFields,
});

const nameTaken = 'There is already a vendor of this name.';

/**
 * Makes a vendor. One statement.
 * @throws ActionError invalid_input, name_taken
 */
export async function createVendor(
  context: Context,
  input: InputOf<typeof createVendorInput>,
): Promise<Vendor> {
  const { accountId, db } = context;
  const fields = parseInput(createVendorInput, input);
  return withUniqueConflict('name', nameTaken, () =>
    db.vendor.create({ data: { ...fields, accountId, id: newRecordId(context, 'Vendor') } }),
  );
}

/**
 * Changes a vendor: patch keeps what is left out, replace resets it, except the name.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export async function updateVendor(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateVendorInput>,
  mode: UpdateMode,
): Promise<Vendor> {
  const update = { type: 'Vendor', schema: updateVendorInput, input, mode } as const;
  return withUniqueConflict('name', nameTaken, () =>
    updateRecord(context, update, ({ accountId, db }, data, { id }: Vendor) =>
      db.vendor.updateManyAndReturn({ where: { accountId, id }, data }),
    ),
  );
}

/**
 * Deletes a vendor that no expense names.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deleteVendor(context: Context, input: { id?: unknown }): Promise<string> {
  const id = requireId(input);
  await deleteRecord(context, 'Vendor', id);
  return id;
}

/** Every vendor, in alphabetical order. */
export const vendorsByName: ListQuery = { orderBy: [{ column: 'name' }] };

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
  const wanted = names.map((name) => ({ name }));
  return findOrCreateByName(context, 'vendor', wanted, (missing) =>
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
