import type { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { write } from '../../write/write.ts';
import { createExchangeRateInput } from './fields.ts';
import { exchangeRateConstraints, validateDifferentCurrencies } from './rules.ts';

/** Ten years of ten currencies. */
const maxRates = 40_000;

const keyOf = ({ baseCurrency, day, quoteCurrency }: Omit<NewRate, 'rate'>) =>
  `${formatDate(day)} ${baseCurrency} ${quoteCurrency}`;

type NewRate = z.output<typeof createExchangeRateInput>;

/**
 * Sets all rates or none: updates existing ones and inserts the others.
 * @throws ActionError invalid_input, name_taken
 */
export function setExchangeRates(
  context: Context,
  inputs: readonly InputOf<typeof createExchangeRateInput>[],
): Promise<{ created: number; changed: number; unchanged: number }> {
  return write(context, async (tx) => {
    const rates = readRates(inputs);
    const days = [...new Set(rates.map(({ day }) => formatDate(day)))];
    const stored = await tx.lockAll('ExchangeRate', Prisma.sql`day = ANY (${days}::date[])`);
    const storedByKey = new Map(stored.map((rate) => [keyOf(rate), rate]));
    const added = rates.filter((rate) => !storedByKey.has(keyOf(rate)));
    let changed = 0;
    for (const rate of rates) {
      const row = storedByKey.get(keyOf(rate));
      if (!row || row.rate.equals(rate.rate)) continue;
      tx.update('ExchangeRate', row, { rate: rate.rate });
      changed += 1;
    }
    const rows = added.map((rate) => ({ ...rate, id: newId('ExchangeRate') }));
    tx.insertAll('ExchangeRate', rows, exchangeRateConstraints);
    const unchanged = rates.length - added.length - changed;
    return { created: added.length, changed, unchanged };
  });
}

/** @throws ActionError invalid_input */
function readRates(inputs: readonly InputOf<typeof createExchangeRateInput>[]): NewRate[] {
  const errors: FieldError[] = [];
  if (inputs.length > maxRates) {
    const message = `exceed the maximum of ${maxRates} per request`;
    throw invalidInputError([{ path: 'rates', code: 'out_of_range', message }]);
  }
  const knownKeys = new Set<string>();
  const rates = inputs.flatMap((input, index) => {
    try {
      const rate = parseInput(createExchangeRateInput, input, validateDifferentCurrencies);
      const isDuplicate = knownKeys.has(keyOf(rate));
      knownKeys.add(keyOf(rate));
      if (!isDuplicate) return [rate];
      const message = 'repeats an earlier entry for these currencies';
      errors.push({ path: `rates.${index}.day`, code: 'not_unique', message });
    } catch (error) {
      if (!(error instanceof ActionError)) throw error;
      const itemErrors = error.details.errors ?? [];
      errors.push(
        ...itemErrors.map((itemError) => ({
          ...itemError,
          path: `rates.${index}.${itemError.path}`,
        })),
      );
    }
    return [];
  });
  if (errors.length > 0) throw invalidInputError(errors);
  return rates;
}
