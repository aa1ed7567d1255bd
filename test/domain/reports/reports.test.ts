import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import { listPipelineByStage } from '../../../src/domain/reports/pipeline-by-stage.ts';
import { listReceivablesByAge } from '../../../src/domain/reports/receivables-by-age.ts';
import { listRevenueByMonth } from '../../../src/domain/reports/revenue-by-month.ts';
import { listTrackedTime } from '../../../src/domain/reports/tracked-time.ts';
import { listUnbilledTimeByClient } from '../../../src/domain/reports/unbilled-time-by-client.ts';
import { listUnbilledWork } from '../../../src/domain/work-prices/unbilled-work.ts';
import type { Context } from '../../../src/platform/context/context.ts';
import type { TestWorkspace } from '../../support/api.ts';
import { useTestApi } from '../../support/api.ts';
import { arranger } from '../../support/report-totals.ts';

const api = useTestApi();

/** A new workspace in which it is the first of April, twelve hours before UTC. */
async function inAuckland(): Promise<{ workspace: TestWorkspace; context: Context }> {
  const workspace = await api.addWorkspace({ timeZone: 'Pacific/Auckland', currency: 'NZD' });
  return { workspace, context: { ...workspace.context, now: new Date('2026-03-31T12:00:00Z') } };
}

/** Figures as numbers, as JSON would show them. */
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === 'string' && /^-?\d+(\.\d+)?$/.test(inner) ? Number(inner) : inner,
  );

describe('receivables by age', () => {
  test('go by the days that an open invoice is overdue in the workspace’s time zone', async () => {
    const { workspace, context } = await inAuckland();
    const { client, invoice } = arranger(api, workspace);
    const id = await client();
    const amounts: [number, string][] = [
      [1, '2026-12-31'],
      [2, '2026-04-01'],
      [4, '2026-03-31'],
      [8, '2026-03-02'],
      [16, '2026-03-01'],
      [32, '2026-01-31'],
      [64, '2026-01-30'],
      [128, '2026-01-01'],
      [256, '2025-12-31'],
    ];
    for (const [amount, due] of amounts) await invoice(id, amount, due);
    for (const status of ['PAID', 'VOIDED', 'WRITE_OFF'] as const) {
      const paid = status === 'PAID' ? { total: 0, subTotal: 0, amountDue: 0 } : {};
      await invoice(id, 1_000, '2026-01-01', { status, ...paid });
    }
    await invoice(id, 1_000, '2026-01-01', { status: 'DRAFT' });
    await arrangeTheirs();
    const { result, statements } = await recordStatements(() => listReceivablesByAge(context));
    expect(plain(result)).toEqual([
      {
        currency: 'EUR',
        invoices: 9,
        notDue: 3,
        days1To30: 12,
        days31To60: 48,
        days61To90: 192,
        over90Days: 256,
        total: 511,
      },
    ]);
    expect(statements).toHaveLength(1);
  });

  test('separate currencies, and count the amount due', async () => {
    const { workspace, context } = await inAuckland();
    const { client, invoice, payment } = arranger(api, workspace);
    const id = await client();
    await payment(await invoice(id, 100, '2026-05-01'), 30, '2026-03-01');
    await invoice(id, 7, '2026-05-01', { currency: 'USD', status: 'PENDING' });
    const metrics = await listReceivablesByAge(context);
    expect(plain(metrics)).toMatchObject([
      { currency: 'EUR', notDue: 70, total: 70 },
      { currency: 'USD', notDue: 7, total: 7 },
    ]);
  });
});

async function arrangeTheirs() {
  const { client, invoice, payment, time } = arranger(api, api.theirs);
  const id = await client();
  await payment(await invoice(id, 5_000, '2026-01-01'), 50, '2026-03-01');
  await time('2026-03-01T00:00:00Z', 60, {
    clientId: id,
    userId: api.theirs.context.workspace.ownerId,
  });
}

