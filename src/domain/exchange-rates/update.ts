import type { ExchangeRate } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { updateRecord } from '../../write/update-record.ts';
import { updateExchangeRateInput } from './fields.ts';

/**
 * Changes an exchange rate.
 * @throws ActionError id_missing, record_not_found, invalid_input
 */
export async function updateExchangeRate(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateExchangeRateInput>,
  mode: UpdateMode,
): Promise<ExchangeRate> {
  const update = { type: 'ExchangeRate', schema: updateExchangeRateInput, input, mode } as const;
  return updateRecord(context, update, ({ accountId, db }, data, { id }: ExchangeRate) =>
    db.exchangeRate.updateManyAndReturn({ where: { accountId, id }, data }),
  );
}
