import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { updateExchangeRateInput } from './fields.ts';

/** @throws ActionError id_missing, record_not_found, invalid_input */
export const updateExchangeRate = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateExchangeRateInput>,
  mode: UpdateMode,
): Promise<{ id: string }> =>
  updateWithInput(context, { model: 'ExchangeRate', schema: updateExchangeRateInput, input, mode });
