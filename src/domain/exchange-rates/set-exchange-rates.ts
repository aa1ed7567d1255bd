import type { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, formatDate } from '../../platform/dates/dates.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { insertRows } from '../../write/insert-rows.ts';
import { createExchangeRateInput } from './fields.ts';
import { exchangeRateTakenMessage, validateDifferentCurrencies } from './rules.ts';

/** As many as ten years have of ten currencies. */
const maxRates = 40_000;

const keyOf = ({ baseCurrency, day, quoteCurrency }: Omit<NewRate, 'rate'>) =>
  `${formatDate(day)} ${baseCurrency} ${quoteCurrency}`;

type NewRate = z.output<typeof createExchangeRateInput>;

/**
 * Says many exchange rates at once, all or none: those of which there is one of the currencies for the day are changed, the others are made.
 * @throws ActionError invalid_input, with the faults of each below its place; name_taken where somebody makes one of them meanwhile
 */
export async function setExchangeRates(
  context: Context,
  inputs: readonly InputOf<typeof createExchangeRateInput>[],
): Promise<{ made: number; changed: number; unchanged: number }> {
  const rates = readRates(inputs);
  return withUniqueConflict('day', exchangeRateTakenMessage, () =>
    inTransaction(context, async (tx) => {
      const { accountId, db } = tx;
      const days = [...new Set(rates.map(({ day }) => formatDate(day)))].map(dateToDb);
      const storedRates = await db.exchangeRate.findMany({
        where: { accountId, day: { in: days } },
      });
      const storedByKey = new Map(storedRates.map((rate) => [keyOf(rate), rate]));
      const isNew = (rate: NewRate) => !storedByKey.has(keyOf(rate));
      const existing = rates.filter((rate) => !isNew(rate));
      const changed = existing.filter(
        (rate) => !storedByKey.get(keyOf(rate))?.rate.equals(rate.rate),
      );
      for (const { rate, ...key } of changed) {
        const where = { accountId, id: storedByKey.get(keyOf(key))?.id as string };
        await db.exchangeRate.updateMany({ where, data: { rate } });
      }
      const added = rates.filter(isNew);
      const rows = added.map((rate) => ({
        ...{ ...rate, accountId, id: newId('ExchangeRate'), version: 1 },
      }));
      await insertRows(tx, 'ExchangeRate', rows);
      const unchanged = existing.length - changed.length;
      return { made: added.length, changed: changed.length, unchanged };
    }),
  );
}

/** @throws ActionError invalid_input, which tells the faults of all of them */
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
