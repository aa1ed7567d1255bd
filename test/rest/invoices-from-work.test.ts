import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { expectSingleInvoice, raceForAllWork } from '../support/charging-races.ts';
import { errorsOf } from '../support/invoices.ts';
import { watchLog } from '../support/logged-changes.ts';
import { monday, tuesday, worker } from '../support/worked-time.ts';

/** Work is billed once, at its prices. */

const api = useTestApi();
const { bill, newClient, preview, project, search, spend, work } = worker(api);

interface DisplayedLine {
  description: string;
  quantity: number;
  unitPrice: number;
  lineTotal: number;
}

const linesOf = ({ lineItems }: { lineItems: DisplayedLine[] }) =>
  lineItems.map(({ description, quantity, unitPrice, lineTotal }) => [
    description,
    quantity,
    unitPrice,
    lineTotal,
  ]);

describe('invoices/createFromWork', () => {
  async function mixed() {
    const clientName = await newClient();
    await project(clientName);
    await project(clientName, { feeType: 'HOURLY', amount: 120 }, 'Shop');
    await api.ours.post('tasks/create', { clientName, projectName: 'Site', name: 'Logo' });
    await work(clientName, monday, 60, { projectName: 'Site', notes: 'A' });
    await work(clientName, tuesday, 30, {
      projectName: 'Site',
      deliverableName: 'Logo',
      notes: 'B',
    });
    await work(clientName, tuesday, 20, { projectName: 'Shop', notes: 'C' });
    await work(clientName, tuesday, 60, { hourlyAmount: 50, notes: 'D' });
    await spend(clientName, 40, { description: 'Fonts' });
    return clientName;
  }
  const fonts = ['Fonts', 1, 40, 40];

  test.each([
    [null, 'Hours', '2026-03-03', 'Expense'],
    ['en', 'Hours', '3 March 2026', 'Expense'],
    ['de', 'Stunden', '3. März 2026', 'Auslage'],
    ['fr', 'Heures', '3 mars 2026', 'Frais'],
    ['es', 'Horas', '3 de marzo de 2026', 'Gasto'],
    ['it', 'Ore', '3 marzo 2026', 'Spesa'],
    ['pt', 'Horas', '3 de março de 2026', 'Despesa'],
    ['nl', 'Uren', '3 maart 2026', 'Onkosten'],
    ['fi', 'Hours', '3 March 2026', 'Expense'],
  ])('calls unnamed work as the client does: %s', async (language, hours, day, expense) => {
    const clientName = await newClient({ language });
    await work(clientName, tuesday, 60, { hourlyAmount: 50 });
    await spend(clientName, 40, { description: null });
    const called = async (groupBy: string) => {
      const { body } = await preview(clientName, { groupBy });
      return linesOf(body).map(([description]) => description);
    };
    expect(await called('PROJECT')).toEqual([hours, expense]);
    expect(await called('DAY')).toEqual([day, expense]);
  });

  test.each([
    [
      'PROJECT',
      [
        ['Site', 1.5, 90, 135],
        ['Shop', 0.333333, 120, 40],
        ['Hours', 1, 50, 50],
      ],
    ],
    [
      'PERSON',
      [
        ['owner@ours.example', 1.5, 90, 135],
        ['owner@ours.example', 0.333333, 120, 40],
        ['owner@ours.example', 1, 50, 50],
      ],
    ],
    [
      'DELIVERABLE',
      [
        ['Site', 1, 90, 90],
        ['Logo', 0.5, 90, 45],
        ['Shop', 0.333333, 120, 40],
        ['Hours', 1, 50, 50],
      ],
    ],
    [
      'DAY',
      [
        ['2026-03-02', 1, 90, 90],
        ['2026-03-03', 0.5, 90, 45],
        ['2026-03-03', 0.333333, 120, 40],
        ['2026-03-03', 1, 50, 50],
      ],
    ],
    [
      'ENTRY',
      [
        ['A', 1, 90, 90],
        ['B', 0.5, 90, 45],
        ['C', 0.333333, 120, 40],
        ['D', 1, 50, 50],
      ],
    ],
  ])('groups time on lines by %s, and creates the same as its preview', async (groupBy, lines) => {
    const clientName = await mixed();
    const found = await watchLog(api.database.pool, api.ours.accountId);
    const before = await preview(clientName, { groupBy });
    expect(before.status).toBe(200);
    // Nothing is written by looking.
    expect((await found()).happened).toEqual({});
    expect(linesOf(before.body)).toEqual([...lines, fonts]);
    const { status, body } = await bill(clientName, { groupBy });
    expect(status).toBe(200);
    expect(linesOf(body)).toEqual(linesOf(before.body));
    const sums = ({ subTotal, discountAmount, tax, total, dateDue }: Record<string, unknown>) => [
      subTotal,
      discountAmount,
      tax,
      total,
      dateDue,
    ];
    expect(sums({ ...body, discountAmount: 0 })).toEqual(sums(before.body));
    expect(body.total).toBe(265);
    expect((await search({ clientName })).body).toEqual([]);
  });

  test('links the charged work to its lines, logs it, and releases it again', async () => {
    const clientName = await mixed();
    const observed = await watchLog(api.database.pool, api.ours.accountId);
    const { body: invoice } = await bill(clientName);
    const { logged, happened } = await observed();
    expect(logged).toEqual(happened);
    const { rows } = await api.database.pool.query(
      `SELECT count(*)::int AS entries FROM "TimeEntry" t JOIN "InvoiceLine" l ON l."accountId" = t."accountId" AND l.id = t."invoiceLineId" AND l.type = 'HOURS'
       WHERE t."accountId" = $1 AND t."invoiceId" = $2`,
      [api.ours.accountId, invoice.id],
    );
    expect(rows).toEqual([{ entries: 4 }]);
    const nothing = await bill(clientName);
    expect([nothing.status, nothing.body.code]).toEqual([409, 'conflicting_state']);
    const { body } = await api.ours.gql(
      'mutation ($id: ID!) { voidInvoice(input: { id: $id }) { __typename } }',
      { id: invoice.id },
    );
    expect(body.data.voidInvoice.__typename).toBe('VoidInvoiceSuccess');
    const again = await bill(clientName);
    expect(linesOf(again.body)).toEqual(linesOf(invoice));
    await api.ours.gql('mutation ($id: ID!) { deleteInvoice(input: { id: $id }) { __typename } }', {
      id: again.body.id,
    });
    expect((await search({ clientName })).body).toHaveLength(5);
  });

  test('charges a project, up to a day, or a kind of work alone', async () => {
    const clientName = await mixed();
    const day = await bill(clientName, { projectName: 'Site', until: '2026-03-02' });
    expect(linesOf(day.body)).toEqual([['Site', 1, 90, 90]]);
    expect(day.body.lineItems[0]).toMatchObject({ type: 'HOURS', unit: 'h', projectName: 'Site' });
    const spent = await bill(clientName, { time: false });
    expect(linesOf(spent.body)).toEqual([fonts]);
    expect(spent.body.lineItems[0].type).toBe('EXPENSE');
  });

  test('rejects time without a price, unless the request contains one, and uses no number', async () => {
    const clientName = await newClient({ hourlyAmount: null });
    await work(clientName, monday, 80);
    const rejected = await bill(clientName);
    expect([rejected.status, errorsOf(rejected)]).toEqual([400, ['hourlyAmount: required']]);
    expect(rejected.body.errors[0].message).toContain('1 time entry');
    const reported = await bill(clientName, { hourlyAmount: 60 });
    expect(linesOf(reported.body)).toEqual([['Hours', 1.333333, 60, 80]]);
  });

  test('leaves out work in another currency, which no invoice of the client can have', async () => {
    const clientName = await newClient();
    await spend(clientName, 7, { currency: 'CHF' });
    const rejection = await bill(clientName);
    expect([rejection.status, rejection.body.code]).toEqual([409, 'conflicting_state']);
    await work(clientName, monday, 60);
    expect((await bill(clientName)).body.total).toBe(90);
    expect((await search({ clientName })).body).toMatchObject([{ currency: 'CHF', amount: 7 }]);
  });

  test('is executed once if it is sent twice with one key', async () => {
    const clientName = await newClient();
    await work(clientName, monday, 60);
    const key = crypto.randomUUID();
    const send = () =>
      api.request('/public/action/invoices/createFromWork', {
        method: 'POST',
        headers: {
          'x-api-key': api.ours.key,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ clientName }),
      });
    const [one, two] = [await send(), await send()];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.text).toBe(one.text);
  });

  test('hours that are a whole number together are one on the line', async () => {
    const clientName = await newClient();
    for (const day of [monday, tuesday, monday]) await work(clientName, day, 200);
    const read = (await preview(clientName)).body;
    expect(linesOf(read)).toEqual([
      ['Hours', 10, expect.any(Number), read.lineItems[0].unitPrice * 10],
    ]);
  });

  test('fifty simultaneous bills for the same hours create one invoice', async () => {
    expect(await raceForAllWork(api, api.ours, 50)).toEqual(expectSingleInvoice(50));
  });
});
