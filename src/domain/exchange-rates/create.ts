import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { createExchangeRateInput } from './fields.ts';
import { exchangeRateConstraints, validateDifferentCurrencies } from './rules.ts';

/** @throws ActionError invalid_input, name_taken */
export function createExchangeRate(
  context: Context,
  input: InputOf<typeof createExchangeRateInput>,
): Promise<InsertedRow<'ExchangeRate'>> {
  return write(context, (tx) => {
    const fields = parseInput(createExchangeRateInput, input, validateDifferentCurrencies);
    const id = newRecordId(tx, 'ExchangeRate');
    return tx.insert('ExchangeRate', { ...fields, id }, exchangeRateConstraints);
  });
}
