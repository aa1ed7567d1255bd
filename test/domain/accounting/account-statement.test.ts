import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import { getAccountStatement } from '../../../src/domain/accounting/account-statement.ts';
import { formatDate } from '../../../src/platform/dates/dates.ts';
import { Decimal } from '../../../src/platform/money/money.ts';
import { useTestApi } from '../../support/api.ts';
import { seedBooks } from '../../support/books.ts';
import { arranger } from '../../support/report-totals.ts';

const api = useTestApi();

beforeAll(async () => {
  await seedBooks(api, api.ours, { clients: 12, months: 14, seed: 7 });
});

const sum = (amounts: readonly Decimal[]) =>
  amounts.reduce((all, amount) => all.plus(amount), new Decimal(0));

describe('the account of a client', () => {
  test('ends with the issued amounts, less payments and write-offs, for every client of sample data', async () => {
    const { accountId, context } = api.ours;
    const invoices = await api.database.prisma.invoice.findMany({ where: { accountId } });
    const clientIds = [...new Set(invoices.map(({ clientId }) => clientId))];
    let input = 0;
    const kinds: string[] = [];
    for (const clientId of clientIds) {
      const days = { from: '2000-01-01', to: '2099-12-31' };
      const { accounts } = await getAccountStatement(context, { clientId, ...days });
      const theirs = invoices.filter(
        (invoice) => invoice.clientId === clientId && invoice.dateIssued !== null,
      );
      expect(accounts.length).toBe(new Set(theirs.map(({ currency }) => currency)).size);
      for (const { charged, closing, credited, currency, entries, opening } of accounts) {
        const owed = theirs.filter((invoice) => invoice.currency === currency);
        expect(opening.isZero()).toBe(true);
        const issued = entries.filter(({ kind }) => kind === 'INVOICE');
        expect(sum(issued.map(({ amount }) => amount))).toEqual(
          sum(owed.map(({ total }) => total)),
        );
        kinds.push(...entries.map(({ kind }) => kind));
        expect(closing).toEqual(
          sum(
            owed.map(({ amountDue, status }) =>
              ['WRITE_OFF', 'VOIDED'].includes(status) ? new Decimal(0) : amountDue,
            ),
          ),
        );
        expect(charged.minus(credited)).toEqual(closing);
        expect(entries.at(-1)?.balance).toEqual(closing);
        input += entries.filter(({ kind }) => kind === 'WRITE_OFF').length;
      }
    }
    expect(clientIds.length).toBeGreaterThan(5);
    expect(kinds).toEqual(
      expect.arrayContaining(['PAYMENT', 'PAYMENT_REVERSED', 'REFUND', 'VOIDED']),
    );
    expect(input).toBe(invoices.filter(({ status }) => status === 'WRITE_OFF').length);
  });

  test('begins with the balance before the period, and continues from there', async () => {
    const workspace = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
    const { client, invoice, payment } = arranger(api, workspace);
    const clientId = await client();
    const issued = (amount: number, day: string, fields = {}) =>
      invoice(clientId, amount, day, { dateCreated: new Date(day), ...fields });
    const first = await issued(100, '2026-01-31');
    const second = await issued(50, '2026-02-10');
    await issued(7, '2026-02-11', { currency: 'USD' });
    await issued(1_000, '2026-02-12', { status: 'DRAFT' });
    await issued(1_000, '2026-02-13', { status: 'VOIDED', dateIssued: null });
    await issued(9, '2026-03-01');
    await payment(first, 30, '2026-01-31');
    await payment(first, 70, '2026-02-10');
    await payment(second, 20, '2026-02-28');
    const other = await client();
    await invoice(other, 5_000, '2026-02-01');
    const { result, statements } = await recordStatements(() =>
      getAccountStatement(workspace.context, { clientId, from: '2026-02-01', to: '2026-02-28' }),
    );
    // One more for the client.
    expect(statements).toHaveLength(2);
    const reported = result.accounts.map(({ entries, ...sums }) => ({
      ...JSON.parse(JSON.stringify(sums)),
      entries: entries.map(({ amount, balance, date, kind, number }) =>
        [formatDate(date), kind, number, amount, balance].join(' '),
      ),
    }));
    expect(reported).toEqual([
      {
        currency: 'EUR',
        opening: '70',
        charged: '50',
        credited: '90',
        closing: '30',
        entries: [
          `2026-02-10 INVOICE ${second} 50 120`,
          `2026-02-10 PAYMENT ${first} -70 50`,
          `2026-02-28 PAYMENT ${second} -20 30`,
        ],
      },
      {
        currency: 'USD',
        opening: '0',
        charged: '7',
        credited: '0',
        closing: '7',
        entries: [expect.stringMatching(/^2026-02-11 INVOICE inv_\d+ 7 7$/)],
      },
    ]);
    const later = { clientId, from: '2026-03-02', to: '2026-03-03' };
    const { accounts } = await getAccountStatement(workspace.context, later);
    expect(JSON.parse(JSON.stringify(accounts))).toMatchObject([
      { currency: 'EUR', opening: '39', closing: '39', entries: [] },
      { currency: 'USD', opening: '7', closing: '7', entries: [] },
    ]);
  });

  test('is rejected for an unknown client, and for one of another workspace', async () => {
    const theirs = await arranger(api, api.theirs).client();
    for (const clientId of ['cli_nobody', theirs]) {
      await expect(getAccountStatement(api.ours.context, { clientId })).rejects.toMatchObject({
        code: 'record_not_found',
        details: { errors: [{ path: 'clientId' }] },
      });
    }
  });
});
