import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import { feeScheduleFromJson } from '../../../src/domain/projects/fee-schedule.ts';
import {
  computeBudgetShare,
  findBudgetUsedByProject,
} from '../../../src/domain/record-totals/project-budgets.ts';
import { Decimal } from '../../../src/platform/money/money.ts';
import type { TestWorkspace } from '../../support/api.ts';
import { useTestApi } from '../../support/api.ts';
import { arranger } from '../../support/report-totals.ts';

const api = useTestApi();

/** The records of a list that has no pages here, and the statements that read them. */
async function read(workspace: TestWorkspace, field: string, displayed: string) {
  const query = `{ list: ${field}(first: 100) { nodes { id ${displayed} } } }`;
  const { result, statements } = await recordStatements(() => workspace.gql(query));
  const { data } = result.body as { data: { list: { nodes: { id: string }[] } } };
  const reads = statements.filter((sql) => !sql.includes('"ApiKey"'));
  return { nodes: data.list.nodes, statements: reads };
}

describe('the outstanding amounts of clients', () => {
  test('are those of their open invoices, by currency, for all clients in one statement', async () => {
    const { client, invoice, payment } = arranger(api, api.ours);
    const [owing, settled] = [await client(), await client()];
    await payment(await invoice(owing, 100, '2026-05-01'), 40, '2026-03-01');
    await invoice(owing, 5, '2026-05-01');
    await invoice(owing, 7, '2026-05-01', { currency: 'USD' });
    await invoice(owing, 1_000, '2026-05-01', { status: 'VOIDED' });
    await invoice(owing, 1_000, '2026-05-01', { status: 'DRAFT' });
    await invoice(settled, 1_000, '2026-05-01', { status: 'WRITE_OFF' });
    const foreign = arranger(api, api.theirs);
    const theirs = await foreign.client();
    await foreign.invoice(theirs, 9, '2026-05-01');
    const long = 'a'.repeat(70);
    const visible = `owed: outstanding { __typename ${long}: currency amount } invoices { totalCount }`;
    const { nodes, statements } = await read(api.ours, 'clients', visible);
    const money = (currency: string, amount: string) => ({
      __typename: 'Money',
      ...{ [long]: currency, amount },
    });
    expect(nodes.filter(({ id }) => [owing, settled, theirs].includes(id))).toEqual([
      { id: owing, owed: [money('EUR', '65'), money('USD', '7')], invoices: { totalCount: 5 } },
      { id: settled, owed: [], invoices: { totalCount: 1 } },
    ]);
    expect(statements).toHaveLength(1);
  });
});

describe('minutes', () => {
  test('are summed up before they are cut to whole ones, for all records in one statement', async () => {
    const { client, project, invoice, time } = arranger(api, api.ours);
    const { ownerId: userId } = api.ours.context.workspace;
    const clientId = await client();
    const [busy, idle] = [await project(clientId), await project(clientId)];
    const invoiceId = await invoice(clientId, 1, '2026-05-01');
    await time('2026-03-01T09:00:00Z', 10.5, { clientId, projectId: busy, userId });
    await time('2026-03-02T09:00:00Z', 10.5, { clientId, projectId: busy, userId, invoiceId });
    const unpaid = { clientId, projectId: idle, userId, billable: false };
    await time('2026-03-03T09:00:00Z', 4, unpaid);
    const unused = await project(clientId);
    const { nodes, statements } = await read(api.ours, 'projects', 'trackedMinutes');
    expect(nodes).toEqual([
      { id: busy, trackedMinutes: 21 },
      { id: idle, trackedMinutes: 4 },
      { id: unused, trackedMinutes: 0 },
    ]);
    expect(statements).toHaveLength(1);
    const clients = await read(api.ours, 'clients', 'unbilledMinutes');
    expect(clients.nodes).toContainEqual({ id: clientId, unbilledMinutes: 10 });
  });
});

describe('the used share of a budget', () => {
  const share = (feeSchedule: object, minutes: number, invoiced: number | null) =>
    computeBudgetShare(
      feeScheduleFromJson(feeSchedule),
      new Decimal(minutes * 60),
      invoiced === null ? null : new Decimal(invoiced),
    )?.toString();

  test.each([
    [
      'hourly work: hours at their price, of the upper estimate',
      { feeType: 'HOURLY', amount: '80', estimateMin: '100', estimateMax: '200' },
      90,
      999,
      '0.6',
    ],
    [
      'hourly work with one estimate',
      { feeType: 'HOURLY', amount: '80', estimateMin: '100' },
      90,
      null,
      '1.2',
    ],
    [
      'a fixed price: what was invoiced, of the price',
      { feeType: 'FIXED_PRICE', amount: '300', estimateMax: '1' },
      999,
      100,
      '0.3333',
    ],
    [
      'a fixed price that was invoiced to the cent',
      { feeType: 'FIXED_PRICE', amount: '300' },
      0,
      300,
      '1',
    ],
    [
      'a retainer: what was invoiced, of all its periods',
      { feeType: 'RETAINER', amount: '100', retainerPeriods: 12 },
      0,
      300,
      '0.25',
    ],
    [
      'work by the item: what was invoiced, of the estimate',
      { feeType: 'PER_ITEM', amount: '5', estimateMax: '50' },
      0,
      5,
      '0.1',
    ],
    ['nothing invoiced yet', { feeType: 'FIXED_PRICE', amount: '300' }, 60, null, '0'],
  ])('of %s', (_, feeSchedule, minutes, invoiced, expected) => {
    expect(share(feeSchedule, minutes, invoiced)).toBe(expected);
  });

  test.each([
    ['hourly work without an estimate', { feeType: 'HOURLY', amount: '80' }],
    ['hourly work without a price', { feeType: 'HOURLY', estimateMax: '80' }],
    ['a retainer without an end', { feeType: 'RETAINER', amount: '100', retainerPeriods: -1 }],
    ['a price of nothing', { feeType: 'FIXED_PRICE', amount: '0' }],
    ['a schedule that says nothing', {}],
  ])('is none for %s', (_, feeSchedule) => {
    expect(share(feeSchedule, 60, 100)).toBeUndefined();
  });

  test('counts invoices in the client’s currency that are not void, for all projects in one statement', async () => {
    const { client, project, invoice, line } = arranger(api, api.ours);
    const fixed = { feeType: 'FIXED_PRICE', amount: '1000' };
    const british = await client({ currency: 'GBP' });
    const standard = await client();
    const [one, two, without] = [
      await project(british, fixed),
      await project(standard, fixed),
      await project(standard),
    ];
    const inCurrency = (clientId: string, currency: string, status: 'SENT' | 'VOIDED' = 'SENT') =>
      invoice(clientId, 1, '2026-05-01', { currency, status });
    await line(await inCurrency(british, 'GBP'), one, 100);
    await line(await inCurrency(british, 'EUR'), one, 7);
    await line(await inCurrency(british, 'GBP', 'VOIDED'), one, 7);
    await line(await inCurrency(standard, 'USD'), two, 200);
    await line(await inCurrency(standard, 'GBP'), two, 7);
    const { result, statements } = await recordStatements(() =>
      findBudgetUsedByProject(api.ours.context, [one, two, without]),
    );
    expect(Object.fromEntries([...result].map(([id, used]) => [id, used.toString()]))).toEqual({
      [one]: '0.1',
      [two]: '0.2',
    });
    expect(statements).toHaveLength(1);
  });
});
