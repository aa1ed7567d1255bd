import type { Client } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { recordIdType, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { updateRecord } from '../../write/update-record.ts';

export const setClientTaxRuleInput = inputObject(
  'SetClientTaxRule',
  'Tax rule of a client’s invoices. Null if neither field is set.',
  {
    taxRuleName: nullable(text(), 'Name of the tax rule.'),
    taxRuleId: nullable(recordIdType, 'Id of the tax rule, instead of or in addition to its name.'),
  },
);

/**
 * Gives a client the tax rule of its next invoices, which goes before its default rate, or takes it away. Invoices that
 * are there stay as they are.
 * @throws ActionError id_missing, record_not_found, name_not_found, invalid_input
 */
export async function setClientTaxRule(
  context: Context,
  input: { id?: unknown } & InputOf<typeof setClientTaxRuleInput>,
): Promise<Client> {
  const schema = setClientTaxRuleInput;
  const update = { type: 'Client', schema, input, mode: 'replace' } as const;
  return updateRecord(context, update, async (tx, change, { id }: Client) => {
    const defaultTaxRuleId = await resolveReference(tx.names, 'taxRule', {
      name: change.taxRuleName ?? null,
      id: change.taxRuleId ?? null,
      nameField: 'taxRuleName',
      idField: 'taxRuleId',
    });
    return tx.db.client.updateManyAndReturn({
      where: { accountId: tx.accountId, id },
      data: { defaultTaxRuleId },
    });
  });
}
