import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { findTimePrices } from '../../../src/domain/work-prices/time-prices.ts';
import {
  listUnbilledWork,
  sumUnbilledWork,
} from '../../../src/domain/work-prices/unbilled-work.ts';
import { newId } from '../../../src/platform/ids/record-ids.ts';
import { Decimal, minorUnitDigits } from '../../../src/platform/money/money.ts';
import { useTestApi } from '../../support/api.ts';

/** Compares the prices of the SQL with prices computed in integers. */

const api = useTestApi();

/** A quotient of whole numbers, rounded half away from zero. */
function quotient(of: bigint, by: bigint): bigint {
  const [size, sign] = of < 0n ? [-of, -1n] : [of, 1n];
  return sign * ((size * 2n + by) / (by * 2n));
}

/** A decimal as a whole number of its last digit. */
const units = (value: Decimal | null, digits: number) =>
  value === null ? null : BigInt(value.times(new Decimal(10).pow(digits)).toFixed());

const scale = (digits: number) => 10n ** BigInt(digits);

const currencies = ['EUR', 'JPY', 'KWD', 'CLF', 'HUF'] as const;
const steps = [null, 0, 1, 6, 15, 60];

interface Entry {
  id: string;
  milliseconds: number;
  rate: bigint;
  currency: string;
  step: number | null;
}
interface Spent {
  id: string;
  amount: bigint;
  markup: bigint;
  taxRate: bigint | null;
  taxInclusive: boolean;
  currency: string;
}

const workedTime = fc.record({
  milliseconds: fc.integer({ min: 1, max: 9 * 3_600_000 }),
  rate: fc.oneof(
    fc.bigInt({ min: 0n, max: 9_999_999n }),
    fc.bigInt({ min: 0n, max: 9_999_999_999_999n }),
  ),
});

/** Amounts to four digits, percentages to two; everyday ones make halves likely. */
const spentMoney = fc.record({
  amount: fc.oneof(
    fc.bigInt({ min: 0n, max: 99_999_999n }),
    fc.integer({ min: 0, max: 4_000 }).map((count) => BigInt(count) * 2_500n),
  ),
  markup: fc.oneof(fc.constantFrom(0n, 1_000n, 2_500n), fc.bigInt({ min: -10_000n, max: 50_000n })),
  taxRate: fc.oneof(fc.constantFrom(null, 0n, 1_900n), fc.bigInt({ min: 0n, max: 3_000n })),
  taxInclusive: fc.boolean(),
});

const entries: Entry[] = [];
const expenses: Spent[] = [];

beforeAll(async () => {
  const { prisma } = api.database;
  const { accountId } = api.ours;
  const { id: userId } = await prisma.user.findFirstOrThrow({ where: { accountId } });
  for (const currency of currencies) {
    for (const step of steps) {
      const clientId = newId('Client');
      const name = `${currency} ${step}`;
      await prisma.client.create({
        data: { accountId, id: clientId, name, currency, roundingIncrement: step },
      });
      const some = { numRuns: 20, seed: entries.length };
      const worked = fc
        .sample(workedTime, some)
        .map((time) => ({ ...time, id: newId('TimeEntry'), currency, step }));
      const spent = fc
        .sample(spentMoney, some)
        .map((money) => ({ ...money, id: newId('Expense'), currency }));
      entries.push(...worked);
      expenses.push(...spent);
      const start = new Date('2026-03-02T09:00:00Z');
      await prisma.timeEntry.createMany({
        data: worked.map(({ id, milliseconds, rate }) => ({
          ...{ accountId, id, clientId, userId, timerStart: start },
          timerEnd: new Date(start.getTime() + milliseconds),
          hourlyAmount: new Decimal(String(rate)).div(10_000),
        })),
      });
      await prisma.expense.createMany({
        data: spent.map(({ id, amount, markup, taxRate, taxInclusive }) => ({
          ...{ accountId, id, clientId, currency, taxInclusive, reimbursable: true },
          amount: new Decimal(String(amount)).div(10_000),
          markupPercent: new Decimal(String(markup)).div(100),
          taxRate: taxRate === null ? null : new Decimal(String(taxRate)).div(100),
        })),
      });
    }
  }
});

