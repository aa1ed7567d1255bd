import { expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import { findProjectProfits } from '../../../src/domain/accounting/project-profit.ts';
import { createUser } from '../../../src/domain/workspaces/users.ts';
import { useTestApi } from '../../support/api.ts';
import { created } from '../../support/invoices.ts';
import { addPerson, TestBrowser } from '../../support/persons.ts';
import { arranger } from '../../support/report-totals.ts';

const api = useTestApi();

async function arranged() {
  const workspace = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
  const { accountId, context } = workspace;
  const { client, invoice, line, project, time } = arranger(api, workspace);
  const clientId = await client({ hourlyAmount: 90 });
  const [site, idle] = [await project(clientId), await project(clientId)];
  const user = (email: string, hourlyCost?: string) =>
    createUser(context, { email, role: 'MANAGER', ...(hourlyCost && { hourlyCost }) });
  const { id: ada } = await user('ada@costs.example', '40');
  const { id: free } = await user('free@costs.example');
  const billed = await invoice(clientId, 180, '2026-03-01', {
    subTotal: 200,
    discountPercent: 10,
    discountAmount: 20,
  });
  await line(billed, site, 150);
  await line(billed, idle, 50);
  const lost = await invoice(clientId, 60, '2026-03-01', { status: 'WRITE_OFF', amountDue: 0 });
  await line(lost, site, 60);
  for (const status of ['DRAFT', 'VOIDED'] as const) {
    const id = await invoice(clientId, 1_000, '2026-03-01', {
      status,
      ...(status === 'VOIDED' && { amountDue: 0 }),
    });
    await line(id, site, 1_000);
  }
  const dollars = await invoice(clientId, 11, '2026-03-01', { currency: 'USD' });
  await line(dollars, site, 11);
  const on = { clientId, projectId: site };
  await time('2026-03-01T09:00:00Z', 90, { ...on, userId: ada, invoiceId: billed });
  await time('2026-03-02T09:00:00Z', 20, { ...on, userId: ada });
  await time('2026-03-03T09:00:00Z', 30, { ...on, userId: ada, billable: false });
  await time('2026-03-04T09:00:00Z', 40, { ...on, userId: free, billable: false });
  const expense = (id: string, amount: number, fields: object) =>
    api.database.prisma.expense.create({
      data: { accountId, id, amount, currency: 'EUR', ...on, ...fields },
    });
  await expense('exp_gross', 11.9, { taxRate: 19, taxInclusive: true });
  await expense('exp_net', 5, { taxRate: 19, reimbursable: true });
  await expense('exp_pounds', 3, { currency: 'GBP' });
  return { context, idle, site, workspace };
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test('a project’s profit is the billed amount, less write-offs, work and expenses, separate for each currency', async () => {
  const { context, idle, site } = await arranged();
  const { result, statements } = await recordStatements(() =>
    findProjectProfits(context, [site, idle]),
  );
  expect(statements).toHaveLength(1);
  const nothing = { writtenOff: '0', unbilled: '0', labor: '0', expenses: '0', uncostedMinutes: 0 };
  expect(plain(result.get(site))).toEqual([
    {
      currency: 'EUR',
      billed: '195',
      writtenOff: '60',
      // Twenty minutes at 90, and the expense that is to be charged on.
      unbilled: '35',
      // Two hours and twenty minutes at 40.
      labor: '93.33',
      uncostedMinutes: 40,
      expenses: '15',
      margin: '26.67',
    },
    { ...nothing, currency: 'GBP', billed: '0', expenses: '3', margin: '-3' },
    { ...nothing, currency: 'USD', billed: '11', margin: '11' },
  ]);
  expect(plain(result.get(idle))).toEqual([
    { ...nothing, currency: 'EUR', billed: '45', margin: '45' },
  ]);
  expect((await findProjectProfits(api.theirs.context, [site])).size).toBe(0);
});

test('members see neither it nor anyone’s hourly costs', async () => {
  const { site, workspace } = await arranged();
  const source =
    '{ projects { nodes { profit { currency margin } } } users { nodes { hourlyCost } } }';
  const requested = await workspace.gql(source);
  expect(JSON.stringify(requested.body)).toContain('26.67');
  expect(JSON.stringify(requested.body)).toContain('"hourlyCost":"40"');
  const { email, personId } = await addPerson(api, [[workspace, 'MEMBER']]);
  const { id: userId } = await api.database.prisma.user.findFirstOrThrow({ where: { personId } });
  const { accountId } = workspace;
  await api.database.prisma.projectMember.create({ data: { accountId, projectId: site, userId } });
  const browser = new TestBrowser(api);
  await browser.signIn(email);
  const { body } = await browser.gql('{ projects { nodes { id profit { margin } } } }');
  expect(body.data.projects.nodes).toEqual([{ id: site, profit: null }]);
  expect(JSON.stringify(body.errors)).toMatch(/missing_scope|not_for_role/);
  await api.database.prisma.user.updateMany({ where: { personId }, data: { hourlyCost: 54_321 } });
  const own = await browser.gql('{ users { nodes { email hourlyCost } } }');
  expect(own.body.data).toBeDefined();
  expect(own.text).not.toContain('54321');
});

test('a credited amount is not billed, with its part of the discount', async () => {
  const workspace = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
  await created(workspace, 'clients/create', { name: 'Credited', currency: 'EUR' });
  const { id: projectId } = await created(workspace, 'projects/create', {
    ...{ name: 'Site', clientName: 'Credited' },
  });
  const items = [{ description: 'Work', rate: 100, quantity: 5, projectName: 'Site' }];
  const bill = { clientName: 'Credited', taxRate: 19, discountPercent: 10, items };
  const { id, lineItems } = await created(workspace, 'invoices/create', bill);
  await workspace.gql(`mutation { markInvoiceSent(input: { id: "${id}" }) { __typename } }`);
  const lines = [{ lineId: lineItems[0].id, quantity: 2 }];
  await created(workspace, 'creditNotes/create', { invoiceId: id, lines });
  const billed = async () =>
    plain((await findProjectProfits(workspace.context, [projectId])).get(projectId))[0].billed;
  expect(await billed()).toBe('270');
  await created(workspace, 'creditNotes/create', { invoiceId: id });
  expect(await billed()).toBe('0');
});

test('an amount that was credited without the discount of the invoice is subtracted without it', async () => {
  const workspace = await api.addWorkspace({ timeZone: 'UTC', currency: 'EUR' });
  await created(workspace, 'clients/create', { name: 'Credited', currency: 'EUR' });
  const ids: string[] = [];
  for (const name of ['Site', 'Shop'])
    ids.push((await created(workspace, 'projects/create', { name, clientName: 'Credited' })).id);
  const items = ['Site', 'Shop'].map((projectName) => ({
    ...{ description: 'Work', rate: 100, projectName },
  }));
  const bill = { clientName: 'Credited', taxRate: 19, discountPercent: 10, items };
  const { id, lineItems } = await created(workspace, 'invoices/create', bill);
  await workspace.gql(`mutation { markInvoiceSent(input: { id: "${id}" }) { __typename } }`);
  const billed = async () => {
    const profits = await findProjectProfits(workspace.context, ids);
    return ids.map((one) => Number(plain(profits.get(one))[0].billed));
  };
  expect(await billed()).toEqual([90, 90]);
  await created(workspace, 'creditNotes/create', {
    ...{ invoiceId: id, includeDocumentAdjustments: false },
    lines: [{ lineId: lineItems[0].id, amount: 50 }],
  });
  expect(await billed()).toEqual([40, 90]);
  await created(workspace, 'creditNotes/create', { invoiceId: id });
  const [site = 0, shop = 0] = await billed();
  expect(site + shop).toBeCloseTo(0, 8);
});

test('a deposit counts until the invoice that deducts it is issued, and again after that is credited', async () => {
  const ours = await api.addWorkspace({ currency: 'EUR' });
  await created(ours, 'clients/create', { name: 'Acme', defaultTaxRate: 19 });
  const named = { clientName: 'Acme', name: 'Site' };
  const { id: project } = await created(ours, 'projects/create', named);
  const bill = (rate: number, more: object) =>
    created(ours, 'invoices/create', {
      ...{ clientName: 'Acme', items: [{ description: 'Work', rate, projectName: 'Site' }] },
      ...more,
    });
  const issue = ({ id }: { id: string }) =>
    ours.gql(`mutation { markInvoiceSent(input: { id: "${id}" }) { __typename } }`);
  const profit = async () =>
    plain((await findProjectProfits(ours.context, [project])).get(project)?.[0]);
  const deposit = await bill(300, { invoiceType: 'Deposit' });
  const { invoiceNumberFormatted: invoiceNumber, total: amount } = deposit;
  await created(ours, 'payment/create', { invoiceNumber, amount });
  const final = () => bill(1000, { depositIds: [deposit.id], discountPercent: 10 });
  const first = await final();
  expect(await profit()).toMatchObject({ billed: '300', margin: '300' });
  await issue(first);
  expect(await profit()).toMatchObject({ billed: '900', margin: '900' });
  await created(ours, 'creditNotes/create', { invoiceId: first.id });
  expect(await profit()).toMatchObject({ billed: '300', margin: '300' });
  const second = await final();
  await issue(second);
  await ours.gql(`mutation { writeOffInvoice(input: { id: "${second.id}" }) { __typename } }`);
  // What the deposit paid of it was not given up.
  expect(await profit()).toMatchObject({ billed: '900', writtenOff: '600', margin: '300' });
});

test('the written-off amount of an invoice belongs to the lines that were not credited', async () => {
  const ours = await api.addWorkspace({ currency: 'EUR' });
  await created(ours, 'clients/create', { name: 'Acme', defaultTaxRate: 19 });
  const project = async (name: string): Promise<string> =>
    (await created(ours, 'projects/create', { clientName: 'Acme', name })).id;
  const ids = [await project('Site'), await project('Shop')];
  const items = ['Site', 'Shop'].map((projectName) => ({
    ...{ description: 'Work', rate: 100, projectName },
  }));
  const bill = { clientName: 'Acme', items };
  const { id, lineItems } = await created(ours, 'invoices/create', bill);
  await ours.gql(`mutation { markInvoiceSent(input: { id: "${id}" }) { __typename } }`);
  const lines = [{ lineId: lineItems[0].id }];
  await created(ours, 'creditNotes/create', { invoiceId: id, lines });
  await ours.gql(`mutation { writeOffInvoice(input: { id: "${id}" }) { __typename } }`);
  const found = await findProjectProfits(ours.context, ids);
  expect(ids.map((one) => plain(found.get(one))[0])).toMatchObject([
    { billed: '0', writtenOff: '0', margin: '0' },
    { billed: '100', writtenOff: '100', margin: '0' },
  ]);
});