describe('revenue by month', () => {
  test('adds payments by month and currency, both ends of the period included', async () => {
    const { workspace, context } = await inAuckland();
    const { client, invoice, payment } = arranger(api, workspace);
    const id = await client();
    const euros = await invoice(id, 1_000, '2026-05-01');
    const dollars = await invoice(id, 1_000, '2026-05-01', { currency: 'USD' });
    await payment(euros, 1, '2026-01-31');
    await payment(euros, 2, '2026-02-01');
    await payment(euros, 4, '2026-02-28');
    await payment(dollars, 8, '2026-02-15');
    await payment(euros, 16, '2026-03-01');
    await arrangeTheirs();
    const february = { from: '2026-02-01', to: '2026-02-28' };
    const { result, statements } = await recordStatements(() =>
      listRevenueByMonth(context, february),
    );
    const month = '2026-02-01T00:00:00.000Z';
    expect(plain(result)).toEqual([
      { month, currency: 'EUR', amount: 6, payments: 2 },
      { month, currency: 'USD', amount: 8, payments: 1 },
    ]);
    expect(statements).toHaveLength(1);
    expect(plain(await listRevenueByMonth(context, {}))).toHaveLength(4);
  });

  test('covers the last twelve months by default', async () => {
    const { workspace, context } = await inAuckland();
    const { client, invoice, payment } = arranger(api, workspace);
    const id = await invoice(await client(), 1_000, '2026-05-01');
    await payment(id, 1, '2025-04-30');
    await payment(id, 2, '2025-05-01');
    await payment(id, 4, '2026-04-01');
    await payment(id, 8, '2026-04-02');
    const samples = plain(await listRevenueByMonth(context, {}));
    expect(samples.map(({ amount }: { amount: number }) => amount)).toEqual([2, 4]);
  });

  test('rejects a period that ends before it starts', async () => {
    const backwards = { from: '2026-02-02', to: '2026-02-01' };
    await expect(listRevenueByMonth(api.ours.context, backwards)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: 'to', code: 'before_from' }] },
    });
  });
});

