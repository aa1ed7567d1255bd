import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { updateVendorInput } from './fields.ts';
import { vendorConstraints } from './rules.ts';

/**
 * A PUT does not reset the name.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export const updateVendor = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateVendorInput>,
  mode: UpdateMode,
): Promise<{ id: string }> =>
  updateWithInput(context, {
    model: 'Vendor',
    schema: updateVendorInput,
    input,
    mode,
    constraints: () => vendorConstraints,
  });
