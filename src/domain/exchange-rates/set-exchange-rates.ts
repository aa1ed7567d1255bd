import type { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { insertRows } from '../../write/insert-rows.ts';
import { createExchangeRateInput } from './fields.ts';
import { rateTaken, twoCurrencies } from './rules.ts';

/** As many as ten years have of ten currencies. */
const mostRates = 40_000;

const keyOf = ({ baseCurrency, day, quoteCurrency }: Omit<NewRate, 'rate'>) =>
  `${formatDate(day)} ${baseCurrency} ${quoteCurrency}`;

type NewRate = z.output<typeof createExchangeRateInput>;

/**
 * Says many exchange rates at once, all or none: those of which there is one of the currencies for the day are changed, the others are made.
 * @throws ActionError invalid_input, with the faults of each below its place; name_taken where somebody makes one of them meanwhile
 */
export async function setExchangeRates(
  context: Context,
  given: readonly InputOf<typeof createExchangeRateInput>[],
): Promise<{ made: number; changed: number; unchanged: number }> {
  const rates = readRates(given);
  return withUniqueConflict('day', rateTaken, () =>
    inTransaction(context, async (tx) => {
      const { accountId, db } = tx;
      const days = rates.map(({ day }) => day);
      const found = await db.exchangeRate.findMany({ where: { accountId, day: { in: days } } });
      const stored = new Map(found.map((rate) => [keyOf(rate), rate]));
      const isNew = (rate: NewRate) => !stored.has(keyOf(rate));
      const others = rates.filter((rate) => !isNew(rate));
      const changed = others.filter((rate) => !stored.get(keyOf(rate))?.rate.equals(rate.rate));
      for (const { rate, ...of } of changed) {
        const where = { accountId, id: stored.get(keyOf(of))?.id as string };
        await db.exchangeRate.updateMany({ where, data: { rate } });
      }
      const added = rates.filter(isNew);
      const rows = added.map((rate) => ({
        ...{ ...rate, accountId, id: newId('ExchangeRate'), version: 1 },
      }));
      await insertRows(tx, 'ExchangeRate', rows);
      const unchanged = others.length - changed.length;
      return { made: added.length, changed: changed.length, unchanged };
    }),
  );
}

/** @throws ActionError invalid_input, which tells the faults of all of them */
function readRates(given: readonly InputOf<typeof createExchangeRateInput>[]): NewRate[] {
  const faults: FieldError[] = [];
  if (given.length > mostRates) {
    const message = `are more than the ${mostRates} that are taken at once`;
    throw invalidInputError([{ path: 'rates', code: 'out_of_range', message }]);
  }
  const seen = new Set<string>();
  const rates = given.flatMap((one, index) => {
    try {
      const rate = parseInput(createExchangeRateInput, one, twoCurrencies);
      const isTwice = seen.has(keyOf(rate));
      seen.add(keyOf(rate));
      if (!isTwice) return [rate];
      const message = 'is said above already of these currencies';
      faults.push({ path: `rates.${index}.day`, code: 'not_unique', message });
    } catch (error) {
      if (!(error instanceof ActionError)) throw error;
      const own = error.details.errors ?? [];
      faults.push(...own.map((fault) => ({ ...fault, path: `rates.${index}.${fault.path}` })));
    }
    return [];
  });
  if (faults.length > 0) throw invalidInputError(faults);
  return rates;
}