function chargedSeconds({ milliseconds, step }: Entry): bigint {
  const one = BigInt(step ?? 0) * 60n;
  const worked = BigInt(milliseconds) / 1_000n;
  return one > 0n ? ((worked + one - 1n) / one) * one : worked;
}

/** The price of seconds at the price of an hour of an entry. */
const priceOf = (seconds: bigint, { currency, rate }: Entry) =>
  quotient(seconds * rate * scale(minorUnitDigits(currency)), 3_600n * scale(4));

function timeByModel(entry: Entry) {
  const charged = chargedSeconds(entry);
  return { hours: quotient(charged * scale(6), 3_600n), amount: priceOf(charged, entry) };
}

/** What the lines of invoices charge: entries of one client and price are rounded together. */
function timeOfLines(all: readonly Entry[]): bigint {
  const lines = new Map<string, Entry[]>();
  for (const entry of all) {
    const line = `${entry.currency} ${entry.step} ${entry.rate}`;
    lines.set(line, [...(lines.get(line) ?? []), entry]);
  }
  return [...lines.values()].reduce((sum, line) => {
    const seconds = line.reduce((whole, entry) => whole + chargedSeconds(entry), 0n);
    return sum + priceOf(seconds, line[0] as Entry);
  }, 0n);
}

test('of time', async () => {
  const prices = await findTimePrices(
    api.ours.context,
    entries.map(({ id }) => id),
  );
  expect(prices.size).toBe(entries.length);
  for (const entry of entries) {
    const price = prices.get(entry.id);
    const { currency } = entry;
    const digits = minorUnitDigits(currency);
    expect(price).toMatchObject({ currency, source: 'ENTRY' });
    const found = {
      hours: units(price?.hours ?? null, 6),
      amount: units(price?.amount ?? null, digits),
    };
    expect(found, JSON.stringify({ ...entry, rate: String(entry.rate) })).toEqual(
      timeByModel(entry),
    );
  }
});

function expenseByModel({ amount, markup, taxRate, taxInclusive, currency }: Spent): bigint {
  const taxed = taxInclusive && taxRate !== null && taxRate > 0n ? 10_000n + taxRate : 10_000n;
  return quotient(amount * (10_000n + markup) * scale(minorUnitDigits(currency)), taxed * 10_000n);
}

test('of expenses, and the totals of both by currency', async () => {
  const { context } = api.ours;
  const filter = { accountId: context.accountId };
  const found = await listUnbilledWork(context, filter, { after: null, limit: 10_000 });
  const amounts = new Map(found.map(({ id, amount }) => [id, amount]));
  for (const expense of expenses) {
    const digits = minorUnitDigits(expense.currency);
    expect(units(amounts.get(expense.id) ?? null, digits)).toBe(expenseByModel(expense));
  }
  const totals = await sumUnbilledWork(context, filter);
  expect(totals.map(({ currency }) => currency)).toEqual([...currencies].sort());
  for (const { currency, time, expenses: spent, total } of totals) {
    const digits = minorUnitDigits(currency);
    const sum = (parts: bigint[]) => parts.reduce((all, part) => all + part, 0n);
    const ofIt = <T extends { currency: string }>(all: T[]) =>
      all.filter((one) => one.currency === currency);
    const expected = {
      time: timeOfLines(ofIt(entries)),
      spent: sum(ofIt(expenses).map(expenseByModel)),
    };
    expect({ time: units(time, digits), spent: units(spent, digits) }).toEqual(expected);
    expect(units(total, digits)).toBe(expected.time + expected.spent);
  }
});