describe('unbilled time', () => {
  test('is the billable time that no invoice has charged, by client, the most first', async () => {
    const { workspace, context } = await inAuckland();
    const { client, invoice, time } = arranger(api, workspace);
    const [little, much] = [await client(), await client()];
    const userId = context.workspace.ownerId;
    const invoiceId = await invoice(much, 10, '2026-04-01');
    await time('2026-03-01T09:00:00Z', 20, { clientId: little, userId });
    await time('2026-03-01T09:00:00Z', 40.6, { clientId: much, userId });
    await time('2026-03-02T09:00:00Z', 40.6, { clientId: much, userId });
    await time('2026-03-03T09:00:00Z', 500, { clientId: much, userId, invoiceId });
    await time('2026-03-04T09:00:00Z', 30, { userId });
    await time('2026-03-05T09:00:00Z', 700, { clientId: much, userId, billable: false });
    await arrangeTheirs();
    const { result, statements } = await recordStatements(() =>
      listUnbilledTimeByClient(context, {}),
    );
    expect(result).toEqual([
      { id: much, minutes: 81, entries: 2 },
      { id: null, minutes: 30, entries: 1 },
      { id: little, minutes: 20, entries: 1 },
    ]);
    expect(statements).toHaveLength(1);
    expect(await listUnbilledTimeByClient(context, { first: 1 })).toHaveLength(1);
    await expect(listUnbilledTimeByClient(context, { first: 101 })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('unbilled time by client', () => {
  test('is the time of unbilledWork, for all fees of projects and prices of entries', async () => {
    const { workspace, context } = await inAuckland();
    const { client, project, time } = arranger(api, workspace);
    const userId = context.workspace.ownerId;
    const fees = [undefined, 'HOURLY', 'FIXED_PRICE', 'PER_ITEM', 'RETAINER'];
    for (const feeType of fees) {
      const clientId = await client();
      const projectId = await project(clientId, feeType ? { feeType, amount: 100 } : undefined);
      for (const fields of [{}, { hourlyAmount: 50 }, { hourlyAmount: 0 }, { billable: false }]) {
        await time('2026-03-01T09:00:00Z', 30, { clientId, projectId, userId, ...fields });
        await time('2026-03-02T09:00:00Z', 15, { clientId, userId, ...fields });
      }
    }
    const page = { after: null, limit: 1_000 };
    const work = await listUnbilledWork(context, { accountId: workspace.accountId }, page);
    const counted = new Map<unknown, number>();
    for (const { clientId } of work) counted.set(clientId, (counted.get(clientId) ?? 0) + 1);
    expect(counted.size).toBe(fees.length);
    const metric = await listUnbilledTimeByClient(context, {});
    expect(new Map(metric.map((one) => [one.id, one.entries]))).toEqual(counted);
    expect(new Set(counted.values())).toEqual(new Set([5, 6]));
  });
});

describe('tracked time', () => {
  test('counts an entry on the day on which it began in the workspace’s time zone', async () => {
    const { workspace, context } = await inAuckland();
    const { client, project, time } = arranger(api, workspace);
    const clientId = await client();
    const projectId = await project(clientId);
    const userId = context.workspace.ownerId;
    // The first of March in Auckland, thirteen hours ahead, until the fifth of April.
    await time('2026-02-28T10:59:59Z', 1, { clientId, projectId, userId });
    await time('2026-02-28T11:00:00Z', 2, { clientId, projectId, userId });
    await time('2026-03-01T10:59:59.999Z', 4, { clientId, projectId, userId });
    await time('2026-03-01T11:00:00Z', 8, { clientId, projectId, userId });
    await arrangeTheirs();
    const first = { from: '2026-03-01', to: '2026-03-01' };
    const { result, statements } = await recordStatements(() =>
      listTrackedTime(context, 'projectId', first),
    );
    expect(result).toEqual([{ id: projectId, minutes: 6, entries: 2 }]);
    expect(statements).toHaveLength(1);
    expect(await listTrackedTime(context, 'userId', first)).toEqual([
      { id: userId, minutes: 6, entries: 2 },
    ]);
    const march = { from: '2026-03-01', to: '2026-03-31' };
    expect(await listTrackedTime(context, 'userId', march)).toMatchObject([{ minutes: 14 }]);
  });

  test('is this month’s by default, and time without a project is a separate group', async () => {
    const { workspace, context } = await inAuckland();
    const { time } = arranger(api, workspace);
    const userId = context.workspace.ownerId;
    await time('2026-03-31T10:00:00Z', 5, { userId });
    await time('2026-03-31T11:30:00Z', 7, { userId });
    expect(await listTrackedTime(context, 'projectId', {})).toEqual([
      { id: null, minutes: 7, entries: 1 },
    ]);
  });

  test('contains totals beyond Int', async () => {
    const { workspace, context } = await inAuckland();
    const { time } = arranger(api, workspace);
    const userId = context.workspace.ownerId;
    await time('2026-04-01T00:00:00Z', 4_000_000_000, { userId });
    const april = { from: '2026-04-01', to: '2026-04-30' };
    expect(await listTrackedTime(context, 'userId', april)).toMatchObject([
      { minutes: 2_147_483_647 },
    ]);
  });
});

describe('the pipeline', () => {
  test('has every open stage in order, with the value of its unarchived opportunities', async () => {
    const { workspace, context } = await inAuckland();
    const { prisma } = api.database;
    const { accountId } = workspace;
    const stages = await prisma.pipelineStage.findMany({
      where: { accountId },
      orderBy: { position: 'asc' },
    });
    const idOf = (label: string) => stages.find((stage) => stage.label === label)?.id ?? '';
    const opportunity = (stage: string, value: number | null, archived = false) => ({
      accountId,
      id: `opp_${stage}${value}${archived}`,
      name: 'Deal',
      statusId: idOf(stage),
      value,
      archived,
    });
    await prisma.opportunity.createMany({
      data: [
        opportunity('Lead', 1),
        opportunity('Lead', 2.5),
        opportunity('Lead', null),
        opportunity('Lead', 100, true),
        opportunity('Proposal', 4),
        opportunity('Won', 100),
        opportunity('Lost', 100),
      ],
    });
    const { result, statements } = await recordStatements(() => listPipelineByStage(context));
    expect(plain(result)).toEqual([
      { id: idOf('Lead'), currency: 'NZD', opportunities: 3, value: 3.5 },
      { id: idOf('Qualified'), currency: 'NZD', opportunities: 0, value: 0 },
      { id: idOf('Proposal'), currency: 'NZD', opportunities: 1, value: 4 },
    ]);
    expect(statements).toHaveLength(1);
  });
});
