import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

/** The response to a key with these scopes. */
async function call(scopes: Scope[], method: string, path: string, body?: object) {
  const { key } = await createApiKey(api.ours.context, { name: 'Key', scopes });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return api.request(`/public/action/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** The same as one amount, whose answer is all there is of an invoice. */
const whole = { clientName: 'Lovelace', amount: 100 };
const bill = { clientName: 'Lovelace', items: [{ description: 'Work', quantity: 1, rate: 100 }] };
let projectId: string;
let vendorId: string;

beforeAll(async () => {
  const { ours } = api;
  await ours.post('clients/create', {
    name: 'Lovelace',
    currency: 'JPY',
    defaultTaxRate: 13.5,
    payInstructions: 'Secret account',
    contacts: [{ firstName: 'Zed', email: 'zed@hidden.example' }],
  });
  const template = await ours.gql(`mutation { createProjectTemplate(input: {
    name: "Secret terms", portalAccess: FULL, showTimeWorkedInPortal: true,
    feeSchedule: { feeType: HOURLY, amount: "4321" } }) { __typename } }`);
  expect(template.body.data.createProjectTemplate.__typename).toBe('CreateProjectTemplateSuccess');
  const project = { name: 'Secret project', clientName: 'Lovelace' };
  projectId = (await ours.post('projects/create', project)).body.id;
  vendorId = (await ours.post('expenses/create', { amount: 1, vendor: 'Secret vendor' })).body
    .vendorId;
});

describe('a key without read permission gets', () => {
  test.each<[Scope[]]>([
    [['invoices:write']],
    [['invoices:write', 'clients:read']],
    [['invoices:write', 'settings:read']],
  ])('of an invoice by %s: no values of its client or the workspace', async (scopes) => {
    const { status, body } = await call(scopes, 'POST', 'invoices/create', whole);
    expect(status).toBe(200);
    const { clientInfo, currency, tax, taxPercentage, taxRule, taxBreakdown, total, amountDue } =
      body;
    const { paymentInstructions, viewOnlineUrl } = body;
    const reported = {
      clientInfo,
      currency,
      tax,
      taxPercentage,
      taxRule,
      taxBreakdown,
      total,
      amountDue,
    };
    expect(Object.values({ ...reported, paymentInstructions, viewOnlineUrl })).toEqual(
      Array(10).fill(null),
    );
    expect([body.subTotal, body.invoiceNumberFormatted]).toEqual([100, expect.any(String)]);
  });

  test('with read permission for invoices, all of it', async () => {
    const { body } = await call(
      ['invoices:write', 'invoices:read'],
      'POST',
      'invoices/create',
      whole,
    );
    const { currency, taxPercentage, total, paymentInstructions, viewOnlineUrl } = body;
    expect([currency, taxPercentage, total, paymentInstructions]).toEqual([
      'JPY',
      13.5,
      114,
      'Secret account',
    ]);
    expect(viewOnlineUrl).toMatch(/^http/);
  });

  test('of a project: no terms of its template', async () => {
    const input = { name: 'New', clientName: 'Lovelace', templateName: 'Secret terms' };
    const { body } = await call(['projects:write'], 'POST', 'projects/create', input);
    const { feeSchedule, portalAccess, showTimeWorkedInPortal } = body;
    expect([feeSchedule, portalAccess, showTimeWorkedInPortal]).toEqual([null, null, null]);
  });

  test('of a task and an expense: no names of ids', async () => {
    const task = await call(['projects:write'], 'POST', 'tasks/create', {
      name: 'Task',
      projectId,
    });
    const expense = await call(['expenses:write'], 'POST', 'expenses/create', {
      amount: 1,
      vendorId,
    });
    expect([task.status, task.body.project, expense.status, expense.body.vendor]).toEqual([
      ...[200, null],
      ...[200, null],
    ]);
  });

  test('of a lead: no client of a person', async () => {
    const lead = { email: 'zed@hidden.example', businessName: 'Fresh' };
    const { status, body } = await call(
      ['sales:write', 'clients:write'],
      'POST',
      'formSubmissions/create',
      lead,
    );
    expect([status, body.clientId]).toEqual([200, null]);
  });
});

describe('error messages', () => {
  test('of totals and precision: no amount and no currency without read permission for invoices', async () => {
    const rejected = { ...bill, items: [{ ...bill.items[0], rate: -1000 }] };
    const simple = { clientName: 'Lovelace', amount: 1.5 };
    const messages = async (scopes: Scope[]) =>
      (
        await Promise.all(
          [rejected, simple].map((body) => call(scopes, 'POST', 'invoices/create', body)),
        )
      ).map(({ body }) => body.errors[0].message);
    expect(await messages(['invoices:write'])).toEqual([
      'the invoice’s total must not be negative',
      'has more decimal places than the invoice’s currency allows',
    ]);
    expect(await messages(['invoices:write', 'invoices:read'])).toEqual([
      'the invoice’s total must not be negative, not -1135',
      'must have at most 0 decimal places in JPY',
    ]);
  });

  test('of projects by a client’s name: the scope, whether the client exists or not', async () => {
    for (const name of ['Lovelace', 'Nobody']) {
      const { status, body } = await call(
        ['projects:read'],
        'GET',
        `projects/search?query=${name}`,
      );
      expect([status, body.code]).toEqual([403, 'missing_scope']);
    }
    expect((await call(['projects:read'], 'GET', 'projects/search')).status).toBe(200);
  });
});
