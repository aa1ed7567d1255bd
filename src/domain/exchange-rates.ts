import type { ExchangeRate } from '../generated/prisma/client.ts';
import { changeRecord } from './kernel/change-record.ts';
import type { UpdateMode } from './kernel/changes.ts';
import { requireId } from './kernel/changes.ts';
import type { Context } from './kernel/context.ts';
import { refusingTaken } from './kernel/database-errors.ts';
import type { InputOf, Rules } from './kernel/fields.ts';
import { inputObject, kept, parseInput, required } from './kernel/fields.ts';
import { idFor } from './kernel/given-ids.ts';
import { currency, date, decimal } from './kernel/kinds.ts';
import { deleteRecord } from './kernel/records.ts';
import type { Listing } from './reader/record-lists.ts';

/** What currencies were worth, day by day, as somebody of the workspace says: used only where a report asks for a currency. */

/** An exchange rate as it is shown. */
export type ExchangeRateRecord = ExchangeRate;

const rate = decimal({ min: 1e-10, max: 9_999_999_999, decimals: 10 });

export const createExchangeRateInput = inputObject('CreateExchangeRate', 'A new exchange rate.', {
  day: required(date),
  baseCurrency: required(currency),
  quoteCurrency: required(currency),
  rate: required(rate),
});

export const updateExchangeRateInput = inputObject(
  'UpdateExchangeRate',
  'The fields of an exchange rate; one of other currencies, or of another day, is another one.',
  { rate: kept(rate) },
);

const rateTaken = 'There is already a rate of these currencies for this day.';

const twoCurrencies: Rules<{ baseCurrency: string; quoteCurrency: string }> = ({
  baseCurrency,
  quoteCurrency,
}) =>
  baseCurrency !== undefined && baseCurrency === quoteCurrency
    ? [{ path: 'quoteCurrency', code: 'same', message: 'must be another currency' }]
    : [];

/**
 * Makes an exchange rate. One statement.
 * @throws ActionError invalid_input, name_taken where there is one of the currencies for the day
 */
export async function createExchangeRate(
  context: Context,
  input: InputOf<typeof createExchangeRateInput>,
): Promise<ExchangeRate> {
  const { accountId, db } = context;
  const values = parseInput(createExchangeRateInput, input, twoCurrencies);
  return refusingTaken('day', rateTaken, () =>
    db.exchangeRate.create({ data: { ...values, accountId, id: idFor(context, 'ExchangeRate') } }),
  );
}

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
  return changeRecord(context, update, ({ accountId, db }, data, { id }: ExchangeRate) =>
    db.exchangeRate.updateManyAndReturn({ where: { accountId, id }, data }),
  );
}

/**
 * Deletes an exchange rate.
 * @throws ActionError id_missing, record_not_found
 */
export async function deleteExchangeRate(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  const id = requireId(input);
  await deleteRecord(context, 'ExchangeRate', id);
  return id;
}

/** All of them, the latest day first. */
export const exchangeRatesByDay: Listing = {
  orderBy: [
    { column: 'day', direction: 'desc' },
    { column: 'baseCurrency' },
    { column: 'quoteCurrency' },
  ],
};
