import { beforeAll, describe, expect, test } from 'vitest';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { expectSingleInvoice, raceForWork } from '../support/charging-races.ts';
import { created, errorsOf } from '../support/invoices.ts';
import { watchLog } from '../support/logged-changes.ts';
import { mutate, mutated } from '../support/mutations.ts';

/** What invoices charge is linked to them, once, and stays as it was billed. */

const api = useTestApi();

const clientName = 'Charged';
const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:30:00Z' };

const log = (more: { projectName?: string; deliverableName?: string; clientName?: string } = {}) =>
  created(api.ours, 'timeWorked/create', {
    ...hours,
    clientName,
    ...more,
    createClient: true,
    createProject: more.projectName !== undefined,
    createDeliverable: more.deliverableName !== undefined,
  });
const spend = (more: object = {}) =>
  created(api.ours, 'expenses/create', { amount: 40, clientName, ...more });
const bill = (items: object[], more: object = {}, workspace: TestWorkspace = api.ours) =>
  workspace.post('invoices/create', { clientName, taxRate: 0, items, ...more });

/** What charges a record: the invoice and its line. */
async function linkOf(model: 'timeEntry' | 'expense' | 'deliverable', id: string) {
  const { body } = await api.ours.gql(
    `query ($id: ID!) { ${model}(id: $id) { invoiceId invoiceLineId ${model === 'deliverable' ? '' : 'invoiceLine { position }'} } }`,
    { id },
  );
  return body.data[model];
}

/** An invoice that charges an entry and an expense, by the two of them. */
async function billed() {
  const [entry, expense] = [await log(), await spend()];
  const items = [
    { rate: 90, timeEntryIds: [entry.id] },
    { rate: 40, expenseIds: [expense.id] },
  ];
  const { body: invoice } = await bill(items);
  return { entry, expense, invoice };
}

const free = { invoiceId: null, invoiceLineId: null, invoiceLine: null };

beforeAll(async () => {
  await log();
});

