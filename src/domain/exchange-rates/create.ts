import type { ExchangeRate } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { createExchangeRateInput } from './fields.ts';
import { exchangeRateTakenMessage, validateDifferentCurrencies } from './rules.ts';

/**
 * Makes an exchange rate. One statement.
 * @throws ActionError invalid_input, name_taken where there is one of the currencies for the day
 */
export async function createExchangeRate(
  context: Context,
  input: InputOf<typeof createExchangeRateInput>,
): Promise<ExchangeRate> {
  const { accountId, db } = context;
  const values = parseInput(createExchangeRateInput, input, validateDifferentCurrencies);
  return withUniqueConflict('day', exchangeRateTakenMessage, () =>
    db.exchangeRate.create({
      data: { ...values, accountId, id: newRecordId(context, 'ExchangeRate') },
    }),
  );
}
