import type { Context } from '../../platform/context/context.ts';
import { recordIdType, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import { updateWithInput } from '../../write/update-with-input.ts';

export const setClientTaxRuleInput = inputObject(
  'SetClientTaxRule',
  'Tax rule of a client’s invoices. Null if neither field is set.',
  {
    taxRuleName: nullable(text(), 'Name of the tax rule.'),
    taxRuleId: nullable(recordIdType, 'Id of the tax rule, instead of or in addition to its name.'),
  },
);

/**
 * The tax rule has precedence over the client's default rate.
 * @throws ActionError id_missing, record_not_found, name_not_found, invalid_input
 */
export const setClientTaxRule = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof setClientTaxRuleInput>,
): Promise<{ id: string }> =>
  updateWithInput(
    context,
    { model: 'Client', schema: setClientTaxRuleInput, input, mode: 'replace' },
    async (tx, { taxRuleId: id = null, taxRuleName: name = null }) => {
      const fields = { nameField: 'taxRuleName', idField: 'taxRuleId' };
      const rule = await resolveReference(tx.names, 'taxRule', { ...fields, name, id });
      return { defaultTaxRuleId: rule };
    },
  );