describe('the work of an item', () => {
  test('is linked to the invoice and the line, and logged', async () => {
    const work = { projectName: 'Site', deliverableName: 'Start page' };
    const [one, two, expense] = [await log(work), await log(), await spend()];
    const found = await watchLog(api.database.pool, api.ours.accountId);
    const { status, body: invoice } = await bill([
      { description: 'Nothing of it', rate: 5 },
      { rate: 90, quantity: 3, timeEntryIds: [one.id, two.id], expenseIds: [expense.id] },
      { rate: 500, projectName: 'Site', deliverableIds: [one.deliverableId] },
    ]);
    expect(status).toBe(200);
    const [, second, third] = invoice.lineItems.map(({ id }: { id: string }) => id);
    const at = (invoiceLineId: string, position: number) => ({
      invoiceId: invoice.id,
      invoiceLineId,
      invoiceLine: { position },
    });
    expect(await linkOf('timeEntry', one.id)).toEqual(at(second, 2));
    expect(await linkOf('timeEntry', two.id)).toEqual(at(second, 2));
    expect(await linkOf('expense', expense.id)).toEqual(at(second, 2));
    expect(await linkOf('deliverable', one.deliverableId)).toEqual({
      invoiceId: invoice.id,
      invoiceLineId: third,
    });
    const { logged, happened } = await found();
    expect(logged).toEqual(happened);
    expect(logged[`TimeEntry ${one.id}`]).toMatchObject({ kind: 'UPDATED', version: 2 });
    const { body } = await api.ours.gql(
      `{ figures { unbilledTimeByClient(first: 50) { client { name } minutes } } }`,
    );
    const unbilled = body.data.figures.unbilledTimeByClient.find(
      (row: { client: { name: string } }) => row.client.name === clientName,
    );
    // The entry that the tests began with.
    expect(unbilled.minutes).toBe(90);
  });

  test('is linked by createInvoice of GraphQL as well, and shown with its line', async () => {
    const entry = await log();
    const { lineItems } = await mutated(
      api.ours,
      'createInvoice',
      { clientName, lineItems: [{ unitPrice: '1', timeEntryIds: [entry.id] }] },
      'lineItems { timeEntries(first: 5) { edges { node { id } } } }',
    );
    expect(lineItems).toEqual([{ timeEntries: { edges: [{ node: { id: entry.id } }] } }]);
  });

  test('must exist, belong to the client and its project, and occur once; all errors are reported', async () => {
    const [entry, elsewhere] = [await log(), await log({ clientName: 'Somebody else' })];
    const inSite = await log({ projectName: 'Site' });
    const { body: unassigned } = await api.ours.post('timeWorked/create', hours);
    const unknown = await bill([{ rate: 1, timeEntryIds: [entry.id, 'tim_none'] }]);
    expect([unknown.status, errorsOf(unknown)]).toEqual([
      404,
      ['items.0.timeEntryIds.1: record_not_found'],
    ]);
    const { body: theirs } = await api.theirs.post('timeWorked/create', hours);
    const foreign = await bill([{ rate: 1, timeEntryIds: [theirs.id] }]);
    expect([foreign.status, foreign.body.message]).toEqual([
      404,
      `There is no time entry with id "${theirs.id}".`,
    ]);
    const wrong = await bill([
      { rate: 1, timeEntryIds: [elsewhere.id, unassigned.id] },
      { rate: 1, projectName: 'Site', timeEntryIds: [inSite.id, entry.id] },
    ]);
    expect([wrong.status, errorsOf(wrong)]).toEqual([
      400,
      [
        'items.0.timeEntryIds.0: disagrees',
        'items.0.timeEntryIds.1: disagrees',
        'items.1.timeEntryIds.1: disagrees',
      ],
    ]);
    const twice = await bill([
      { rate: 1, timeEntryIds: [entry.id] },
      { rate: 1, timeEntryIds: [entry.id] },
    ]);
    expect(errorsOf(twice)).toEqual(['items.1.timeEntryIds.0: not_unique']);
    expect(await linkOf('timeEntry', entry.id)).toEqual(free);
  });

  test('is not charged twice: the error names it, and its invoice to callers who may see that', async () => {
    const { entry, expense, invoice } = await billed();
    const other = await log();
    const again = [{ rate: 1, timeEntryIds: [other.id, entry.id], expenseIds: [expense.id] }];
    const rejected = await bill(again);
    expect([rejected.status, rejected.body.code, errorsOf(rejected)]).toEqual([
      409,
      'conflicting_state',
      ['items.0.timeEntryIds.1: billed', 'items.0.expenseIds.0: billed'],
    ]);
    const { message } = rejected.body;
    for (const word of [invoice.invoiceNumberFormatted, entry.id, expense.id]) {
      expect(message).toContain(word);
    }
    expect(message).not.toContain(other.id);
    const { key } = await makeKey(api.ours.context, [
      ...(['clients:read', 'time:read', 'expenses:read', 'settings:read'] as const),
      'invoices:write',
    ]);
    const blind = workspaceOf(api, api.ours.context, key);
    const received = await bill(again, {}, blind);
    expect([received.status, received.body.code]).toEqual([409, 'conflicting_state']);
    expect(received.body.message).not.toContain(invoice.invoiceNumberFormatted);
    expect(await linkOf('timeEntry', other.id)).toEqual(free);
  });

  test('requires permission to see it: otherwise it is unknown', async () => {
    const [entry, expense] = [
      await log({ projectName: 'Site', deliverableName: 'D' }),
      await spend(),
    ];
    const { key } = await makeKey(api.ours.context, ['clients:read', 'invoices:write']);
    const blind = workspaceOf(api, api.ours.context, key);
    for (const [field, id] of [
      ['timeEntryIds', entry.id],
      ['expenseIds', expense.id],
      ['deliverableIds', entry.deliverableId],
    ] as const) {
      const real = await bill([{ rate: 1, [field]: [id] }], {}, blind);
      const none = await bill([{ rate: 1, [field]: ['none'] }], {}, blind);
      expect([real.status, errorsOf(real)]).toEqual([
        404,
        [`items.0.${field}.0: record_not_found`],
      ]);
      expect(real.body.message.replace(id, 'none')).toBe(none.body.message);
    }
  });

  test('is billed once by fifty simultaneous callers, without a gap in the numbers', async () => {
    const workspace = await api.addWorkspace({ name: 'Raced' });
    expect(await raceForWork(api, workspace, 50)).toEqual(expectSingleInvoice(50));
  });
});

