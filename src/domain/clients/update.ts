import type { Prisma } from '../../generated/prisma/client.ts';
import { needsStoredCountry, withCountryCode } from '../../locales/country-names.ts';
import type { Context } from '../../platform/context/context.ts';
import { validateElectronicAddress } from '../../platform/input/e-invoice-fields.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import {
  mergeNestedInput,
  parseUpdateInput,
  requireId,
} from '../../platform/input/update-input.ts';
import { parseForRecord } from '../../write/update-with-input.ts';
import { write } from '../../write/write.ts';
import { mergeCustomValues } from '../custom-fields/values.ts';
import { updateClientInput } from './fields.ts';
import type { PaymentTerms } from './payment-terms.ts';
import { paymentTermsFromJson } from './payment-terms.ts';
import { clientConstraints } from './rules.ts';

/** @throws ActionError id_missing, record_not_found, invalid_input, name_taken */
export function updateClient(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateClientInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  return write(context, async (tx) => {
    const id = requireId(input);
    const parsed = await parseForRecord(tx, 'Client', id, () =>
      parseUpdateInput(updateClientInput, input, mode, validateElectronicAddress),
    );
    const { customValues, paymentTerms, ...change } = parsed;
    const constraints = clientConstraints(change.name);
    const dependsOnRow =
      customValues !== undefined || paymentTerms !== undefined || needsStoredCountry(change);
    if (!dependsOnRow) {
      await tx.updateById('Client', id, withCountryCode(change), constraints);
      return { id };
    }
    const client = await tx.lock('Client', id);
    const stored = client.customValues;
    const values = await mergeCustomValues(tx, 'CLIENT', stored, customValues, mode);
    const before = paymentTermsFromJson(client.paymentTerms);
    const terms = mergeNestedInput(before, paymentTerms, input.paymentTerms, mode);
    tx.update(
      'Client',
      client,
      {
        ...withCountryCode(change, client),
        ...(terms !== undefined && { paymentTerms: toJsonColumn(terms as PaymentTerms | null) }),
        ...(values && { customValues: values as Prisma.InputJsonObject }),
      },
      constraints,
    );
    return { id };
  });
}
