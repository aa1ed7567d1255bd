import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { errorsOf } from '../support/invoices.ts';
import { personDoors } from '../support/people.ts';
import { monday, tuesday, worker } from '../support/worked-time.ts';

/** Unbilled work with its prices. */

const api = useTestApi();
const doors = personDoors(api);
const { approve, bill, delivered, newClient, project, search, spend, work } = worker(api);
let ownerId = 0;

beforeAll(async () => {
  const { body } = await api.ours.get('users/list');
  ownerId = body[0].userId;
});

describe('unbilledWork/search', () => {
  test('lists time, expenses and approved deliverables with their prices, the oldest first', async () => {
    const clientName = await newClient({ roundingIncrement: 15 });
    await project(clientName, { feeType: 'PER_ITEM', amount: 250, taxable: false });
    await work(clientName, tuesday, 20);
    await work(clientName, monday, 80, { notes: 'Sketches' });
    await work(clientName, monday, 60, { billable: false });
    // The price of the project covers this.
    await work(clientName, monday, 60, { projectName: 'Site' });
    await spend(clientName, 119, {
      date: '2026-03-01',
      taxRate: 19,
      taxInclusive: true,
      markupPercentage: 10,
      description: 'Train',
    });
    await spend(clientName, 10, { date: '2026-03-02', taxRate: 0 });
    await spend(clientName, 10, { reimbursable: false });
    await delivered(clientName, 'Site', ['One', 'Two'], 1);
    const { status, body } = await search({ clientName });
    expect(status).toBe(200);
    const displayed = body.map(
      ({ kind, description, quantity, rate, source, amount, taxable }: Record<string, unknown>) => [
        kind,
        description,
        quantity,
        rate,
        source,
        amount,
        taxable,
      ],
    );
    expect(displayed).toEqual([
      ['EXPENSE', 'Train', 1, 110, null, 110, true],
      ['EXPENSE', null, 1, 10, null, 10, false],
      ['TIME', 'Sketches', 1.5, 90, 'CLIENT', 135, true],
      ['TIME', null, 0.5, 90, 'CLIENT', 45, true],
      ['DELIVERABLE', null, 1, 250, null, 250, false],
    ]);
    const until = await search({ clientName, until: '2026-03-02' });
    expect(until.body.map(({ amount }: { amount: number }) => amount)).toEqual([110, 10, 135]);
    const behind = await search({ clientName, after: body[2].cursor });
    expect(behind.body).toEqual(body.slice(3));
    const wrong = await search({ clientName, after: 'somewhere' });
    expect([wrong.status, errorsOf(wrong)]).toEqual([400, ['after: invalid_cursor']]);
    const theirs = await api.theirs.get('unbilledWork/search', {});
    expect(theirs.body).toEqual([]);
  });

  test('a fixed price is divided among deliveries, and adds up to the price regardless of later ones', async () => {
    const clientName = await newClient();
    await project(clientName, { feeType: 'FIXED_PRICE', amount: 100 });
    await delivered(clientName, 'Site', ['One', 'Two', 'Three'], 2);
    const visible = async () =>
      (await search({ clientName })).body.map(({ amount }: { amount: number }) => amount);
    expect(await visible()).toEqual([33.33, 33.34]);
    const first = await bill(clientName);
    expect(first.body.total).toBe(66.67);
    await delivered(clientName, 'Site', ['Four']);
    expect(await visible()).toEqual([16.66]);
    expect((await bill(clientName)).body.total).toBe(16.66);
    await approve(clientName, 'Site', 'Three');
    expect(await visible()).toEqual([16.67]);
    expect((await bill(clientName)).body.total).toBe(16.67);
    await delivered(clientName, 'Site', ['Five']);
    expect(await visible()).toEqual([0]);
  });

  test('GraphQL returns the same in pages, and its totals by currency', async () => {
    const clientName = await newClient();
    const { clientId } = await work(clientName, monday, 80);
    await work(clientName, tuesday, 60);
    await spend(clientName, 40);
    await spend(clientName, 7, { currency: 'CHF' });
    const source = `query ($clientId: ID!, $first: Int, $after: String) { unbilledWork(clientId: $clientId) {
      totals { currency hours time expenses deliverables total items unpriced }
      items(first: $first, after: $after) { nodes { id: cursorless } } } }`;
    expect((await api.ours.gql(source, { clientId })).body.errors).toBeDefined();
    const paged = source.replace(
      'nodes { id: cursorless }',
      'edges { cursor node { kind amount timeEntry { id billing { amount } } expense { id } client { name } user { userId } } } pageInfo { hasNextPage hasPreviousPage endCursor }',
    );
    const one = await api.ours.gql(paged, { clientId, first: 3 });
    expect(one.body.errors).toBeUndefined();
    const { totals, items } = one.body.data.unbilledWork;
    expect(totals).toEqual([
      {
        currency: 'CHF',
        hours: '0',
        time: '0',
        expenses: '7',
        deliverables: '0',
        total: '7',
        items: 1,
        unpriced: 0,
      },
      {
        currency: 'EUR',
        hours: '2.333333',
        time: '210',
        expenses: '40',
        deliverables: '0',
        total: '250',
        items: 3,
        unpriced: 0,
      },
    ]);
    expect(items.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(items.edges[0].node).toMatchObject({
      kind: 'TIME',
      amount: '120',
      timeEntry: { billing: { amount: '120' } },
      expense: null,
      client: { name: clientName },
      user: { userId: ownerId },
    });
    const two = await api.ours.gql(paged, { clientId, first: 3, after: items.pageInfo.endCursor });
    const rest = two.body.data.unbilledWork.items;
    expect(rest.edges).toHaveLength(1);
    expect(rest.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  test('takes the same statements however much there is', async () => {
    const clientName = await newClient();
    const { clientId } = await work(clientName, monday, 80);
    const source = `query ($clientId: ID!) { unbilledWork(clientId: $clientId) { totals { total }
      items(first: 50) { nodes { amount timeEntry { notes } client { name } } } } }`;
    const count = async () =>
      (await recordStatements(() => api.ours.gql(source, { clientId }))).statements.length;
    const small = await count();
    for (let more = 0; more < 9; more += 1) await work(clientName, monday, 30);
    expect(await count()).toBe(small);
  });

  test('requires permission for all its sources: no member, and no key that lacks an area', async () => {
    const member = doors({ role: 'MEMBER', userId: ownerId });
    const source = '{ unbilledWork { totals { total } } }';
    const rejected = await member.gql(source);
    expect(rejected.body.data.unbilledWork).toBeNull();
    expect(rejected.body.errors).toMatchObject([{ extensions: { code: 'missing_scope' } }]);
    const { key } = await makeKey(api.ours.context, [
      'time:read',
      'clients:read',
      'invoices:write',
    ]);
    const narrow = workspaceOf(api, api.ours.context, key);
    for (const answer of [
      await narrow.get('unbilledWork/search'),
      await narrow.post('invoices/createFromWork', { clientName: 'None' }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'missing_scope']);
    }
  });
});