describe('billed work', () => {
  test('is changed and deleted only on request, otherwise the error names the invoice', async () => {
    const { entry, expense, invoice } = await billed();
    const number = invoice.invoiceNumberFormatted;
    const attempts = [
      ['updateTimeEntry', { id: entry.id, timerEnd: '2026-03-02T12:00:00Z' }],
      ['updateTimeEntry', { id: entry.id, clientName: 'Somebody else' }],
      ['replaceTimeEntry', { id: entry.id }],
      ['updateExpense', { id: expense.id, amount: '41' }],
      ['replaceExpense', { id: expense.id, amount: '40' }],
      ['deleteTimeEntry', { id: entry.id }],
      ['deleteExpense', { id: expense.id }],
    ] as const;
    for (const [name, input] of attempts) {
      const rejection = await mutate(api.ours, name, { input });
      expect(rejection, name).toMatchObject({
        code: 'conflicting_state',
        errors: [{ path: 'evenIfBilled', code: 'billed' }],
      });
      expect(rejection.message).toContain(`invoice ${number} bills it`);
    }
    // An unchanged value is no change, and payments to the vendor do not concern the client.
    const patch = (body: object) => api.ours.patch('expenses/update', { id: expense.id, ...body });
    expect((await patch({ amount: 40, paid: true, notes: 'Paid' })).status).toBe(200);
    const { body: whole } = await api.ours.get('expenses/search', { id: expense.id });
    expect((await api.ours.put('expenses/update', whole[0])).status).toBe(200);
    await mutated(api.ours, 'updateTimeEntry', { id: entry.id, timerEnd: hours.timerEnd });
    const denied = await patch({ amount: 41 });
    expect([denied.status, errorsOf(denied)]).toEqual([409, ['evenIfBilled: billed']]);
    expect((await patch({ amount: 41, evenIfBilled: true })).body.amount).toBe(41);
    expect(await linkOf('expense', expense.id)).toMatchObject({ invoiceId: invoice.id });
    await mutated(api.ours, 'deleteTimeEntry', { id: entry.id, evenIfBilled: true });
    await mutated(api.ours, 'deleteExpense', { id: expense.id, evenIfBilled: true });
  });

  test('moves to another client with its project only on request', async () => {
    const entry = await log({ projectName: 'To move' });
    const { body: invoice } = await bill([{ rate: 1, timeEntryIds: [entry.id] }]);
    const { clientId } = await log({ clientName: 'Somebody else' });
    const move = { id: entry.projectId, clientId };
    const failed = await api.ours.patch('projects/update', move);
    expect([failed.status, errorsOf(failed)]).toEqual([409, ['evenIfBilled: billed']]);
    expect(failed.body.message).toContain(invoice.invoiceNumberFormatted);
    const { status, body } = await api.ours.patch('projects/update', {
      ...move,
      evenIfBilled: true,
    });
    expect([status, body.clientId]).toEqual([200, clientId]);
  });

  test('is available again after the invoice is voided or deleted, and can be charged by another', async () => {
    for (const end of ['voidInvoice', 'deleteInvoice']) {
      const { entry, expense, invoice } = await billed();
      const observed = await watchLog(api.database.pool, api.ours.accountId);
      await mutated(api.ours, end, { id: invoice.id });
      const { logged, happened } = await observed();
      expect(logged).toEqual(happened);
      expect(await linkOf('timeEntry', entry.id)).toEqual(free);
      expect(await linkOf('expense', expense.id)).toEqual(free);
      const again = [{ rate: 1, timeEntryIds: [entry.id], expenseIds: [expense.id] }];
      expect((await bill(again)).status).toBe(200);
    }
    const { entry, invoice } = await billed();
    await mutated(api.ours, 'markInvoiceSent', { id: invoice.id });
    await mutated(api.ours, 'writeOffInvoice', { id: invoice.id });
    expect(await linkOf('timeEntry', entry.id)).toMatchObject({ invoiceId: invoice.id });
  });

  test('can be in the lines of a draft at any time', async () => {
    const { entry, expense, invoice } = await billed();
    const { id } = invoice;
    const more = await log();
    const update = async (lineItems: object[] | undefined, expected: object) => {
      const seen = await watchLog(api.database.pool, api.ours.accountId);
      const input = { id, description: 'Changed', ...(lineItems && { lineItems }) };
      const { history } = await mutated(api.ours, 'updateInvoice', { input }, 'history { kind }');
      const { logged, happened } = await seen();
      expect(logged).toEqual(happened);
      const links = await Promise.all([
        linkOf('timeEntry', entry.id),
        linkOf('timeEntry', more.id),
        linkOf('expense', expense.id),
      ]);
      const [first, second, spent] = links.map(({ invoiceLine }) => invoiceLine?.position ?? null);
      expect({ first, second, spent, events: history.length }).toEqual(expected);
    };
    await update(undefined, { first: 1, second: null, spent: 2, events: 2 });
    const [one, two] = [{ unitPrice: '90', timeEntryIds: [entry.id] }, { unitPrice: '40' }];
    await update([two, one], { first: 2, second: null, spent: null, events: 3 });
    await update([two, one], { first: 2, second: null, spent: null, events: 3 });
    const both = { ...one, timeEntryIds: [more.id, entry.id] };
    await update([two, both], { first: 2, second: 2, spent: null, events: 4 });
    const taken = await billed();
    const lineItems = [{ unitPrice: '1', timeEntryIds: [taken.entry.id] }];
    expect(await mutate(api.ours, 'updateInvoice', { input: { id, lineItems } })).toMatchObject({
      code: 'conflicting_state',
      errors: [{ path: 'lineItems.0.timeEntryIds.0', code: 'billed' }],
    });
    expect((await linkOf('timeEntry', entry.id)).invoiceId).toBe(id);
    // A duplicate charges nothing a second time.
    const { lineItems: copies } = await mutated(
      api.ours,
      'duplicateInvoice',
      { id },
      'lineItems { timeEntries(first: 5) { totalCount } }',
    );
    expect(copies).toEqual(Array(2).fill({ timeEntries: { totalCount: 0 } }));
  });
});
